"""The port to the database: snipes, claims, outcomes, watch states, schedules. records.py has its records.

postgres.py implements the port for production, snipers/testing/memory_store for tests; one suite of tests runs on both
implementations. Each write is conditional: a result of None, False or 0 means that another process was first.
"""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from snipers.domain.cadence import Schedule
from snipers.domain.early_find import PastFind
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.odds.records import Observations
from snipers.domain.odds.relative import RelativeOdds
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.vocabulary import SourceState
from snipers.store.records import (
    NOTHING_HELD,
    NOTHING_MEASURED,
    AgreedTerms,
    AttemptEnd,
    Beat,
    CellStatus,
    Claim,
    Desired,
    HeldAmounts,
    Measured,
    Node,
    Offer,
    OpenAttempt,
    PendingCancellation,
    Roster,
    SnipeState,
    Standing,
    Taker,
    Target,
    TimelineEntry,
    VenueState,
)

# A venue has a watcher from this long before a release until this long after it, even without other requests.
WATCH_BEFORE_RELEASE_SECONDS = 300.0
WATCH_AFTER_RELEASE_SECONDS = 20.0
# A watcher that confirmed no heartbeat for this long may have lost its venue: it stops polling.
LEASE_SECONDS = 10.0
# The database accepts a claim for a release from this long before the release, by the database's clock. The watcher
# decides exactly when to book, by the platform's clock.
RELEASE_LEAD_SECONDS = 5.0
# If several slots for a one-table group are seen within this time, the one that its user prefers is booked.
CHOICE_SECONDS = 1.0
# If the preferred reservations have a longer poll period, the wait is that period plus this margin, up to the maximum.
CHOICE_MARGIN_SECONDS = 0.25
MOST_CHOICE_SECONDS = 2.5
# An offer is compared with others for this long after its slot was seen.
OFFER_SECONDS = 5.0
# The name of the cell in a deployment with a single cell.
MAIN_CELL = "main"


