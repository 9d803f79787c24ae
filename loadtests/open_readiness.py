"""Reads the readiness lines on a request's page that is open in Chromium (script readiness.mjs), whenever they
change.
"""

import asyncio
import contextlib
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Self

from loadtests.browser import start_script
from loadtests.clients import Diner

# The state of each line by its check: ok, warning, failed or unknown.
Lines = Mapping[str, str]


@dataclass
class OpenReadiness:
    """The lines that the page has shown: (unix seconds, lines) for each change, oldest first."""

    shown: list[tuple[float, Lines]] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @classmethod
    @asynccontextmanager
    async def of(cls, diner: Diner, *, group_id: int) -> AsyncIterator[Self]:
        """Keep the page of one request open during the block."""
        page, process = cls(), await start_script("readiness.mjs", diner, GROUP_ID=str(group_id))
        reading = asyncio.create_task(page._read(process))
        try:
            yield page
        finally:
            if process.stdin is not None:
                process.stdin.close()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), timeout=20)
            if process.returncode is None:
                process.kill()
            reading.cancel()

    async def wait_for(self, holds: Callable[[Lines], bool], *, since: float, seconds: float) -> float | None:
        """Return the seconds from `since` (unix) until the page showed lines for which `holds` is true.

        Returns 0 if it was true at `since`, and None if it does not become true within `seconds`.
        """
        while True:
            before = [lines for at, lines in self.shown if at <= since]
            if before and holds(before[-1]):
                return 0.0
            found = next((at for at, lines in self.shown if at > since and holds(lines)), None)
            if found is not None:
                return found - since if found - since <= seconds else None
            left = since + seconds - time.time()
            if left <= 0:
                return None
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), timeout=left)

    def failed_since(self, since: float) -> set[str]:
        """Return the checks whose line failed (is red) at any time since an instant (unix seconds)."""
        return {check for at, lines in self.shown if at > since for check, state in lines.items() if state == "failed"}

    @property
    def lines(self) -> Lines:
        """The lines that the page shows now."""
        return self.shown[-1][1] if self.shown else {}

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        if process.stdout is None:
            raise RuntimeError("the page was opened without an output")
        while line := await process.stdout.readline():
            change = json.loads(line)
            self.shown.append((change["at"] / 1000, change["lines"]))
            self._changed.set()


def failed_only(check: str) -> Callable[[Lines], bool]:
    """Return a condition: the line of the check is red, and no other line is."""
    return lambda lines: {name for name, state in lines.items() if state == "failed"} == {check}


def all_ok(lines: Lines) -> bool:
    """Return whether every line is green."""
    return bool(lines) and set(lines.values()) == {"ok"}
