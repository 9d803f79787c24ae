"""The lease on a venue: its renewals, what they report, and the effects of a failed renewal."""

import asyncio

import pytest

from snipers.store.base import LEASE_SECONDS
from snipers.store.records import Beat, Renewal, Roster
from snipers.testing.call_hooks import BeforeCall
from snipers.testing.memory_backend import MemoryBackend
from snipers.testing.memory_store.store import MemoryStore
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.tests.contexts import ManualClock, context_of


class Away(MemoryStore):
    """A store whose lease renewals fail while it is `away`.

    `carried` has the (polls, opened) that each successful renewal reported.
    """

    away = False
    carried: list[tuple[int, int]]

    async def roster(self, *, venue_id: int, beat: Beat | None = None) -> Roster | None:
        if self.away:
            raise ConnectionError
        assert beat is not None
        self.carried.append((beat.polls, beat.opened))
        return await super().roster(venue_id=venue_id, beat=beat)


@pytest.fixture
async def backend() -> MemoryBackend:
    backend = MemoryBackend()
    backend.store = Away()
    backend.store.carried = []
    return backend


async def started(backend: MemoryBackend, clock: ManualClock) -> tuple[Heartbeat, Away]:
    store = backend.store
    assert isinstance(store, Away)
    venue_id = await backend.add_venue(platform_venue_id=1202)
    return Heartbeat(context_of(store=store, clock=clock.as_clock(), venue_id=venue_id)), store


async def taken(backend: MemoryBackend, clock: ManualClock) -> tuple[Heartbeat, Away]:
    heartbeat, store = await started(backend, clock)
    await heartbeat.take_venue()
    return heartbeat, store


async def test_a_renewal_reports_polls_and_slots_since_the_last_one(backend: MemoryBackend) -> None:
    heartbeat, store = await taken(backend, ManualClock(at=1000.0))
    assert await heartbeat.renew(polls=2, opened=3)
    assert await heartbeat.renew(polls=2, opened=3)
    assert store.carried == [(2, 3), (0, 0)]


async def test_the_first_poll_counts_as_reported_after_a_successful_renewal(backend: MemoryBackend) -> None:
    heartbeat, store = await taken(backend, ManualClock(at=1000.0))
    await heartbeat.renew(polls=0, opened=0)
    assert not heartbeat.polls_reported
    store.away = True
    with pytest.raises(ConnectionError):
        await heartbeat.renew(polls=1, opened=0)
    assert not heartbeat.polls_reported
    store.away = False
    await heartbeat.renew(polls=1, opened=0)
    assert heartbeat.polls_reported


async def test_the_next_renewal_reports_what_a_failed_one_carried(backend: MemoryBackend) -> None:
    heartbeat, store = await taken(backend, ManualClock(at=1000.0))
    store.away = True
    with pytest.raises(ConnectionError):
        await heartbeat.renew(polls=1, opened=1)
    store.away = False
    assert await heartbeat.renew(polls=2, opened=2)
    assert store.carried == [(2, 2)]


async def test_the_lease_lapses_without_a_renewal_and_returns_with_one(backend: MemoryBackend) -> None:
    clock = ManualClock(at=1000.0)
    heartbeat, store = await taken(backend, clock)
    store.away = True
    clock.at += LEASE_SECONDS
    with pytest.raises(ConnectionError):
        await heartbeat.renew(polls=0, opened=0)
    assert not heartbeat.lapsed
    clock.at += 0.1
    assert heartbeat.lapsed
    store.away = False
    assert await heartbeat.renew(polls=0, opened=0)
    assert not heartbeat.lapsed


async def test_a_replaced_watcher_retires_and_does_not_come_back(backend: MemoryBackend) -> None:
    heartbeat, store = await taken(backend, ManualClock(at=1000.0))
    await store.take_watch(venue_id=1, owner="successor", pid=2, node="there")
    assert not await heartbeat.renew(polls=0, opened=0)
    assert heartbeat.retired


async def test_an_agent_takes_the_venue_and_renews_the_lease(backend: MemoryBackend) -> None:
    clock = ManualClock(at=1000.0)
    heartbeat, store = await started(backend, clock)
    taking = asyncio.create_task(heartbeat.take_venue(agent_seconds=60.0))
    await asyncio.sleep(0)
    assert heartbeat.accept(Renewal(epoch=7, asked_at=1000.0, taken=True))
    assert await taking
    assert (heartbeat.epoch, store.carried) == (7, [])
    clock.at = 1000.0 + LEASE_SECONDS + 0.1
    assert heartbeat.lapsed
    assert heartbeat.accept(Renewal(epoch=7, asked_at=1009.0, reported=(4, 1)))
    assert not heartbeat.lapsed
    assert heartbeat.lease(polls=5, opened=1).reported == (4, 1)
    assert not heartbeat.accept(Renewal(epoch=7, asked_at=1005.0)), "it is older than the last one"
    assert not heartbeat.accept(Renewal(epoch=6, asked_at=1010.0)), "it is of an earlier run"
    assert not heartbeat.retired
    assert not heartbeat.accept(Renewal(epoch=7, asked_at=1010.0, watching=False))
    assert heartbeat.retired


async def test_a_watcher_without_an_agent_takes_its_venue(backend: MemoryBackend) -> None:
    heartbeat, _ = await started(backend, ManualClock(at=1000.0))
    assert not await heartbeat.take_venue(agent_seconds=0.01)
    assert heartbeat.epoch > 0


async def test_a_watcher_that_starts_waits_for_a_busy_agent_as_long_as_it_works(backend: MemoryBackend) -> None:
    class Busy(Heartbeat):
        answers = 3

        @property
        def agent_works(self) -> bool:
            self.answers -= 1
            return self.answers >= 0

        @agent_works.setter
        def agent_works(self, _: bool) -> None: ...

    store, venue_id = backend.store, await backend.add_venue(platform_venue_id=1202)
    heartbeat = Busy(context_of(store=store, clock=ManualClock(at=1000.0).as_clock(), venue_id=venue_id))
    assert not await heartbeat.take_venue(agent_seconds=0.001)
    assert (heartbeat.answers, heartbeat.epoch) == (-1, 1)


async def test_a_venue_that_the_agent_takes_late_is_kept_with_the_later_epoch(backend: MemoryBackend) -> None:
    heartbeat, _ = await taken(backend, ManualClock(at=1000.0))
    later = heartbeat.epoch + 1
    assert heartbeat.accept(Renewal(epoch=later, asked_at=999.0, taken=True))
    assert heartbeat.epoch == later


async def test_a_venue_that_both_take_is_kept_with_the_later_epoch(backend: MemoryBackend) -> None:
    heartbeat, store = await started(backend, ManualClock(at=1000.0))

    async def meanwhile() -> None:
        assert heartbeat.accept(Renewal(epoch=9, asked_at=1000.0, taken=True))

    heartbeat._store = BeforeCall(store, "take_watch", meanwhile)
    assert not await heartbeat.take_venue()
    assert heartbeat.epoch == 9


async def test_a_closing_watcher_does_not_wait_for_the_agent(backend: MemoryBackend) -> None:
    heartbeat, _ = await started(backend, ManualClock(at=1000.0))
    taking = asyncio.create_task(heartbeat.take_venue(agent_seconds=60.0))
    await asyncio.sleep(0)
    heartbeat.close()
    async with asyncio.timeout(10):
        await taking
    assert heartbeat.epoch == 0
