"""Implements reading statements for the in-memory store: roster, open attempts, pending cancellations, and others."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from snipers.domain.early_find import PastFind
from snipers.domain.snipe import Snipe
from snipers.store import rows
from snipers.store.records import OpenAttempt, PendingCancellation, Roster, VenueState
from snipers.testing.memory_store.rows import ALIVE_FOR, OPEN, AttemptRow, ReservationRow
from snipers.testing.memory_store.tables import Tables


def roster(tables: Tables, venue_id: int) -> Roster | None:
    """Run the statements `venue` and `snipes` on the in-memory tables."""
    venue, watch = tables.venues.get(venue_id), tables.watches.get(venue_id)
    if venue is None:
        return None
    rows = [row for row in tables.reservations.values() if row.snipe.venue_id == venue_id and tables.is_open(row)]
    rows.sort(key=lambda row: (row.snipe.filed_at, row.snipe.reservation_id))
    return Roster(
        venue_id=venue.venue_id,
        platform=venue.platform,
        platform_venue_id=venue.platform_venue_id,
        venue_name=venue.venue_name,
        time_zone=venue.time_zone,
        opted_out=venue.opted_out,
        snipes=[_snipe(tables, row) for row in rows],
        switched_off=tables.switched_off(venue),
        schedule=watch.schedule if watch else None,
        access=tables.access.get(venue.platform),
        unsettled=bool(open_attempts(tables, venue_id) or pending_cancellations(tables, venue_id)),
    )


def open_attempts(tables: Tables, venue_id: int) -> list[OpenAttempt]:
    """Run the statement `open_attempts` on the in-memory tables."""
    open_ones = [one for one in tables.attempts.values() if one.snipe.venue_id == venue_id and one.state in OPEN]
    return [_open_attempt(tables, one) for one in sorted(open_ones, key=lambda one: one.attempt_id)]


def pending_cancellations(tables: Tables, venue_id: int) -> list[PendingCancellation]:
    """Run the statement `pending_cancellations` on the in-memory tables."""
    attempts = sorted(tables.attempts.values(), key=lambda one: one.attempt_id)
    return [
        _pending_cancellation(tables, one)
        for one in attempts
        if one.snipe.venue_id == venue_id and _is_cancellation_pending(tables, one)
    ]


def past_finds(tables: Tables, platform: str) -> list[PastFind]:
    """Run the statement `past_finds` on the in-memory tables."""
    attempts = sorted(tables.attempts.values(), key=lambda one: one.attempt_id, reverse=True)
    of_platform = [one for one in attempts if one.snipe.platform == platform and "find_ms" in one.timings]
    of_platform.sort(key=lambda one: "early_share" not in one.timings)
    return [rows.past_find(one.timings) for one in of_platform[:40]]


def remote_status_reports(tables: Tables, cell: str) -> list[VenueState]:
    """Run the statement `remote_status_reports` on the in-memory tables."""
    at = tables.now()
    return [
        VenueState(
            venue_id=venue_id,
            epoch=watch.epoch,
            state=watch.state,
            polls=watch.polls,
            last_poll_at=watch.last_poll_at,
            failure=watch.failure,
            failed_at=watch.failed_at,
            retry_at=watch.retry_at,
        )
        for venue_id, watch in tables.watches.items()
        if watch.cell not in ("", cell) and at - watch.heartbeat_at < ALIVE_FOR
    ]


def with_open_windows(tables: Tables, snipe: Snipe) -> Snipe:
    """Return the snipe without those of its `windows` that have begun."""
    zone = ZoneInfo(tables.venues[snipe.venue_id].time_zone)
    left = tuple(window for window in snipe.windows if datetime.combine(snipe.date, window.start, zone) > tables.now())
    return replace(snipe, windows=left)


def _snipe(tables: Tables, row: ReservationRow) -> Snipe:
    account = tables.account_of(row)
    state = tables.states.get(row.snipe.reservation_id)
    return replace(
        with_open_windows(tables, row.snipe),
        account=replace(
            account.account,
            usable=account.status == "connected",
            needs_card=account.attention_reason == "payment_required",
        ),
        checks=state.checks if state else 0,
        payment_method_id=row.snipe.payment_method_id or account.payment_method_id,
        first_choice=min(_choices(tables, row), default=row.snipe.choice),
    )


def _choices(tables: Tables, row: ReservationRow) -> list[int]:
    """Return the `choice` of each active reservation in the group of `row`; [] without `one_table`.

    Reservations with a pending stop are left out.
    """
    return [
        other.snipe.choice
        for other in tables.reservations.values()
        if row.snipe.one_table
        and other.snipe.group_id == row.snipe.group_id
        and other.status == "active"
        and not other.stop
    ]


def _is_cancellation_pending(tables: Tables, attempt: AttemptRow) -> bool:
    held_by_another = any(
        other.state == "booked"
        and other.snipe.platform == attempt.snipe.platform
        and other.platform_reservation_id == attempt.old_booking_id
        for other in tables.attempts.values()
    )
    return (
        attempt.state in ("booked", "replaced")
        and bool(attempt.old_booking_id)
        and attempt.old_booking_gone_at is None
        and tables.accounts[attempt.snipe.account.account_id].account.sealed_token != ""
        and attempt.target.date >= (tables.now() - timedelta(days=1)).date()
        and not held_by_another
        and not tables.switched & _switches(attempt)
    )


def _switches(attempt: AttemptRow) -> set[tuple[str, str]]:
    """Return the kill switches that apply to an attempt, as (scope, key)."""
    snipe = attempt.snipe
    return {
        ("platform", snipe.platform),
        ("venue", str(snipe.venue_id)),
        ("account", str(snipe.account.account_id)),
    }


def _pending_cancellation(tables: Tables, attempt: AttemptRow) -> PendingCancellation:
    account = tables.accounts[attempt.snipe.account.account_id]
    old = [
        other.snipe.platform_venue_id
        for other in tables.attempts.values()
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
        new_reservation_id=attempt.platform_reservation_id if attempt.state == "booked" else None,
    )


def _open_attempt(tables: Tables, attempt: AttemptRow) -> OpenAttempt:
    account = tables.accounts[attempt.snipe.account.account_id]
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
        known_before=_known_before(tables, attempt),
        claimed_at=attempt.claimed_at,
        grace_until=attempt.grace_until,
        first_absent_at=attempt.first_absent_at,
        read_at=tables.now(),
        old_booking_id=attempt.old_booking_id,
        old_booking_gone=attempt.old_booking_gone_at is not None,
        override=attempt.snipe.override,
    )


def _known_before(tables: Tables, attempt: AttemptRow) -> frozenset[str]:
    """Return the ids in the account's list that cannot be this attempt's table. See the statement `open_attempts`."""
    adopted = {
        other.platform_reservation_id
        for other in tables.attempts.values()
        if other.snipe.account.account_id == attempt.snipe.account.account_id
        and other is not attempt
        and other.platform_reservation_id is not None
    }
    old = None if attempt.replaces is None else tables.attempts[attempt.replaces]
    modified: set[str] = set()
    if old is not None and old.platform_reservation_id == attempt.old_booking_id and _table(old) != _table(attempt):
        modified = {attempt.old_booking_id}
    return (attempt.known_before | adopted) - modified


def _table(attempt: AttemptRow) -> tuple[object, ...]:
    return attempt.snipe.platform_venue_id, attempt.target.time, attempt.target.party_size
