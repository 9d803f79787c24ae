"""Sightings in timelines: every slot is counted, the number of entries is bounded, and the last entries are written
too."""

from collections.abc import Sequence

import pytest

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.tests.examples import NOON, slot, snipe
from snipers.store.records import TimelineEntry
from snipers.testing.backend import NewRequest
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment
from snipers.watching.matching.sightings import AT_ONCE, REFILL_SECONDS, Sightings
from snipers.watching.tests.contexts import ManualClock, context_of
from snipers.watching.venue_watcher import VenueWatcher

SIXTH_OF_AN_HOUR = 600


class Entries:
    """A store that keeps timeline entries."""

    def __init__(self) -> None:
        self.written: list[TimelineEntry] = []

    async def write_timeline(self, *, entries: Sequence[TimelineEntry], may_wait: bool) -> None:
        self.written += entries


class Setup:
    """Sightings of one venue on a clock that the test moves."""

    def __init__(self, people: int = 1) -> None:
        self.store, self.clock = Entries(), ManualClock()
        self.snipes = [snipe(number) for number in range(1, people + 1)]
        self.allocator = Allocator()
        self.sightings = Sightings(context_of(store=self.store, clock=self.clock.as_clock()), self.allocator)

    def see(self, *slots: Slot, given_to: Snipe | None = None) -> None:
        """Report these slots to all snipes; the first slot goes to one of them, and all are gone afterwards."""
        assignments = [assigned(given_to, slots[0])] if given_to else []
        pairs = [(one, seen) for one in self.snipes for seen in slots]
        self.sightings.report_slots(pairs, assignments=assignments, at=NOON, checks={})
        self.allocator.forget_gone((slots[0].date, slots[0].party_size), slots)


def assigned(served: Snipe, given: Slot) -> Assignment:
    """Return an assignment whose booking is in flight."""
    return Assignment(snipe=served, slot=given, unit_key=given.key, seen_at=NOON, seen=0.0, first_sight=True, checks=7)


async def test_a_slot_that_went_to_another_guest_is_one_entry() -> None:
    setup = Setup()
    setup.see(slot("19:30"), given_to=snipe(9))
    await setup.sightings.flush()
    (entry,) = setup.store.written
    assert (entry.kind, entry.reason, entry.tables, entry.time) == (
        "passed_over",
        "better_claim",
        1,
        slot("19:30").time,
    )


async def test_the_slots_of_one_poll_are_one_entry_for_each_request() -> None:
    setup = Setup(people=100)
    setup.see(*[slot(f"{hour}:{minute:02}") for hour in (18, 19, 20) for minute in range(0, 60, 5)])
    await setup.sightings.flush()
    assert len(setup.store.written) == 100
    assert {entry.tables for entry in setup.store.written} == {36}


async def test_a_flickering_slot_costs_few_entries_and_every_appearance_is_counted() -> None:
    people = 100
    setup = Setup(people=people)
    for _ in range(SIXTH_OF_AN_HOUR):
        setup.see(slot("19:30"), given_to=snipe(900))
        setup.clock.at += 1
        await setup.sightings.flush()
    assert len(setup.store.written) <= people * (AT_ONCE + SIXTH_OF_AN_HOUR / REFILL_SECONDS)
    assert len({entry.reservation_id for entry in setup.store.written[:people]}) == people
    await setup.sightings.flush(everything=True)
    assert sum(entry.tables or 0 for entry in setup.store.written) == people * SIXTH_OF_AN_HOUR


async def test_folded_entries_are_written_when_the_request_is_no_longer_watched() -> None:
    setup = Setup()
    for _ in range(AT_ONCE + 3):
        setup.see(slot("19:30"))
        await setup.sightings.flush()
    assert not setup.sightings.pending
    known = {one.reservation_id: one for one in setup.snipes}
    setup.sightings.report_roster(before=known, snipes=[], now=NOON)
    await setup.sightings.flush()
    assert sum(entry.tables or 0 for entry in setup.store.written) == AT_ONCE + 3


