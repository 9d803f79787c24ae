"""A simulated watcher process that dies or freezes before or after a chosen call to the store or the platform.

The calls of a dead process hang forever. The calls of a frozen process (SIGSTOP) hang until the process is resumed, and
then continue.
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
    """A process that dies or freezes at the call `end`, such as ("before", "book"). With None, it does not fail.

    `stopped` is set when the process has died or is frozen.
    """

    def __init__(self, end: FaultPoint | None) -> None:
        self._end = end
        self._frozen_seconds = 0.0
        self._alive = asyncio.Event()
        self._alive.set()
        self.stopped = asyncio.Event()

    def store(self, store: SnipeStore) -> SnipeStore:
        """Return `store` for this process: calls hang while the process is dead or frozen."""
        return cast(SnipeStore, _Calls(store, self))

    def client(self, client: BookingClient) -> BookingClient:
        """Return `client` for this process: calls hang while the process is dead or frozen."""
        return cast(BookingClient, _Calls(client, self))

    def monotonic(self) -> float:
        """The process's monotonic clock."""
        return time.monotonic() + self._frozen_seconds

    def resume(self, *, after_seconds: float) -> None:
        """Resume a frozen process (SIGCONT), and advance its clock by `after_seconds`."""
        self._frozen_seconds = after_seconds
        self._end = None
        self._alive.set()

    async def call(self, name: str, method: Callable[..., Awaitable[Any]], **arguments: Any) -> Any:
        """Make one call and return its result. Hang while the process is dead or frozen."""
        await self._at("before", name)
        answer = await method(**arguments)
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
        return lambda **arguments: self._process.call(name, call, **arguments)
