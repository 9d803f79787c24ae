"""The port to the database: snipes, claims, outcomes, watch states, schedules. Its records are in records.py.

postgres.py implements it; snipers/testing/memory_store does so for tests, and one suite runs on both. Each write is
conditional: None, False or 0 means that another process was first.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from snipers.domain.cadence import Schedule
from snipers.domain.vocabulary import SourceState
from snipers.store.records import (
    AgreedTerms,
    AttemptEnd,
    CellStatus,
    Claim,
    Desired,
    Node,
    OpenAttempt,
    PendingCancellation,
    Roster,
    SnipeState,
    Target,
    TimelineEntry,
    VenueState,
)

# A venue has a watcher from this long before a release until this long after it, whatever else is requested there.
WATCH_BEFORE_RELEASE_SECONDS = 300.0
WATCH_AFTER_RELEASE_SECONDS = 20.0
# A watcher that confirmed no heartbeat for this long may have lost its venue: it stops polling.
LEASE_SECONDS = 10.0
# The database accepts claims for a release this early by its own clock; the watcher measures the platform's.
RELEASE_LEAD_SECONDS = 5.0
# The cell of a deployment that has only one.
MAIN_CELL = "main"


class SnipeStore(Protocol):
    """What the sniper tower reads and writes. Every call may be repeated."""

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str, cell: str = MAIN_CELL) -> int:
        """Become the venue's watcher and return the new epoch; claims of older epochs get no row from now on.

        Raises NotAssigned if the venue belongs to another cell.
        """

    async def still_watching(self, *, venue_id: int, epoch: int, polls: int = 0, opened: int = 0) -> bool:
        """Send a heartbeat; False once another watcher took the venue: the caller then retires.

        `polls` answered and tables seen `opened` since the last heartbeat.
        """

    async def roster(self, *, venue_id: int) -> Roster | None:
        """Return the venue with all its active snipes, oldest first.

        Includes those whose account needs a reconnect and releases far ahead; excludes switched-off accounts.
        """

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        """Lease the target, checking every condition in the same statement; None if one fails."""

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        """Add reservations that the account held before our call to the attempt and to the account's baseline."""

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        """Record the old booking that is to be released, before the call to the platform.

        False forbids the release. The attempt must still be `claimed`, within its send deadline and without a pending
        stop. The booking must be the one that the claim replaces, or none of ours.
        """

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        """Record that the platform no longer holds the attempt's old booking."""

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        """Return the old bookings of the venue's booked attempts that are still to be canceled, oldest first."""

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        timings: Mapping[str, float] | None = None,
        checks: int | None = None,
        old_booking_gone: bool = False,
        fee_cents: int | None = None,
        terms: AgreedTerms | None = None,
    ) -> bool:
        """Close the attempt and everything that depends on it in one statement; True only the first time.

        `unknown` keeps it open. Booked in place of an old booking: the old attempt becomes `replaced`, its request
        canceled and, unless the old booking is gone, its cancellation pending. Lost or refused although the old booking
        is gone: the old attempt becomes `replaced` and its request active again while there is time. With the reason
        held_back_fee the timeline says `held_back`, and `fee_cents` is the table's fee. `terms` are stored with a
        booking, also with one that is still unknown; None keeps stored ones. Raises AlreadyAdopted if another attempt
        holds that platform reservation.
        """

    async def record_absence(self, *, attempt_id: int) -> datetime:
        """Store the first time at which the account's list lacked the booking; return it (database clock).

        Raises LookupError if the attempt is closed.
        """

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        """Return the venue's attempts in state claimed or unknown, oldest first."""

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """Add the reservations that the account holds to its baseline."""

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        """Flag the account for its owner; True if this call did so.

        Every reason but `payment_required` keeps the account from being used. Changes nothing if the account has
        another token by now.
        """

    async def save_payment_method(self, *, account_id: int, payment_method_id: str) -> None:
        """Store the platform's id of the account's card and withdraw the request for one."""

    async def write_timeline(self, *, entries: Sequence[TimelineEntry]) -> None:
        """Append entries to timelines; entries of deleted requests are ignored."""

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        """Write the latest states; a venue state of an older epoch is ignored."""

    async def desired(self) -> list[Desired]:
        """Return every venue that needs a watcher now.

        A venue that opted out or is switched off has no keys and no releases; it is listed while it has open attempts
        or pending cancellations.
        """

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """Store the schedule of each venue (our id), for watchers that start later."""

    async def quarantine(self, *, venue_id: int, until: datetime, reason: str) -> None:
        """Keep the venue without a watcher until then."""

    async def write_sources(self, *, sources: Sequence[SourceState]) -> None:
        """Store the breaker's state of the platforms; a change is pushed to open pages."""

    async def sources(self) -> list[SourceState]:
        """Return the breaker's last state of each platform, by name."""

    async def controller_heartbeat(
        self, *, cell: str, budgets: Mapping[str, float], nodes: Sequence[Node]
    ) -> CellStatus:
        """Record that the controller runs and which nodes it sees; return its cell's orders.

        `budgets` are the configured polls per second by platform. A draining node without watchers becomes drained.
        """

    async def remote_status_reports(self, *, cell: str) -> list[VenueState]:
        """Return the stored status reports of living watchers of other cells."""

    async def switches(self) -> frozenset[tuple[str, str]]:
        """Return the kill switches that are on, as (scope, key)."""

    def demand_changes(self) -> AsyncIterator[int | None]:
        """Yield our venue id when its snipes change, None for "check everything"; end when the connection is lost."""

    async def warm(self, *, connections: int | None = None) -> None:
        """Open connections (None: as many as a burst needs) and plan the claim on each, so that claims are quick."""

    async def close(self) -> None:
        """Close the connections."""


class AlreadyAdopted(Exception):
    """Another attempt of ours holds that platform reservation."""


class NotAssigned(Exception):
    """The venue is assigned to another cell."""
