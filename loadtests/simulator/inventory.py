"""Who sits where: every change of a table, its one winner, and the bookings.

Pure and synchronous: nothing here waits, so between a check and the fact it allows nobody else can move.
Each change is first an entry of the truth log and then applied from that entry; replaying the log therefore
gives the same inventory. HTTP, tokens and booking windows are left to others.
"""

from collections.abc import Callable, Sequence
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
    """`opened` is told of the tables of one venue that opened together, and the instant (wall clock, ms)."""

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
        """Open tables of one venue and day, in the order in which they were created."""
        self.end_old_locks()
        return sorted(self._open.get((source, venue_id, day), {}).values(), key=lambda table: table.slot_id)

    def all_open(self) -> list[Table]:
        self.end_old_locks()
        return sorted(
            chain.from_iterable(tables.values() for tables in self._open.values()),
            key=lambda table: table.slot_id,
        )

    def first_open(self, key: SlotKey) -> Table | None:
        self.end_old_locks()
        tables = self._open.get((key.source, key.venue_id, key.date), {}).values()
        return min((t for t in tables if t.key == key), key=lambda table: table.slot_id, default=None)

    def held_by(self, user_id: int) -> list[Booking]:
        return list(self._held.get(user_id, {}).values())

    def canceled_of(self, user_id: int) -> list[Booking]:
        """What the diner held once and nobody holds any more."""
        mine = (booking for booking in self.bookings.values() if booking.user_id == user_id)
        return [booking for booking in mine if booking.status == "cancelled"]

    def live_locks(self) -> list[Lock]:
        self.end_old_locks()
        return list(self._locks.values())

    def lock_of(self, lock_id: int, *, user_id: int) -> Lock | None:
        """The lock, while it lasts and if it is that diner's."""
        self.end_old_locks()
        lock = self._locks.get(lock_id)
        return lock if lock is not None and lock.user_id == user_id else None

    # changes

    def free(self, key: SlotKey, *, count: int) -> tuple[list[Table], float]:
        """Add `count` equal open tables; returns them and the wall clock (ms) of the last one's entry."""
        entries = [self._freed(len(self.tables) + 1, key) for _ in range(count)]
        created = [self.tables[entry["slot_id"]] for entry in entries]
        self._opened(created, entries[-1]["wall_ms"])
        return created, entries[-1]["wall_ms"]

    def release(self, keys: Sequence[SlotKey], *, clock: Clock, opened_ms: float, told: dict[str, Any]) -> list[Entry]:
        """Add the tables of a book that opened at `opened_ms` of the machine's wall clock; returns their entries,
        which also say what is `told` and what the platform's `clock` showed when they were written."""
        entries: list[Entry] = []
        for key in keys:
            slot_id = len(self.tables) + 1
            entry = self.truth.record(
                "released", slot_id=slot_id, **key_fields(key), platform_ms=clock.wall_ms(), **told
            )
            self._apply(entry)
            entries.append(entry)
        self._opened([self.tables[entry["slot_id"]] for entry in entries], opened_ms)
        return entries

    def take(self, slot_id: int, *, by: str) -> Table:
        """A stranger sits down. KeyError for an unknown table, TableGone for one that is no longer open."""
        table = self.tables[slot_id]
        if table.state != "open":
            raise TableGone
        self._apply(self.truth.record("taken", slot_id=slot_id, **key_fields(table.key), by=by))
        return table

    def lock(self, key: SlotKey, *, user_id: int, seconds: float, request: int) -> Lock:
        """Keep one table for the diner. Asked again for the same kind of table while none is open, the diner gets
        the lock that is there already, as long as it was."""
        table = self.first_open(key)
        if table is None:
            for lock in self._locks.values():
                if (lock.key, lock.user_id) == (key, user_id):
                    return lock
            raise TableGone
        lock_id = FIRST_LOCK_ID + self._locks_made
        until_ms = self.truth.clock.wall_ms() + seconds * 1000
        self._apply(
            self.truth.record(
                "locked",
                slot_id=table.slot_id,
                **key_fields(key),
                lock_id=lock_id,
                user_id=user_id,
                until_ms=until_ms,
                request=request,
            )
        )
        return self._locks[lock_id]

    def unlock(self, lock: Lock, *, by: str, request: int | None = None) -> None:
        """The table is open for everybody again; `by` is `diner` or `time`."""
        entry = self.truth.record(
            "unlocked",
            slot_id=lock.slot_id,
            **key_fields(lock.key),
            lock_id=lock.lock_id,
            user_id=lock.user_id,
            by=by,
            request=request,
        )
        self._apply(entry)
        self._opened([self.tables[lock.slot_id]], min(entry["wall_ms"], lock.until_ms))

    def book(
        self,
        key: SlotKey,
        *,
        user_id: int,
        user_email: str,
        venue_name: str,
        replace: bool,
        request: int,
        guest: Guest | None = None,
        payment: Payment = FREE_OF_CHARGE,
    ) -> Booking:
        """The one winner's booking. With `replace` the overlapping bookings of the same guest are given up in the same
        step."""
        table = self.first_open(key)
        if table is None:
            raise TableGone
        overlapping = [
            held for held in self.held_by(user_id) if overlaps(held.key, key) and same_guest(held.guest, guest)
        ]
        if overlapping and not replace:
            raise Conflict(overlapping[0])
        for held in overlapping:
            self.cancel(held, by="replace", request=request)
        return self._booked(
            table,
            user_id=user_id,
            user_email=user_email,
            venue_name=venue_name,
            guest=guest,
            payment=payment,
            request=request,
        )

    def book_locked(
        self,
        lock: Lock,
        *,
        user_email: str,
        venue_name: str,
        guest: Guest,
        instead_of: Booking | None,
        request: int,
        payment: Payment = FREE_OF_CHARGE,
    ) -> Booking:
        """Book the table that a live lock keeps; the lock ends with it. `instead_of` is given up in the same step and
        is in nobody's way. Conflict when the same guest holds another table close to that hour."""
        for held in self.held_by(lock.user_id):
            if held is not instead_of and overlaps(held.key, lock.key) and same_guest(held.guest, guest):
                raise Conflict(held)
        if instead_of is not None:
            self.cancel(instead_of, by="modify", request=request)
        return self._booked(
            self.tables[lock.slot_id],
            user_id=lock.user_id,
            user_email=user_email,
            venue_name=venue_name,
            guest=guest,
            payment=payment,
            request=request,
        )

    def _booked(
        self,
        table: Table,
        *,
        user_id: int,
        user_email: str,
        venue_name: str,
        guest: Guest | None,
        payment: Payment,
        request: int,
    ) -> Booking:
        reservation_id = FIRST_RESERVATION_ID + len(self.bookings)
        self._apply(
            self.truth.record(
                "booked",
                slot_id=table.slot_id,
                **key_fields(table.key),
                reservation_id=reservation_id,
                venue_name=venue_name,
                user_id=user_id,
                user_email=user_email,
                guest=guest and asdict(guest),
                payment=asdict(payment),
                request=request,
            )
        )
        return self.bookings[reservation_id]

    def cancel(self, booking: Booking, *, by: str, request: int) -> None:
        """Give a held table back: a `cancelled` entry, then a `freed` one for the same table."""
        self._apply(
            self.truth.record(
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
        )
        entry = self._freed(booking.slot_id, booking.key)
        self._opened([self.tables[booking.slot_id]], entry["wall_ms"])

    def restore(self, entry: Entry) -> None:
        """Apply an entry of an earlier run without logging it again."""
        self._apply(entry)

    def _freed(self, slot_id: int, key: SlotKey) -> Entry:
        entry = self.truth.record("freed", slot_id=slot_id, **key_fields(key))
        self._apply(entry)
        return entry

    def end_old_locks(self) -> None:
        """Remove locks that have run out, before each read. They are noticed only then, so an `unlocked`
        entry may come later than the instant at which the table was free again."""
        now_ms = self.truth.clock.wall_ms()
        for lock in [lock for lock in self._locks.values() if lock.until_ms <= now_ms]:
            self.unlock(lock, by="time")

    def _end_lock(self, slot_id: int) -> None:
        for lock in [lock for lock in self._locks.values() if lock.slot_id == slot_id]:
            del self._locks[lock.lock_id]

    def _apply(self, entry: Entry) -> None:
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
                self._end_lock(entry["slot_id"])
                self._set_state(self.tables[entry["slot_id"]], "open")
            case "taken":
                self._set_state(self.tables[entry["slot_id"]], "taken")
            case "booked":
                table = self.tables[entry["slot_id"]]
                self._end_lock(table.slot_id)
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
                )
                self.bookings[booking.reservation_id] = booking
                self._held.setdefault(booking.user_id, {})[booking.reservation_id] = booking
            case "cancelled":
                booking = self.bookings[entry["reservation_id"]]
                booking.status = "cancelled"
                del self._held[booking.user_id][booking.reservation_id]

    def _set_state(self, table: Table, state: str) -> None:
        table.state = state
        day = self._open.setdefault((table.key.source, table.key.venue_id, table.key.date), {})
        if state == "open":
            day[table.slot_id] = table
        else:
            day.pop(table.slot_id, None)
