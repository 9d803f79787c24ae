"""Controller and watchers as real processes on a real Ray head node, with PostgreSQL and the platform simulator."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest
from cryptography.fernet import Fernet

from snipers.clients.credentials import SealedBox
from snipers.testing.backend import NewRequest
from snipers.testing.postgres_backend import PostgresBackend
from snipers.testing.simulators import ResySimulator, resy_simulator
from tools.stack import ports
from tools.stack.testing import ray_head

ROOT = Path(__file__).resolve().parents[3]
TIMEOUT_SECONDS = 90


class Cluster:
    """One Ray head with the environment of its processes, and one venue with requests."""

    def __init__(
        self, *, env: dict[str, str], backend: PostgresBackend, resy: ResySimulator, venue_id: int, url: str
    ) -> None:
        self.env = env
        self.backend = backend
        self.resy = resy
        self.venue_id = venue_id
        self._url = url

    @contextmanager
    def controller(self) -> Iterator[subprocess.Popen[bytes]]:
        """Run a controller until the block ends. The block may kill it earlier."""
        child = subprocess.Popen([sys.executable, "-m", "snipers.runtime.main"], env=self.env, cwd=ROOT)
        try:
            yield child
        finally:
            child.kill()
            child.wait()

    async def add_request(self, number: int) -> int:
        """Add a request of a new user at the venue."""
        account_id = await self.backend.add_account(sealed=(await self.resy.diner(f"diner{number}")).text)
        filed = NewRequest(number=number, venue_id=self.venue_id, account_id=account_id, day=self.resy.day)
        return await self.backend.add_request(filed)

    async def watcher(self) -> tuple[int, int, int]:
        """Return (pid, epoch, polls) of the venue's watcher, zeros while there is none."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
            query = "select pid, epoch, polls from venue_watch where venue_id = %s"
            row = await (await connection.execute(query, (self.venue_id,))).fetchone()
        return (row[0], row[1], row[2]) if row else (0, 0, 0)

    async def take_over(self, *, epoch: int) -> None:
        """Take the venue as a watcher of another cell would."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
            query = "update venue_watch set owner = 'elsewhere/1', cell = 'other', epoch = %s where venue_id = %s"
            await connection.execute(query, (epoch, self.venue_id))

    async def connected(self) -> set[str]:
        """Return the application names of the connected processes."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
            rows = await connection.execute("select application_name from pg_stat_activity")
            return {row[0] for row in await rows.fetchall()}

    async def quarantined(self) -> bool:
        """Whether the venue is in quarantine."""
        async with await psycopg.AsyncConnection.connect(self._url, autocommit=True) as connection:
            query = "select quarantined_until > clock_timestamp() from venue_watch where venue_id = %s"
            row = await (await connection.execute(query, (self.venue_id,))).fetchone()
        return bool(row and row[0])

    async def until_taken(self, *, after_epoch: int) -> int:
        """Wait until a watcher has taken the venue with an epoch above `after_epoch`; return its pid."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                pid, epoch, _ = await self.watcher()
                if epoch > after_epoch:
                    return pid
                await asyncio.sleep(0.02)

    async def until_watched(self, *, after_epoch: int = 0) -> int:
        """Wait until a watcher with an epoch above `after_epoch` polls; return its epoch."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while True:
                _, epoch, polls = await self.watcher()
                if epoch > after_epoch and polls:
                    return epoch
                await asyncio.sleep(0.1)

    async def until_status(self, reservation_id: int, status: str) -> None:
        """Wait until a request has this status."""

        async def reached() -> bool:
            return (await self.backend.request(reservation_id)).status == status

        await until(reached)


async def called(resy: ResySimulator, path: str) -> bool:
    """Whether the platform received a call for this path."""
    return bool(await resy.calls(path))


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Poll a condition on other processes until it holds."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await condition():  # noqa: ASYNC110 - other processes cannot set our events
            await asyncio.sleep(0.02)


@pytest.fixture(scope="module")
def head(migrated_url: str) -> Iterator[dict[str, str]]:
    """The environment of one Ray head for all tests. Its workers inherit the simulators' address and key."""
    env = os.environ | {
        "DATABASE_URL": migrated_url,
        "SEAL_KEYS": Fernet.generate_key().decode(),
        "RESY_BASE_URL": f"http://{ports.LOOPBACK}:{ports.find_free_port()}",
        "POLL_SECONDS": "0.2",
        "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
    }
    with ray_head(env) as client_env:
        yield env | client_env


@pytest.fixture
async def resy(head: dict[str, str]) -> AsyncIterator[ResySimulator]:
    async with resy_simulator(port=int(head["RESY_BASE_URL"].rpartition(":")[2])) as running:
        running.box = SealedBox([head["SEAL_KEYS"]])
        yield running


@pytest.fixture
async def cluster(
    head: dict[str, str], postgres_backend: PostgresBackend, resy: ResySimulator, migrated_url: str
) -> AsyncIterator[Cluster]:
    venue_id = await postgres_backend.add_venue(platform_venue_id=resy.platform_venue_id)
    cluster = Cluster(env=head, backend=postgres_backend, resy=resy, venue_id=venue_id, url=migrated_url)
    yield cluster
    # The next test starts without this watcher. It is killed: Ray loses its call to exit if it retires while Ray
    # still considers it to be restarting. The process that Ray starts in its place exits: the venue is another cell's.
    pid, epoch, _ = await cluster.watcher()
    await cluster.take_over(epoch=epoch + 1)
    if pid:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        await until_gone(pid)


