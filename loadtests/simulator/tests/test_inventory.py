"""The inventory alone: one winner for each table, overlapping bookings, and replay of the truth log."""

import json
from datetime import date, time, timedelta
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from loadtests.simulator.clock import Clock
from loadtests.simulator.inventory import Inventory
from loadtests.simulator.latency import Latency
from loadtests.simulator.rivals import RivalGroup, Rivals
from loadtests.simulator.scheduler import Scheduler
from loadtests.simulator.tables import Booking, Conflict, Guest, Lock, Order, SlotKey, TableGone, overlaps, same_guest
from loadtests.simulator.tests.harness import MovableClock
from loadtests.simulator.truth import Truth

DAY = date(2026, 11, 23)
LOCK_SECONDS = 90.0


def key(**changed: Any) -> SlotKey:
    return SlotKey(
        **{
            "source": "resy",
            "venue_id": 1,
            "date": DAY,
            "time": time(19, 0),
            "party_size": 2,
            "seating": "Bar",
            **changed,
        }
    )


def new_inventory() -> Inventory:
    return Inventory(Truth(clock=Clock(), sink=lambda _: None))


def order(user_id: int = 1, guest: Guest | None = None) -> Order:
    return Order(user_id, f"{user_id}@x.example", "V", 0, guest)


def book(inventory: Inventory, wanted: SlotKey, *, user_id: int = 1, replace: bool = False) -> Booking:
    return inventory.book(wanted, order(user_id), replace=replace)


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        (key(), True),
        (key(venue_id=2, party_size=6, seating="Patio"), True),
        (key(time=time(21, 29)), True),
        (key(time=time(21, 30)), False),
        (key(time=time(16, 31)), True),
        (key(time=time(16, 30)), False),
        (key(date=DAY + timedelta(days=1)), False),
        (key(source="opentable"), False),
    ],
)
def test_tables_overlap_within_two_and_a_half_hours_on_one_day_and_platform(other: SlotKey, expected: bool) -> None:
    assert overlaps(key(), other) is expected
    assert overlaps(other, key()) is expected


@pytest.mark.parametrize(
    "other",
    [
        key(venue_id=2),
        key(date=DAY + timedelta(days=1)),
        key(time=time(19, 15)),
        key(party_size=3),
        key(seating="Patio"),
    ],
)
def test_booking_needs_a_table_with_the_same_key(other: SlotKey) -> None:
    inventory = new_inventory()
    inventory.free(other, count=1)
    with pytest.raises(TableGone):
        book(inventory, key())


def test_oldest_of_equal_tables_is_booked_first() -> None:
    inventory = new_inventory()
    inventory.free(key(), count=3)
    assert [book(inventory, key(), user_id=user).slot_id for user in (1, 2, 3)] == [1, 2, 3]


def test_taken_table_is_neither_taken_nor_booked() -> None:
    inventory = new_inventory()
    inventory.free(key(), count=1)
    inventory.take(1, by="a stranger")
    with pytest.raises(TableGone):
        inventory.take(1, by="a stranger")
    with pytest.raises(TableGone):
        book(inventory, key())


def test_conflict_changes_nothing() -> None:
    inventory = new_inventory()
    inventory.free(key(), count=2)
    first = book(inventory, key())
    entries = inventory.truth.last
    with pytest.raises(Conflict) as refusal:
        book(inventory, key())
    assert refusal.value.held is first
    assert inventory.truth.last == entries


def test_replace_cancels_every_overlapping_booking() -> None:
    inventory = new_inventory()
    for at in (time(17, 0), time(21, 0), time(19, 0)):
        inventory.free(key(time=at), count=1)
    early, late = book(inventory, key(time=time(17, 0))), book(inventory, key(time=time(21, 0)))
    new = book(inventory, key(time=time(19, 0)), replace=True)
    assert (early.status, late.status, new.status) == ("cancelled", "cancelled", "booked")
    assert inventory.held_by(1) == [new]
    assert {table.key.time for table in inventory.all_open()} == {time(17, 0), time(21, 0)}


