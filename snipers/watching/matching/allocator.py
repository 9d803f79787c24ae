"""Decides which snipe of one venue tries which open slot now. In memory, no I/O.

The allocator tracks open and lost slots, barred pairs of snipe and slot, and paused snipes. active_snipes.py knows
which snipes wait. domain/matching.py has the matching rule, domain/choice.py the rule for one-table groups. An
assignment is only a proposal: the claim in the database decides whether the snipe may book the slot.
"""

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date, datetime, time

from snipers.domain import choice
from snipers.domain.backoff import Backoff
from snipers.domain.cadence import AWAY_BACKOFF, PollKey, Retries
from snipers.domain.choice import Choices, OpenChoice, groups_with_choice
from snipers.domain.matching import assign, fits
from snipers.domain.outcome import Booked, Lost, Refused, Unknown
from snipers.domain.slot import OpenTables, Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import HELD_BACK_REASONS, Reason
from snipers.watching.matching.active_snipes import ActiveSnipes
from snipers.watching.matching.assignment import (
    Assignment,
    BookingResult,
    FindFacts,
    Matched,
    NoDatabase,
    NotClaimed,
)

# The pause of a pair of snipe and slot whose claim returned no row. If the next roster still has the snipe, another
# attempt blocks the claim, and may block it forever.
NOT_CLAIMED_BACKOFF = Backoff(first=5.0, ceiling=60.0)
# The same back-off for a one-table group: its claim may have been refused because of a better slot at another venue.
OUTRANKED_BACKOFF = Backoff(first=0.5, ceiling=60.0)
NO_DATABASE_SECONDS = 1.0
# The largest age of an answer whose slots are compared with those of other dates for a one-table group.
CHOICE_KEPT_SECONDS = 5.0
BURST_KEPT_SECONDS = 1.0
# The pause of a snipe after a refusal that only the account's owner can resolve.
OWNER_SECONDS = 300.0
# The pause of a snipe whose old booking the platform does not cancel.
OLD_BOOKING_SECONDS = 3600.0
# A snipe without a temporary failure for this long after its last pause starts again with the shortest pause.
FORGET_FAILURES_SECONDS = 300.0

# A snipe (reservation id) and a slot's key.
Pair = tuple[int, str]


