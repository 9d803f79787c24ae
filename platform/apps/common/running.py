"""Runs the long parts of a process, such as the relay and the background worker, until it is told to stop."""

import asyncio
import signal
from typing import Protocol


class Part(Protocol):
    """A part of a process. `run` returns after `stop` was called, when the part has finished its current work."""

    def stop(self) -> None: ...

    async def run(self) -> None: ...


def run_until_signal(*parts: Part) -> None:
    """Run the parts together until SIGTERM or SIGINT. Raises if one of them fails."""
    asyncio.run(_run(parts))


async def _run(parts: tuple[Part, ...]) -> None:
    async with asyncio.TaskGroup() as group:
        for part in parts:
            group.create_task(part.run())
        for number in (signal.SIGTERM, signal.SIGINT):
            asyncio.get_running_loop().add_signal_handler(number, _stop, parts)


def _stop(parts: tuple[Part, ...]) -> None:
    for part in parts:
        part.stop()
