"""Locks of the inventory: in any order of calls a table has one holder, and replaying the log gives the same state."""

import json
from datetime import date, time
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, consumes, invariant, multiple, rule

from loadtests.simulator.agenda import Agenda
from loadtests.simulator.inventory import Inventory
from loadtests.simulator.latency import Latency
from loadtests.simulator.rivals import Crowd, Rivals
from loadtests.simulator.tables import Booking, Conflict, Guest, Lock, SlotKey, TableGone, overlaps, same_guest
from loadtests.simulator.tests.cast import MovableClock
from loadtests.simulator.truth import Truth

SECONDS = 90.0


def key(hour: int, venue_id: int = 1) -> SlotKey:
    return SlotKey("opentable", venue_id, date(2026, 11, 23), time(hour), 2, "Bar")


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
def test_the_same_guest_is_known_by_address_or_else_by_name(
    one: Guest | None, other: Guest | None, expected: bool
) -> None:
    assert same_guest(one, other) is expected
    assert same_guest(other, one) is expected


def test_a_rival_needs_a_lock_only_and_leaves_a_locked_table_alone() -> None:
    clock = MovableClock()
    agenda = Agenda(clock)
    truth = Truth(clock=clock, sink=lambda _: None)
    inventory = Inventory(truth, opened=lambda tables, at_ms: rivals.see(tables, at_ms))
    served = Latency(details_ms=40_000, book_ms=10_000_000)
    rivals = Rivals(inventory=inventory, agenda=agenda, latency={"opentable": served}, seed=1)
    rivals.send(Crowd("opentable", None, reaction_ms=10_000, count=1))
    for hour in (19, 21):
        inventory.free(key(hour), count=1)
    inventory.lock(key(19), user_id=1, seconds=SECONDS, request=0)
    for seconds, states in ((45, ["held", "open"]), (10, ["held", "taken"])):
        clock.skip(seconds=seconds)
        agenda.catch_up()
        assert [table.state for table in inventory.tables.values()] == states


class LockMachine(RuleBasedStateMachine):
    live = Bundle("live")
    locks = Bundle("locks")

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[bytes] = []
        self.clock = MovableClock()
        self.inventory = Inventory(Truth(clock=self.clock, sink=self.lines.append))

    @rule(hour=st.integers(17, 21), venue_id=st.integers(1, 2), count=st.integers(1, 2))
    def free(self, hour: int, venue_id: int, count: int) -> None:
        self.inventory.free(key(hour, venue_id), count=count)

    @rule(target=locks, hour=st.integers(17, 21), venue_id=st.integers(1, 2), user=st.integers(1, 2))
    def lock(self, hour: int, venue_id: int, user: int) -> Any:
        wanted = key(hour, venue_id)
        is_open = self.inventory.first_open(wanted) is not None
        own = [lock for lock in self.inventory.live_locks() if (lock.key, lock.user_id) == (wanted, user)]
        if not is_open and not own:
            with pytest.raises(TableGone):
                self.inventory.lock(wanted, user_id=user, seconds=SECONDS, request=0)
            return multiple()
        lock = self.inventory.lock(wanted, user_id=user, seconds=SECONDS, request=0)
        assert (lock in own) is not is_open
        return lock

    @rule(lock=consumes(locks))
    def unlock(self, lock: Lock) -> None:
        held = self.inventory.lock_of(lock.lock_id, user_id=lock.user_id)
        if held is not None:
            self.inventory.unlock(held, by="diner")

    @rule(seconds=st.sampled_from([1, 50, 91]))
    def wait(self, seconds: int) -> None:
        self.clock.skip(seconds=seconds)

    @rule(target=live, lock=locks, name=st.sampled_from(["nora", "otto"]), booking=st.none() | live)
    def book(self, lock: Lock, name: str, booking: Booking | None) -> Any:
        held = self.inventory.lock_of(lock.lock_id, user_id=lock.user_id)
        if held is None:
            return multiple()
        own = booking is not None and booking.status == "booked" and booking.user_id == held.user_id
        given_up = booking if own else None
        who = guest(name, f"{name}@x.example")
        in_the_way = any(
            other is not given_up and overlaps(other.key, held.key) and same_guest(other.guest, who)
            for other in self.inventory.held_by(held.user_id)
        )
        if not in_the_way:
            return self._book(held, who, given_up)
        last = self.inventory.truth.last
        with pytest.raises(Conflict):
            self._book(held, who, given_up)
        assert self.inventory.truth.last == last
        return multiple()

    @rule(booking=consumes(live))
    def cancel(self, booking: Booking) -> None:
        if booking.status == "booked":
            self.inventory.cancel(booking, by="diner", request=0)

    def _book(self, lock: Lock, who: Guest, given_up: Booking | None) -> Booking:
        return self.inventory.book_locked(
            lock, user_email="u@x.example", venue_name="V", guest=who, instead_of=given_up, request=0
        )

    @invariant()
    def a_table_is_held_by_one_lock_or_by_none(self) -> None:
        self.inventory.end_old_locks()
        locked = [lock.slot_id for lock in self.inventory.live_locks()]
        assert len(locked) == len(set(locked))
        assert set(locked) == {table.slot_id for table in self.inventory.tables.values() if table.state == "held"}

    @invariant()
    def a_table_has_one_booking_or_none(self) -> None:
        held = [b.slot_id for b in self.inventory.bookings.values() if b.status == "booked"]
        assert sorted(held) == sorted(t.slot_id for t in self.inventory.tables.values() if t.state == "booked")

    @invariant()
    def the_log_alone_gives_the_same_inventory(self) -> None:
        again = Inventory(Truth(clock=self.clock, sink=lambda _: None))
        for line in self.lines:
            again.restore(json.loads(line))
        assert again.tables == self.inventory.tables
        assert again.bookings == self.inventory.bookings
        assert again.live_locks() == self.inventory.live_locks()
        assert again.all_open() == self.inventory.all_open()


TestLockMachine = LockMachine.TestCase
TestLockMachine.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
