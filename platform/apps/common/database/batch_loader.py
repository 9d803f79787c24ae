"""Batches small database reads that many sockets make at the same time.

A call that arrives while a query runs waits, and the next query serves all waiting calls. Each new socket makes two
small reads. With one query for each read, a process could open only 60 sockets a second, because every query switches
to a worker thread and back.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from channels.db import database_sync_to_async

Key = TypeVar("Key")
Value = TypeVar("Value")

# The most calls that one query serves.
MOST_CALLS = 500


class BatchLoader(Generic[Key, Value]):
    """Combines concurrent reads into one query: `load` is called in a worker thread, with the keys of all callers that
    wait at that moment.

    An instance may be used in only one event loop at a time.
    """

    def __init__(self, load: Callable[[list[Key]], dict[Key, Value]]) -> None:
        self._load = database_sync_to_async(load)
        self._waiting: list[tuple[Collection[Key], asyncio.Future[dict[Key, Value]]]] = []
        self._running: asyncio.Task[None] | None = None

    async def __call__(self, keys: Collection[Key]) -> dict[Key, Value]:
        """Return the values of `keys`, by key. A key without a value is left out. Raises the exception of `load`."""
        answers: asyncio.Future[dict[Key, Value]] = asyncio.get_running_loop().create_future()
        self._waiting.append((keys, answers))
        if self._running is None:
            self._running = asyncio.create_task(self._serve_all())
        return await answers

    async def _serve_all(self) -> None:
        try:
            while self._waiting:
                now, self._waiting = self._waiting[:MOST_CALLS], self._waiting[MOST_CALLS:]
                await self._serve(now)
        finally:
            self._running = None

    async def _serve(self, calls: list[tuple[Collection[Key], asyncio.Future[dict[Key, Value]]]]) -> None:
        """Load the keys of these calls once, and set the result of each call that was not canceled."""
        try:
            found = await self._load(list({key for keys, _ in calls for key in keys}))
        except Exception as error:  # noqa: BLE001 - raised in every call
            for _, answers in calls:
                if not answers.done():
                    answers.set_exception(error)
            return
        for keys, answers in calls:
            if not answers.done():
                answers.set_result({key: found[key] for key in keys if key in found})
