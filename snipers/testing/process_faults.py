"""A watcher's process, as its calls to the outside show it: it can die or freeze at any of them.

A dead process answers nothing and calls nobody: from the moment of its death each of its calls hangs for ever. A frozen
one (SIGSTOP) hangs until it is woken, and then goes on as if no time had passed.
"""

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable
from typing import Any, Literal, cast

from snipers.clients.base import BookingClient
from snipers.store.base import SnipeStore

FaultPoint = tuple[Literal["before", "after"], str]


class FaultyProcess:
    """`end`: the moment at which it dies or freezes, as ("before", "book"); None for a healthy one."""

    def __init__(self, end: FaultPoint | None) -> None:
        self._end = end
        self._slept = 0.0
        self._alive = asyncio.Event()
        self._alive.set()
        self.stopped = asyncio.Event()

    def store(self, store: SnipeStore) -> SnipeStore:
        """Return the store as this watcher calls it."""
        return cast(SnipeStore, _Calls(store, self))

    def client(self, client: BookingClient) -> BookingClient:
        """Return the client as this watcher calls it."""
        return cast(BookingClient, _Calls(client, self))

    def monotonic(self) -> float:
        """The clock of the process."""
        return time.monotonic() + self._slept

    def resume(self, *, after_seconds: float) -> None:
        """SIGCONT; so many seconds went by meanwhile."""
        self._slept = after_seconds
        self._end = None
        self._alive.set()

    async def go(self, name: str, call: Callable[..., Awaitable[Any]], **arguments: Any) -> Any:
        """Make one call, unless it is too late for that."""
        await self._at("before", name)
        answer = await call(**arguments)
        await self._at("after", name)
        return answer

    async def _at(self, when: str, name: str) -> None:
        if self._end == (when, name):
            self._alive.clear()
            self.stopped.set()
        await self._alive.wait()


class _Calls:
    def __init__(self, port: object, process: FaultyProcess) -> None:
        self._port = port
        self._process = process

    def __getattr__(self, name: str) -> Callable[..., Any]:
        call = getattr(self._port, name)
        if not inspect.iscoroutinefunction(call):
            return cast(Callable[..., Any], call)
        return lambda **arguments: self._process.go(name, call, **arguments)
