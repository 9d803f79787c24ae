"""Background tasks of one watcher, by name: none runs twice at once; failures are logged once and are never fatal."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Hashable
from functools import partial

log = logging.getLogger(__name__)


class BackgroundTasks:
    """`done` is called after each task, so that the watcher checks its schedule."""

    def __init__(self, *, about: str, done: Callable[[], None]) -> None:
        self._about = about
        self._done = done
        self._tasks: dict[Hashable, asyncio.Task[None]] = {}
        self._failing: set[Hashable] = set()

    def start(self, name: Hashable, work: Callable[[], Coroutine[None, None, None]]) -> bool:
        """Start a task unless it still runs."""
        if name in self._tasks:
            return False
        task = self._tasks[name] = asyncio.create_task(self._run(name, work))
        # Not in _run: a task that is canceled before its first step never gets there.
        task.add_done_callback(partial(self._ended, name))
        return True

    def running(self, name: Hashable) -> bool:
        """Whether the task runs now."""
        return name in self._tasks

    async def finish(self) -> None:
        """Wait until nothing runs any more, including tasks that running tasks start."""
        while self._tasks:
            await asyncio.wait(self._tasks.values())

    async def cancel(self) -> None:
        """Stop everything."""
        for task in self._tasks.values():
            task.cancel()
        await self.finish()

    async def _run(self, name: Hashable, work: Callable[[], Coroutine[None, None, None]]) -> None:
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - a watcher outlives any failure of its database or platform
            if name not in self._failing:
                self._failing.add(name)
                log.warning("%s: %s failed, trying again: %r", self._about, name, error)
        else:
            if name in self._failing:
                self._failing.discard(name)
                log.info("%s: %s works again", self._about, name)

    def _ended(self, name: Hashable, _: asyncio.Task[None]) -> None:
        self._tasks.pop(name, None)
        self._done()
