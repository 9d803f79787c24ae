"""The active snipes of one venue: which of them may get a slot now. In memory, no I/O.

A snipe waits for a slot while its account is usable, its time is not over, its book is open (Books), and no booking of
it is in flight or without an outcome (InProgress). allocator.py assigns slots to the snipes that wait.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import count

from snipers.domain.cadence import PollKey
from snipers.domain.release import ARM_SECONDS
from snipers.domain.slot import unit_key
from snipers.domain.snipe import Account, Snipe
from snipers.watching.matching.assignment import Assignment


class ActiveSnipes:
    """The active snipes of one venue, by reservation id in `by_id`.

    `notify_only` are the snipes that get no slot; openings.py reports open slots to them. `unsettled` are snipes whose
    attempt has no outcome yet. The flag `roster_outdated` tells the watcher to read the roster, and `new_unsettled`
    tells it to settle attempts.
    """

    def __init__(self) -> None:
        self.by_id: dict[int, Snipe] = {}
        self.notify_only: tuple[Snipe, ...] = ()
        self.unsettled: frozenset[int] = frozenset()
        self.roster_outdated = False
        self.new_unsettled = False
        self._checks: dict[int, int] = {}
        self._expired_tokens: set[str] = set()
        self.in_progress = InProgress()
        self.books = Books()

    def replace(self, snipes: Iterable[Snipe]) -> set[int]:
        """Replace the snipes by those of a new roster. Return the ids of the snipes that are unchanged or new."""
        before, self.by_id = self.by_id, {snipe.reservation_id: snipe for snipe in snipes}
        self.notify_only = tuple(snipe for snipe in self.by_id.values() if snipe.notify_only)
        self._checks = {one: self._checks.get(one, snipe.checks) for one, snipe in self.by_id.items()}
        self.books.keep(self.by_id.values())
        self._expired_tokens &= {snipe.account.sealed_token for snipe in self.by_id.values()}
        return {one for one, snipe in self.by_id.items() if one not in before or not _changed(before[one], snipe)}

    def count_check(self, key: PollKey, *, now: datetime) -> None:
        """Count an answered poll of this key for each snipe that waits on it."""
        for snipe in self.waiting(now=now, key=key):
            self._checks[snipe.reservation_id] = self.checks(snipe.reservation_id) + 1

    def waiting(self, *, now: datetime, key: PollKey | None = None) -> list[Snipe]:
        """Return the snipes that may get a slot.

        Their account is usable, their time is not over, their book is open, and none of their bookings is in flight or
        unsettled.
        """
        return [
            snipe
            for snipe in self.by_id.values()
            if (key is None or snipe.poll_key == key)
            and snipe.ends_at > now
            and not self.is_booking(snipe.reservation_id)
            and snipe.reservation_id not in self.unsettled
            and self.account_usable(snipe)
            and self.books.is_open(snipe)
        ]

    def poll_keys(self, *, now: datetime) -> list[PollKey]:
        """Return the keys to poll, soonest date first. Keys that a burst polls are excluded."""
        keys = {snipe.poll_key for snipe in self.waiting(now=now)}
        return sorted(keys - self.burst_keys)

    def checks(self, reservation_id: int) -> int:
        """Return how often the snipe has been checked."""
        return self._checks.get(reservation_id, 0)

    def account_usable(self, snipe: Snipe) -> bool:
        """Whether the snipe's account is usable and its token is not known to be expired.

        Always True for a notify-only snipe, which does not use the account.
        """
        expired = snipe.account.sealed_token in self._expired_tokens
        return snipe.notify_only or (snipe.account.usable and not expired)

    def expire_token(self, sealed_token: str) -> None:
        """Stop serving the snipes of an account whose token the platform refused."""
        self._expired_tokens.add(sealed_token)

    def release_snipes(self) -> dict[datetime, list[Snipe]]:
        """Return the release snipes, by the instant of their release."""
        found: dict[datetime, list[Snipe]] = {}
        for snipe in self.by_id.values():
            if snipe.snipe_type == "release" and snipe.release_at is not None:
                found.setdefault(snipe.release_at, []).append(snipe)
        return found

    @property
    def burst_keys(self) -> frozenset[PollKey]:
        """The keys that a burst polls now. The schedule leaves them out."""
        return frozenset(snipe.poll_key for snipe in self.by_id.values() if self.books.in_burst(snipe))

    @property
    def busy(self) -> bool:
        """Whether any booking is in flight."""
        return self.in_progress.busy

    def is_booking(self, reservation_id: int) -> bool:
        """Whether a booking is in flight for the snipe."""
        return self.in_progress.is_booking(reservation_id)

    def set_unsettled(self, reservation_ids: frozenset[int]) -> None:
        """Replace the set of snipes whose attempt has no outcome yet.

        Slots that were in use by a snipe which is no longer in the set can be assigned again.
        """
        if self.unsettled - reservation_ids:
            self.roster_outdated = True
        self.unsettled = reservation_ids
        self.in_progress.keep_unknown(reservation_ids)

    def await_settling(self, assignment: Assignment) -> None:
        """Record that a booking ended without an outcome. Its snipe waits for the settler."""
        self.in_progress.mark_unknown(assignment)
        self.unsettled |= {assignment.snipe.reservation_id}
        self.new_unsettled = True


class InProgress:
    """The bookings in flight, and those whose outcome the settler has not found yet. Iterating yields both."""

    def __init__(self) -> None:
        self._in_flight: dict[int, Assignment] = {}
        self._unknown: dict[int, Assignment] = {}

    def __iter__(self) -> Iterator[Assignment]:
        yield from self._in_flight.values()
        yield from self._unknown.values()

    @property
    def busy(self) -> bool:
        """Whether any booking is in flight."""
        return bool(self._in_flight)

    def is_booking(self, reservation_id: int) -> bool:
        """Whether a booking is in flight for the snipe."""
        return reservation_id in self._in_flight

    def start(self, assignment: Assignment) -> None:
        """Record that a booking is in flight."""
        self._in_flight[assignment.snipe.reservation_id] = assignment

    def end(self, reservation_id: int) -> None:
        """Record that no booking of the snipe is in flight any more."""
        self._in_flight.pop(reservation_id, None)

    def mark_unknown(self, assignment: Assignment) -> None:
        """Record that a booking ended with an unknown outcome."""
        self._unknown[assignment.snipe.reservation_id] = assignment

    def keep_unknown(self, reservation_ids: Collection[int]) -> None:
        """Forget the bookings of unknown outcome, except those of these snipes (reservation ids)."""
        self._unknown = {one: assignment for one, assignment in self._unknown.items() if one in reservation_ids}

    def tables(self) -> Mapping[str, int]:
        """Return how many tables the bookings may have taken, by slot key."""
        return Counter(one.slot.key for one in self)

    def free_unit(self, slot_key: str) -> str:
        """Return the key of the first of the slot's equal tables that no booking in progress uses (see unit_key())."""
        used = {one.unit_key for one in self}
        return next(name for number in count(1) if (name := unit_key(slot_key, number)) not in used)


