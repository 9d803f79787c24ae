"""The inventory: the simulator's tables, locks and bookings, and every change of them.

The code is synchronous, so no other call can run between a check and the change that depends on it: each table is
booked once. Each change is first written to the truth log and then applied from that entry, so replaying the log gives
the same inventory.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import date
from itertools import chain
from typing import Any

from .clock import Clock
from .tables import (
    FREE_OF_CHARGE,
    Booking,
    Conflict,
    Guest,
    Lock,
    Order,
    Payment,
    SlotKey,
    Table,
    TableGone,
    key_fields,
    key_of,
    overlaps,
    same_guest,
)
from .truth import Entry, Truth

FIRST_RESERVATION_ID = 740_000_001
FIRST_LOCK_ID = 88_000_001


class Inventory:
    """All tables and bookings.

    `opened` is called each time tables of a venue open: with the tables and the instant (wall clock, ms).
    """

    def __init__(self, truth: Truth, *, opened: Callable[[Sequence[Table], float], None] = lambda *_: None) -> None:
        self.truth = truth
        self._opened = opened
        self.tables: dict[int, Table] = {}
        self.bookings: dict[int, Booking] = {}
        self._open: dict[tuple[str, int, date], dict[int, Table]] = {}
        self._held: dict[int, dict[int, Booking]] = {}
        self._locks: dict[int, Lock] = {}
        self._locks_made = 0

    # reads

    def open_tables(self, source: str, venue_id: int, day: date) -> list[Table]:
        """Return the open tables of one venue and day, in order of creation."""
        self.end_expired_locks()
        return _in_order(self._open.get((source, venue_id, day), {}).values())

    def all_open(self) -> list[Table]:
        self.end_expired_locks()
        return _in_order(chain.from_iterable(tables.values() for tables in self._open.values()))

    def first_open(self, key: SlotKey) -> Table | None:
        tables = self.open_tables(key.source, key.venue_id, key.date)
        return next((table for table in tables if table.key == key), None)

    def held_by(self, user_id: int) -> list[Booking]:
        return list(self._held.get(user_id, {}).values())

    def canceled_of(self, user_id: int) -> list[Booking]:
        """Return the diner's canceled bookings."""
        mine = (booking for booking in self.bookings.values() if booking.user_id == user_id)
        return [booking for booking in mine if booking.status == "cancelled"]

    def live_locks(self) -> list[Lock]:
        self.end_expired_locks()
        return list(self._locks.values())

    def lock_of(self, lock_id: int, *, user_id: int) -> Lock | None:
        """Return the lock with this id. None if it has ended or belongs to another diner."""
        self.end_expired_locks()
        lock = self._locks.get(lock_id)
        return lock if lock is not None and lock.user_id == user_id else None

    # changes

    def free(self, key: SlotKey, *, count: int) -> tuple[list[Table], float]:
        """Add `count` open tables with the same key. Return the tables and the wall clock (ms) of the last entry."""
        entries = [self._freed(len(self.tables) + 1, key) for _ in range(count)]
        created = [self.tables[entry["slot_id"]] for entry in entries]
        self._opened(created, entries[-1]["wall_ms"])
        return created, entries[-1]["wall_ms"]

    def release(self, keys: Sequence[SlotKey], *, clock: Clock, opened_ms: float, more: dict[str, Any]) -> list[Entry]:
        """Add the tables of a release that opened at `opened_ms` (the machine's wall clock).

        Returns the truth log's entries. Each entry also contains the fields `more` and, as `platform_ms`, the time that
        the platform's `clock` shows.
        """
        entries: list[Entry] = []
        for key in keys:
            slot_id = len(self.tables) + 1
            entries.append(
                self._record("released", slot_id=slot_id, **key_fields(key), platform_ms=clock.wall_ms(), **more)
            )
        self._opened([self.tables[entry["slot_id"]] for entry in entries], opened_ms)
        return entries

    def take(self, slot_id: int, *, by: str) -> Table:
        """Let another guest take the table. Raises KeyError for an unknown table, TableGone unless it is open."""
        table = self.tables[slot_id]
        if table.state != "open":
            raise TableGone
        self._record("taken", slot_id=slot_id, **key_fields(table.key), by=by)
        return table

    def lock(self, key: SlotKey, *, user_id: int, seconds: float, request: int) -> Lock:
        """Lock one open table with this key for the diner, for `seconds`.

        If no table is open but the diner already has a lock for this key, that lock is returned unchanged. Otherwise
        raises TableGone.
        """
        table = self.first_open(key)
        if table is None:
            for lock in self._locks.values():
                if (lock.key, lock.user_id) == (key, user_id):
                    return lock
            raise TableGone
        entry = self._record(
            "locked",
            slot_id=table.slot_id,
            **key_fields(key),
            lock_id=FIRST_LOCK_ID + self._locks_made,
            user_id=user_id,
            until_ms=self.truth.clock.wall_ms() + seconds * 1000,
            request=request,
        )
        return self._locks[entry["lock_id"]]

    def unlock(self, lock: Lock, *, by: str, request: int | None = None) -> None:
        """End the lock and open its table again. `by` is `diner` if the diner released it, `time` if it expired."""
        entry = self._record(
            "unlocked",
            slot_id=lock.slot_id,
            **key_fields(lock.key),
            lock_id=lock.lock_id,
            user_id=lock.user_id,
            by=by,
            request=request,
        )
        self._opened([self.tables[lock.slot_id]], min(entry["wall_ms"], lock.until_ms))

    def book(self, key: SlotKey, order: Order, *, replace: bool) -> Booking:
        """Book one open table with this key. `replace` cancels the guest's overlapping bookings in the same step.

        Raises TableGone if no such table is open, and Conflict if the guest has an overlapping booking and `replace` is
        false.
        """
        table = self.first_open(key)
        if table is None:
            raise TableGone
        overlapping = self._overlapping(key, order)
        if overlapping and not replace:
            raise Conflict(overlapping[0])
        for held in overlapping:
            self.cancel(held, by="replace", request=order.request)
        return self._book(table, order)

    def book_locked(self, lock: Lock, order: Order, *, instead_of: Booking | None) -> Booking:
        """Book the locked table and end the lock. The booking `instead_of` is canceled in the same step.

        Raises Conflict if the guest has an overlapping booking other than `instead_of`.
        """
        for held in self._overlapping(lock.key, order):
            if held is not instead_of:
                raise Conflict(held)
        if instead_of is not None:
            self.cancel(instead_of, by="modify", request=order.request)
        return self._book(self.tables[lock.slot_id], order)

    def _overlapping(self, key: SlotKey, order: Order) -> list[Booking]:
        mine = self.held_by(order.user_id)
        return [held for held in mine if overlaps(held.key, key) and same_guest(held.guest, order.guest)]

    def _book(self, table: Table, order: Order) -> Booking:
        entry = self._record(
            "booked",
            slot_id=table.slot_id,
            **key_fields(table.key),
            reservation_id=FIRST_RESERVATION_ID + len(self.bookings),
            venue_name=order.venue_name,
            user_id=order.user_id,
            user_email=order.user_email,
            guest=order.guest and asdict(order.guest),
            payment=asdict(order.payment),
            note=order.note,
            request=order.request,
        )
        return self.bookings[entry["reservation_id"]]

    def cancel(self, booking: Booking, *, by: str, request: int) -> None:
        """Cancel a booking: write a `cancelled` entry, then a `freed` entry for the same table."""
        self._record(
            "cancelled",
            slot_id=booking.slot_id,
            **key_fields(booking.key),
            reservation_id=booking.reservation_id,
            venue_name=booking.venue_name,
            user_id=booking.user_id,
            user_email=booking.user_email,
            guest=booking.guest and asdict(booking.guest),
            by=by,
            request=request,
        )
        entry = self._freed(booking.slot_id, booking.key)
        self._opened([self.tables[booking.slot_id]], entry["wall_ms"])

    def end_expired_locks(self) -> None:
        """End the locks that have expired and open their tables.

        Each read calls this function first. So the time of an `unlocked` entry can be later than the lock's expiry.
        """
        now_ms = self.truth.clock.wall_ms()
        for lock in [lock for lock in self._locks.values() if lock.until_ms <= now_ms]:
            self.unlock(lock, by="time")

    def _freed(self, slot_id: int, key: SlotKey) -> Entry:
        return self._record("freed", slot_id=slot_id, **key_fields(key))

    def _record(self, kind: str, **fields: Any) -> Entry:
        entry = self.truth.record(kind, **fields)
        self.apply(entry)
        return entry

    def apply(self, entry: Entry) -> None:
        """Apply an entry of the truth log to tables, locks and bookings. The entry may be from an earlier run."""
        match entry["kind"]:
            case "freed" | "released":
                table = self.tables.setdefault(entry["slot_id"], Table(entry["slot_id"], key_of(entry)))
                self._set_state(table, "open")
            case "locked":
                table = self.tables[entry["slot_id"]]
                self._set_state(table, "held")
                lock_id = entry["lock_id"]
                self._locks[lock_id] = Lock(lock_id, table.slot_id, table.key, entry["user_id"], entry["until_ms"])
                self._locks_made += 1
            case "unlocked":
                self._remove_lock(entry["slot_id"])
                self._set_state(self.tables[entry["slot_id"]], "open")
            case "taken":
                self._set_state(self.tables[entry["slot_id"]], "taken")
            case "booked":
                self._remove_lock(entry["slot_id"])
                self._apply_booking(entry)
            case "cancelled":
                booking = self.bookings[entry["reservation_id"]]
                booking.status = "cancelled"
                del self._held[booking.user_id][booking.reservation_id]

    def _apply_booking(self, entry: Entry) -> None:
        table = self.tables[entry["slot_id"]]
        self._set_state(table, "booked")
        guest = entry.get("guest")
        booking = Booking(
            entry["reservation_id"],
            entry["slot_id"],
            table.key,
            entry["venue_name"],
            entry["user_id"],
            entry["user_email"],
            entry["wall_ms"],
            Guest(**guest) if guest else None,
            Payment(**entry["payment"]) if "payment" in entry else FREE_OF_CHARGE,
            note=entry.get("note", ""),
        )
        self.bookings[booking.reservation_id] = booking
        self._held.setdefault(booking.user_id, {})[booking.reservation_id] = booking

    def _remove_lock(self, slot_id: int) -> None:
        for lock in [lock for lock in self._locks.values() if lock.slot_id == slot_id]:
            del self._locks[lock.lock_id]

    def _set_state(self, table: Table, state: str) -> None:
        table.state = state
        day = self._open.setdefault((table.key.source, table.key.venue_id, table.key.date), {})
        if state == "open":
            day[table.slot_id] = table
        else:
            day.pop(table.slot_id, None)


def _in_order(tables: Iterable[Table]) -> list[Table]:
    return sorted(tables, key=lambda table: table.slot_id)