async def test_entries_that_the_database_refused_are_written_later_in_order() -> None:
    setup = Setup(people=2)
    write = setup.store.write_timeline

    async def away(*, entries: Sequence[TimelineEntry], may_wait: bool) -> None:
        raise OSError("no database")

    setup.store.write_timeline = away  # type: ignore[method-assign] # a database that is away
    setup.see(slot("19:00"))
    try:
        await setup.sightings.flush()
    except OSError:
        setup.store.write_timeline = write  # type: ignore[method-assign] # it is back
    setup.see(slot("20:00"))
    await setup.sightings.flush()
    found = [(entry.reservation_id, entry.time) for entry in setup.store.written]
    assert found == [(1, slot("19:00").time), (2, slot("19:00").time), (1, slot("20:00").time), (2, slot("20:00").time)]


async def test_the_second_of_two_snipes_is_shown_as_passed_over(harness: WatchHarness) -> None:
    first, second = await harness.add_request(1), await harness.add_request(2)
    watcher = harness.start_watcher()
    await harness.until(lambda: len(watcher.snapshot().snipes) == 2)
    await harness.simulator.free("19:30")
    await harness.wait_for_entry(second, ("passed_over", "better_claim"))
    assert (await harness.backend.request(first)).status == "confirmed"
    kinds = [kind for kind, _ in await harness.backend.timeline(second)]
    assert [kind for kind in kinds if kind != "watching"] == ["passed_over"]


async def test_a_closing_watcher_writes_its_last_sightings(memory_harness: WatchHarness) -> None:
    second = await memory_harness.add_request(2, seating="Dining Room")
    watcher = memory_harness.new_watcher()
    watcher._sightings.report_slots([(snipe(second), slot("19:30"))], assignments=[], at=NOON, checks={})
    memory_harness.run(watcher)
    await memory_harness.until(lambda: watcher.snapshot().venue.epoch)
    await watcher.aclose()
    assert ("seen", "") in await memory_harness.backend.timeline(second)


async def test_a_slot_with_too_high_a_fee_is_held_back_until_it_is_gone(harness: WatchHarness) -> None:
    await harness.simulator.terms(fee_cents=2500)
    reservation_id = await harness.add_request()
    watcher = harness.start_watcher()
    (freed,) = await harness.simulator.free("19:30")
    await harness.until(lambda: _held(watcher) == ("held_back", None, 5000, "19:30"))
    entries = await harness.backend.timeline(reservation_id)
    assert [kind for kind, _ in entries if kind != "watching"] == ["seen", "held_back"]
    await harness.simulator.take_slot(freed["slot_id"])
    await harness.until(lambda: _held(watcher) == ("watching", None, None, None))


@pytest.mark.parametrize(
    ("asked", "held", "accepted"),
    [
        ({"fee_cents": 2500}, (None, 5000), (0, 5000)),
        ({"deposit_cents": 2500}, (5000, None), (5000, 0)),
        ({"fee_cents": 4000, "deposit_cents": 2500}, (5000, 8000), (5000, 8000)),
    ],
)
async def test_a_held_back_slot_is_booked_once_the_diner_accepts_what_it_asks_for(
    harness: WatchHarness, asked: dict[str, int], held: tuple[int | None, int | None], accepted: tuple[int, int]
) -> None:
    await harness.simulator.terms(**asked)
    account_id = await harness.connect_account("diner1")
    reservation_id = await harness.add_request(1, account_id=account_id)
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    await harness.until(lambda: _held(watcher) == ("held_back", *held, "19:30"))
    accepting = NewRequest(
        number=1,
        venue_id=harness.venue_id,
        account_id=account_id,
        day=harness.simulator.day,
        fee_ceiling_cents=accepted[0],
        cancel_fee_ceiling_cents=accepted[1],
    )
    await harness.backend.edit_request(reservation_id, accepting)
    watcher.nudge()
    assert (await harness.wait_for_attempts(1, "booked"))[0].reservation_id == reservation_id


def _held(watcher: VenueWatcher) -> tuple[str, int | None, int | None, str | None] | None:
    states = watcher.snapshot().snipes
    if not states:
        return None
    (one,) = states
    at = one.held_time.strftime("%H:%M") if one.held_time else None
    return one.state, one.held_fee_cents, one.held_cancel_fee_cents, at
