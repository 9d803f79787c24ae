"""A hook that runs before a call to the store or the platform, for races between the watcher and other processes."""

from collections.abc import Awaitable, Callable
from typing import Any


class BeforeCall:
    """A store or a client that awaits `action` before each call of the method `name`."""

    def __init__(self, port: object, name: str, action: Callable[[], Awaitable[None]]) -> None:
        self._port = port
        self._name = name
        self._action = action

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._port, name)
        if name != self._name:
            return call

        async def call_after_action(**arguments: Any) -> Any:
            await self._action()
            return await call(**arguments)

        return call_after_action
