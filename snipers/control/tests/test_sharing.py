"""Who may be in one process with others, who leaves it and who joins."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from snipers.control.base import Room, Shares
from snipers.control.duty import DROP_AHEAD, MOVE_TIMEOUT
from snipers.control.sharing import CALM, FEW, JOIN_AT_ONCE, LEAVE_AT_ONCE, TOUCHY_FOR, Sharing, cold, joining, leaving
from snipers.control.tests.test_loop import Desk, desk
from snipers.store.base import Desired, Drop, Node

__all__ = ["desk"]

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
COLD = Desired(venue_id=1, platform="resy", time_zone="UTC", keys=(), snipes=1, open_attempts=0)


def drop(seconds: float) -> tuple[Drop, ...]:
    return (Drop(release_at=NOW + timedelta(seconds=seconds), date=date(2026, 12, 1), party_size=2, snipes=1),)


def venue(venue_id: int, **more: object) -> Desired:
    return replace(COLD, venue_id=venue_id, **more)  # type: ignore[arg-type] # a test's shorthand


def together(*venue_ids: int) -> Shares:
    return Shares(together=frozenset(venue_ids))


@pytest.mark.parametrize(
    ("what", "is_cold"),
    [
        ({}, True),
        ({"snipes": FEW}, True),
        ({"snipes": FEW + 1}, False),
        ({"drops": drop(290)}, False),
        ({"drops": drop(-10)}, False),
        ({"failed_starts": 1}, True),
        ({"failed_starts": 2}, False),
        ({"quarantined_until": NOW + timedelta(minutes=1)}, False),
        ({"quarantined_until": NOW - TOUCHY_FOR / 2}, False),
        ({"quarantined_until": NOW - TOUCHY_FOR}, True),
        ({"open_attempts": 1, "snipes": 0}, True),
    ],
)
def test_few_wait_nothing_is_due_and_nothing_went_wrong_there(what: dict[str, object], *, is_cold: bool) -> None:
    assert cold(venue(1, **what), now=NOW) is is_cold


@pytest.mark.parametrize(
    ("what", "leaves"),
    [
        ({}, False),
        ({"snipes": FEW + 1}, True),
        ({"drops": drop(DROP_AHEAD.total_seconds() + 1)}, True),
        ({"drops": drop(DROP_AHEAD.total_seconds())}, False),
        ({"drops": drop(-5)}, False),
        ({"failed_starts": 2}, True),
        ({"snipes": FEW + 1, "open_attempts": 1}, True),
    ],
)
def test_a_venue_that_is_not_cold_leaves_unless_its_book_opens_soon(what: dict[str, object], *, leaves: bool) -> None:
    assert bool(leaving([venue(1, **what)], shares=together(1), now=NOW)) is leaves
    assert not leaving([venue(1, **what)], shares=together(2), now=NOW), "it has a process of its own"


def test_the_next_drop_leaves_first_then_where_most_wait() -> None:
    hot = [venue(1, snipes=5), venue(2, snipes=9), venue(3, drops=drop(200)), venue(4, drops=drop(100))]
    assert [one.venue_id for one in leaving(hot, shares=together(1, 2, 3, 4), now=NOW)] == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("what", "calm", "joins"),
    [
        ({}, CALM, True),
        ({}, CALM - timedelta(seconds=1), False),
        ({"open_attempts": 1}, CALM, False),
        ({"snipes": FEW + 1}, CALM, False),
        ({"drops": drop(290)}, CALM, False),
    ],
)
def test_a_venue_that_has_been_cold_for_long_joins(what: dict[str, object], calm: timedelta, *, joins: bool) -> None:
    since = {1: NOW - calm}
    found = joining([venue(1, **what)], running={1}, shares=Shares(), cold_since=since, now=NOW)
    assert bool(found) is joins
    assert not joining([venue(1, **what)], running={1}, shares=together(1), cold_since=since, now=NOW)
    assert not joining([venue(1, **what)], running=set(), shares=Shares(), cold_since=since, now=NOW)
    apart = Shares(apart=frozenset({1}))
    assert not joining([venue(1, **what)], running={1}, shares=apart, cold_since=since, now=NOW)


class Turn:
    """A controller's memory of who shares, and the fleet that does what it says at once or never."""

    def __init__(self, *, most: int = 10) -> None:
        self.sharing = Sharing(most=most)
        self.now = NOW
        self.shares = Shares()
        self.carries_out = True

    def take(self, *venues: Desired, seconds: float = 1.0) -> tuple[list[int], list[int]]:
        self.now += timedelta(seconds=seconds)
        running = {one.venue_id for one in venues}
        out, within = self.sharing.changes(venues, running=running, shares=self.shares, now=self.now)
        if self.carries_out:
            left = self.shares.together - {one.venue_id for one in out}
            self.shares = replace(self.shares, together=left | {one.venue_id for one in within})
        return [one.venue_id for one in out], [one.venue_id for one in within]


def test_demand_that_comes_and_goes_moves_a_watcher_once_in_a_while() -> None:
    turn = Turn()
    turn.shares = together(1)
    moves = []
    for number in range(40):
        out, within = turn.take(venue(1, snipes=FEW + (number % 2)), seconds=30)
        moves += ["out"] * len(out) + ["in"] * len(within)
    assert moves == ["out"]
    for _ in range(21):
        moves += ["in"] * len(turn.take(venue(1), seconds=30)[1])
    assert moves == ["out", "in"]