async def test_requests_are_booked_after_kills_of_actor_and_controller(cluster: Cluster) -> None:
    first = await cluster.add_request(1)
    with cluster.controller() as controller:
        epoch = await cluster.until_watched()
        assert await cluster.connected() >= {"tablehawk-controller", "tablehawk-agent"}
        await cluster.resy.latency(find_ms=0, details_ms=20, book_ms=600)
        await cluster.resy.free("19:30")
        await until(partial(called, cluster.resy, "/3/details"))
        await asyncio.sleep(0.2)
        pid, _, _ = await cluster.watcher()
        os.kill(pid, signal.SIGKILL)
        await cluster.until_status(first, "confirmed")
        assert [kind for _, kind, _ in await cluster.backend.outcomes()] == ["booked"]
        assert len(await cluster.resy.held()) == 1

        second = await cluster.add_request(2)
        await cluster.until_watched(after_epoch=epoch)
        pid, epoch, _ = await cluster.watcher()
        controller.kill()
        controller.wait()
    await cluster.resy.free("20:00")
    await cluster.until_status(second, "confirmed")

    with cluster.controller():
        third = await cluster.add_request(3)
        await cluster.resy.free("19:00")
        await cluster.until_status(third, "confirmed")
        assert (await cluster.watcher())[:2] == (pid, epoch), "the new controller adopted it"
    assert len(await cluster.resy.held()) == 3


async def until_gone(pid: int) -> None:
    """Wait until Ray has ended a process. Ray ends it some time after the new watcher has started."""
    async with asyncio.timeout(60):
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                await asyncio.sleep(0.1)


async def test_frozen_actor_is_replaced_and_its_requests_are_booked(cluster: Cluster) -> None:
    waiting = await cluster.add_request(1)
    with cluster.controller():
        epoch = await cluster.until_watched()
        pid, _, _ = await cluster.watcher()
        os.kill(pid, signal.SIGSTOP)
        await cluster.until_watched(after_epoch=epoch)
        await until_gone(pid)
        await cluster.resy.free("19:30")
        await cluster.until_status(waiting, "confirmed")
    assert len(await cluster.resy.held()) == 1


async def test_watchers_book_without_the_agent_of_their_node_and_a_frozen_one_is_replaced(cluster: Cluster) -> None:
    waiting = await cluster.add_request(1)
    with cluster.controller():
        epoch = await cluster.until_watched()
        for number, fault, time in ((2, signal.SIGKILL, "19:00"), (3, signal.SIGSTOP, "19:30")):
            before = await until_agent(not_of=None)
            os.kill(before, fault)
            await cluster.resy.free(time)
            await cluster.until_status(waiting, "confirmed")
            await until_agent(not_of=before)
            waiting = await cluster.add_request(number)
        assert (await cluster.watcher())[1] == epoch, "the watcher continued"


async def until_agent(*, not_of: int | None) -> int:
    """Wait for an agent with a pid other than `not_of`; returns its pid."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            for one in psutil.Process().children(recursive=True):
                with suppress(psutil.NoSuchProcess):
                    if one.name().startswith("ray::NodeAgent") and one.pid != not_of:
                        return one.pid
            await asyncio.sleep(0.1)


async def test_killed_actor_resumes_without_a_controller_and_failed_starts_are_quarantined(
    cluster: Cluster,
) -> None:
    waiting = await cluster.add_request(1)
    with cluster.controller():
        epoch = await cluster.until_watched()
    pid, _, _ = await cluster.watcher()
    zygote = psutil.Process(pid).ppid()
    os.kill(pid, signal.SIGKILL)
    taken_by = await cluster.until_taken(after_epoch=epoch)
    assert psutil.Process(taken_by).ppid() == zygote, "it is a fork of the same zygote"
    await cluster.resy.free("19:30")
    await cluster.until_status(waiting, "confirmed")

    another = await cluster.add_request(2)
    with cluster.controller():
        await cluster.resy.latency(find_ms=60_000)
        for _ in range(4):
            pid, epoch, _ = await cluster.watcher()
            os.kill(pid, signal.SIGKILL)
            if await cluster.quarantined():
                break
            await until(partial(restarted_or_quarantined, cluster, epoch))
        await until(cluster.quarantined)
        assert (await cluster.backend.request(another)).status == "active", "the request waits"
    assert len(await cluster.resy.held()) == 1


async def test_process_of_a_fenced_watcher_exits(cluster: Cluster) -> None:
    await cluster.add_request(1)
    with cluster.controller():
        epoch = await cluster.until_watched()
    pid, _, _ = await cluster.watcher()
    await cluster.take_over(epoch=epoch + 1)

    async def gone() -> bool:
        return not psutil.pid_exists(pid)

    await until(gone)
    assert (await cluster.watcher())[1] == epoch + 1, "and Ray started no copy of it"


async def restarted_or_quarantined(cluster: Cluster, epoch: int) -> bool:
    """Whether the next watcher started, or the venue is in quarantine."""
    return (await cluster.watcher())[1] > epoch or await cluster.quarantined()


def test_sniper_tower_loads_no_django() -> None:
    code = "import sys, snipers.runtime.main; sys.exit('django' in sys.modules or 'pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0
