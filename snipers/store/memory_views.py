"""The in-memory twin's rows as the store's records: what the reading statements return."""

from dataclasses import replace
from datetime import datetime, timedelta

from snipers.domain.snipe import Snipe
from snipers.store.base import Desired, OpenAttempt, PendingCancellation, Roster
from snipers.store.memory_demand import venue_demand
from snipers.store.memory_rows import OPEN, AttemptRow, ReservationRow
from snipers.store.memory_tables import Tables


class Views(Tables):
    """Reads; changes nothing."""

    def _roster(self, venue_id: int) -> Roster | None:
        venue, watch = self.venues.get(venue_id), self.watches.get(venue_id)
        if venue is None:
            return None
        rows = [row for row in self.reservations.values() if row.snipe.venue_id == venue_id and self._waits(row)]
        rows.sort(key=lambda row: (row.snipe.filed_at, row.snipe.reservation_id))
        return Roster(
            venue_id=venue.venue_id,
            platform=venue.platform,
            platform_venue_id=venue.platform_venue_id,
            venue_name=venue.venue_name,
            time_zone=venue.time_zone,
            opted_out=venue.opted_out,
            snipes=[self._snipe(row) for row in rows],
            switched_off=self._switched_off(venue),
            schedule=watch.schedule if watch else None,
        )

    def _snipe(self, row: ReservationRow) -> Snipe:
        account = self.accounts[row.snipe.account.account_id]
        state = self.states.get(row.snipe.reservation_id)
        return replace(
            row.snipe,
            account=replace(
                account.account,
                usable=account.status == "connected",
                needs_card=account.attention_reason == "payment_required",
            ),
            checks=state.checks if state else 0,
            payment_method_id=row.snipe.payment_method_id or account.payment_method_id,
        )

    def _desired(self, venue_id: int) -> Desired | None:
        venue, rows = self.venues[venue_id], self.reservations.values()
        off = venue.opted_out or bool(self._switched_off(venue))
        snipes = [
            row.snipe
            for row in rows
            if row.snipe.venue_id == venue_id
            and not off
            and self._waits(row)
            and self.accounts[row.snipe.account.account_id].status == "connected"
        ]
        unsettled = sum(one.snipe.venue_id == venue_id and one.state in OPEN for one in self.attempts.values())
        return venue_demand(
            venue=venue,
            watch=self.watches.get(venue_id),
            snipes=snipes,
            open_attempts=unsettled + len(self._pending_cancellations(venue_id)),
            active_cell=self.active_cell,
            at=self._now(),
        )

    def _pending_cancellations(self, venue_id: int) -> list[PendingCancellation]:
        ours = sorted(self.attempts.values(), key=lambda one: one.attempt_id)
        return [
            self._pending_cancellation(one)
            for one in ours
            if one.snipe.venue_id == venue_id and self._has_pending_cancellation(one)
        ]

    def _has_pending_cancellation(self, attempt: AttemptRow) -> bool:
        held_by_another = any(
            other.state == "booked"
            and other.snipe.platform == attempt.snipe.platform
            and other.platform_reservation_id == attempt.old_booking_id
            for other in self.attempts.values()
        )
        return (
            attempt.state in ("booked", "replaced")
            and bool(attempt.old_booking_id)
            and attempt.old_booking_gone_at is None
            and self.accounts[attempt.snipe.account.account_id].status != "disconnected"
            and attempt.target.date >= (self._now() - timedelta(days=1)).date()
            and not held_by_another
        )

    def _pending_cancellation(self, attempt: AttemptRow) -> PendingCancellation:
        account = self.accounts[attempt.snipe.account.account_id]
        old = [
            other.snipe.platform_venue_id
            for other in self.attempts.values()
            if other.platform_reservation_id == attempt.old_booking_id
            and other.snipe.account.account_id == account.account.account_id
            and other is not attempt
        ]
        return PendingCancellation(
            attempt_id=attempt.attempt_id,
            reservation_id=attempt.snipe.reservation_id,
            account_id=account.account.account_id,
            sealed_token=account.account.sealed_token,
            account_usable=account.status == "connected",
            platform_venue_id=old[-1] if old else None,
            platform_reservation_id=attempt.old_booking_id,
        )

    def _open_attempt(self, attempt: AttemptRow, at: datetime) -> OpenAttempt:
        account = self.accounts[attempt.snipe.account.account_id]
        return OpenAttempt(
            attempt_id=attempt.attempt_id,
            reservation_id=attempt.snipe.reservation_id,
            account_id=account.account.account_id,
            sealed_token=account.account.sealed_token,
            account_usable=account.status == "connected",
            platform_venue_id=attempt.snipe.platform_venue_id,
            date=attempt.target.date,
            time=attempt.target.time,
            party_size=attempt.target.party_size,
            state="claimed" if attempt.state == "claimed" else "unknown",
            owner=attempt.owner,
            known_before=self._not_ours(attempt),
            claimed_at=attempt.claimed_at,
            grace_until=attempt.grace_until,
            first_absent_at=attempt.first_absent_at,
            read_at=at,
            old_booking_id=attempt.old_booking_id,
            old_booking_gone=attempt.old_booking_gone_at is not None,
            override=attempt.snipe.override,
        )

    def _not_ours(self, attempt: AttemptRow) -> frozenset[str]:
        """What the list may show that is not this attempt's table; see the statement `open_attempts`."""
        adopted = {
            other.platform_reservation_id
            for other in self.attempts.values()
            if other.snipe.account.account_id == attempt.snipe.account.account_id
            and other is not attempt
            and other.platform_reservation_id is not None
        }
        old = None if attempt.replaces is None else self.attempts[attempt.replaces]
        modified: set[str] = set()
        if old is not None and old.platform_reservation_id == attempt.old_booking_id and _table(old) != _table(attempt):
            modified = {attempt.old_booking_id}
        return (attempt.known_before | adopted) - modified


def _table(attempt: AttemptRow) -> tuple[object, ...]:
    return attempt.snipe.platform_venue_id, attempt.target.time, attempt.target.party_size
