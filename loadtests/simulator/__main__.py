"""`python -m loadtests.simulator`: runs the simulator until SIGTERM or SIGINT."""

import asyncio
import os
import signal
import sys

import uvloop

from .journal import JournalError
from .server import serving
from .settings import Settings, SettingsError, from_env


async def run(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    async with serving(settings) as sim:
        kept = f", state in {settings.state}" if settings.state else ""
        print(
            f"simulator: control {sim.control_url}, resy {sim.resy_url}, opentable {sim.opentable_url}, "
            f"stripe {sim.stripe_url}, {len(sim.world.venues)} venues, seed {sim.world.seed}{kept}",
            flush=True,
        )
        await stop.wait()


def main() -> None:
    try:
        uvloop.run(run(from_env(os.environ)))
    except (SettingsError, JournalError) as error:
        sys.exit(f"simulator: {error}")


if __name__ == "__main__":
    main()
