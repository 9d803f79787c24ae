"""Finds the open slots that are to be reported to the notify-only snipes of one venue. In memory, no I/O.

Each slot is reported to a snipe once, and again if the slot was gone and came back. A slot that a booking of ours takes
does not count as open. Besides the slots that we can book, an answer may list slots that only a guest can book at the
platform (`seen_only`). Both kinds are reported, except to a search for a table that we would book (`bookable_only`).
"""

from collections.abc import Sequence
from datetime import datetime

from snipers.domain.cadence import PollKey
from snipers.domain.matching import fits, preference
from snipers.domain.slot import OpenTables, Slot
from snipers.domain.snipe import Snipe
from snipers.watching.matching.allocator import Allocator, Pair


class Openings:
    """The open slots of one venue that were reported to notify-only snipes, and those that are new to them.

    Times `at` and `asked` are monotonic seconds.
    """

    def __init__(self, allocator: Allocator) -> None:
        self._allocator = allocator
        self._seen_only: dict[PollKey, OpenTables] = {}
        self._reported: dict[PollKey, set[Pair]] = {}

    def record_answer(self, key: PollKey, seen_only: Sequence[Slot], *, asked: float) -> None:
        """Record the slots of a poll sent at `asked` that only the guest can book. Needed for notify-only snipes.

        The allocator records the slots that we can book.
        """
        tables = self._seen_only.setdefault(key, OpenTables())
        tables.update(seen_only, sent_at=asked)
        if key in self._reported:
            listed = tables.keys | self._allocator.open_keys(key)
            self._reported[key] = {pair for pair in self._reported[key] if pair[1] in listed}

    def has_new(self, key: PollKey, *, at: float, now: datetime) -> bool:
        """Whether take_new() would return anything."""
        return bool(self._new(key, at=at, now=now))

    def take_new(self, key: PollKey, *, at: float, now: datetime) -> list[tuple[Snipe, list[Slot]]]:
        """Return each notify-only snipe of the key that has new open slots, with these slots, best first.

        The slots count as reported from now on.
        """
        found = self._new(key, at=at, now=now)
        pairs = {(snipe.reservation_id, slot.key) for snipe, slots in found for slot in slots}
        self._reported.setdefault(key, set()).update(pairs)
        return found

    def best(self, snipe: Snipe, *, at: float) -> Slot | None:
        """Return the open slot that a notify-only snipe prefers, None if none is open."""
        return next(iter(self._open(snipe, at=at)), None) if snipe.notify_only else None

    def _new(self, key: PollKey, *, at: float, now: datetime) -> list[tuple[Snipe, list[Slot]]]:
        reported = self._reported.get(key, set())
        found = []
        for snipe in self._allocator.snipes.notify_only:
            if snipe.poll_key == key and snipe.ends_at > now:
                new = [slot for slot in self._open(snipe, at=at) if (snipe.reservation_id, slot.key) not in reported]
                found += [(snipe, new)] if new else []
        return found

    def _open(self, snipe: Snipe, *, at: float) -> list[Slot]:
        """Return the open slots that fit the snipe, best first."""
        key = snipe.poll_key
        slots = self._allocator.free_slots(key, at=at)
        if key in self._seen_only and not snipe.bookable_only:
            slots += self._seen_only[key].available(in_use={}, at=at)
        return sorted((slot for slot in slots if fits(snipe, slot)), key=lambda slot: preference(snipe, slot))
