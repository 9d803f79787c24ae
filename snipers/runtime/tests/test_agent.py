"""The agent of a node: it renews the leases of its watchers, and sends a roster only when it has changed."""

import asyncio
from collections.abc import Mapping
from datetime import date

import pytest

from snipers.domain.cadence import Schedule
from snipers.domain.odds.records import MOST_OPENINGS, Observations, SeenOpening, WatchedTime, merge_observations
from snipers.domain.tests.examples import NOON
from snipers.runtime import agent as agents
from snipers.runtime.agent import CALLED_SECONDS, RECORD_SECONDS, RENEW_SECONDS, NodeAgent
from snipers.runtime.mailbox import Commands
from snipers.store.base import MAIN_CELL
from snipers.store.records import Beat, Lease, Renewal, Roster, Snapshot, Taker, TimelineEntry, VenueState
from snipers.testing.backend import NewRequest
from snipers.testing.memory_backend import MemoryBackend
from snipers.testing.memory_store.store import MemoryStore

DAY = date(2027, 1, 15)
TAKER = Taker(owner="one", pid=1, node="n", cell=MAIN_CELL)


class Store(MemoryStore):
    """A store that records the beats of each statement, fails while it is `away`, and waits until it `answers`."""

    away = False

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[dict[int, Taker]] = []
        self.answers = asyncio.Event()
        self.answers.set()
        self.sent: list[dict[int, Beat]] = []

    async def take_watches(self, *, takers: Mapping[int, Taker]) -> dict[int, int]:
        if self.away:
            raise ConnectionError
        self.taken.append(dict(takers))
        await self.answers.wait()
        return await super().take_watches(takers=takers)

    async def rosters(self, *, beats: Mapping[int, Beat]) -> dict[int, Roster]:
        if self.away:
            raise ConnectionError
        await self.answers.wait()
        self.sent.append(dict(beats))
        return await super().rosters(beats=beats)

    async def record_watched(self, *, observed: Mapping[int, Observations]) -> None:
        if self.away:
            raise ConnectionError
        await super().record_watched(observed=observed)


class Node:
    """One node with an agent, whose clock the test moves, and venues with a watcher each."""

    def __init__(self, backend: MemoryBackend) -> None:
        assert isinstance(backend.store, Store)
        self.backend = backend
        self.store = backend.store
        self.at = 1000.0
        self.agent = NodeAgent(store=self.store, monotonic=lambda: self.at)
        self.calls: list[asyncio.Task[Commands]] = []

    async def venue(self, number: int) -> tuple[int, int]:
        """Return a new venue and the epoch of its watcher."""
        venue_id = await self.backend.add_venue(platform_venue_id=number)
        return venue_id, await self.store.take_watch(venue_id=venue_id, owner="one", pid=1, node="n")

    def call(self, venue_id: int, lease: Lease, *, observed: Observations | None = None) -> "asyncio.Task[Commands]":
        """Send a watcher's call. It waits for commands or a renewal."""
        sent = VenueState(venue_id=venue_id, epoch=lease.epoch, state="watching", polls=lease.polls, last_poll_at=None)
        self.calls.append(
            asyncio.create_task(self.agent.exchange(Snapshot(venue=sent, snipes=[]), None, lease, observed))
        )
        return self.calls[-1]

    async def exchange(self, venue_id: int, lease: Lease) -> Commands:
        """Send a watcher's call, let the agent renew all leases, and return what the call brings."""
        call = self.call(venue_id, lease)
        await asyncio.sleep(0)
        self.at += RENEW_SECONDS
        await self.agent.run_once()
        return await call

    async def renewal(self, venue_id: int, lease: Lease) -> Renewal:
        """Do the same, and return the renewal."""
        renewal = (await self.exchange(venue_id, lease)).renewal
        assert renewal is not None
        return renewal


