"""A watcher that only polls opens no connection to the database: the agent of its node writes and reads for it."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest

from snipers.clients.base import AccountList, BookingClient, Found
from snipers.runtime import agent as agents
from snipers.runtime.agent import NodeAgent
from snipers.runtime.control_channel import ControlChannel, WatcherStore, run_with_channel
from snipers.store.postgres import PostgresStore
from snipers.store.records import Renewal
from snipers.testing.backend import NewRequest
from snipers.testing.memory_backend import MemoryBackend
from snipers.testing.postgres_backend import PostgresBackend
from snipers.watching.context import WatchOwner
from snipers.watching.tests.contexts import ManualClock
from snipers.watching.venue_watcher import VenueWatcher


class NoTables:
    """A platform without a table."""

    polls = 0

    async def find(self, *, platform_venue_id: int, day: date, party_size: int) -> Found:
        self.polls += 1
        return Found(slots=[], on_sale=True)

    async def account_list(self, *, token: object) -> AccountList:
        return AccountList(held=[])

    def set_access(self, stored: object) -> None: ...

    async def warm(self, *, connections: int) -> None: ...

    async def aclose(self) -> None: ...


class Direct:
    """The handle of an agent in this process."""

    def __init__(self, agent: NodeAgent) -> None:
        self._agent = agent

    def __getattr__(self, name: str) -> Any:
        return SimpleNamespace(remote=getattr(self._agent, name))


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(60):
        while not await condition():  # noqa: ASYNC110 - most conditions are in the database
            await asyncio.sleep(0.02)


async def test_a_watcher_that_starts_and_polls_opens_no_connection(
    postgres_backend: PostgresBackend, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agents, "RENEW_SECONDS", 0.2)
    monkeypatch.setattr(agents, "DELIVERY_SECONDS", 0.0)
    account_id = await postgres_backend.add_account(sealed="sealed")
    venue_id = await postgres_backend.add_venue(platform_venue_id=1)
    first = await postgres_backend.add_request(NewRequest(number=1, venue_id=venue_id, account_id=account_id))
    database, store, client = PostgresStore(url=migrated_url, at_rest=1), WatcherStore(url=migrated_url), NoTables()
    agent = NodeAgent(store=database)
    watcher = VenueWatcher(
        owner=WatchOwner(venue_id=venue_id, platform="resy", name="one", pid=1, node="here"),
        store=store,
        client=cast(BookingClient, client),
        pace_seconds=0.1,
        agent_seconds=60.0,
    )
    channel = ControlChannel(watcher=watcher, agent="agent-a")
    channel._agent = Direct(agent)
    watching = asyncio.create_task(watcher.run())
    run = asyncio.create_task(run_with_channel(watching=watching, channel=channel, store=store))

    async def polled() -> bool:
        return watcher.lease().reported[0] >= 2

    async def noted(reservation_id: int) -> bool:
        return ("watching", "") in await postgres_backend.timeline(reservation_id)

    await until(polled)
    await until(lambda: noted(first))
    second = await postgres_backend.add_request(NewRequest(number=2, venue_id=venue_id, account_id=account_id))
    await until(lambda: noted(second))
    connected = store.connected
    await watcher.aclose()
    await run
    await asyncio.gather(store.close(), database.close())
    assert client.polls >= 2
    assert connected == 0


@pytest.mark.parametrize("delayed", [False, True])
async def test_a_watcher_renews_its_lease_by_itself_later_while_its_agent_tries_to(
    delayed: bool, memory_backend: MemoryBackend
) -> None:
    clock = ManualClock(at=1000.0)
    venue_id = await memory_backend.add_venue(platform_venue_id=1)
    watcher = VenueWatcher(
        owner=WatchOwner(venue_id=venue_id, platform="resy", name="one", pid=1, node="here"),
        store=memory_backend.store,
        client=cast(BookingClient, NoTables()),
        clock=clock.as_clock(),
        agent_seconds=4.0,
    )
    run = asyncio.create_task(watcher.run())
    await asyncio.sleep(0)
    watcher.accept_renewal(Renewal(epoch=1, asked_at=1000.0, taken=True))
    await asyncio.sleep(0.01)
    watcher.note_agent(delayed=delayed)
    assert watcher.start_due_work() == (10.0 if delayed else 4.0)
    clock.at += 3.0
    watcher.note_agent(delayed=delayed)
    assert watcher.start_due_work() == (7.0 if delayed else 1.0), "a second report postpones nothing"
    watcher.accept_renewal(Renewal(epoch=1, asked_at=1003.0))
    assert watcher.start_due_work() == 4.0
    await watcher.aclose()
    await run
