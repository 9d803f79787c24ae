"""The test's side of a store: set the scene as the web tower would, look at what came of it.

One protocol, two stages: the suite says the same things of the twin and of PostgreSQL.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Protocol

from snipers.store.base import SnipeStore

DAY = date(2031, 5, 7)
FILED = datetime(2026, 1, 1, 12, tzinfo=UTC)
NEVER_ENDS = datetime(2031, 5, 8, tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """A request as a test files it. `number` orders them by age and names their diner unless `diner` does."""

    number: int
    venue_id: int
    account_id: int
    day: date = DAY
    party_size: int = 2
    start: time = time(18, 30)
    end: time = time(20, 30)
    seating: str = ""
    rank: int = 2
    group: int | None = None
    diner: str = ""
    ends_at: datetime = NEVER_ENDS
    fee_ceiling_cents: int = 0

    @property
    def filed_at(self) -> datetime:
        """When it was filed: the higher the number, the later."""
        return FILED + timedelta(minutes=self.number)

    @property
    def diner_key(self) -> str:
        """Who will sit down."""
        return self.diner or f"user:{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What became of a request."""

    status: str
    reason: str
    stop: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """An attempt as it stands in the database."""

    attempt_id: int
    reservation_id: int
    state: str
    reason: str
    owner: str
    platform_reservation_id: str | None
    known_before: frozenset[str]
    first_absent_at: datetime | None
    timings: dict[str, float] = field(default_factory=dict)


class Stage(Protocol):
    """Sets the scene for a store and reads what it wrote."""

    @property
    def store(self) -> SnipeStore:
        """The store under test."""

    async def venue(self, *, platform_venue_id: int, opted_out: bool = False) -> int:
        """Add a venue; returns our id."""

    async def account(
        self, *, sealed: str = "sealed", known: frozenset[str] = frozenset(), payment_method_id: str | None = None
    ) -> int:
        """Add a connected account with its own user."""

    async def file(self, filed: Filed) -> int:
        """Add an active request; returns its reservation id."""

    async def change(self, reservation_id: int, *, status: str = "active", stop: str = "") -> None:
        """Set a request's status and stop, as the web tower does."""

    async def change_account(self, account_id: int, *, status: str) -> None:
        """Set an account's status."""

    async def opt_out(self, venue_id: int) -> None:
        """The venue does not want us."""

    async def age(self, attempt_id: int, *, seconds: float) -> None:
        """Make an attempt older than it is."""

    async def request(self, reservation_id: int) -> Request:
        """Read a request."""

    async def tried(self) -> list[Tried]:
        """Read all attempts, oldest first."""

    async def outcomes(self) -> list[tuple[int, str, str]]:
        """Read all outcomes as (attempt id, kind, reason), by attempt."""

    async def lines(self, reservation_id: int) -> list[tuple[str, str]]:
        """Read a timeline as (kind, reason), in the order of writing."""

    async def account_status(self, account_id: int) -> tuple[str, frozenset[str]]:
        """Read an account's status and what it is known to hold."""
