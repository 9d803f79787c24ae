"""The controller's process: connects to Ray, then keeps the watchers right until it is told to stop.

Run it with `python -m snipers.runtime.main`. Two at once do no harm. Watchers stay when it leaves.
"""

import asyncio
import contextlib
import logging
import os
import signal
import sys
from datetime import UTC, datetime

import ray

from snipers.control.loop import ControlLoop
from snipers.control.plan import Limits
from snipers.runtime import settings as environment
from snipers.runtime.actors import NAMESPACE
from snipers.runtime.fleet import RayFleet
from snipers.runtime.wiring import store

log = logging.getLogger("snipers.control")


async def run(settings: environment.Settings) -> None:
    """Control until SIGTERM or SIGINT."""
    control = ControlLoop(
        store=store(settings),
        fleet=RayFleet(),
        limits=Limits(floor_seconds=settings.poll_seconds, budget=settings.poll_budget),
        now=lambda: datetime.now(UTC),
    )
    task = asyncio.create_task(control.run())
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def main() -> None:
    """Read the environment, connect, control."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    settings = environment.read()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    ray.init(
        address=settings.ray_address,
        namespace=NAMESPACE,
        log_to_driver=False,
        configure_logging=False,
        logging_level=30,
    )
    log.info("controller connected to Ray at %s", settings.ray_address)
    asyncio.run(run(settings))
    ray.shutdown()


if __name__ == "__main__":
    main()