class SnipeStore(Protocol):
    """The reads and writes of the sniper tower.

    Every call may be repeated, but timeline entries and watched time are then stored twice.
    """

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str, cell: str = MAIN_CELL) -> int:
        """Become the venue's watcher and return the new epoch. From then on, claims of older epochs get no row.

        Raises NotAssigned if the venue belongs to another cell or was deleted.
        """

    async def take_watches(self, *, takers: Mapping[int, Taker]) -> Mapping[int, int]:
        """Do the same for several venues in one statement, and return the new epochs by venue id.

        Venues that belong to another cell or were deleted are left out.
        """

    async def rosters(self, *, beats: Mapping[int, Beat]) -> Mapping[int, Roster]:
        """Record a heartbeat for each of these venues, and return their rosters by venue id, as `roster` does."""

    async def roster(self, *, venue_id: int, beat: Beat | None = None) -> Roster | None:
        """Return the venue with all its active snipes, oldest first. None if the venue does not exist.

        With a `beat`, also record a heartbeat. If another watcher has taken the venue, `watching`
        of the roster is False, and the caller must retire.

        Snipes whose account needs a reconnect are included, and so are releases that are far ahead. Snipes of accounts
        with a kill switch are left out.
        """

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        """Claim the target for the watcher `owner`. Return None if a condition of the claim fails.

        One statement checks all conditions and writes the claim.
        """

    async def offer(self, *, group_id: int, members: Sequence[int], offers: Sequence[Offer]) -> Standing:
        """Replace a one-table group's offers at one venue, and compare them with those elsewhere.

        `members` are the ids of the group's reservations at the venue. Without offers there is
        nothing to compare, so no other venue outranks this one.
        """

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        """Add reservations that the account held before our call to the attempt and to the account's known
        reservations.
        """

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        """Record the id of the old booking that the caller is about to replace or cancel.

        Return False if the caller must not do so. It may if the attempt is `claimed`, its send
        deadline has not passed, and no stop of its request is pending. In addition, the old booking
        must be the one that the claim replaces or, if the claim replaces none, must not be held by
        an attempt of ours.
        """

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        """Record that the platform no longer holds the attempt's old booking."""

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        """Return the old bookings that the venue's booked attempts replaced and that are not canceled yet, oldest
        first."""

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        measured: Measured = NOTHING_MEASURED,
        old_booking_gone: bool = False,
        held: HeldAmounts = NOTHING_HELD,
        terms: AgreedTerms | None = None,
    ) -> bool:
        """Record the end of an attempt and all its consequences in one statement.

        Return True if this call recorded the end, False if the attempt was closed before.

        - `unknown` keeps the attempt open. A second `unknown` returns False.
        - Booked in place of an old booking: the old attempt becomes `replaced` and its request canceled. The
          cancellation of the old booking becomes pending, unless that booking is gone.
        - Lost or refused although the old booking is gone: the old attempt becomes `replaced`. Its request becomes
          active again if there is time left.
        - With the reason held_back_fee: the timeline says `held_back`, and `held` has the table's amounts above their
          ceilings. With the reason fee_unknown, the timeline says `held_back` too.
        - `terms` are stored for booked, unknown and held-back attempts. None keeps the terms that are already stored.

        Raises AlreadyAdopted if another attempt of ours has the reservation `platform_reservation_id`.
        """

    async def record_absence(self, *, attempt_id: int) -> datetime:
        """Store the first time at which the account's list did not have the booking, and return it (database clock).

        Raises LookupError if the attempt is closed.
        """

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        """Return the venue's attempts in state claimed or unknown, oldest first."""

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """Add reservations to the account's baseline: the ids of all reservations that were ever seen in its list."""

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        """Mark a connected account so that its owner is asked to act. Return True if this call did.

        `reason` says what is wrong. Every reason except `payment_required` makes the account
        unusable. Nothing changes if the account is not connected, has the same reason already, or
        has another token by now.
        """

    async def save_payment_method(self, *, account_id: int, payment_method_id: str) -> None:
        """Store the platform's id of the account's card, and stop asking its owner for a card."""

    async def write_timeline(self, *, entries: Sequence[TimelineEntry], may_wait: bool = False) -> None:
        """Append entries to timelines. Entries of deleted requests are ignored.

        With `may_wait`, another process may write them, and they may wait for it. They may then be written twice.
        """

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        """Write the latest states. A venue's state of an older epoch is ignored."""

    async def desired(self, *, venue_ids: Collection[int] | None = None, ahead_seconds: float = 0.0) -> list[Desired]:
        """Return every venue that needs a watcher now, or those of `venue_ids` that need one.

        With `ahead_seconds`, also venues whose requests change by time (`changes_at`) within these seconds.

        A venue that opted out or is switched off has no keys and no releases. It is listed only while it has open
        attempts or pending cancellations.
        """

    async def taken_watches(self, *, within_seconds: float) -> list[int]:
        """Return the venues that a watcher has taken within these seconds."""

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """Store the schedule of each venue (by our id), for watchers that start later."""

    async def quarantine(self, *, venue_id: int, until: datetime, reason: str) -> None:
        """Keep the venue without a watcher until this time."""

    async def write_sources(self, *, sources: Sequence[SourceState]) -> None:
        """Write the breaker's state of each platform. Open pages receive a change at once."""

    async def sources(self) -> list[SourceState]:
        """Return the breaker's last state of each platform, by name."""

    async def write_learned_paces(self, *, paces: Sequence[LearnedPace]) -> None:
        """Write the learned pace of each platform from one cell's address."""

    async def learned_paces(self, *, cell: str) -> list[LearnedPace]:
        """Return the learned paces of a cell, by platform."""

    async def relative_odds(self) -> RelativeOdds | None:
        """Return how likely openings are by lead and part of the day. None if no openings were fitted yet."""

    async def past_finds(self, *, platform: str) -> list[PastFind]:
        """Return up to 40 finds that led to earlier attempts at a platform.

        Finds of releases with an early find come first. Within each kind, the newest come first.
        """

    async def record_openings(self, *, venue_id: int, observations: Sequence[ReleaseObservation]) -> None:
        """Merge observations with the stored ones of the same service dates. An observation that contradicts them is
        ignored.
        """

    async def release_observations(self, *, venue_id: int) -> list[ReleaseObservation]:
        """Return the venue's observations of the last 120 days, by service date."""

    async def record_watched(self, *, observed: Mapping[int, Observations]) -> None:
        """Store the observations of polls from which the odds are computed, by venue id.

        An opening that is stored already is skipped; seconds of watched time are added to the stored ones.
        """

    async def controller_heartbeat(
        self, *, cell: str, budgets: Mapping[str, float], nodes: Sequence[Node]
    ) -> CellStatus:
        """Record that the controller runs and which nodes it has. Return the operators' orders for its cell.

        `budgets` are the configured polls per second by platform. A draining node without watchers becomes drained.
        """

    async def remote_status_reports(self, *, cell: str) -> list[VenueState]:
        """Return the stored status reports of other cells' watchers that are alive."""

    async def switches(self) -> frozenset[tuple[str, str]]:
        """Return the kill switches that are on, as (scope, key)."""

    def demand_changes(self) -> AsyncIterator[int | None]:
        """Yield our id of a venue when the venue's snipes change, or None if any venue may have changed.

        The iterator ends when the connection is lost.
        """

    async def warm(self) -> None:
        """Open as many connections as a burst needs and plan the claim statement on each, so that the first claims are
        fast."""

    async def close(self) -> None:
        """Close the connections."""


class AlreadyAdopted(Exception):
    """Another attempt of ours is already recorded with this reservation at the platform."""


class NotAssigned(Exception):
    """The venue is assigned to another cell."""