def guest(name: str, email: str) -> Guest:
    return Guest(name, "Lind", email, "")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (guest("Nora", "n@x.example"), guest("Otto", "N@x.example"), True),
        (guest("Nora", "n@x.example"), guest("Nora", "o@x.example"), False),
        (guest("Nora", ""), guest("NORA", "n@x.example"), True),
        (guest("Nora", ""), guest("Otto", ""), False),
        (None, None, True),
        (None, guest("Nora", "n@x.example"), False),
    ],
)
def test_same_guest_compares_email_or_else_name(one: Guest | None, other: Guest | None, expected: bool) -> None:
    assert same_guest(one, other) is expected
    assert same_guest(other, one) is expected


def test_rival_needs_only_a_lock_and_leaves_a_locked_table() -> None:
    clock = MovableClock()
    scheduler = Scheduler(clock)
    truth = Truth(clock=clock, sink=lambda _: None)
    inventory = Inventory(truth, opened=lambda tables, at_ms: rivals.react(tables, at_ms))
    latency = {"opentable": Latency(details_ms=40_000, book_ms=10_000_000)}
    rivals = Rivals(inventory=inventory, scheduler=scheduler, latency=latency, seed=1)
    rivals.set(RivalGroup("opentable", None, reaction_ms=10_000, count=1))
    locked = key(source="opentable")
    for wanted in (locked, locked._replace(time=time(21, 0))):
        inventory.free(wanted, count=1)
    inventory.lock(locked, user_id=1, seconds=LOCK_SECONDS, request=0)
    for seconds, states in ((45, ["held", "open"]), (10, ["held", "taken"])):
        clock.skip(seconds=seconds)
        scheduler.run_due()
        assert [table.state for table in inventory.tables.values()] == states


GUESTS = (None, Guest("Grace", "Hopper", "grace@x.example", ""), Guest("Alan", "Turing", "", ""))
HOURS, USERS, VENUES = st.integers(17, 21), st.integers(1, 3), st.integers(1, 2)


