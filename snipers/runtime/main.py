"""The controller's process: connects to Ray, then keeps the watchers right until it is told to stop.

Run it with `python -m snipers.runtime.main`. Two at once do no harm. Watchers stay when it leaves, and it stays when
Ray leaves: it connects again and takes up what runs there.
"""

import asyncio
import contextlib
import os
import signal
import sys
from datetime import UTC, datetime

from snipers.control.duty import Duty
from snipers.control.figures import Figures
from snipers.control.loop import ControlLoop
from snipers.control.pacing import Pacing
from snipers.control.plan import Limits
from snipers.runtime import metrics
from snipers.runtime import settings as environment
from snipers.runtime.actor_names import NAMESPACE
from snipers.runtime.fleet import RayFleet
from snipers.runtime.ray_connection import RayConnection
from snipers.runtime.wiring import paces, store
from snipers.telemetry import lines


async def run(settings: environment.Settings) -> None:
    """Control until SIGTERM or SIGINT."""
    task = asyncio.create_task(_control(settings))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _control(settings: environment.Settings) -> None:
    own_paces = paces(settings)
    budgets = {platform: pace.budget for platform, pace in own_paces.items()}
    figures = Figures(budgets=budgets)
    if settings.metrics_port:
        metrics.serve(figures, port=settings.metrics_port, now=lambda: datetime.now(UTC))
    connection = RayConnection(address=settings.ray_address, namespace=NAMESPACE)
    await connection.connect()
    lasting = store(settings)
    fleet = RayFleet(connection=connection, watch_memory=settings.watch_memory, add_counts=figures.counts.add)
    control = ControlLoop(
        store=lasting,
        fleet=fleet,
        pacing=Pacing(paces=own_paces),
        limits=Limits(),
        duty=Duty(name=settings.cell, store=lasting, fleet=fleet, budgets=budgets),
        now=lambda: datetime.now(UTC),
        figures=figures,
    )
    await control.run()


def main() -> None:
    """Read the environment, connect, control."""
    settings = environment.read(process="controller")
    lines.configure(level=settings.log_level, part="controller", cell=settings.cell)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    asyncio.run(run(settings))
    # Ray's own exit handler waits for Ray, and Ray may be the reason for this shutdown.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