class Books:
    """The open books and the running bursts of one venue's release snipes. Times `at` and `asked` are monotonic
    seconds.
    """

    def __init__(self) -> None:
        self._opened: set[tuple[int, datetime | None]] = set()
        self._bursts: dict[datetime, float] = {}
        self._ended_keys: set[tuple[datetime, PollKey]] = set()
        self._baseline_read_at: dict[str, float] = {}

    def keep(self, snipes: Collection[Snipe]) -> None:
        """Forget the open books of all snipes except these.

        Also forget when account lists were read, except for usable accounts of these snipes.
        """
        reservation_ids = {snipe.reservation_id for snipe in snipes}
        self._opened = {one for one in self._opened if one[0] in reservation_ids}
        usable = {snipe.account.sealed_token for snipe in snipes if snipe.account.usable}
        self._baseline_read_at = {token: at for token, at in self._baseline_read_at.items() if token in usable}

    def open(self, snipes: Iterable[Snipe]) -> None:
        """Record that the books of these release snipes are open. From now on they get slots like cancel snipes."""
        self._opened |= {(snipe.reservation_id, snipe.release_at) for snipe in snipes}

    def is_open(self, snipe: Snipe) -> bool:
        """Whether slots may be assigned to the snipe: it is a cancel snipe, or its book has opened."""
        return snipe.snipe_type == "cancel" or (snipe.reservation_id, snipe.release_at) in self._opened

    def begin_burst(self, release_at: datetime, snipes: Iterable[Snipe], *, at: float) -> None:
        """Open the books of a release's snipes. Until end_burst(), the burst and not the schedule polls their keys."""
        self._bursts[release_at] = at
        self.open(snipes)

    def end_burst(self, release_at: datetime) -> None:
        """Let the schedule poll the keys of a release again."""
        self._bursts.pop(release_at, None)
        self._ended_keys = {one for one in self._ended_keys if one[0] != release_at}

    def end_key(self, release_at: datetime, key: PollKey) -> None:
        """Let the schedule poll one key of a release again, while the burst polls the others."""
        self._ended_keys.add((release_at, key))

    def in_burst(self, snipe: Snipe) -> bool:
        """Whether a burst polls the snipe's key now."""
        return self._burst_began_at(snipe) is not None

    def record_baseline(self, account: Account, *, asked: float) -> None:
        """Record that the account's list was read. `asked` is when that call was sent."""
        self._baseline_read_at[account.sealed_token] = asked

    def baseline_fresh(self, snipe: Snipe) -> bool | None:
        """Return whether the account's list was read at most ARM_SECONDS before the burst began.

        If so, the booker need not read the list again: the account could not get a booking for the
        date before the burst. Return None outside a burst.
        """
        if (began_at := self._burst_began_at(snipe)) is None:
            return None
        read_at = self._baseline_read_at.get(snipe.account.sealed_token)
        return read_at is not None and began_at - ARM_SECONDS <= read_at < began_at

    def _burst_began_at(self, snipe: Snipe) -> float | None:
        if snipe.snipe_type != "release" or snipe.release_at is None:
            return None
        if (snipe.release_at, snipe.poll_key) in self._ended_keys:
            return None
        return self._bursts.get(snipe.release_at)


def _changed(before: Snipe, after: Snipe) -> bool:
    """Whether the snipe was edited, has another guest or card, or has got the card that the platform required."""
    card_added = before.account.needs_card and not after.account.needs_card
    same = before.revision == after.revision and before.guest == after.guest
    return card_added or not same or before.payment_method_id != after.payment_method_id
