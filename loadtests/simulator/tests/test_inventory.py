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
from loadtests.simulator.tables import Booking, Conflict, Guest, Lock, SlotKey, TableGone, overlaps, same_guest
from loadtests.simulator.truth import Truth

DAY = date(2026, 11, 23)


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


def book(
    inventory: Inventory, wanted: SlotKey, *, user_id: int = 1, replace: bool = False, guest: Guest | None = None
) -> Booking:
    return inventory.book(
        wanted,
        user_id=user_id,
        user_email=f"{user_id}@x.example",
        venue_name="V",
        replace=replace,
        request=0,
        guest=guest,
    )


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
def test_two_tables_overlap_close_by_on_one_day_and_platform(other: SlotKey, expected: bool) -> None:
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
def test_only_a_table_with_the_same_key_is_booked(other: SlotKey) -> None:
    inventory = new_inventory()
    inventory.free(other, count=1)
    with pytest.raises(TableGone):
        book(inventory, key())


def test_the_oldest_of_equal_tables_goes_first() -> None:
    inventory = new_inventory()
    inventory.free(key(), count=3)
    assert [book(inventory, key(), user_id=user).slot_id for user in (1, 2, 3)] == [1, 2, 3]


def test_a_taken_table_cannot_be_taken_or_booked() -> None:
    inventory = new_inventory()
    inventory.free(key(), count=1)
    inventory.take(1, by="a stranger")
    with pytest.raises(TableGone):
        inventory.take(1, by="a stranger")
    with pytest.raises(TableGone):
        book(inventory, key())


def test_a_conflict_changes_nothing() -> None:
    inventory = new_inventory()
    inventory.free(key(), count=2)
    first = book(inventory, key())
    entries = inventory.truth.last
    with pytest.raises(Conflict) as refusal:
        book(inventory, key())
    assert refusal.value.held is first
    assert inventory.truth.last == entries


def test_replace_gives_up_everything_that_overlaps() -> None:
    inventory = new_inventory()
    for at in (time(17, 0), time(21, 0), time(19, 0)):
        inventory.free(key(time=at), count=1)
    early, late = book(inventory, key(time=time(17, 0))), book(inventory, key(time=time(21, 0)))
    new = book(inventory, key(time=time(19, 0)), replace=True)
    assert (early.status, late.status, new.status) == ("cancelled", "cancelled", "booked")
    assert inventory.held_by(1) == [new]
    assert {table.key.time for table in inventory.all_open()} == {time(17, 0), time(21, 0)}


GUESTS = (None, Guest("Grace", "Hopper", "grace@x.example", ""), Guest("Alan", "Turing", "", ""))


class InventoryMachine(RuleBasedStateMachine):
    """Any order of moves keeps the promises of the inventory."""

    live = Bundle("live")
    locks = Bundle("locks")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[bytes] = []
        self.inventory = Inventory(Truth(clock=Clock(), sink=self.lines.append))

    @rule(hour=st.integers(17, 21), party=st.sampled_from([2, 4]), count=st.integers(1, 3))
    def free(self, hour: int, party: int, count: int) -> None:
        self.inventory.free(key(time=time(hour), party_size=party), count=count)

    @rule(hours=st.lists(st.integers(17, 21), min_size=1, max_size=3))
    def release(self, hours: list[int]) -> None:
        keys = [key(time=time(hour)) for hour in hours]
        entries = self.inventory.release(keys, clock=Clock(), opened_ms=0, told={"release_id": 1})
        assert [self.inventory.tables[entry["slot_id"]].key for entry in entries] == keys

    @rule(
        target=live,
        hour=st.integers(17, 21),
        party=st.sampled_from([2, 4]),
        user=st.integers(1, 3),
        replace=st.booleans(),
        guest=st.sampled_from(GUESTS),
    )
    def book(self, hour: int, party: int, user: int, replace: bool, guest: Guest | None) -> Any:
        wanted = key(time=time(hour), party_size=party)
        free = any(table.key == wanted for table in self.inventory.all_open())
        held = any(overlaps(b.key, wanted) and same_guest(b.guest, guest) for b in self.inventory.held_by(user))
        if free and not (held and not replace):
            return book(self.inventory, wanted, user_id=user, replace=replace, guest=guest)
        with pytest.raises(Conflict if free else TableGone):
            book(self.inventory, wanted, user_id=user, replace=replace, guest=guest)
        return multiple()

    @rule(target=locks, hour=st.integers(17, 21), user=st.integers(1, 3))
    def lock(self, hour: int, user: int) -> Any:
        wanted = key(time=time(hour))
        own = any((lock.key, lock.user_id) == (wanted, user) for lock in self.held)
        if own or any(table.key == wanted for table in self.inventory.all_open()):
            return self.inventory.lock(wanted, user_id=user, seconds=3600, request=0)
        with pytest.raises(TableGone):
            self.inventory.lock(wanted, user_id=user, seconds=3600, request=0)
        return multiple()

    @rule(lock=consumes(locks))
    def unlock(self, lock: Lock) -> None:
        if lock in self.held:
            self.inventory.unlock(lock, by="diner")

    @rule(target=live, lock=consumes(locks), guest=st.sampled_from(GUESTS[1:]))
    def book_locked(self, lock: Lock, guest: Guest) -> Any:
        if lock not in self.held:
            return multiple()
        wanted: dict[str, Any] = {"user_email": "x@x.example", "venue_name": "V", "guest": guest, "request": 0}
        mine = self.inventory.held_by(lock.user_id)
        if not any(overlaps(b.key, lock.key) and same_guest(b.guest, guest) for b in mine):
            return self.inventory.book_locked(lock, **wanted, instead_of=None)
        with pytest.raises(Conflict):
            self.inventory.book_locked(lock, **wanted, instead_of=None)
        assert lock in self.held
        return multiple()

    @property
    def held(self) -> list[Lock]:
        """The locks that last."""
        known = self.inventory.truth.since(0, kinds=["locked"], limit=10_000)
        numbers = [(entry["lock_id"], entry["user_id"]) for entry in map(json.loads, known)]
        found = [self.inventory.lock_of(number, user_id=user) for number, user in numbers]
        return [lock for lock in found if lock is not None]

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
    def every_table_has_at_most_one_live_booking(self) -> None:
        held = [b.slot_id for b in self.inventory.bookings.values() if b.status == "booked"]
        assert len(held) == len(set(held))
        assert set(held) == {t.slot_id for t in self.inventory.tables.values() if t.state == "booked"}

    @invariant()
    def no_diner_holds_overlapping_tables(self) -> None:
        for user in (1, 2, 3):
            held = self.inventory.held_by(user)
            assert not any(
                overlaps(a.key, b.key) and same_guest(a.guest, b.guest) for a in held for b in held if a is not b
            )

    @invariant()
    def a_table_is_kept_by_one_lock_or_none(self) -> None:
        kept = [lock.slot_id for lock in self.held]
        assert len(kept) == len(set(kept))
        assert set(kept) == {table.slot_id for table in self.inventory.tables.values() if table.state == "held"}

    @invariant()
    def the_log_alone_gives_the_same_inventory(self) -> None:
        again = new_inventory()
        for line in self.lines:
            again.restore(json.loads(line))
        assert again.tables == self.inventory.tables
        assert again.bookings == self.inventory.bookings
        assert again.all_open() == self.inventory.all_open()


TestInventoryMachine = InventoryMachine.TestCase
TestInventoryMachine.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
