"""Implements sql/record.sql for the in-memory store: the end of an attempt and all its consequences."""

from snipers.domain.vocabulary import HELD_BACK_REASONS
from snipers.store.base import AlreadyAdopted
from snipers.store.records import AgreedTerms, AttemptEnd, Measured, TimelineEntry
from snipers.testing.memory_store.rows import AttemptRow
from snipers.testing.memory_store.tables import Tables


def record(
    tables: Tables,
    attempt: AttemptRow,
    *,
    state: AttemptEnd,
    reason: str,
    platform_id: str | None,
    measured: Measured,
    old_booking_gone: bool,
    held: tuple[int | None, int | None],
    terms: AgreedTerms | None,
) -> bool:
    """Run the statement `record` on the in-memory tables."""
    if attempt.state != "claimed" and (attempt.state != "unknown" or state == "unknown"):
        return False
    old = None if attempt.replaces is None else tables.attempts[attempt.replaces]
    if platform_id is not None:
        _check_one_adopter(tables, attempt, platform_id, leaving=old if state == "booked" else None)
    attempt.state, attempt.reason, attempt.held = state, reason, held
    attempt.platform_reservation_id = platform_id or attempt.platform_reservation_id
    attempt.timings |= measured.timings
    attempt.reply = measured.reply
    attempt.terms = terms or attempt.terms
    if state == "booked":
        attempt.replaces = None
        attempt.old_booking_id = attempt.old_booking_id or (old.platform_reservation_id if old else None) or ""
        old_booking_gone = old_booking_gone or (platform_id is not None and platform_id == attempt.old_booking_id)
    if old_booking_gone and attempt.old_booking_gone_at is None:
        attempt.old_booking_gone_at = tables.now()
    tables.timeline.append(_entry(tables, attempt, measured.checks))
    if state != "unknown":
        tables.outcomes.setdefault(attempt.attempt_id, (state, reason))
    if attempt.snipe.one_table and state != "unknown":
        _forget_candidates(tables, attempt)
    if state == "booked":
        _confirm(tables, attempt)
    elif state in ("lost", "refused"):
        _apply_stop(tables, attempt.snipe.reservation_id)
    if old is not None and state != "unknown":
        _close_old_booking(tables, old, attempt)
    return True


def _check_one_adopter(tables: Tables, attempt: AttemptRow, platform_id: str, *, leaving: AttemptRow | None) -> None:
    place = attempt.snipe.platform, attempt.snipe.platform_venue_id
    for other in tables.attempts.values():
        is_there = (other.snipe.platform, other.snipe.platform_venue_id) == place
        if (
            is_there
            and other.platform_reservation_id == platform_id
            and other.state != "replaced"
            and other is not leaving
        ):
            raise AlreadyAdopted("one_attempt_for_each_platform_booking")


def _entry(tables: Tables, attempt: AttemptRow, checks: int | None) -> TimelineEntry:
    return TimelineEntry(
        reservation_id=attempt.snipe.reservation_id,
        at=tables.now(),
        kind="held_back" if attempt.reason in HELD_BACK_REASONS else attempt.state,
        reason=attempt.reason,
        attempt_id=attempt.attempt_id,
        time=attempt.target.time,
        seating=attempt.target.seating,
        party_size=attempt.target.party_size,
        checks=checks,
    )


def _close_old_booking(tables: Tables, old: AttemptRow, attempt: AttemptRow) -> None:
    """Set the old attempt to `replaced` if its booking was replaced, or released without a new one.

    In the second case the override failed, and the old reservation becomes active again if it has
    time left, unless the user has stopped its group.
    """
    failed = attempt.state != "booked"
    if failed and attempt.old_booking_gone_at is None:
        return
    old.state, old.replacement_notified = "replaced", False
    row = tables.reservations[old.snipe.reservation_id]
    if row.status != "confirmed":
        return
    if not failed:
        row.status, row.reason = "canceled", "replaced"
        tables.append_entry(old.snipe.reservation_id, "replaced", "replaced")
        return
    group = [one for one in tables.reservations.values() if one.snipe.group_id == old.snipe.group_id]
    deleted = any(one.stop == "delete" or (one.status, one.reason) == ("canceled", "canceled_by_you") for one in group)
    paused = any(one.stop == "pause" or (one.status, one.reason) == ("paused", "") for one in group)
    if deleted or old.snipe.ends_at <= tables.now():
        row.status = "canceled"
    else:
        row.status = "paused" if paused else "active"
    row.reason = "override_failed"
    for reservation_id in (old.snipe.reservation_id, attempt.snipe.reservation_id):
        tables.append_entry(reservation_id, "override_failed", "override_failed")
    tables.notify_demand(old.snipe.venue_id)


def _confirm(tables: Tables, attempt: AttemptRow) -> None:
    """Confirm the attempt's reservation, and cancel the group's other ones of that date.

    In a one-table group, those of all dates are canceled. Closed reservations do not change.
    """
    if attempt.platform_reservation_id is not None:
        ids = frozenset({attempt.platform_reservation_id})
        tables.add_known(attempt.snipe.account.account_id, ids, read=False)
    for reservation_id, row in tables.reservations.items():
        other_date = row.snipe.date != attempt.snipe.date and not attempt.snipe.one_table
        if row.snipe.group_id != attempt.snipe.group_id or other_date:
            continue
        if row.status not in ("active", "paused"):
            continue
        if reservation_id == attempt.snipe.reservation_id:
            row.status, row.reason, row.stop = "confirmed", "", ""
        else:
            row.status, row.reason, row.stop = "canceled", "booked_elsewhere", ""
            tables.append_entry(reservation_id, "canceled", "booked_elsewhere")
            tables.notify_demand(row.snipe.venue_id)


def _forget_candidates(tables: Tables, attempt: AttemptRow) -> None:
    """Delete the request's candidates or, after a booking, those of its group."""
    tables.candidates = {
        key: row
        for key, row in tables.candidates.items()
        if key[0] != attempt.snipe.reservation_id
        and (attempt.state != "booked" or row.group_id != attempt.snipe.group_id)
    }


def _apply_stop(tables: Tables, reservation_id: int) -> None:
    row = tables.reservations[reservation_id]
    if row.stop and row.status == "active":
        pause = row.stop == "pause"
        row.status, row.reason, row.stop = ("paused", "", "") if pause else ("canceled", "canceled_by_you", "")
        tables.append_entry(reservation_id, row.status, row.reason)
        tables.notify_demand(row.snipe.venue_id)
