"""Background processes: they run until a signal, and each touches its liveness file while its loop runs. Probes read
the file's age.

A loop that waits for its database still touches its file, because a restart helps only if the loop hangs. The probes
are in k8s/base/loops.
"""

import asyncio
import signal
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from django.conf import settings


def touch_liveness_file(name: str) -> None:
    """Touch the file `name` in LIVENESS_FOLDER. If the setting is empty, do nothing. Errors of the disk are ignored."""
    if settings.LIVENESS_FOLDER:
        with suppress(OSError):
            folder = Path(settings.LIVENESS_FOLDER)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()


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
