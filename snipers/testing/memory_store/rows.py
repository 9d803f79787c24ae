"""The rows of the in-memory store. Each class has the columns of a table that the sniper tower uses."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from snipers.domain.cadence import Schedule
from snipers.domain.snipe import Account, Snipe
from snipers.store.records import AgreedTerms, Offer, Target

LIVE = ("claimed", "unknown", "booked")
OPEN = ("claimed", "unknown")
# A watcher whose last heartbeat is not older than this counts as alive.
ALIVE_FOR = timedelta(seconds=10)


@dataclass(slots=True, kw_only=True)
class VenueRow:
    """One row of the table `venue`."""

    venue_id: int
    platform: str
    platform_venue_id: int
    venue_name: str
    time_zone: str
    opted_out: bool = False


@dataclass(slots=True, kw_only=True)
class ReservationRow:
    """One row of the table `reservation`, with the values of its group in `snipe`."""

    snipe: Snipe
    status: str = "active"
    reason: str = ""
    stop: str = ""


@dataclass(slots=True, kw_only=True)
class AccountRow:
    """One row of the table `platform_account`, with the account's default card."""

    account: Account
    payment_method_id: str | None = None
    status: str = "connected"
    attention_reason: str = ""


@dataclass(slots=True, kw_only=True)
class AttemptRow:
    """One row of the table `attempt`."""

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
    reply: str = ""
    first_absent_at: datetime | None = None
    platform_reservation_id: str | None = None
    timings: dict[str, float] = field(default_factory=dict)
    replaces: int | None = None
    old_booking_id: str = ""
    old_booking_gone_at: datetime | None = None
    replacement_notified: bool = True
    held: tuple[int | None, int | None] = (None, None)
    terms: AgreedTerms | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateRow:
    """One row of the table `candidate`."""

    group_id: int
    offer: Offer
    seen_at: datetime


@dataclass(slots=True, kw_only=True)
class WatchRow:
    """One row of the table `venue_watch`. Epoch 0 means that there was no watcher yet."""

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
        """Set the heartbeat to `at`, and let `opened` and `watched` decay by one half in a day."""
        left = 0.5 ** ((at - self.heartbeat_at).total_seconds() / 86400)
        self.opened, self.watched, self.heartbeat_at = self.opened * left, self.watched * left, at


@dataclass(slots=True, kw_only=True)
class NodeRow:
    """One row of the table `cell_node`."""

    cell: str
    state: str = "up"
