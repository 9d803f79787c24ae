"""Assignments of slots to snipes, and the results of a booking that ends before an attempt exists."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from snipers.domain.choice import OpenChoice
from snipers.domain.early_find import EarlyFind
from snipers.domain.matching import PickReason, may_book
from snipers.domain.outcome import BookOutcome
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class FindFacts:
    """The find whose answer is matched: its duration in ms, and the early find of the same release, if there is one.

    `asked` is when the find was sent, and `asked_before` when the previous find of its key was
    sent (monotonic seconds). Both are None if the answer is matched again. `asked_before` is also
    None if no find of the key was answered in the last 30 s (PREVIOUS_POLL_SECONDS in
    polling/poller.py).
    """

    find_ms: float
    early: EarlyFind | None = None
    asked: float | None = None
    asked_before: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One slot for one snipe. `unit_key` names one table among equal ones.

    `seen` is the monotonic time of the answer that listed the slot, or the later time at which this answer was matched
    again; `seen_at` is the same moment on the wall clock. With `first_sight`, the snipe's timeline does not mention the
    slot yet. `checks` is the number of polls for the snipe so far. With `baseline_fresh`, the account's list was read
    just before and is not read again. `fallbacks` are other open slots that fit, best first; their
    terms are requested ahead. There are none outside a release burst. `find` describes the poll. It
    may be None if an answer is matched again. `also_open` are the other open slots of a one-table
    group, best first. `level` is the slot's level if the snipe can wait (Snipe.can_wait), otherwise
    0. Raises ValueError for a notify-only snipe.
    """

    snipe: Snipe
    slot: Slot
    unit_key: str
    seen_at: datetime
    seen: float
    first_sight: bool
    checks: int
    reason: PickReason = Reason.PICKED_ONLY
    baseline_fresh: bool = False
    fallbacks: tuple[Slot, ...] = ()
    find: FindFacts | None = None
    also_open: tuple[OpenChoice, ...] = ()
    level: int = 0

    def __post_init__(self) -> None:
        if not may_book(self.snipe):
            raise ValueError("a notify-only snipe gets no table")


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """What the open slots of one key led to: assignments, and the one-table groups whose round begins (group ids)."""

    assignments: Sequence[Assignment] = ()
    rounds: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class NotClaimed:
    """The claim wrote no row. claim.sql lists its conditions: for example, the snipe is still active and unchanged, and
    no other attempt has the slot or the meal."""


@dataclass(frozen=True, slots=True)
class NoDatabase:
    """The database failed, so it is unknown whether the claim was written. No book call was sent."""


BookingResult = BookOutcome | NotClaimed | NoDatabase
