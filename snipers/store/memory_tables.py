"""The rows of the in-memory twin and what one statement does to them, each in one step.

memory.py puts the protocol around them; constraints and statements are those of platform/apps/reservations/models.py
and of queries.sql.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from snipers.domain.settling import GRACE_SECONDS, SEND_SECONDS
from snipers.domain.snipe import Account, Wish
from snipers.store.base import (
    AlreadyAdopted,
    AttemptEnd,
    Claim,
    Desired,
    Line,
    OpenAttempt,
    Roster,
    Target,
    VenueState,
    WishState,
)

LIVE = ("claimed", "unknown", "booked")
OPEN = ("claimed", "unknown")


@dataclass(slots=True, kw_only=True)
class ReservationRow:
    """A request and what may still happen to it."""

    wish: Wish
    status: str = "active"
    reason: str = ""
    stop: str = ""


@dataclass(slots=True, kw_only=True)
class AccountRow:
    """A connected account."""

    account: Account
    status: str = "connected"
    attention_reason: str = ""


@dataclass(slots=True, kw_only=True)
class AttemptRow:
    """One try, as in the attempt table."""

    attempt_id: int
    wish: Wish
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


class Tables:
    """The database; `now` is its clock."""

    def __init__(self, *, now: Callable[[], datetime]) -> None:
        self._now = now
        self._ids = count(1)
        self.venues: dict[int, Roster] = {}
        self.accounts: dict[int, AccountRow] = {}
        self.reservations: dict[int, ReservationRow] = {}
        self.attempts: dict[int, AttemptRow] = {}
        self.outcomes: dict[int, tuple[str, str]] = {}
        self.lines: list[Line] = []
        self.watches: dict[int, VenueState] = {}
        self.states: dict[int, WishState] = {}
        self._listeners: list[asyncio.Queue[int | None]] = []

    def _claim(self, target: Target, owner: str, epoch: int) -> Claim | None:
        row = self.reservations.get(target.reservation_id)
        if row is None or not self._waits(row):
            return None
        wish, account, venue = row.wish, self.accounts[row.wish.account.account_id], self.venues[row.wish.venue_id]
        watch = self.watches.get(wish.venue_id)
        asked = (
            wish.date == target.date
            and wish.party_size == target.party_size
            and wish.start_time <= target.time <= wish.end_time
            and wish.seating.lower() in ("", target.seating.lower())
        )
        allowed = account.status == "connected" and not venue.opted_out and watch is not None and watch.epoch == epoch
        if not (asked and allowed) or self._taken(wish, target):
            return None
        at = self._now()
        attempt = AttemptRow(
            attempt_id=next(self._ids),
            wish=wish,
            target=target,
            owner=owner,
            epoch=epoch,
            known_before=account.account.known,
            claimed_at=at,
            send_by=at + timedelta(seconds=SEND_SECONDS),
            grace_until=at + timedelta(seconds=GRACE_SECONDS),
        )
        self.attempts[attempt.attempt_id] = attempt
        return Claim(attempt_id=attempt.attempt_id, known_before=attempt.known_before)

    def _taken(self, wish: Wish, target: Target) -> bool:
        """The four partial unique indexes."""
        for other in self.attempts.values():
            if other.state in OPEN and other.target.slot_key == target.slot_key:
                return True
            if other.state in LIVE and (
                other.wish.reservation_id == wish.reservation_id
                or (other.wish.group_id, other.target.date) == (wish.group_id, target.date)
                or (other.wish.diner_key, other.target.date, other.target.meal)
                == (wish.diner_key, target.date, target.meal)
            ):
                return True
        return False

    def _record(
        self,
        attempt_id: int,
        state: AttemptEnd,
        reason: str,
        platform_id: str | None,
        timings: Mapping[str, float],
        checks: int | None,
    ) -> bool:
        attempt = self.attempts[attempt_id]
        if attempt.state != "claimed" and (attempt.state != "unknown" or state == "unknown"):
            return False
        if platform_id is not None and any(
            other.platform_reservation_id == platform_id and other.wish.platform == attempt.wish.platform
            for other in self.attempts.values()
        ):
            raise AlreadyAdopted("one_attempt_for_each_platform_booking")
        attempt.state, attempt.reason = state, reason
        attempt.platform_reservation_id = platform_id or attempt.platform_reservation_id
        attempt.timings |= timings
        self._tell(attempt.wish.reservation_id, state, reason, attempt=attempt, checks=checks)
        if state != "unknown":
            self.outcomes.setdefault(attempt_id, (state, reason))
        if state == "booked":
            self._confirm(attempt)
        elif state in ("lost", "refused"):
            self._carry_out_stop(attempt.wish.reservation_id)
        return True

    def _confirm(self, attempt: AttemptRow) -> None:
        if attempt.platform_reservation_id is not None:
            self._learn(attempt.wish.account.account_id, frozenset({attempt.platform_reservation_id}), read=False)
        for reservation_id, row in self.reservations.items():
            if (row.wish.group_id, row.wish.date) != (attempt.wish.group_id, attempt.wish.date):
                continue
            if row.status not in ("active", "paused"):
                continue
            if reservation_id == attempt.wish.reservation_id:
                row.status, row.reason, row.stop = "confirmed", "", ""
            else:
                row.status, row.reason, row.stop = "canceled", "booked_elsewhere", ""
                self._tell(reservation_id, "canceled", "booked_elsewhere")
                self._wake(row.wish.venue_id)

    def _carry_out_stop(self, reservation_id: int) -> None:
        row = self.reservations[reservation_id]
        if row.stop and row.status == "active":
            pause = row.stop == "pause"
            row.status, row.reason, row.stop = ("paused", "", "") if pause else ("canceled", "canceled_by_you", "")
            self._tell(reservation_id, row.status, row.reason)
            self._wake(row.wish.venue_id)

    def _desired(self, venue_id: int) -> Desired | None:
        venue = self.venues[venue_id]
        rows = [
            row.wish
            for row in self.reservations.values()
            if row.wish.venue_id == venue_id
            and self._waits(row)
            and self.accounts[row.wish.account.account_id].status == "connected"
            and not venue.opted_out
        ]
        attempts = sum(one.wish.venue_id == venue_id and one.state in OPEN for one in self.attempts.values())
        if not rows and not attempts:
            return None
        return Desired(
            venue_id=venue_id,
            platform=venue.platform,
            keys=len({(wish.date, wish.party_size) for wish in rows}),
            wishes=len(rows),
            open_attempts=attempts,
        )

    # rows

    def _waits(self, row: ReservationRow) -> bool:
        account = self.accounts[row.wish.account.account_id]
        return (
            row.status == "active"
            and not row.stop
            and row.wish.ends_at > self._now()
            and account.status != "disconnected"
        )

    def _wish(self, row: ReservationRow) -> Wish:
        account = self.accounts[row.wish.account.account_id]
        state = self.states.get(row.wish.reservation_id)
        return replace(
            row.wish,
            account=replace(account.account, usable=account.status == "connected"),
            checks=state.checks if state else 0,
        )

    def _open_attempt(self, attempt: AttemptRow, at: datetime) -> OpenAttempt:
        account = self.accounts[attempt.wish.account.account_id]
        adopted = {
            other.platform_reservation_id
            for other in self.attempts.values()
            if other.wish.account.account_id == account.account.account_id
            and other is not attempt
            and other.platform_reservation_id is not None
        }
        return OpenAttempt(
            attempt_id=attempt.attempt_id,
            reservation_id=attempt.wish.reservation_id,
            account_id=account.account.account_id,
            sealed_token=account.account.sealed_token,
            account_usable=account.status == "connected",
            platform_venue_id=attempt.wish.platform_venue_id,
            date=attempt.target.date,
            time=attempt.target.time,
            party_size=attempt.target.party_size,
            state="claimed" if attempt.state == "claimed" else "unknown",
            owner=attempt.owner,
            known_before=attempt.known_before | adopted,
            claimed_at=attempt.claimed_at,
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=at,
        )

    def _learn(self, account_id: int, ids: frozenset[str], *, read: bool = True) -> None:
        row = self.accounts[account_id]
        baseline = row.account.baseline_read or read
        row.account = replace(row.account, known=row.account.known | ids, baseline_read=baseline)

    def _tell(
        self, reservation_id: int, kind: str, reason: str, attempt: AttemptRow | None = None, checks: int | None = None
    ) -> None:
        about: dict[str, Any] = {}
        if attempt is not None:
            about = {
                "attempt_id": attempt.attempt_id,
                "time": attempt.target.time,
                "seating": attempt.target.seating,
                "party_size": attempt.target.party_size,
                "checks": checks,
            }
        self.lines.append(Line(reservation_id=reservation_id, at=self._now(), kind=kind, reason=reason, **about))

    def _wake(self, venue_id: int) -> None:
        for queue in self._listeners:
            queue.put_nowait(venue_id)
