"""Questions to the database that many sockets ask at once, asked together.

A socket that comes in asks two small things. Alone each costs a change to a worker thread and back, and behind a busy
event loop that is many times the query: a process took only sixty sockets a second. So a caller that arrives while a
query is under way waits for the next one, which answers all of them.
"""

import asyncio
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from channels.db import database_sync_to_async

Key = TypeVar("Key")
Value = TypeVar("Value")

# One query's worth; the rest is the next one's.
MOST = 500


class BatchLoader(Generic[Key, Value]):
    """`ask` gets the keys of all who wait, and runs in a worker thread. Used within one event loop at a time."""

    def __init__(self, ask: Callable[[list[Key]], dict[Key, Value]]) -> None:
        self._ask = database_sync_to_async(ask)
        self._waiting: list[tuple[Collection[Key], asyncio.Future[dict[Key, Value]]]] = []
        self._asking: asyncio.Task[None] | None = None

    async def __call__(self, keys: Collection[Key]) -> dict[Key, Value]:
        """Return the answers that there are for `keys`. Raises what `ask` raised."""
        answers: asyncio.Future[dict[Key, Value]] = asyncio.get_running_loop().create_future()
        self._waiting.append((keys, answers))
        if self._asking is None:
            self._asking = asyncio.create_task(self._answer_all())
        return await answers

    async def _answer_all(self) -> None:
        try:
            while self._waiting:
                now, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._answer(now)
        finally:
            self._asking = None

    async def _answer(self, askers: list[tuple[Collection[Key], asyncio.Future[dict[Key, Value]]]]) -> None:
        """Answer these; who left meanwhile is passed over."""
        found: dict[Key, Value] = {}
        failure: Exception | None = None
        try:
            found = await self._ask(list({key for keys, _ in askers for key in keys}))
        except Exception as error:  # noqa: BLE001 - it goes to those who asked
            failure = error
        for keys, answers in askers:
            if answers.done():
                continue
            if failure is not None:
                answers.set_exception(failure)
            else:
                answers.set_result({key: found[key] for key in keys if key in found})
