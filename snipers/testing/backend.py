"""The port through which tests prepare and inspect the rows of a store under test.

A backend writes rows as the web tower does, and reads the rows that the store wrote. MemoryBackend and PostgresBackend
implement one protocol, so one suite of tests runs on both stores.
"""

from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal, Protocol

from snipers.domain.access import StoredAccess
from snipers.domain.odds.records import SeenOpening
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.snipe import Guest, SnipeType
from snipers.store.base import SnipeStore
from snipers.store.records import AgreedTerms

DAY = date(2031, 5, 7)
FILED = datetime(2026, 1, 1, 12, tzinfo=UTC)
NEVER_ENDS = datetime(2031, 5, 8, tzinfo=UTC)

Scope = Literal["platform", "venue", "account"]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRequest:
    """The values of a reservation that a test adds, and of its group.

    `number` sets the time of creation: a reservation with a higher number is younger. It also
    identifies the diner if `diner` is empty. Reservations with the same `group` belong to one
    group; with None, the reservation gets a group of its own. Without `account_id`, it has no account.
    `confirmed` says whether the user's e-mail address is confirmed. `guest` is a concierge's client, and
    `card` is the client's card at the account. `windows` are several time windows, best first;
    `start` and `end` are then ignored.
    """

    number: int
    venue_id: int
    account_id: int | None
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
    cancel_fee_ceiling_cents: int | None = None
    accepts_unknown_fee: bool = False
    snipe_type: SnipeType = "cancel"
    release_at: datetime | None = None
    override: bool = False
    guest: Guest | None = None
    card: str | None = None
    note_to_restaurant: str = ""
    trace: str = ""
    notify_only: bool = False
    confirmed: bool = True
    one_table: bool = False
    choice: int = 0
    seatings: tuple[str, ...] = ()
    windows: tuple[tuple[time, time], ...] = ()

    @property
    def cancel_ceiling(self) -> int:
        """The ceiling of a fee that is paid if nobody comes; without one, that of what is paid now."""
        return self.fee_ceiling_cents if self.cancel_fee_ceiling_cents is None else self.cancel_fee_ceiling_cents

    @property
    def first_window(self) -> tuple[time, time]:
        """The window from `start` to `end`, or the first of several."""
        return self.windows[0] if self.windows else (self.start, self.end)

    @property
    def filed_at(self) -> datetime:
        """The time at which the request was created, which `number` determines."""
        return FILED + timedelta(minutes=self.number)

    @property
    def diner_key(self) -> str:
        """The key of the diner who will use the table."""
        return self.diner or f"user:{self.number}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRequest:
    """The columns of a reservation's row that tests check. `stop` is a pending stop, "" without one."""

    status: str
    reason: str
    stop: str
    revision: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAttempt:
    """The columns of an attempt's row that tests check."""

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
    held: tuple[int | None, int | None] = (None, None)
    terms: AgreedTerms | None = None
    timings: dict[str, float] = field(default_factory=dict)
    reply: str = ""


class Backend(Protocol):
    """Creates and changes rows for a store under test, and reads what the store wrote."""

    @property
    def store(self) -> SnipeStore:
        """The store under test."""

    async def add_venue(self, *, platform_venue_id: int, opted_out: bool = False, platform: str = "resy") -> int:
        """Add a venue; return our id."""

    async def add_account(
        self,
        *,
        sealed: str = "sealed",
        known: frozenset[str] = frozenset(),
        payment_method_id: str | None = None,
        platform: str = "resy",
    ) -> int:
        """Add a connected account with its own user; return the account's id."""

    async def add_request(self, filed: NewRequest) -> int:
        """Add an active request; return its reservation id."""

    async def set_status(
        self, reservation_id: int, *, status: str = "active", reason: str = "", stop: str = ""
    ) -> None:
        """Set a request's status, its reason and stop, as the web tower does."""

    async def edit_request(self, reservation_id: int, filed: NewRequest) -> None:
        """Edit an open request as the web tower does: copy the editable values from `filed`.

        Its venue, date and diner do not change.
        """

    async def rename_guest(self, reservation_id: int, guest: Guest) -> None:
        """Change the name and contact data of the request's client in the concierge's list of clients."""

    async def change_card(self, reservation_id: int, card: str) -> None:
        """Replace the card of the request's client."""

    async def delete_guest(self, reservation_id: int) -> None:
        """Delete the request's client."""

    async def request_stop(self, reservation_id: int, *, stop: str) -> None:
        """Set a pending stop on an active request, as the web tower does during a booking call."""

    async def set_end(self, reservation_id: int, *, ends_at: datetime) -> None:
        """Set the time at which a request ends."""

    async def confirm_address(self, reservation_id: int) -> None:
        """Confirm the e-mail address of the request's user."""

    async def set_account_status(self, account_id: int, *, status: str) -> None:
        """Set an account's status."""

    async def erase_token(self, account_id: int) -> None:
        """Erase the token of an account, as the web tower does after a disconnection."""

    async def opt_out(self, venue_id: int) -> None:
        """Mark the venue as opted out."""

    async def set_switch(self, scope: Scope, key: str, *, on: bool = True) -> None:
        """Set or clear a kill switch. The key is a platform's name, or our id of a venue or account."""

    async def set_access(self, platform: str, stored: StoredAccess | None) -> None:
        """Store an operator's access values for a platform; with None, remove them."""

    async def reset_breaker(self, platform: str, *, at: datetime) -> None:
        """Record that an operator has reset the platform's breaker, whose state must be stored."""

    async def fit_odds(self, odds: RelativeOdds) -> None:
        """Store fitted odds, as the web tower's daily task does."""

    async def assign(self, venue_id: int, cell: str) -> None:
        """Assign the venue to a cell, as a hand-over does. "" means the active cell."""

    async def activate_cell(self, cell: str) -> None:
        """Make an existing cell the active one."""

    async def drain_node(self, node: str) -> None:
        """Start draining a node that a controller has reported."""

    async def node_state(self, node: str) -> str:
        """Read the state of a node."""

    async def set_share(self, platform: str, share: float) -> None:
        """Set the usable share of a platform's budget."""

    async def age_attempt(self, attempt_id: int, *, seconds: float) -> None:
        """Make an attempt `seconds` older: move its times into the past."""

    async def age_watch(self, venue_id: int, *, seconds: float) -> None:
        """Move the start of the venue's watch and its last heartbeat `seconds` into the past."""

    async def request(self, reservation_id: int) -> StoredRequest:
        """Read a request."""

    async def attempts(self) -> list[StoredAttempt]:
        """Read all attempts, oldest first."""

    async def outcomes(self) -> list[tuple[int, str, str]]:
        """Read all outcomes as (attempt id, kind, reason), ordered by attempt."""

    async def seen_openings(self, venue_id: int) -> list[SeenOpening]:
        """Return the openings that were recorded for the odds."""

    async def watched_seconds(self, venue_id: int) -> float:
        """Return the sum of the watched time that was recorded for the odds."""

    async def timeline(self, reservation_id: int) -> list[tuple[str, str]]:
        """Read a timeline as (kind, reason), in the order of writing."""

    async def attention(self, account_id: int) -> tuple[str, str | None]:
        """Read the reason why an account needs attention, and its default card."""

    async def account_status(self, account_id: int) -> tuple[str, frozenset[str]]:
        """Read an account's status and its known reservations."""
