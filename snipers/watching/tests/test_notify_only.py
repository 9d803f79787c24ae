"""Notify-only requests: an opening is reported within seconds, and nothing is ever booked for them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from snipers.domain.matching import assign
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.tests.examples import NOON, slot, snipe, windows
from snipers.domain.vocabulary import Reason
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment
from snipers.watching.matching.openings import Openings
from snipers.watching.venue_watcher import VenueWatcher

WITHIN_SECONDS = 5
OPENED = ("opened", "")
# Every call that a booking makes, at both platforms.
BOOKING_CALLS = ("/3/details", "/3/book", "/3/user/reservations", "/3/cancel")
MINE, OTHER = snipe(1, notify_only=True), snipe(2)


class Venue:
    """The allocator and the openings of one venue, with polls that a test answers."""

    def __init__(self, *snipes: Snipe) -> None:
        self.allocator = Allocator()
        self.openings = Openings(self.allocator)
        self.allocator.set_roster(snipes)
        self.at = 0.0

    def answer(self, *slots: Slot, seen_only: tuple[Slot, ...] = ()) -> None:
        """Record the answer to a poll."""
        self.at += 1
        self.allocator.record_answer(MINE.poll_key, slots, asked=self.at, now=NOON)
        self.openings.record_answer(MINE.poll_key, seen_only, asked=self.at)

    def book(self) -> list[Assignment]:
        """Assign the open slots."""
        matched = self.allocator.assign_slots(MINE.poll_key, at=self.at, now=NOON, seen=self.at, seen_at=NOON)
        return list(matched.assignments)

    def new(self) -> list[tuple[int, list[str]]]:
        """Return the new openings, as reservation ids and times."""
        announced = self.openings.has_new(MINE.poll_key, at=self.at, now=NOON)
        found = self.openings.take_new(MINE.poll_key, at=self.at, now=NOON)
        assert announced == bool(found)
        return [(one.reservation_id, [f"{seen.time:%H:%M}" for seen in slots]) for one, slots in found]


@pytest.mark.parametrize("rank", [0, 1, 2])
def test_no_table_is_assigned_to_a_notify_only_snipe_whatever_its_rank(rank: int) -> None:
    watching = snipe(1, notify_only=True, rank=rank)
    (pick,) = assign(tables=[slot(quantity=2)], snipes=[watching, OTHER])
    assert (pick.snipe, pick.reason) == (OTHER, Reason.PICKED_ONLY)
    assert assign(tables=[slot()], snipes=[watching]) == []


def test_an_assignment_of_a_notify_only_snipe_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="gets no table"):
        Assignment(snipe=MINE, slot=slot(), unit_key="a", seen_at=NOON, seen=0.0, first_sight=True, checks=1)


def test_the_allocator_polls_for_it_and_assigns_nothing() -> None:
    venue = Venue(MINE)
    assert venue.allocator.snipes.poll_keys(now=NOON) == [MINE.poll_key]
    venue.answer(slot())
    assert venue.book() == []
    assert venue.new() == [(1, ["19:30"])]


def test_a_slot_is_new_once_and_again_when_it_was_gone() -> None:
    venue = Venue(MINE)
    venue.answer(slot("19:00"), slot("19:30"), slot("22:00"))
    # Best first: nearest to the middle of 18:00 to 21:00; 22:00 does not fit.
    assert venue.new() == [(1, ["19:30", "19:00"])]
    venue.answer(slot("19:00"), slot("19:30"))
    assert venue.new() == []
    venue.answer(slot("19:00"))
    venue.answer(slot("19:00"), slot("19:30"))
    assert venue.new() == [(1, ["19:30"])]


def test_only_tables_in_one_of_several_windows_are_reported_and_those_of_the_better_window_first() -> None:
    venue = Venue(snipe(1, notify_only=True, **windows("20:00-21:00", "12:00-13:30")))
    venue.answer(slot("12:30"), slot("16:00"), slot("19:30"), slot("20:15"))
    assert venue.new() == [(1, ["20:15", "12:30"])]


def test_a_request_that_is_filed_later_sees_what_is_already_open() -> None:
    venue = Venue(OTHER, MINE)
    venue.allocator.set_roster([snipe(2, start_time=slot("20:00").time)])
    venue.answer(slot())
    venue.allocator.set_roster([MINE])
    assert venue.new() == [(1, ["19:30"])]


def test_a_table_that_another_request_books_is_not_open() -> None:
    venue = Venue(MINE, OTHER)
    venue.answer(slot())
    (assignment,) = venue.book()
    assert assignment.snipe == OTHER
    assert venue.new() == []
    assert venue.openings.best(MINE, at=venue.at) is None


def test_slots_that_only_a_guest_can_book_are_open_too() -> None:
    venue = Venue(MINE, OTHER)
    venue.answer(seen_only=(slot("20:00", token=""),))
    assert venue.book() == []
    assert venue.new() == [(1, ["20:00"])]
    venue.answer()
    assert venue.openings.best(MINE, at=venue.at) is None


def test_a_search_for_a_table_to_swap_for_reports_only_slots_that_we_can_book() -> None:
    venue = Venue(snipe(1, notify_only=True, bookable_only=True))
    venue.answer(slot(), seen_only=(slot("20:00", token=""),))
    assert venue.new() == [(1, ["19:30"])]


def test_an_unusable_account_does_not_matter() -> None:
    venue = Venue(snipe(1, notify_only=True, account=replace(MINE.account, usable=False)))
    venue.answer(slot())
    assert venue.new() == [(1, ["19:30"])]


def test_nothing_is_new_after_the_end() -> None:
    venue = Venue(snipe(1, notify_only=True, ends_at=NOON - timedelta(seconds=1)))
    venue.answer(slot())
    assert venue.new() == []


async def test_an_opening_is_reported_within_seconds_without_a_booking_call(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request(notify_only=True)
    watcher = harness.start_watcher()
    await harness.until(lambda: _states(watcher) == {(reservation_id, "watching", None)})
    (freed,) = await harness.simulator.free("19:30")
    await _wait_for_openings(harness, reservation_id, 1)
    await harness.until(lambda: _states(watcher) == {(reservation_id, "table_open", "19:30")})
    await harness.simulator.take_slot(freed["slot_id"])
    await harness.until(lambda: _states(watcher) == {(reservation_id, "watching", None)})
    await harness.simulator.free("19:30")
    await _wait_for_openings(harness, reservation_id, 2)
    assert [await harness.simulator.calls(path) for path in BOOKING_CALLS] == [[]] * len(BOOKING_CALLS)
    assert (await harness.backend.attempts(), await harness.simulator.held()) == ([], [])
    assert (await harness.backend.request(reservation_id)).status == "active"


async def test_without_an_account_openings_are_reported_and_no_call_has_a_token(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request(notify_only=True, account_id=0)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    await _wait_for_openings(harness, reservation_id, 1)
    assert await harness.simulator.calls("/4/find")
    assert [await harness.simulator.calls(path) for path in BOOKING_CALLS] == [[]] * len(BOOKING_CALLS)
    assert await harness.backend.attempts() == []


async def test_a_table_goes_to_the_request_that_books_and_only_the_next_is_reported(harness: WatchHarness) -> None:
    notified, booking = await harness.add_request(1, notify_only=True, rank=0), await harness.add_request(2)
    watcher = harness.start_watcher()
    await harness.until(lambda: len(watcher.snapshot().snipes) == 2)
    await harness.simulator.free("19:30")
    (attempt,) = await harness.wait_for_attempts(1, "booked")
    assert attempt.reservation_id == booking
    await harness.simulator.free("20:00")
    await _wait_for_openings(harness, notified, 1)
    assert [one.reservation_id for one in await harness.backend.attempts()] == [booking]


async def _wait_for_openings(harness: WatchHarness, reservation_id: int, number: int) -> None:
    async def are_written() -> bool:
        return (await harness.backend.timeline(reservation_id)).count(OPENED) == number

    await harness.eventually(are_written, seconds=WITHIN_SECONDS)


def _states(watcher: VenueWatcher) -> set[tuple[int, str, str | None]]:
    return {
        (one.reservation_id, one.state, f"{one.held_time:%H:%M}" if one.held_time else None)
        for one in watcher.snapshot().snipes
    }
