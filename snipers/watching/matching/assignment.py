"""The allocator's assignment of one slot to one snipe, and results of a booking without an attempt."""

from dataclasses import dataclass
from datetime import datetime

from snipers.domain.matching import PickReason
from snipers.domain.outcome import BookOutcome
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """One slot for one snipe. `unit_key` names the single table among equal ones.

    `seen` is the monotonic time of the answer that showed the slot. `first_sight`: the snipe's timeline does not
    mention it. `checks`: the snipe's polls so far. `baseline_fresh`: the account's list was read just now, so it is
    not read again. `fallbacks`: other open slots that fit, best first; their terms are requested ahead.
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


@dataclass(frozen=True, slots=True)
class NotClaimed:
    """The claim returned no row: the snipe was paused or ended, or another attempt has the slot or the meal."""


@dataclass(frozen=True, slots=True)
class NoDatabase:
    """The database failed, so it is unknown whether the claim exists; nothing was sent."""


BookingResult = BookOutcome | NotClaimed | NoDatabase
