"""The port to what lasts: snipes, claims, outcomes, watch states, pace. Owns the protocol; its records are records.py.

Two implementations: postgres.py (the real one; sql/ holds every statement) and memory.py (its twin for tests).
One suite runs on both. Every write is a counted transition: a return of None, False or 0 means that somebody was first.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from snipers.domain.cadence import Schedule
from snipers.domain.vocabulary import SourceState
from snipers.store.records import (
    AttemptEnd,
    CellStatus,
    Claim,
    Desired,
    DueRelease,
    FinalState,
    KeyDemand,
    Node,
    OpenAttempt,
    PendingCancellation,
    Roster,
    Snapshot,
    SnipeState,
    SwitchedOff,
    Target,
    TimelineEntry,
    VenueState,
)

__all__ = [
    "ARM_SECONDS",
    "BURST_SECONDS",
    "MAIN_CELL",
    "RELEASE_LEAD_SECONDS",
    "AlreadyAdopted",
    "AttemptEnd",
    "CellStatus",
    "Claim",
    "Desired",
    "DueRelease",
    "FinalState",
    "KeyDemand",
    "Node",
    "NotAssigned",
    "OpenAttempt",
    "PendingCancellation",
    "Roster",
    "Snapshot",
    "SnipeState",
    "SnipeStore",
    "SwitchedOff",
    "Target",
    "TimelineEntry",
    "VenueState",
]

# A drop wants a watcher so long before its instant, and is one so long after it.
ARM_SECONDS = 300.0
BURST_SECONDS = 20.0
# A release may be claimed so long before its instant on the database's clock; the watcher knows the platform's.
RELEASE_LEAD_SECONDS = 5.0
# The default cell: one machine has one.
MAIN_CELL = "main"


class SnipeStore(Protocol):
    """What the sniper tower asks of the database."""

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str, cell: str = MAIN_CELL) -> int:
        """Become the venue's watcher and return the new epoch; claims of every older epoch get no row from now on.

        Raises NotAssigned when the venue is to be watched by another cell.
        """

    async def still_watching(self, *, venue_id: int, epoch: int, polls: int = 0, opened: int = 0) -> bool:
        """Leave a sign of life; False once another watcher took the venue, and then the caller retires.

        `polls` answered and tables seen `opened` since the last time.
        """

    async def roster(self, *, venue_id: int) -> Roster | None:
        """Return the venue and all its active snipes, oldest first.

        Among them those whose account needs a reconnect and releases that are far ahead; not those whose account is
        switched off.
        """

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        """Lease the target, re-reading every condition in the same statement. None: say nothing, go on watching."""

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        """Add reservations that the account held before our call to the attempt and to the account's baseline."""

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        """Write down which reservation is about to be given up, before the platform is asked to.

        False, and then nothing may be given up: the attempt is not `claimed` any more, its send deadline passed, a stop
        waits, or the reservation is another table that we hold for somebody (not the one that this claim replaces).
        """

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        """Record that the platform no longer holds the attempt's old booking. Safe to repeat."""

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        """Return the cancellations that the venue's booked attempts still owe, oldest first."""

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
    ) -> bool:
        """Close the attempt and everything that hangs on it in one statement. Safe to send twice: True only once.

        `unknown` keeps it open. Booked in place of an old booking: the old attempt becomes `replaced` and its request
        canceled; unless the old booking is gone, its cancellation is pending. Lost or refused although the old booking
        is gone: the old attempt becomes `replaced`, its request waits again while there
        is time. Refused with the reason held_back_fee, it was we who refused: the timeline says `held_back`, and
        `fee_cents` is what the table asks for. Raises AlreadyAdopted when another attempt holds that platform
        reservation.
        """

    async def note_absent(self, *, attempt_id: int) -> datetime:
        """Remember the first time the account's list did not show the booking; returns that time (database clock).

        Raises LookupError when the attempt is closed.
        """

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        """Return the venue's attempts in state claimed or unknown, oldest first."""

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """Add what the account holds to its baseline."""

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        """Mark a connected account as needing its owner; True if this call did it.

        `payment_required` leaves it connected; every other reason keeps it from being used. Nothing happens when the
        account has another token by now: what an old one met says nothing about the new one.
        """

    async def save_payment_method(self, *, account_id: int, payment_method_id: str) -> None:
        """Keep the platform's id of the account's card; what was said of a missing one is taken back."""

    async def write_timeline(self, *, entries: Sequence[TimelineEntry]) -> None:
        """Append entries to timelines; entries of requests that are gone are ignored."""

    async def write_states(self, *, snipes: Sequence[SnipeState], venues: Sequence[VenueState]) -> None:
        """Write the latest states in one go; a venue state of an older epoch is ignored."""

    async def desired(self) -> list[Desired]:
        """Return every venue that wants a watcher now.

        One that opted out or is switched off has no keys and no drops, and is there only while attempts are open or
        cancellations owed.
        """

    async def write_schedules(self, *, schedules: Mapping[int, Schedule]) -> None:
        """Keep the pace of each venue (our id), for watchers that start later."""

    async def quarantine(self, *, venue_id: int, until: datetime, reason: str) -> None:
        """The venue gets no watcher before `until`."""

    async def write_sources(self, *, sources: Sequence[SourceState]) -> None:
        """Keep what the breaker says of the platforms; open pages hear of it when something changed."""

    async def sources(self) -> list[SourceState]:
        """Return what the breaker last said, by platform."""

    async def controller_heartbeat(
        self, *, cell: str, budgets: Mapping[str, float], nodes: Sequence[Node]
    ) -> CellStatus:
        """Leave a controller's sign of life and what it sees; returns what is wanted of its cell.

        `budgets`: polls a second by platform, as configured. A draining node without watchers becomes drained.
        """

    async def remote_status_reports(self, *, cell: str) -> list[VenueState]:
        """Return the latest words of living watchers of other cells, as far as they are kept."""

    async def switches(self) -> frozenset[tuple[str, str]]:
        """Return the kill switches that are on, as (scope, key)."""

    def wakes(self) -> AsyncIterator[int | None]:
        """Yield our venue id (None: look at everything) when snipes change; ends when the connection is lost."""

    async def warm(self, *, connections: int | None = None) -> None:
        """Make the next claims quick: open so many connections (None: all that a burst wants) and plan on them."""

    async def close(self) -> None:
        """Give connections back."""


class AlreadyAdopted(Exception):
    """Another attempt of ours holds that platform reservation."""


class NotAssigned(Exception):
    """The venue is assigned to another cell."""
