"""The true history of a model run: the platform, its calls and the workers, without the store."""

from dataclasses import dataclass, field
from datetime import time
from itertools import count
from typing import Literal

from snipers.domain.settling import LATE_SECONDS, Held
from snipers.store.records import Claim
from snipers.testing.backend import DAY

# The platform's answer to a second table of one evening. lenient: it books it. swap: it refuses it, and can replace the
# first table under a new id. modify: it refuses it, and can change the first table within its venue, under the same id;
# elsewhere the first one is canceled before the second is booked.
ConflictRule = Literal["lenient", "swap", "modify"]


@dataclass(frozen=True)
class Table:
    """A table that becomes free repeatedly. `venue` is 0 or 1."""

    name: str
    venue: int
    time: time


@dataclass(frozen=True)
class Plan:
    """A request of the model. Requests with the same `group` belong to one group."""

    diner: int
    venue: int
    override: bool
    group: int


TABLES = (
    Table("early", 0, time(19)),
    Table("late", 0, time(20)),
    Table("early there", 1, time(19)),
    Table("late there", 1, time(20)),
)
# The first diner's three requests are for one meal; the second's two are of one group.
PLANS = (
    Plan(1, 0, False, 10),
    Plan(1, 0, True, 11),
    Plan(1, 1, True, 12),
    Plan(2, 0, False, 13),
    Plan(2, 1, False, 13),
)
PLATFORM_VENUES = (1202, 1203)


def table_of(snipe: int, late: bool) -> Table:
    """Return the early or the late table of a request's venue."""
    return [table for table in TABLES if table.venue == PLANS[snipe].venue][late]


@dataclass(eq=False)
class Call:
    """A booking call. `committed` is the reservation that it made, `instead_of` is the one that it replaces."""

    diner: int
    table: Table
    sent: float
    instead_of: str | None = None
    committed: str | None = None
    over: bool = False
    conflict: str | None = None

    @property
    def open(self) -> bool:
        """Whether the platform may still commit the call."""
        return not self.over and self.committed is None


@dataclass(eq=False)
class Lease:
    """A worker's claim. `at` is the worker's clock at the claim.

    `old_booking_gone` says whether the worker knows that the old booking is gone.
    """

    claim: Claim
    snipe: int
    table: Table
    at: float
    epoch: int
    revision: int
    call: Call | None = None
    instead_of: str | None = None
    old_booking_gone: bool = False


@dataclass
class Booking:
    """A reservation at the platform. `ours`: one of our calls made it."""

    diner: int
    table: Table
    ours: bool


@dataclass
class World:
    """The platform, the clock, and the living workers."""

    conflict_rule: ConflictRule
    clock: float = 0.0
    leases: list[Lease] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    held: dict[str, Booking] = field(default_factory=dict)
    _ids: "count[int]" = field(default_factory=lambda: count(1000))

    def pass_time(self, seconds: float) -> None:
        """Advance the clock. A call older than LATE_SECONDS then never commits."""
        self.clock += seconds
        for call in self.calls:
            if call.open and self.clock - call.sent > LATE_SECONDS:
                call.over = True

    def pending(self) -> list[Call]:
        """Return the undecided calls."""
        return [call for call in self.calls if call.open]

    def answered(self) -> list[Lease]:
        """Return the workers whose call was decided."""
        return [lease for lease in self.leases if lease.call is not None and not lease.call.open]

    def book_manually(self, diner: int, table: Table) -> None:
        """Book a table for the diner, without us."""
        self.held[str(next(self._ids))] = Booking(diner, table, ours=False)

    def commit(self, call: Call) -> None:
        """Decide a call: book the table, or refuse because the diner has another table that evening."""
        others = [
            name for name, booking in self.held.items() if booking.diner == call.diner and name != call.instead_of
        ]
        if call.instead_of is not None and call.instead_of not in self.held:
            call.over = True
        elif others and self.conflict_rule != "lenient":
            call.over, call.conflict = True, others[0]
        else:
            modified = call.instead_of is not None and self.conflict_rule == "modify"
            name = call.instead_of if modified and call.instead_of else str(next(self._ids))
            ours = self.held[name].ours if name in self.held else True
            if call.instead_of is not None:
                del self.held[call.instead_of]
            self.held[name] = Booking(call.diner, call.table, ours)
            call.committed = name

    def can_replace(self, name: str, table: Table) -> bool:
        """Whether the platform can replace the reservation by the table in one step."""
        return self.conflict_rule == "swap" or (
            self.conflict_rule == "modify" and self.held[name].table.venue == table.venue
        )

    def list(self, diner: int) -> list[Held]:
        """Return the account's reservations."""
        return [
            Held(
                reservation_id=name,
                platform_venue_id=PLATFORM_VENUES[booking.table.venue],
                date=DAY,
                time=booking.table.time,
                party_size=2,
            )
            for name, booking in self.held.items()
            if booking.diner == diner
        ]
