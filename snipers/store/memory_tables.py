"""The in-memory twin's tables and what one statement does to them, each in one step.

memory.py puts the protocol around them; constraints and statements are those of platform/apps/reservations/models and
of sql/.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Any

from snipers.domain.settling import GRACE_SECONDS, SEND_SECONDS
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import SourceState
from snipers.store.base import (
    RELEASE_LEAD_SECONDS,
    AlreadyAdopted,
    AttemptEnd,
    Claim,
    SnipeState,
    SwitchedOff,
    Target,
    TimelineEntry,
)
from snipers.store.memory_rows import (
    LIVE,
    OPEN,
    AccountRow,
    AttemptRow,
    NodeRow,
    ReservationRow,
    VenueRow,
    WatchRow,
)


class Tables:
    """The database; `now` is its clock."""

    def __init__(self, *, now: Callable[[], datetime]) -> None:
        self._now = now
        self._ids = count(1)
        self.venues: dict[int, VenueRow] = {}
        self.accounts: dict[int, AccountRow] = {}
        self.reservations: dict[int, ReservationRow] = {}
        self.attempts: dict[int, AttemptRow] = {}
        self.outcomes: dict[int, tuple[str, str]] = {}
        self.timeline: list[TimelineEntry] = []
        self.watches: dict[int, WatchRow] = {}
        self.states: dict[int, SnipeState] = {}
        self.switched: set[tuple[str, str]] = set()
        self.source_states: dict[str, SourceState] = {}
        self.active_cell = ""
        self.nodes: dict[str, NodeRow] = {}
        self.shares: dict[str, float] = {}
        self._listeners: list[asyncio.Queue[int | None]] = []

    # claim

    def _claim(self, target: Target, owner: str, epoch: int) -> Claim | None:
        row = self.reservations.get(target.reservation_id)
        if row is None or not self._may_be_claimed(row, target, epoch):
            return None
        snipe, account, at = row.snipe, self.accounts[row.snipe.account.account_id], self._now()
        old = self._table_to_replace(snipe, target)
        attempt = AttemptRow(
            attempt_id=next(self._ids),
            snipe=snipe,
            target=target,
            owner=owner,
            epoch=epoch,
            known_before=account.account.known,
            claimed_at=at,
            send_by=at + timedelta(seconds=SEND_SECONDS),
            grace_until=at + timedelta(seconds=GRACE_SECONDS),
            replaces=old.attempt_id if old else None,
        )
        if any(self._bars(other, attempt) for other in self.attempts.values()):
            return None
        self.attempts[attempt.attempt_id] = attempt
        return Claim(
            attempt_id=attempt.attempt_id,
            known_before=attempt.known_before,
            replaces=old.platform_reservation_id if old else None,
        )

    def _may_be_claimed(self, row: ReservationRow, target: Target, epoch: int) -> bool:
        snipe, account = row.snipe, self.accounts[row.snipe.account.account_id]
        venue, watch = self.venues[snipe.venue_id], self.watches.get(snipe.venue_id)
        asked = (
            snipe.revision == target.revision
            and snipe.account.account_id == target.account_id
            and snipe.date == target.date
            and snipe.party_size == target.party_size
            and snipe.start_time <= target.time <= snipe.end_time
            and snipe.seating.lower() in ("", target.seating.lower())
            and (snipe.override, snipe.fee_ceiling_cents) == (target.override, target.fee_ceiling_cents)
            and (snipe.payment_method_id or account.payment_method_id) == target.payment_method_id
            and snipe.guest == target.guest
        )
        lead = timedelta(seconds=RELEASE_LEAD_SECONDS)
        released = snipe.release_at is None or self._now() >= snipe.release_at - lead
        allowed = account.status == "connected" and not venue.opted_out and not self._switched_off(venue)
        return self._waits(row) and asked and released and allowed and watch is not None and watch.epoch == epoch

    def _table_to_replace(self, snipe: Snipe, target: Target) -> AttemptRow | None:
        if not snipe.override:
            return None
        for other in self.attempts.values():
            same = (other.snipe.diner_key, other.target.date, other.target.meal, other.snipe.account.account_id)
            if (
                other.state == "booked"
                and same == (snipe.diner_key, target.date, target.meal, snipe.account.account_id)
                and other.platform_reservation_id is not None
                and (not other.old_booking_id or other.old_booking_gone_at is not None)
            ):
                return other
        return None

    def _bars(self, other: AttemptRow, attempt: AttemptRow) -> bool:
        """The partial unique indexes."""
        if other.state in OPEN and other.target.slot_key == attempt.target.slot_key:
            return True
        meals = [
            (one.snipe.diner_key, one.target.date, one.target.meal, one.replaces is None) for one in (other, attempt)
        ]
        groups = [(one.snipe.group_id, one.target.date) for one in (other, attempt)]
        listed = [
            (one.snipe.account.account_id, one.snipe.venue_id, one.target.date, one.target.time, one.target.party_size)
            for one in (other, attempt)
        ]
        if other.state in OPEN and listed[0] == listed[1]:
            return True
        same_snipe = other.snipe.reservation_id == attempt.snipe.reservation_id
        return other.state in LIVE and (same_snipe or groups[0] == groups[1] or meals[0] == meals[1])

    def _mark_old_booking(self, attempt_id: int, platform_id: str) -> bool:
        attempt = self.attempts[attempt_id]
        row = self.reservations[attempt.snipe.reservation_id]
        if attempt.replaces is not None:
            right_one = self.attempts[attempt.replaces].platform_reservation_id == platform_id
        else:
            right_one = not any(
                other.platform_reservation_id == platform_id
                and other.snipe.platform == attempt.snipe.platform
                and other.state in LIVE
                for other in self.attempts.values()
            )
        allowed = (
            attempt.state == "claimed" and attempt.send_by > self._now() and attempt.old_booking_id in ("", platform_id)
        )
        if not (right_one and allowed and row.status == "active" and not row.stop):
            return False
        attempt.old_booking_id = platform_id
        return True

    # record

    def _record(
        self,
        attempt_id: int,
        state: AttemptEnd,
        reason: str,
        platform_id: str | None,
        timings: Mapping[str, float],
        checks: int | None,
        old_booking_gone: bool,
    ) -> bool:
        attempt = self.attempts[attempt_id]
        if attempt.state != "claimed" and (attempt.state != "unknown" or state == "unknown"):
            return False
        old = None if attempt.replaces is None else self.attempts[attempt.replaces]
        if platform_id is not None and any(
            other.platform_reservation_id == platform_id
            and other.snipe.platform == attempt.snipe.platform
            and other.state != "replaced"
            and not (other is old and state == "booked")
            for other in self.attempts.values()
        ):
            raise AlreadyAdopted("one_attempt_for_each_platform_booking")
        attempt.state, attempt.reason = state, reason
        attempt.platform_reservation_id = platform_id or attempt.platform_reservation_id
        attempt.timings |= timings
        if state == "booked":
            attempt.replaces = None
            attempt.old_booking_id = attempt.old_booking_id or (old.platform_reservation_id if old else None) or ""
            old_booking_gone = old_booking_gone or (platform_id is not None and platform_id == attempt.old_booking_id)
        if old_booking_gone and attempt.old_booking_gone_at is None:
            attempt.old_booking_gone_at = self._now()
        kind = "held_back" if reason == "held_back_fee" else state
        self._tell(attempt.snipe.reservation_id, kind, reason, attempt=attempt, checks=checks)
        if state != "unknown":
            self.outcomes.setdefault(attempt_id, (state, reason))
        if state == "booked":
            self._confirm(attempt)
        elif state in ("lost", "refused"):
            self._carry_out_stop(attempt.snipe.reservation_id)
        if old is not None and state != "unknown":
            self._end_old(old, attempt)
        return True

    def _end_old(self, old: AttemptRow, attempt: AttemptRow) -> None:
        """The table that an override was to replace: replaced, gone without a new one, or still there."""
        failed = attempt.state != "booked"
        if failed and attempt.old_booking_gone_at is None:
            return
        old.state, old.replacement_notified = "replaced", False
        row = self.reservations[old.snipe.reservation_id]
        if row.status != "confirmed":
            return
        if not failed:
            row.status, row.reason = "canceled", "replaced"
            self._tell(old.snipe.reservation_id, "replaced", "replaced")
            return
        row.status = "active" if old.snipe.ends_at > self._now() else "canceled"
        row.reason = "override_failed"
        for reservation_id in (old.snipe.reservation_id, attempt.snipe.reservation_id):
            self._tell(reservation_id, "override_failed", "override_failed")
        self._wake(old.snipe.venue_id)

    def _confirm(self, attempt: AttemptRow) -> None:
        if attempt.platform_reservation_id is not None:
            self._learn(attempt.snipe.account.account_id, frozenset({attempt.platform_reservation_id}), read=False)
        for reservation_id, row in self.reservations.items():
            if (row.snipe.group_id, row.snipe.date) != (attempt.snipe.group_id, attempt.snipe.date):
                continue
            if row.status not in ("active", "paused"):
                continue
            if reservation_id == attempt.snipe.reservation_id:
                row.status, row.reason, row.stop = "confirmed", "", ""
            else:
                row.status, row.reason, row.stop = "canceled", "booked_elsewhere", ""
                self._tell(reservation_id, "canceled", "booked_elsewhere")
                self._wake(row.snipe.venue_id)

    def _carry_out_stop(self, reservation_id: int) -> None:
        row = self.reservations[reservation_id]
        if row.stop and row.status == "active":
            pause = row.stop == "pause"
            row.status, row.reason, row.stop = ("paused", "", "") if pause else ("canceled", "canceled_by_you", "")
            self._tell(reservation_id, row.status, row.reason)
            self._wake(row.snipe.venue_id)

    # conditions and small writes

    def _waits(self, row: ReservationRow) -> bool:
        account = self.accounts[row.snipe.account.account_id]
        return (
            row.status == "active"
            and not row.stop
            and row.snipe.ends_at > self._now()
            and account.status != "disconnected"
            and ("account", str(account.account.account_id)) not in self.switched
            and (row.snipe.guest is not None or not row.snipe.diner_key.startswith("client:"))
        )

    def _switched_off(self, venue: VenueRow) -> SwitchedOff:
        if ("platform", venue.platform) in self.switched:
            return "platform"
        return "venue" if ("venue", str(venue.venue_id)) in self.switched else ""

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
        self.timeline.append(
            TimelineEntry(reservation_id=reservation_id, at=self._now(), kind=kind, reason=reason, **about)
        )

    def _wake(self, venue_id: int) -> None:
        for queue in self._listeners:
            queue.put_nowait(venue_id)