class Allocator:
    """Assigns open slots of one venue to snipes. Times `at` are monotonic seconds.

    `snipes` are the venue's active snipes, `choices` the rounds of its one-table groups.
    """

    def __init__(self) -> None:
        self.snipes = ActiveSnipes()
        self.choices = Choices()
        self._slots: dict[PollKey, OpenTables] = {}
        self._sighted: set[Pair] = set()
        self._held_back: dict[Pair, tuple[Refused, time]] = {}
        self._barred = Retries[Pair](NOT_CLAIMED_BACKOFF)
        self._paused = Retries[int](AWAY_BACKOFF, forget_after=FORGET_FAILURES_SECONDS)
        self._closed_until = 0.0
        self._in_progress = self.snipes.in_progress

    def set_roster(self, snipes: Iterable[Snipe]) -> None:
        """Replace the snipes. The barred pairs and pauses of a snipe end if it has changed."""
        unchanged = self.snipes.replace(snipes)
        self._sighted = {pair for pair in self._sighted if pair[0] in self.snipes.by_id}
        self._paused.keep(unchanged.__contains__)
        self._keep_pairs(lambda pair: pair[0] in unchanged)
        keys = {snipe.poll_key for snipe in self.snipes.by_id.values()}
        self._slots = {key: slots for key, slots in self._slots.items() if key in keys}

    def held_back(self, reservation_id: int) -> tuple[Refused, time] | None:
        """Return why the open slot that asks the snipe for least is held back, and its time. What is paid now counts
        first, and unknown amounts are last. Return None if no open slot is held back."""
        return min(
            (held for pair, held in self._held_back.items() if pair[0] == reservation_id), default=None, key=_cost
        )

    def record_answer(self, key: PollKey, slots: Sequence[Slot], *, asked: float, now: datetime) -> list[Slot]:
        """Record the answer to a poll sent at `asked`. Return the slots that the previous answer did not have."""
        self.snipes.count_check(key, now=now)
        tables = self._slots.setdefault(key, OpenTables())
        before = tables.keys
        fresh = tables.update(slots, sent_at=asked)
        gone = before - tables.keys
        if gone:
            self._keep_pairs(lambda pair: pair[1] not in gone)
            self._sighted = {pair for pair in self._sighted if pair[1] not in gone}
        return fresh

    def first_sight(self, reservation_id: int, slot_key: str) -> bool:
        """Mark the slot as reported to the snipe.

        Return True if it was not reported since it last appeared in an answer.
        """
        pair = reservation_id, slot_key
        first = pair not in self._sighted
        self._sighted.add(pair)
        return first

    def forget_gone(self, key: PollKey, slots: Sequence[Slot]) -> None:
        """Forget the reports of those slots that are no longer open. If one reappears, it is reported again."""
        gone = {slot.key for slot in slots} - (self._slots[key].keys if key in self._slots else frozenset())
        self._sighted = {pair for pair in self._sighted if pair[1] not in gone}

    def matching_snipes(self, key: PollKey, slots: Sequence[Slot], *, now: datetime) -> list[tuple[Snipe, Slot]]:
        """Return the pairs of snipe and slot that fit, including snipes with a booking in flight.

        Notify-only snipes are left out (openings.py).
        """
        return [
            (snipe, slot)
            for snipe in self.snipes.by_id.values()
            if snipe.poll_key == key
            and snipe.ends_at > now
            and self.snipes.books.is_open(snipe)
            and not snipe.notify_only
            for slot in slots
            if fits(snipe, slot)
        ]

    def open_keys(self, key: PollKey) -> frozenset[str]:
        """Return the keys of the slots in the last answer."""
        return self._slots[key].keys if key in self._slots else frozenset()

    def free_slots(self, key: PollKey, *, at: float) -> list[Slot]:
        """Return the slots of the last answer, without tables that a booking of ours is taking or has just lost."""
        return self._slots[key].available(in_use=self._in_progress.tables(), at=at) if key in self._slots else []

    def assign_slots(
        self,
        key: PollKey,
        *,
        at: float,
        now: datetime,
        seen: float,
        seen_at: datetime,
        find: FindFacts | None = None,
    ) -> Matched:
        """Assign open slots to waiting snipes. An assignment is in flight until finish() or abandon().

        `seen` (monotonic) and `seen_at` are the time of the poll's answer. If an answer is matched again later, they
        are the time of this later match. `find` describes the poll.
        """
        tables = self._slots.get(key)
        if tables is None or at < self._closed_until:
            return Matched()
        open_now = tables.available(in_use=self._in_progress.tables(), at=at)
        if not open_now:
            return Matched()
        ready = [
            snipe for snipe in self.snipes.waiting(now=now, key=key) if self._paused.due(snipe.reservation_id, at=at)
        ]
        assignments = []
        calling = {_list_entry(one.snipe, one.slot) for one in self._in_progress}
        barred = self._off_limits(ready, open_now, at)
        choices: dict[int, list[OpenChoice]] = {}
        rounds: list[int] = []
        if any(snipe.one_table for snipe in ready):
            choices = self.open_choices(self._choosing_groups(ready), at=at, now=now)
            held_back, rounds = self.choices.hold_back(ready, open_now, choices, at=at)
            barred |= held_back
        for pick in assign(tables=open_now, snipes=ready, barred=barred):
            snipe, slot = pick.snipe, pick.slot
            if (entry := _list_entry(snipe, slot)) in calling:
                continue
            calling.add(entry)
            baseline_fresh = self.snipes.books.baseline_fresh(snipe)
            assignment = Assignment(
                snipe=snipe,
                slot=slot,
                unit_key=self._in_progress.free_unit(slot.key),
                seen_at=seen_at,
                seen=seen,
                first_sight=self.first_sight(snipe.reservation_id, slot.key),
                checks=self.snipes.checks(snipe.reservation_id),
                reason=pick.reason,
                baseline_fresh=bool(baseline_fresh),
                fallbacks=() if baseline_fresh is None else pick.also,
                find=find,
                also_open=tuple(one for one in choices.get(snipe.group_id, ()) if one.slot.key != slot.key),
                level=choice.level(snipe, slot) if snipe.can_wait else 0,
            )
            self._in_progress.start(assignment)
            assignments.append(assignment)
        return Matched(assignments=assignments, rounds=rounds)

    def open_choices(self, group_ids: Collection[int], *, at: float, now: datetime) -> dict[int, list[OpenChoice]]:
        """Return the open slots that may be assigned to each of these one-table groups, best first.

        Only answers to polls of the last CHOICE_KEPT_SECONDS count, for a release request only
        those of the last BURST_KEPT_SECONDS. Groups without such a slot are left out.
        """
        found: dict[int, list[OpenChoice]] = {}
        if not group_ids:
            return found
        barred, in_use = self._barred.paused(at=at), self._in_progress.tables()
        for snipe in self.snipes.waiting(now=now):
            tables = self._slots.get(snipe.poll_key)
            if snipe.group_id not in group_ids or tables is None or not self._paused.due(snipe.reservation_id, at=at):
                continue
            kept = CHOICE_KEPT_SECONDS if snipe.can_wait else BURST_KEPT_SECONDS
            slots = tables.available(in_use=in_use, at=at) if at - tables.sent_at <= kept else []
            found.setdefault(snipe.group_id, []).extend(
                OpenChoice(snipe=snipe, slot=slot, level=choice.level(snipe, slot))
                for slot in slots
                if fits(snipe, slot) and (snipe.reservation_id, slot.key) not in barred
            )
        return {group_id: sorted(choices, key=lambda one: one.level) for group_id, choices in found.items() if choices}

    def _choosing_groups(self, ready: Sequence[Snipe]) -> set[int]:
        # A group gets no slot while it has a booking in progress.
        busy = {one.snipe.group_id for one in self._in_progress}
        return groups_with_choice(ready, roster=self.snipes.by_id.values()) - busy

    def finish(self, assignment: Assignment, result: BookingResult, *, at: float) -> None:
        """Record the result of a booking: when its slot and its snipe can be tried again.

        Some results affect other snipes: an expired token stops all snipes of the account, and
        after NoDatabase no snipe gets a slot for NO_DATABASE_SECONDS.
        """
        reservation_id, slot_key = assignment.snipe.reservation_id, assignment.slot.key
        self._in_progress.end(reservation_id)
        self.snipes.roster_outdated = True
        match result:
            case Booked():
                self.snipes.by_id.pop(reservation_id, None)
                if assignment.snipe.poll_key in self._slots:
                    self._slots[assignment.snipe.poll_key].mark_booked(slot_key, at=at)
            case Lost(Reason.TAKEN | Reason.SLOT_GONE):
                if assignment.snipe.poll_key in self._slots:
                    self._slots[assignment.snipe.poll_key].mark_lost(slot_key, at=at)
            case Lost():
                self._paused.fail(reservation_id, at=at)
            case Refused(reason):
                if reason in HELD_BACK_REASONS:
                    self._held_back[reservation_id, slot_key] = result, assignment.slot.time
                self._apply_refusal(assignment, result, at)
            case Unknown():
                self.snipes.await_settling(assignment)
            case NotClaimed():
                backoff = OUTRANKED_BACKOFF if assignment.snipe.can_wait else None
                self._barred.fail((reservation_id, slot_key), at=at, backoff=backoff)
            case NoDatabase():
                self._closed_until = at + NO_DATABASE_SECONDS

    def abandon(self, assignment: Assignment) -> None:
        """Record that a booking broke off without a result. Its snipe waits for the settler."""
        self._in_progress.end(assignment.snipe.reservation_id)
        self.snipes.await_settling(assignment)

    def next_retry_at(self, *, at: float) -> float | None:
        """Return when the next pause ends, so that slots can be matched again.

        Snipes, pairs of snipe and slot, and the whole venue (after NoDatabase) may be paused. None
        if no pause will end.
        """
        ends = [self._paused.next_end(after=at), self._barred.next_end(after=at)]
        ends.append(self._closed_until if self._closed_until > at else None)
        return min((end for end in ends if end is not None), default=None)

    def _apply_refusal(self, assignment: Assignment, refusal: Refused, at: float) -> None:
        reservation_id = assignment.snipe.reservation_id
        pair = reservation_id, assignment.slot.key
        match refusal.reason:
            case Reason.CONFLICT | Reason.HELD_BACK_FEE | Reason.FEE_UNKNOWN | Reason.NO_CARDS:
                self._barred.pause(pair, until=math.inf)
            case Reason.PAYMENT_REQUIRED | Reason.CAPTCHA | Reason.CARD_REFUSED:
                self._barred.pause(pair, until=math.inf)
                self._paused.pause(reservation_id, until=at + OWNER_SECONDS)
            case Reason.CANCEL_REFUSED:
                # The old booking is in the way of every other table too. Its owner may cancel it meanwhile.
                self._paused.pause(reservation_id, until=at + OLD_BOOKING_SECONDS)
            case Reason.NEEDS_RECONNECT | Reason.ACCOUNT_GONE:
                self.snipes.expire_token(assignment.snipe.account.sealed_token)
            case _:
                self._paused.fail(reservation_id, at=at, retry_after=refusal.delay)

    def _keep_pairs(self, wanted: Callable[[Pair], bool]) -> None:
        self._barred.keep(wanted)
        self._held_back = {pair: held for pair, held in self._held_back.items() if wanted(pair)}

    def _off_limits(self, snipes: Sequence[Snipe], slots: Sequence[Slot], at: float) -> set[Pair]:
        """Return the pairs of snipe and slot that must not be assigned.

        These are the barred pairs; all slots of a meal for which the same diner already has a booking in flight or of
        unknown outcome; and all slots for a one-table group that has such a booking.
        """
        pairs = self._barred.paused(at=at)
        trying = {one.snipe.group_id for one in self._in_progress if one.snipe.one_table}
        pairs |= {(snipe.reservation_id, slot.key) for snipe in snipes if snipe.group_id in trying for slot in slots}
        meals = {(one.snipe.diner_key, one.slot.date, one.slot.meal) for one in self._in_progress}
        if meals:
            diners = {diner for diner, _, _ in meals}
            pairs |= {
                (snipe.reservation_id, slot.key)
                for snipe in snipes
                if snipe.diner_key in diners
                for slot in slots
                if (snipe.diner_key, slot.date, slot.meal) in meals
            }
        return pairs


def _cost(held: tuple[Refused, time]) -> tuple[bool, int, int, time]:
    refusal, at = held
    return refusal.reason is Reason.FEE_UNKNOWN, refusal.fee_cents or 0, refusal.cancel_fee_cents or 0, at


def _list_entry(snipe: Snipe, slot: Slot) -> tuple[int, date, time, int]:
    """Return the fields by which an account's list would show this booking.

    A concierge's list does not name the clients. If two calls for different clients had equal fields and no answer, the
    settler could take the booking of one client for the other's. So the second call waits until the first has ended.
    """
    return snipe.account.account_id, slot.date, slot.time, slot.party_size
