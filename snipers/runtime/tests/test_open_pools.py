"""The event loops of a watcher and of the controller end while their pool opens a connection.

psycopg_pool's worker ignores that it is canceled while it works, so `asyncio.run()` waits for ever for an open pool.
"""

import asyncio
import socket
import threading
from collections.abc import Awaitable, Callable, Iterator
from typing import cast

import pytest
from cryptography.fernet import Fernet

from snipers.domain.counts import Counts
from snipers.runtime import main, settings
from snipers.runtime.control_channel import ControlChannel, WatcherStore, run_with_channel
from snipers.runtime.ray_connection import RayConnection
from snipers.watching.venue_watcher import VenueWatcher

# Far longer than the pool waits for a connection.
SECONDS = 40.0


class Watcher:
    def drain_counts(self) -> Counts:
        return Counts()


@pytest.fixture
def silent() -> Iterator[socket.socket]:
    """A server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server


def url_of(server: socket.socket) -> str:
    return f"postgresql://tablehawk@127.0.0.1:{server.getsockname()[1]}/tablehawk"


def ends(work: Callable[[], Awaitable[None]]) -> bool:
    """Whether an event loop with this work ends within SECONDS."""

    async def run() -> None:
        await work()

    thread = threading.Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    thread.join(SECONDS)
    return not thread.is_alive()


async def accepted(server: socket.socket) -> socket.socket:
    connection, _ = await asyncio.to_thread(server.accept)
    return connection


def test_the_process_of_a_watcher_ends_while_its_pool_opens_a_connection(silent: socket.socket) -> None:
    async def watch() -> None:
        store = WatcherStore(url=url_of(silent))
        channel = ControlChannel(watcher=cast(VenueWatcher, Watcher()), agent="agent-a")
        channel.run = asyncio.Event().wait  # type: ignore[method-assign,assignment] # no agent
        reading = asyncio.create_task(store.desired())
        with await accepted(silent):
            await run_with_channel(watching=asyncio.create_task(asyncio.sleep(0)), channel=channel, store=store)
            reading.cancel()

    assert ends(watch)


def test_the_controller_ends_while_its_pool_opens_a_connection(
    silent: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", url_of(silent))
    monkeypatch.setenv("SEAL_KEYS", Fernet.generate_key().decode())
    own = settings.read(process="controller")

    async def connect(_: RayConnection) -> None: ...

    monkeypatch.setattr(RayConnection, "connect", connect)

    async def control() -> None:
        running = asyncio.create_task(main._control(own))
        # The first connection listens for notifications and is not of the pool.
        with await accepted(silent), await accepted(silent):
            running.cancel()
            await asyncio.wait([running])

    assert ends(control)
