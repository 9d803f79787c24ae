"""Something else that happens in the world at the very moment of one of our calls to the store."""

from collections.abc import Awaitable, Callable
from typing import Any

from snipers.store.base import SnipeStore


class BeforeCall:
    """A store: just before its call `name` is made, `happens` is."""

    def __init__(self, store: SnipeStore, name: str, happens: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._name = name
        self._happens = happens

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._store, name)
        if name != self._name:
            return call

        async def disturbed(**arguments: Any) -> Any:
            await self._happens()
            return await call(**arguments)

        return disturbed
