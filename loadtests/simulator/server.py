"""The sockets of the simulator: one event loop and one uvicorn server for all ports. Each reply is sent in one
write."""

import asyncio
import contextlib
import logging
import socket
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from . import control, opentable, resy
from .clock import Clock
from .settings import Settings, SettingsError
from .stripe.api import face as stripe_face
from .world import World

# nginx's default. uvicorn's default of 5 s would close a poller's connections between two polls.
KEEP_ALIVE_SECONDS = 75


class OneWrite(asyncio.Transport):
    """A transport that joins all writes of one iteration of the event loop into one write.

    uvicorn writes head and body separately. The client's delayed acknowledgment of the first packet would then delay
    the second by about 40 ms.
    """

    def __init__(self, inner: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__()
        self._inner = inner
        self._loop = loop
        self._waiting: list[bytes] = []

    def write(self, data: Any) -> None:
        if data:
            if not self._waiting:
                self._loop.call_soon(self._flush)
            self._waiting.append(data)

    def _flush(self) -> None:
        if self._waiting:
            data, self._waiting = b"".join(self._waiting), []
            self._inner.write(data)

    def close(self) -> None:
        self._flush()
        self._inner.close()

    def abort(self) -> None:
        self._inner.abort()

    def is_closing(self) -> bool:
        return self._inner.is_closing()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return self._inner.get_extra_info(name, default)

    def pause_reading(self) -> None:
        self._inner.pause_reading()

    def resume_reading(self) -> None:
        self._inner.resume_reading()


class Ports:
    """Dispatches each request to the application of its port. Also implements `Connections` for the faces."""

    def __init__(self) -> None:
        self.apps: dict[int, ASGIApp] = {}
        self._transports: dict[tuple[str, int], asyncio.Transport] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.apps[scope["server"][1]](scope, receive, send)

    def cut(self, scope: Scope) -> None:
        transport = self._transports.get(tuple(scope["client"]))
        if transport is not None:
            transport.abort()

    def alive(self, scope: Scope) -> bool:
        transport = self._transports.get(tuple(scope["client"]))
        return transport is not None and not transport.is_closing()

    def protocol(self) -> type[H11Protocol]:
        """Return a subclass of uvicorn's HTTP protocol that writes through `OneWrite` and registers its connections.

        `cut` and `alive` need the registered connections.
        """
        transports = self._transports

        class Protocol(H11Protocol):
            def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
                wrapped = OneWrite(transport, self.loop)
                super().connection_made(wrapped)
                if self.client is not None:
                    transports[self.client] = wrapped

            def connection_lost(self, exc: Exception | None) -> None:
                if self.client is not None:
                    transports.pop(self.client, None)
                super().connection_lost(exc)

        return Protocol


class _Server(uvicorn.Server):
    """A uvicorn server that installs no signal handlers and stops at once.

    At a stop it cancels open calls and waits until they are logged, so that the journal is closed after the last entry.
    """

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.stop = asyncio.Event()

    async def main_loop(self) -> None:
        await self.stop.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        # uvicorn would log each request that is canceled here as an error of the application.
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
        for listener in self.servers:
            listener.close()
        tasks = list(self.server_state.tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for connection in list(self.server_state.connections):
            connection.transport.abort()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@dataclass(frozen=True, slots=True)
class Serving:
    world: World
    control_url: str
    resy_url: str
    opentable_url: str
    stripe_url: str


@contextlib.asynccontextmanager
async def serving(settings: Settings, *, clock: Clock | None = None) -> AsyncIterator[Serving]:
    """Run the simulator while the context is active. Yields its world and the URLs of its faces.

    Raises SettingsError if a port is taken, and JournalError if the state file cannot be used.
    """
    with contextlib.ExitStack() as cleanup:
        sockets = [
            cleanup.enter_context(_listen(settings.host, port))
            for port in (settings.control_port, settings.resy_port, settings.opentable_port, settings.stripe_port)
        ]
        world = World(seed=settings.seed, state=settings.state, clock=clock, guard=settings.guard)
        cleanup.callback(world.journal.close)
        ports = Ports()
        numbers = [listener.getsockname()[1] for listener in sockets]
        host = f"[{settings.host}]" if ":" in settings.host else settings.host
        urls = [f"http://{host}:{port}" for port in numbers]
        faces = [resy.face(world, ports), opentable.face(world, ports), stripe_face.face(world, ports)]
        ports.apps.update(zip(numbers, [control.app(world), *faces], strict=True))
        world.names = settings.names
        world.stripe.base_url = urls[3]
        world.stripe.webhooks.configure(settings.stripe_webhook_url, settings.stripe_webhook_secret)
        server = _Server(
            uvicorn.Config(
                ports,
                http=ports.protocol(),
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                server_header=False,
                date_header=False,
                proxy_headers=False,
                timeout_keep_alive=KEEP_ALIVE_SECONDS,
            )
        )
        running = asyncio.create_task(server.serve(sockets=sockets))
        background = [asyncio.create_task(work) for work in (world.scheduler.run(), world.stripe.webhooks.run())]
        try:
            while not server.started:
                if running.done():
                    await running
                await asyncio.sleep(0.005)
            yield Serving(world, *urls)
        finally:
            for task in background:
                task.cancel()
            server.stop.set()
            await running
            await asyncio.gather(*background, return_exceptions=True)


def _listen(host: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SettingsError(f"Cannot listen on {host}:{port}: {error.strerror}.") from error
    return listener