@pytest.fixture
def node(monkeypatch: pytest.MonkeyPatch) -> Node:
    """The loop of this agent does nothing: the test calls its steps."""

    async def idle(self: NodeAgent) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(NodeAgent, "run", idle)
    monkeypatch.setattr(agents, "DELIVERY_SECONDS", 0.0)
    backend = MemoryBackend()
    backend.store = Store()
    return Node(backend)


async def test_one_statement_renews_the_leases_of_all_watchers(node: Node) -> None:
    venues = [await node.venue(number) for number in (1, 2, 3)]
    calls = [node.call(venue_id, Lease(epoch=epoch, polls=4)) for venue_id, epoch in venues]
    await asyncio.sleep(0)
    await node.agent.run_once()
    renewals = [(await call).renewal for call in calls]
    assert [one is not None and one.watching and one.asked_at for one in renewals] == [1000.0] * 3
    assert node.store.sent == [{venue_id: Beat(epoch=epoch, polls=4) for venue_id, epoch in venues}]


async def test_a_roster_is_sent_once_and_again_after_a_change_or_a_lost_answer(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    first = await node.renewal(venue_id, Lease(epoch=epoch))
    assert first.roster is not None
    kept = Lease(epoch=epoch, roster_number=first.roster_number)
    assert (await node.renewal(venue_id, kept)).roster is None
    assert (await node.renewal(venue_id, Lease(epoch=epoch))).roster == first.roster, "the watcher did not get it"
    node.store.tables.venues[venue_id].venue_name = "Another name"
    changed = await node.renewal(venue_id, kept)
    assert changed.roster is not None
    assert changed.roster.venue_name == "Another name"
    assert changed.roster_number != first.roster_number


async def test_polls_are_reported_once_even_if_an_answer_is_lost(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    await node.renewal(venue_id, Lease(epoch=epoch, polls=5, opened=1))
    lost = await node.renewal(venue_id, Lease(epoch=epoch, polls=7, opened=1))
    assert lost.reported == (7, 1)
    await node.renewal(venue_id, Lease(epoch=epoch, polls=9, opened=3, reported=(5, 1)))
    beats = [sent[venue_id] for sent in node.store.sent]
    assert [(one.polls, one.opened) for one in beats] == [(5, 1), (2, 0), (2, 2)]


async def test_a_new_agent_reports_only_what_its_predecessor_did_not(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    node.agent = NodeAgent(store=node.store, monotonic=lambda: node.at)
    await node.renewal(venue_id, Lease(epoch=epoch, polls=9, reported=(5, 0)))
    assert node.store.sent[-1][venue_id] == Beat(epoch=epoch, polls=4)


async def test_a_watcher_that_does_not_call_loses_its_lease(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    await node.renewal(venue_id, Lease(epoch=epoch))
    node.at += CALLED_SECONDS + 0.1
    await node.agent.run_once()
    assert len(node.store.sent) == 1


async def test_a_replaced_watcher_learns_that_it_lost_the_venue(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    newer = await node.store.take_watch(venue_id=venue_id, owner="two", pid=2, node="other")
    assert not (await node.renewal(venue_id, Lease(epoch=epoch))).watching
    assert (await node.renewal(venue_id, Lease(epoch=newer))).watching, "its successor on the same node goes on"


async def test_a_venue_that_was_deleted_has_no_renewal_that_counts(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    del node.store.tables.venues[venue_id]
    renewal = await node.renewal(venue_id, Lease(epoch=epoch))
    assert (renewal.watching, renewal.roster) == (False, None)


async def test_a_nudge_reads_only_that_venue_at_once(node: Node) -> None:
    venues = [await node.venue(number) for number in (1, 2)]
    for venue_id, epoch in venues:
        await node.renewal(venue_id, Lease(epoch=epoch))
    (nudged, epoch), (other, other_epoch) = venues
    calls = [node.call(nudged, Lease(epoch=epoch)), node.call(other, Lease(epoch=other_epoch))]
    await asyncio.sleep(0)
    await node.agent.post({nudged: Commands(nudge=True)})
    await node.agent.run_once()
    answer = await calls[0]
    assert answer.renewal is not None
    assert not answer.nudge, "the watcher has nothing to read"
    assert list(node.store.sent[-1]) == [nudged]
    assert not calls[1].done()


async def test_a_schedule_comes_with_the_roster_of_that_moment(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    first = await node.renewal(venue_id, Lease(epoch=epoch))
    node.store.tables.venues[venue_id].venue_name = "Another name"
    await node.agent.post({venue_id: Commands(schedules=(Schedule(version=1, starts_at=0.0, grants=()),))})
    await node.agent.run_once()
    answer = await node.call(venue_id, Lease(epoch=epoch, roster_number=first.roster_number))
    assert [one.version for one in answer.schedules] == [1]
    assert answer.renewal is not None
    assert answer.renewal.roster is not None
    assert answer.renewal.roster.venue_name == "Another name"


async def test_without_a_database_the_watchers_get_the_nudge(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    await node.renewal(venue_id, Lease(epoch=epoch))
    node.store.away = True
    call = node.call(venue_id, Lease(epoch=epoch))
    await asyncio.sleep(0)
    await node.agent.post({venue_id: Commands(nudge=True)})
    await node.agent.run_once()
    assert (await call).nudge


async def test_a_nudge_of_an_unknown_watcher_is_passed_on(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    await node.agent.post({venue_id: Commands(nudge=True)})
    assert (await node.call(venue_id, Lease(epoch=epoch))).nudge


async def test_one_statement_takes_the_venues_of_watchers_that_start_and_brings_their_rosters(node: Node) -> None:
    venues = [await node.venue(number) for number in (1, 2, 3)]
    calls = [node.call(venue_id, Lease(epoch=0, taker=TAKER)) for venue_id, _ in venues]
    await asyncio.sleep(0)
    await node.agent.run_once()
    assert node.store.taken == [{venue_id: TAKER for venue_id, _ in venues}]
    assert len(node.store.sent) == 1
    for (_, epoch), call in zip(venues, calls, strict=True):
        first = (await call).renewal
        assert first is not None
        assert (first.taken, first.epoch, first.watching) == (True, epoch + 1, True)
        assert first.roster is not None


async def test_a_venue_is_taken_once_for_a_watcher_that_calls_again_and_not_for_another_watcher(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    lease = Lease(epoch=0, taker=TAKER)
    node.agent._box(venue_id).commands.nudge = True
    assert (await node.call(venue_id, lease)).renewal is None, "a command ended the call before the venue was taken"
    again = node.call(venue_id, lease)
    await asyncio.sleep(0)
    node.store.answers.clear()
    step = asyncio.create_task(node.agent.run_once())
    await asyncio.sleep(0)
    node.agent._box(venue_id).wake_up.set()
    await again
    third = node.call(venue_id, lease)
    await asyncio.sleep(0)
    node.store.answers.set()
    await step
    await node.agent.run_once()
    for call in (third, node.call(venue_id, lease)):
        renewal = (await call).renewal
        assert renewal is not None
        assert (renewal.epoch, renewal.taken) == (epoch + 1, True)
    assert len(node.store.taken) == 1
    other = node.call(venue_id, Lease(epoch=0, taker=TAKER._replace(owner="two")))
    await asyncio.sleep(0)
    await node.agent.run_once()
    renewal = (await other).renewal
    assert renewal is not None
    assert renewal.epoch == epoch + 2


async def test_the_agent_retires_a_watcher_whose_venue_belongs_to_another_cell(node: Node) -> None:
    venue_id, _ = await node.venue(1)
    node.store.tables.watch(venue_id).assigned = "other"
    for cell, retires in (("other", False), (MAIN_CELL, True)):
        call = node.call(venue_id, Lease(epoch=0, taker=TAKER._replace(cell=cell)))
        await asyncio.sleep(0)
        await node.agent.run_once()
        assert (await call).retire is retires


async def test_without_a_database_a_watcher_that_starts_is_told_of_the_delay_and_calls_again(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    node.store.away = True
    call = node.call(venue_id, Lease(epoch=0, taker=TAKER))
    await asyncio.sleep(0)
    await node.agent.run_once()
    assert not call.done(), "otherwise all would call again at once"
    node.agent._box(venue_id).wake_up.set()
    answer = await call
    assert (answer.delayed, answer.renewal, answer.nudge) == (True, None, False)
    node.store.away = False
    call = node.call(venue_id, Lease(epoch=0, taker=TAKER))
    await asyncio.sleep(0)
    await node.agent.run_once()
    renewal = (await call).renewal
    assert renewal is not None
    assert renewal.epoch == epoch + 1


async def test_observations_are_recorded_together_and_kept_while_there_is_no_database(node: Node) -> None:
    venues = [await node.venue(number) for number in (1, 2)]
    node.store.away = True
    for seconds in (60.0, 30.0):
        for venue_id, epoch in venues:
            seen = Observations([], [WatchedTime(service_date=DAY, party_size=2, lead=1, part=2, seconds=seconds)])
            node.call(venue_id, Lease(epoch=epoch), observed=seen)
        await asyncio.sleep(0)
        node.at += RECORD_SECONDS
        await node.agent.run_once()
    node.store.away = False
    node.at += RECORD_SECONDS
    await node.agent.run_once()
    assert [await node.backend.watched_seconds(venue_id) for venue_id, _ in venues] == [90.0, 90.0]
    node.at += RECORD_SECONDS
    await node.agent.run_once()
    assert [await node.backend.watched_seconds(venue_id) for venue_id, _ in venues] == [90.0, 90.0]


async def test_the_agent_saves_baselines_for_a_watcher_that_holds_no_connection(node: Node) -> None:
    account_id = await node.backend.add_account(sealed="sealed")
    await node.agent.save_baseline(account_id, frozenset({"r1"}))
    assert node.store.tables.accounts[account_id].account.known == {"r1"}


async def test_the_agent_writes_what_a_watcher_sees(node: Node) -> None:
    venue_id, _ = await node.venue(1)
    account_id = await node.backend.add_account(sealed="sealed")
    reservation_id = await node.backend.add_request(NewRequest(number=1, venue_id=venue_id, account_id=account_id))
    await node.agent.write_timeline([TimelineEntry(reservation_id=reservation_id, at=NOON, kind="watching")])
    assert await node.backend.timeline(reservation_id) == [("watching", "")]


async def test_a_watcher_learns_that_its_renewal_is_delayed_until_the_database_answers(node: Node) -> None:
    venue_id, epoch = await node.venue(1)
    assert not (await node.exchange(venue_id, Lease(epoch=epoch))).delayed
    node.store.away = True
    delayed = await node.exchange(venue_id, Lease(epoch=epoch))
    assert delayed.delayed
    assert delayed.renewal is not None
    assert delayed.renewal.asked_at < node.at
    node.store.away = False
    assert not (await node.exchange(venue_id, Lease(epoch=epoch))).delayed


async def test_a_watcher_learns_that_its_renewal_is_late(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(agents, "LATE_SECONDS", 0.0)
    venue_id, epoch = await node.venue(1)
    call = node.call(venue_id, Lease(epoch=epoch))
    await asyncio.sleep(0)
    node.store.answers.clear()
    step = asyncio.create_task(node.agent.run_once())
    late = await call
    assert (late.delayed, late.renewal) == (True, None)
    call = node.call(venue_id, Lease(epoch=epoch))
    node.store.answers.set()
    await step
    renewed = await call
    assert not renewed.delayed
    assert renewed.renewal is not None


def test_only_the_newest_openings_are_kept_while_there_is_no_database() -> None:
    seen = [
        SeenOpening(service_date=DAY, party_size=number, seen_at=NOON, lead=1, part=2, slots=())
        for number in range(MOST_OPENINGS + 7)
    ]
    kept = merge_observations(Observations(seen[:MOST_OPENINGS], []), Observations(seen[MOST_OPENINGS:], [])).openings
    assert kept == seen[7:]