def test_a_few_leave_at_once_and_the_next_when_those_have_left() -> None:
    turn = Turn()
    hot = [venue(number, snipes=9) for number in range(1, 6)]
    turn.shares = together(1, 2, 3, 4, 5)
    turn.carries_out = False
    assert turn.take(*hot)[0] == [1, 2][:LEAVE_AT_ONCE]
    assert turn.take(*hot)[0] == []
    turn.shares = together(2, 3, 4, 5)
    assert turn.take(*hot)[0] == [3]
    assert turn.take(*hot, seconds=MOVE_TIMEOUT.total_seconds())[0] == [2, 3], "asked again, for they did not leave"


def test_many_that_are_cold_join_one_by_one() -> None:
    turn = Turn()
    venues = [venue(number) for number in range(1, 5)]
    assert turn.take(*venues) == ([], [])
    assert [len(turn.take(*venues, seconds=CALM.total_seconds())[1]) for _ in range(3)] == [JOIN_AT_ONCE] * 3


def test_without_sharing_no_venue_joins_and_a_sharing_one_leaves() -> None:
    turn = Turn(most=1)
    assert not turn.sharing.allows(COLD, shares=Shares(), now=NOW)
    for _ in range(3):
        assert turn.take(venue(1), seconds=CALM.total_seconds()) == ([], [])
    turn.shares = together(1)
    assert turn.take(venue(1)) == ([1], [])


def test_a_watcher_that_starts_shares_unless_its_last_process_was_given_up() -> None:
    sharing = Sharing(most=2)
    assert sharing.allows(COLD, shares=Shares(), now=NOW)
    assert not sharing.allows(COLD, shares=Shares(apart=frozenset({1})), now=NOW)
    assert not sharing.allows(venue(1, drops=drop(100)), shares=Shares(), now=NOW)


@pytest.fixture
def hall(desk: Desk) -> Desk:
    """A controller that lets cold venues share."""
    desk.share = 5
    desk.loop = desk.controller()
    return desk


async def test_cold_venues_share_from_the_start_and_a_drop_gets_a_process(hall: Desk) -> None:
    venues = await hall.venues(2)
    dropping = await hall.stage.venue(platform_venue_id=1301)
    await hall.file(dropping, snipe_type="release", release_at=hall.now + timedelta(minutes=2))
    await hall.step()
    assert hall.fleet.watchers.keys() == {*venues, dropping}
    assert hall.fleet.shared == set(venues)


async def test_one_actor_for_each_venue_unless_it_is_asked_for(desk: Desk) -> None:
    venues = await desk.venues(2)
    for _ in range(4):
        await desk.step(seconds=CALM.total_seconds())
    assert desk.fleet.watchers.keys() == set(venues)
    assert not desk.fleet.shared
    assert not desk.fleet.moved


async def test_a_venue_that_turns_hot_moves_once_and_comes_back_after_a_calm_time(hall: Desk) -> None:
    (venue_id,) = await hall.venues(1)
    await hall.step()
    more = [await hall.file(venue_id) for _ in range(FEW)]
    for _ in range(3):
        await hall.step(seconds=2)
    assert (hall.fleet.moved, hall.fleet.shared) == ([venue_id], set())
    await hall.stage.change(more[0], status="paused")
    for _ in range(9):
        await hall.step(seconds=60)
    assert not hall.fleet.shared
    for _ in range(3):
        await hall.step(seconds=60)
    assert (hall.fleet.moved, hall.fleet.shared) == ([venue_id, venue_id], {venue_id})


async def test_nobody_moves_while_a_book_opens(hall: Desk) -> None:
    (venue_id,) = await hall.venues(1)
    dropping = await hall.stage.venue(platform_venue_id=1301)
    await hall.file(dropping, snipe_type="release", release_at=hall.now + timedelta(seconds=20))
    await hall.step()
    for _ in range(FEW):
        await hall.file(venue_id)
    await hall.step(seconds=18)
    assert not hall.fleet.moved
    await hall.step(seconds=4)
    assert hall.fleet.moved == [venue_id]


async def test_who_shares_on_a_node_that_is_left_moves_to_share_elsewhere(hall: Desk) -> None:
    left, right = Node(name="left-1", host="left", slots=9), Node(name="right-1", host="right", slots=9)
    hall.fleet.at = Room(nodes=(left, right), free=9)
    cold_one, own = await hall.venues(2)
    hall.fleet.apart = {own}
    await hall.step()
    for venue_id in (cold_one, own):
        await hall.stage.store.take_watch(venue_id=venue_id, owner="one", pid=1, node=left.name)
    await hall.stage.drain(left.name)
    await hall.step(seconds=3)
    assert (hall.fleet.moved, hall.fleet.shared) == ([cold_one, own], {cold_one})


async def test_a_controller_that_lets_nobody_share_takes_apart_what_it_finds(hall: Desk) -> None:
    venues = await hall.venues(3)
    await hall.step()
    assert hall.fleet.shared == set(venues)
    hall.share = 1
    hall.loop = hall.controller()
    for _ in range(2):
        await hall.step(seconds=2)
    assert not hall.fleet.shared
