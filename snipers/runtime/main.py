"""The controller's process: `python -m snipers.runtime.main`.

Several controllers may run at once. Watchers continue when a controller exits. A controller continues while Ray is
down. When Ray is back, the controller reconnects and adopts the running watchers.
"""

import asyncio
import contextlib
import os
import signal
import sys
from datetime import UTC, datetime

from snipers.control.cell import Cell
from snipers.control.controller_metrics import ControllerMetrics
from snipers.control.learned_paces import LearnedPaces
from snipers.control.loop import ControlLoop
from snipers.control.pacing import Pacing
from snipers.runtime import metrics, settings
from snipers.runtime.actor_names import NAMESPACE
from snipers.runtime.fleet import RayFleet
from snipers.runtime.ray_connection import RayConnection
from snipers.store.postgres import PostgresStore
from snipers.telemetry import json_logs


async def run(own: settings.Settings) -> None:
    """Run the controller until SIGTERM or SIGINT."""
    task = asyncio.create_task(_control(own))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


async def _control(own: settings.Settings) -> None:
    budgets = {platform: limits.rate for platform, limits in own.poll_limits.items()}
    own_metrics = ControllerMetrics(budgets=budgets)
    if own.metrics_port:
        metrics.serve(own_metrics, port=own.metrics_port, now=_now)
    connection = RayConnection(address=own.ray_address, namespace=NAMESPACE)
    await connection.connect()
    store = PostgresStore(url=own.database_url)
    fleet = RayFleet(connection=connection, watch_memory=own.watch_memory, add_counts=own_metrics.counts.add)
    control = ControlLoop(
        store=store,
        fleet=fleet,
        cell=Cell(name=own.cell, store=store, fleet=fleet, budgets=budgets),
        pacing=Pacing(limits=own.poll_limits),
        paces=LearnedPaces(store=store, cell=own.cell, ceilings={one: budgets[one] for one in sorted(own.learned)}),
        own_metrics=own_metrics,
        now=_now,
    )
    try:
        await control.run()
    finally:
        # The event loop may not end with an open pool (run_with_channel).
        await store.close()


def _now() -> datetime:
    return datetime.now(UTC)


def main() -> None:
    """Run the controller with the settings of the environment."""
    own = settings.read(process="controller")
    json_logs.configure(level=own.log_level, part="controller", cell=own.cell)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    asyncio.run(run(own))
    # _exit() skips Ray's exit handler, which would wait for Ray. A failure of Ray may be the reason for this shutdown.
    sys.stderr.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
