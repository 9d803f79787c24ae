"""The namespaces that the public Socket.IO protocol test-suite expects of a server; never wired in production."""

from collections.abc import Mapping
from typing import Any

from realtime import codec
from realtime.consumer import Handler, Namespace
from realtime.outlet import Outlet, Pace

PACE = Pace(ping_interval=0.3, ping_timeout=0.2, connect_timeout=1.0, max_payload=1_000_000)


class EchoGuest:
    """Says what it was told."""

    def __init__(self, *, name: str, outlet: Outlet, auth: dict[str, Any]) -> None:
        self._name = name
        self._outlet = outlet
        self._auth = auth
        self.handlers: Mapping[str, Handler] = {"message": self._message, "message-with-ack": self._message_with_ack}

    def enter(self) -> None:
        self._emit("auth", self._auth)

    def leave(self) -> None:
        """Nothing is kept of it."""

    async def _message(self, args: list[Any]) -> list[Any]:
        self._emit("message-back", *args)
        return []

    async def _message_with_ack(self, args: list[Any]) -> list[Any]:
        return args

    def _emit(self, name: str, *args: Any) -> None:
        self._outlet.push(*codec.event(name, *args, namespace=self._name))


class EchoNamespace:
    """Lets everybody in."""

    def __init__(self, name: str) -> None:
        self._name = name

    async def admit(self, outlet: Outlet, auth: dict[str, Any]) -> EchoGuest:
        """A guest for any payload."""
        return EchoGuest(name=self._name, outlet=outlet, auth=auth)


def namespaces() -> dict[str, Namespace]:
    """The suite's two."""
    return {name: EchoNamespace(name) for name in ("/", "/custom")}
