"""A hook that runs before a store call, for races between the watcher and other processes."""

from collections.abc import Awaitable, Callable
from typing import Any

from snipers.store.base import SnipeStore


class BeforeCall:
    """A store that awaits `action` before each call of the method `name`."""

    def __init__(self, store: SnipeStore, name: str, action: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._name = name
        self._action = action

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)
        if name != self._name:
            return call

        async def call_after_action(**arguments: Any) -> Any:
            await self._action()
            return await call(**arguments)

        return call_after_action
