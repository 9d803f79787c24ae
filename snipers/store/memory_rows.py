"""The rows of the in-memory twin, as in the tables that the web tower's models describe."""

from dataclasses import dataclass, field
from datetime import datetime

from snipers.domain.cadence import Schedule
from snipers.domain.snipe import Account, Snipe
from snipers.store.base import Target

LIVE = ("claimed", "unknown", "booked")
OPEN = ("claimed", "unknown")


@dataclass(slots=True, kw_only=True)
class VenueRow:
    """A venue."""

    venue_id: int
    platform: str
    platform_venue_id: int
    venue_name: str
    time_zone: str
    opted_out: bool = False


@dataclass(slots=True, kw_only=True)
class ReservationRow:
    """A request and what may still happen to it."""

    snipe: Snipe
    status: str = "active"
    reason: str = ""
    stop: str = ""


@dataclass(slots=True, kw_only=True)
class AccountRow:
    """A connected account. `payment_method_id` is its default card."""

    account: Account
    payment_method_id: str | None = None
    status: str = "connected"
    attention_reason: str = ""


@dataclass(slots=True, kw_only=True)
class AttemptRow:
    """One try, as in the attempt table."""

    attempt_id: int
    snipe: Snipe
    target: Target
    owner: str
    epoch: int
    known_before: frozenset[str]
    claimed_at: datetime
    send_by: datetime
    grace_until: datetime
    state: str = "claimed"
    reason: str = ""
    first_absent_at: datetime | None = None
    platform_reservation_id: str | None = None
    timings: dict[str, float] = field(default_factory=dict)
    replaces: int | None = None
    old_booking_id: str = ""
    old_booking_gone_at: datetime | None = None
    replacement_notified: bool = True
    fee_cents: int | None = None


@dataclass(slots=True, kw_only=True)
class WatchRow:
    """Who watches a venue, how well it opened, and the pace given last. Epoch 0: nobody watched it yet."""

    started_at: datetime
    heartbeat_at: datetime
    epoch: int = 0
    state: str = "starting"
    polls: int = 0
    last_poll_at: datetime | None = None
    polled: bool = False
    failed_starts: int = 0
    opened: float = 0.0
    watched: float = 0.0
    quarantined_until: datetime | None = None
    schedule: Schedule | None = None
    owner: str = ""
    node: str = ""
    cell: str = ""
    assigned: str = ""
    failure: str = ""
    failed_at: datetime | None = None
    retry_at: datetime | None = None

    def fade(self, at: datetime) -> None:
        """Halve what was seen for each day since the last sign of life, which is now."""
        left = 0.5 ** ((at - self.heartbeat_at).total_seconds() / 86400)
        self.opened, self.watched, self.heartbeat_at = self.opened * left, self.watched * left, at


@dataclass(slots=True, kw_only=True)
class NodeRow:
    """A node of a cell, and whether its watchers are to leave it."""

    cell: str
    state: str = "up"
