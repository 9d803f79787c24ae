"""Runs named background tasks. At most one task of each name runs at a time.

The failure of a task is logged, and does not reach the owner of the tasks.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from functools import partial

from snipers.telemetry.failure_log import FailureLog

log = logging.getLogger(__name__)


class BackgroundTasks:
    """The background tasks of one owner. `owner` is the owner's name in the log; `on_end` is called after each task."""

    def __init__(self, *, owner: str, on_end: Callable[[], None] = lambda: None) -> None:
        self._owner = owner
        self._on_end = on_end
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._failures = FailureLog()

    def start(
        self,
        name: Hashable,
        work: Callable[[], Coroutine[None, None, None]],
        *,
        wakes: Callable[[], bool] = lambda: True,
    ) -> bool:
        """Start a task and return True. Return False if a task of this name still runs.

        `wakes` is called when the task has ended; if it returns False, `on_end` is not called.
        """
        if name in self._tasks:
            return False
        task = self._tasks[name] = asyncio.create_task(work())
        task.add_done_callback(partial(self._end, name, wakes))
        return True

    def running(self, name: Hashable) -> bool:
        """Whether the task runs now."""
        return name in self._tasks

    def wake_owner(self) -> None:
        """Call `on_end` now."""
        self._on_end()

    async def finish(self) -> None:
        """Wait until no task runs, including tasks that running tasks start."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def cancel(self) -> None:
        """Cancel all tasks and wait until they have ended."""
        for task in self._tasks.values():
            task.cancel()
        await self.finish()

    def _end(self, name: Hashable, wakes: Callable[[], bool], task: asyncio.Task[None]) -> None:
        self._tasks.pop(name, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            # The owner outlives any failure of its database or platform.
            if self._failures.failed(name):
                log.warning("%s: %s failed, trying again: %r", self._owner, name, error)
        elif not task.cancelled() and self._failures.recovered(name):
            log.info("%s: %s works again", self._owner, name)
        if wakes():
            self._on_end()
