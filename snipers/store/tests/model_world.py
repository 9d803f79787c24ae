"""What really happened while hypothesis played: the platform, its calls, the workers. The store is not asked here."""

from dataclasses import dataclass, field
from datetime import time
from itertools import count
from typing import Literal

from snipers.domain.settling import LATE_SECONDS, Held
from snipers.store.records import Claim
from snipers.testing.backend import DAY

# lenient: two tables for one evening are allowed. swap: a conflict, and the platform can replace, under a new id.
# modify: a conflict, and the platform can change the old one within its venue, under the same id; elsewhere the old
# one has to be cancelled before the new one is booked.
Manners = Literal["lenient", "swap", "modify"]


@dataclass(frozen=True)
class Table:
    """A table that frees up again and again. `venue` is 0 or 1."""

    name: str
    venue: int
    time: time


@dataclass(frozen=True)
class Plan:
    """A request of the model: whose, where, and whether it may replace an earlier table. `group`: its siblings."""

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
# The first diner's three requests compete for one meal; the second's two are of one group.
PLANS = (
    Plan(1, 0, False, 10),
    Plan(1, 0, True, 11),
    Plan(1, 1, True, 12),
    Plan(2, 0, False, 13),
    Plan(2, 1, False, 13),
)
PLATFORM_VENUES = (1202, 1203)


def table_of(snipe: int, late: bool) -> Table:
    """The early or the late table at the venue of a request."""
    return [table for table in TABLES if table.venue == PLANS[snipe].venue][late]


@dataclass(eq=False)
class Call:
    """One booking call on its way. `committed` is the platform's reservation; `instead_of` one that it gives up."""

    diner: int
    table: Table
    sent: float
    instead_of: str | None = None
    committed: str | None = None
    over: bool = False
    conflict: str | None = None

    @property
    def open(self) -> bool:
        """Whether the platform may still do something with it."""
        return not self.over and self.committed is None


@dataclass(eq=False)
class Lease:
    """A worker's claim. `at`: its clock at the claim; `old_booking_gone`: it knows that the old booking is gone."""

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
    """The platform, the clock, and the workers that live."""

    manners: Manners
    clock: float = 0.0
    leases: list[Lease] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    held: dict[str, Booking] = field(default_factory=dict)
    _ids: "count[int]" = field(default_factory=lambda: count(1000))

    def pass_time(self, seconds: float) -> None:
        """A call that did not commit within LATE_SECONDS never will."""
        self.clock += seconds
        for call in self.calls:
            if call.open and self.clock - call.sent > LATE_SECONDS:
                call.over = True

    def pending(self) -> list[Call]:
        """Calls that the platform has not decided."""
        return [call for call in self.calls if call.open]

    def answered(self) -> list[Lease]:
        """Workers whose call was decided."""
        return [lease for lease in self.leases if lease.call is not None and not lease.call.open]

    def book_manually(self, diner: int, table: Table) -> None:
        """The diner books without us."""
        self.held[str(next(self._ids))] = Booking(diner, table, ours=False)

    def commit(self, call: Call) -> None:
        """Decide a call: book, or refuse because of another table of that evening."""
        others = [
            name for name, booking in self.held.items() if booking.diner == call.diner and name != call.instead_of
        ]
        if call.instead_of is not None and call.instead_of not in self.held:
            call.over = True
        elif others and self.manners != "lenient":
            call.over, call.conflict = True, others[0]
        else:
            modified = call.instead_of is not None and self.manners == "modify"
            name = call.instead_of if modified and call.instead_of else str(next(self._ids))
            ours = self.held[name].ours if name in self.held else True
            if call.instead_of is not None:
                del self.held[call.instead_of]
            self.held[name] = Booking(call.diner, call.table, ours)
            call.committed = name

    def can_replace(self, name: str, table: Table) -> bool:
        """Whether the platform can give that reservation up and book the table in one step."""
        return self.manners == "swap" or (self.manners == "modify" and self.held[name].table.venue == table.venue)

    def list(self, diner: int) -> list[Held]:
        """The account's reservations."""
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
