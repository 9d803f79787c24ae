"""What one booking is about, as handed from the floor to the hot path and back, and what it carries on the way."""

from dataclasses import dataclass, field
from datetime import date, datetime

from snipers.clients.credentials import SealedToken
from snipers.domain.matching import PickReason
from snipers.domain.meals import meal_at
from snipers.domain.outcome import BookOutcome
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import Reason
from snipers.store.base import Target

Key = tuple[date, int]
"""What one poll asks for: date and party size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One table for one snipe. `table_key` names the single table.

    `seen` is the monotonic time of the reply that showed it. `first_sight`: the snipe's timeline does not speak of it
    yet. `checks`: the snipe's polls so far. `picked`: why this table for this snipe. `baseline_fresh`: what the account
    holds was read just now, so it is not asked again. `also`: other open tables that the snipe would take, best first;
    their terms are asked for ahead.
    """

    snipe: Snipe
    slot: Slot
    table_key: str
    seen_at: datetime
    seen: float
    first_sight: bool
    checks: int
    picked: PickReason = Reason.PICKED_ONLY
    baseline_fresh: bool = False
    also: tuple[Slot, ...] = ()

    @property
    def key(self) -> Key:
        """The poll that showed the table."""
        return self.snipe.date, self.snipe.party_size

    def target(self) -> Target:
        """What has to be claimed."""
        return Target(
            reservation_id=self.snipe.reservation_id,
            revision=self.snipe.revision,
            account_id=self.snipe.account.account_id,
            slot_key=self.table_key,
            date=self.slot.date,
            time=self.slot.time,
            seating=self.slot.seating,
            party_size=self.slot.party_size,
            meal=meal_at(self.slot.time),
            seen_at=self.seen_at,
            override=self.snipe.override,
            fee_ceiling_cents=self.snipe.fee_ceiling_cents,
            payment_method_id=self.snipe.payment_method_id,
            guest=self.snipe.guest,
        )


@dataclass(frozen=True, slots=True)
class NotClaimed:
    """The claim gave no row: the snipe was paused or ended, or somebody else has the table or the meal."""


@dataclass(frozen=True, slots=True)
class NoDatabase:
    """Whether we hold a claim is not known; nothing was sent."""


Result = BookOutcome | NotClaimed | NoDatabase


@dataclass(slots=True)
class Stopwatch:
    """Milliseconds since the table was seen, by the name of the step that ended then."""

    start: float
    marks: dict[str, float] = field(default_factory=dict)

    def mark(self, name: str, at: float) -> None:
        """Note the end of a step."""
        self.marks[name] = round((at - self.start) * 1000, 2)


@dataclass(slots=True, kw_only=True)
class Run:
    """One order on its way. `send_by` is the claim's deadline on our monotonic clock. `in_doubt`: a call that may
    have booked has no clear answer (yet)."""

    order: Order
    token: SealedToken
    send_by: float
    watch: Stopwatch
    in_doubt: bool = False


@dataclass(frozen=True, slots=True)
class Ending:
    """How a run ended. `old_booking_gone`: the diner's old table is gone for it."""

    outcome: BookOutcome
    old_booking_gone: bool = False
