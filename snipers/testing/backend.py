"""The test's side of a store: set the scene as the web tower would, look at what came of it.

One protocol, two stages: the suite says the same things of the twin and of PostgreSQL.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, Protocol

from snipers.domain.snipe import Guest, SnipeType
from snipers.store.base import SnipeStore

DAY = date(2031, 5, 7)
FILED = datetime(2026, 1, 1, 12, tzinfo=UTC)
NEVER_ENDS = datetime(2031, 5, 8, tzinfo=UTC)

Scope = Literal["platform", "venue", "account"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRequest:
    """A request as a test files it. `number` orders them by age and names their diner unless `diner` does.

    `guest`: a concierge's client, whose card at the account is `card`.
    """

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
    snipe_type: SnipeType = "cancel"
    release_at: datetime | None = None
    override: bool = False
    guest: Guest | None = None
    card: str | None = None
    trace: str = ""

    @property
    def filed_at(self) -> datetime:
        """When it was filed: the higher the number, the later."""
        return FILED + timedelta(minutes=self.number)

    @property
    def diner_key(self) -> str:
        """Who will sit down."""
        return self.diner or f"user:{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRequest:
    """What became of a request."""

    status: str
    reason: str
    stop: str
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAttempt:
    """An attempt as it stands in the database."""

    attempt_id: int
    reservation_id: int
    state: str
    reason: str
    owner: str
    platform_reservation_id: str | None
    time: time
    known_before: frozenset[str]
    first_absent_at: datetime | None
    replaces: int | None
    old_booking_id: str
    old_booking_gone: bool
    replacement_notified: bool
    timings: dict[str, float] = field(default_factory=dict)


class Backend(Protocol):
    """Sets the scene for a store and reads what it wrote."""

    @property
    def store(self) -> SnipeStore:
        """The store under test."""

    async def add_venue(self, *, platform_venue_id: int, opted_out: bool = False, platform: str = "resy") -> int:
        """Add a venue; returns our id."""

    async def add_account(
        self,
        *,
        sealed: str = "sealed",
        known: frozenset[str] = frozenset(),
        payment_method_id: str | None = None,
        platform: str = "resy",
    ) -> int:
        """Add a connected account with its own user."""

    async def add_request(self, filed: NewRequest) -> int:
        """Add an active request; returns its reservation id."""

    async def set_status(self, reservation_id: int, *, status: str = "active", stop: str = "") -> None:
        """Set a request's status and stop, as the web tower does."""

    async def edit_request(self, reservation_id: int, filed: NewRequest) -> None:
        """Make an open request what `filed` says (not its venue, date and diner), as the web tower's edit does."""

    async def rename_guest(self, reservation_id: int, guest: Guest) -> None:
        """Correct the client that a request is for, in the concierge's book."""

    async def change_card(self, reservation_id: int, card: str) -> None:
        """Put another card of the client on file."""

    async def forget_guest(self, reservation_id: int) -> None:
        """Delete the client that a request is for."""

    async def request_stop(self, reservation_id: int, *, stop: str) -> None:
        """Mark a request to be stopped when its call ends, as the web tower does; only an active one."""

    async def set_end(self, reservation_id: int, *, ends_at: datetime) -> None:
        """Move the instant after which a request is over."""

    async def set_account_status(self, account_id: int, *, status: str) -> None:
        """Set an account's status."""

    async def opt_out(self, venue_id: int) -> None:
        """The venue does not want us."""

    async def set_switch(self, scope: Scope, key: str, *, on: bool = True) -> None:
        """Throw a kill switch: of a platform by its name, of a venue or an account by our id."""

    async def assign(self, venue_id: int, cell: str) -> None:
        """Say which cell is to watch the venue, as a hand-over does; "" is the active one."""

    async def activate_cell(self, cell: str) -> None:
        """Make a cell that stands the active one."""

    async def drain_node(self, node: str) -> None:
        """Order that a node be left; it has been seen before."""

    async def node_state(self, node: str) -> str:
        """Read how a node stands."""

    async def set_share(self, platform: str, share: float) -> None:
        """Let only a share of a platform's budget be used."""

    async def age_attempt(self, attempt_id: int, *, seconds: float) -> None:
        """Make an attempt older than it is."""

    async def age_watch(self, venue_id: int, *, seconds: float) -> None:
        """Let the venue's watch, and its last sign of life, be so much longer ago."""

    async def request(self, reservation_id: int) -> StoredRequest:
        """Read a request."""

    async def attempts(self) -> list[StoredAttempt]:
        """Read all attempts, oldest first."""

    async def outcomes(self) -> list[tuple[int, str, str]]:
        """Read all outcomes as (attempt id, kind, reason), by attempt."""

    async def timeline(self, reservation_id: int) -> list[tuple[str, str]]:
        """Read a timeline as (kind, reason), in the order of writing."""

    async def attention(self, account_id: int) -> tuple[str, str | None]:
        """Read what is asked of an account's owner, and its default card."""

    async def account_status(self, account_id: int) -> tuple[str, frozenset[str]]:
        """Read an account's status and what it is known to hold."""