class InventoryMachine(RuleBasedStateMachine):
    """Random sequences of all changes, locks and their expiry included."""

    live = Bundle("live")
    locks = Bundle("locks")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[bytes] = []
        self.clock = MovableClock()
        self.inventory = Inventory(Truth(clock=self.clock, sink=self.lines.append))

    @rule(hour=HOURS, venue_id=VENUES, party=st.sampled_from([2, 4]), count=st.integers(1, 3))
    def free(self, hour: int, venue_id: int, party: int, count: int) -> None:
        self.inventory.free(key(time=time(hour), venue_id=venue_id, party_size=party), count=count)

    @rule(hours=st.lists(HOURS, min_size=1, max_size=3))
    def release(self, hours: list[int]) -> None:
        keys = [key(time=time(hour)) for hour in hours]
        entries = self.inventory.release(keys, clock=self.clock, opened_ms=0, more={"release_id": 1})
        assert [self.inventory.tables[entry["slot_id"]].key for entry in entries] == keys

    @rule(
        target=live,
        hour=HOURS,
        party=st.sampled_from([2, 4]),
        user=USERS,
        replace=st.booleans(),
        guest=st.sampled_from(GUESTS),
    )
    def book(self, hour: int, party: int, user: int, replace: bool, guest: Guest | None) -> Any:
        wanted = key(time=time(hour), party_size=party)
        free = any(table.key == wanted for table in self.inventory.all_open())
        held = any(overlaps(b.key, wanted) and same_guest(b.guest, guest) for b in self.inventory.held_by(user))
        if free and not (held and not replace):
            return self.inventory.book(wanted, order(user, guest), replace=replace)
        last = self.inventory.truth.last
        with pytest.raises(Conflict if free else TableGone):
            self.inventory.book(wanted, order(user, guest), replace=replace)
        assert self.inventory.truth.last == last
        return multiple()

    @rule(target=locks, hour=HOURS, venue_id=VENUES, user=USERS)
    def lock(self, hour: int, venue_id: int, user: int) -> Any:
        wanted = key(time=time(hour), venue_id=venue_id)
        is_open = self.inventory.first_open(wanted) is not None
        own = [lock for lock in self.inventory.live_locks() if (lock.key, lock.user_id) == (wanted, user)]
        if not is_open and not own:
            with pytest.raises(TableGone):
                self.inventory.lock(wanted, user_id=user, seconds=LOCK_SECONDS, request=0)
            return multiple()
        lock = self.inventory.lock(wanted, user_id=user, seconds=LOCK_SECONDS, request=0)
        assert (lock in own) is not is_open
        return lock

    @rule(lock=consumes(locks))
    def unlock(self, lock: Lock) -> None:
        if self._is_live(lock):
            self.inventory.unlock(lock, by="diner")

    @rule(seconds=st.sampled_from([1, 50, 91]))
    def wait(self, seconds: int) -> None:
        self.clock.skip(seconds=seconds)

    @rule(target=live, lock=locks, guest=st.sampled_from(GUESTS[1:]), booking=st.none() | live)
    def book_locked(self, lock: Lock, guest: Guest, booking: Booking | None) -> Any:
        if not self._is_live(lock):
            return multiple()
        mine = self.inventory.held_by(lock.user_id)
        modified = booking if booking in mine else None
        if not any(
            held is not modified and overlaps(held.key, lock.key) and same_guest(held.guest, guest) for held in mine
        ):
            return self.inventory.book_locked(lock, order(lock.user_id, guest), instead_of=modified)
        last = self.inventory.truth.last
        with pytest.raises(Conflict):
            self.inventory.book_locked(lock, order(lock.user_id, guest), instead_of=modified)
        assert self.inventory.truth.last == last
        return multiple()

    def _is_live(self, lock: Lock) -> bool:
        return self.inventory.lock_of(lock.lock_id, user_id=lock.user_id) is not None

    @rule(booking=consumes(live))
    def cancel(self, booking: Booking) -> None:
        if booking.status == "booked":
            self.inventory.cancel(booking, by="diner", request=0)

    @rule(slot_id=st.integers(1, 12))
    def take(self, slot_id: int) -> None:
        table = self.inventory.tables.get(slot_id)
        if table is not None and table.state == "open":
            self.inventory.take(slot_id, by="a stranger")

    @invariant()
    def table_has_at_most_one_live_booking(self) -> None:
        held = [b.slot_id for b in self.inventory.bookings.values() if b.status == "booked"]
        assert sorted(held) == sorted(t.slot_id for t in self.inventory.tables.values() if t.state == "booked")

    @invariant()
    def diner_holds_no_overlapping_bookings(self) -> None:
        for user in (1, 2, 3):
            held = self.inventory.held_by(user)
            assert not any(
                overlaps(a.key, b.key) and same_guest(a.guest, b.guest) for a in held for b in held if a is not b
            )

    @invariant()
    def table_has_at_most_one_lock(self) -> None:
        locked = [lock.slot_id for lock in self.inventory.live_locks()]
        assert sorted(locked) == sorted(t.slot_id for t in self.inventory.tables.values() if t.state == "held")

    @invariant()
    def replay_of_the_log_gives_the_same_inventory(self) -> None:
        again = Inventory(Truth(clock=self.clock, sink=lambda _: None))
        for line in self.lines:
            again.apply(json.loads(line))
        assert again.tables == self.inventory.tables
        assert again.bookings == self.inventory.bookings
        assert again.live_locks() == self.inventory.live_locks()
        assert again.all_open() == self.inventory.all_open()


TestInventoryMachine = InventoryMachine.TestCase
TestInventoryMachine.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
