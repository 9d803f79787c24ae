"""The port to what lasts: wishes, claims, outcomes, watch states. Owns the protocol and its records, no SQL.

Two implementations: postgres.py (the real one; queries.sql holds every statement) and memory.py (its twin for tests).
One suite runs on both. Every write is a counted transition: a return of None, False or 0 means that somebody was first.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from datetime import time as clock_time
from typing import Literal, Protocol

from snipers.domain.snipe import Wish

FinalState = Literal["booked", "lost", "refused"]
AttemptEnd = Literal["booked", "lost", "refused", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """Who waits at one venue now, with what the watcher has to know of the venue."""

    venue_id: int
    platform: str
    platform_venue_id: int
    venue_name: str
    time_zone: str
    opted_out: bool
    wishes: Sequence[Wish]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What a claim is for: one wish and one slot of the venue. `slot_key` names the table across all watchers."""

    reservation_id: int
    slot_key: str
    date: date
    time: clock_time
    seating: str
    party_size: int
    meal: str
    seen_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A lease on one target. `known_before`: reservations the account was known to hold when the claim was written."""

    attempt_id: int
    known_before: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenAttempt:
    """An attempt without an end, as the settler needs it. `read_at` is the database's clock at the moment of reading.

    `known_before` already contains the ids that other attempts of ours have adopted, so none is adopted twice.
    """

    attempt_id: int
    reservation_id: int
    account_id: int
    sealed_token: str = field(repr=False)
    account_usable: bool
    platform_venue_id: int
    date: date
    time: clock_time
    party_size: int
    state: Literal["claimed", "unknown"]
    owner: str
    known_before: frozenset[str]
    claimed_at: datetime
    grace_until: datetime
    first_absent_at: datetime | None
    read_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line for a request's timeline. `checks` counts the request's polls up to the line."""

    reservation_id: int
    at: datetime
    kind: str
    attempt_id: int | None = None
    reason: str = ""
    time: clock_time | None = None
    seating: str = ""
    party_size: int | None = None
    duration_ms: float | None = None
    checks: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WishState:
    """The latest word on one wish for the screen. `interval_ms` is the pace of its key."""

    reservation_id: int
    state: str
    checks: int
    last_check_at: datetime | None
    next_check_at: datetime | None
    interval_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class VenueState:
    """The latest word on one watcher."""

    venue_id: int
    epoch: int
    state: str
    polls: int
    last_poll_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Desired:
    """One venue that wants a watcher: how many keys (date, party size) it polls, how many wait, and open attempts."""

    venue_id: int
    platform: str
    keys: int
    wishes: int
    open_attempts: int


class SnipeStore(Protocol):
    """What the sniper tower asks of the database."""

    async def take_watch(self, *, venue_id: int, owner: str, pid: int, node: str) -> int:
        """Become the venue's watcher and return the new epoch; claims of every older epoch get no row from now on."""

    async def still_watching(self, *, venue_id: int, epoch: int) -> bool:
        """Leave a sign of life; False once another watcher took the venue, and then the caller retires."""

    async def roster(self, *, venue_id: int) -> Roster | None:
        """Return the venue and all its active wishes (also those whose account needs a reconnect), oldest first."""

    async def claim(self, *, target: Target, owner: str, epoch: int) -> Claim | None:
        """Lease the target, re-reading every condition in the same statement. None: say nothing, go on watching."""

    async def remember_known(self, *, attempt_id: int, account_id: int, ids: frozenset[str]) -> None:
        """Add reservations that the account held before our call to the attempt and to the account's baseline."""

    async def record(
        self,
        *,
        attempt_id: int,
        state: AttemptEnd,
        reason: str = "",
        platform_reservation_id: str | None = None,
        timings: Mapping[str, float] | None = None,
        checks: int | None = None,
    ) -> bool:
        """Close the attempt and everything that hangs on it in one statement. Safe to send twice: True only once.

        `unknown` keeps it open. Raises AlreadyAdopted when another attempt holds that platform reservation.
        """

    async def note_absent(self, *, attempt_id: int) -> datetime:
        """Remember the first time the account's list did not show the booking; returns that time (database clock)."""

    async def open_attempts(self, *, venue_id: int) -> list[OpenAttempt]:
        """Return the venue's attempts in state claimed or unknown."""

    async def save_baseline(self, *, account_id: int, ids: frozenset[str]) -> None:
        """Add what the account holds to its baseline."""

    async def flag_account(self, *, account_id: int, reason: str) -> bool:
        """Mark a connected account as needing its owner; True if this call did it."""

    async def write_lines(self, *, lines: Sequence[Line]) -> None:
        """Append lines to timelines; lines of requests that are gone are dropped."""

    async def write_states(self, *, wishes: Sequence[WishState], venues: Sequence[VenueState]) -> None:
        """Write the latest states in one go; a venue state of an older epoch is ignored."""

    async def desired(self) -> list[Desired]:
        """Return every venue that wants a watcher now."""

    def wakes(self) -> AsyncIterator[int | None]:
        """Yield our venue id (None: look at everything) when wishes change; ends when the connection is lost."""

    async def close(self) -> None:
        """Give connections back."""


class AlreadyAdopted(Exception):
    """Another attempt of ours holds that platform reservation."""
