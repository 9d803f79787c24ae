"""The connection pool, on its own PostgreSQL server that is stopped, killed and restarted."""

import asyncio
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from psycopg import OperationalError

from snipers.store.pool import Connections
from tools.stack import folders
from tools.stack.postgres import STOP_SIGNAL, Postgres
from tools.stack.testing import run_process

MOST = 4


class Server:
    """A PostgreSQL server that can be stopped and started on one data folder."""

    def __init__(self, folder: Path, sockets: Path) -> None:
        self._log = folder / "postgres.log"
        self._database = Postgres(data=folder / "postgres", sockets=sockets, durable=False)
        self._life = ExitStack()
        self.url = self._database.url()

    def start(self, *, ends_by: signal.Signals = STOP_SIGNAL) -> None:
        """Start the server; `ends_by` is the signal that stop() sends."""
        self._database.prepare()
        serving = run_process(
            self._database.command(), log=self._log, ready=self._database.ready, stop_signal=ends_by, timeout=60
        )
        self._life.enter_context(serving)

    def stop(self) -> None:
        """Stop the server."""
        self._life.close()


@pytest.fixture
def server() -> Iterator[Server]:
    with tempfile.TemporaryDirectory(prefix="tablehawk-test-", ignore_cleanup_errors=True) as folder:
        sockets = folders.socket_folder(Path(folder))
        one = Server(Path(folder), sockets)
        yield one
        one.stop()
        shutil.rmtree(sockets, ignore_errors=True)


@pytest.fixture
async def connections(server: Server) -> AsyncIterator[Connections]:
    opened = Connections(url=server.url, most=MOST)
    yield opened
    await opened.close()


async def ask(connections: Connections) -> int:
    async with connections.one() as connection:
        row = await (await connection.execute("select pg_backend_pid() as pid")).fetchone()
        assert row is not None
        await connection.execute("select pg_sleep(0.02)")
        return int(row["pid"])


@pytest.mark.parametrize("how", [STOP_SIGNAL, signal.SIGKILL], ids=["stopped", "killed"])
async def test_the_first_calls_after_a_restart_are_answered(
    server: Server, connections: Connections, how: signal.Signals
) -> None:
    server.start(ends_by=how)
    before = set(await asyncio.gather(*(ask(connections) for _ in range(20))))
    assert 1 < len(before) <= MOST
    server.stop()
    server.start()
    after = set(await asyncio.gather(*(ask(connections) for _ in range(20))))
    assert not after & before


async def test_a_call_waits_for_a_server_that_is_coming_back(server: Server, connections: Connections) -> None:
    server.start()
    await ask(connections)
    server.stop()
    waiting = asyncio.create_task(ask(connections))
    await asyncio.sleep(1)
    assert not waiting.done()
    await asyncio.to_thread(server.start)
    assert await waiting


async def test_a_call_fails_while_there_is_no_server_and_the_next_one_is_answered_when_there_is(
    server: Server, connections: Connections, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("snipers.store.pool.WAIT_SECONDS", 0.7)
    server.start()
    await asyncio.gather(*(ask(connections) for _ in range(8)))
    server.stop()
    for _ in range(3):
        with pytest.raises(OperationalError):
            await ask(connections)
    monkeypatch.undo()
    server.start()
    assert len(await asyncio.gather(*(ask(connections) for _ in range(8)))) == 8
