"""Implements sql/claim.sql for the in-memory store, with the partial unique indexes of the table `attempt`."""

from datetime import timedelta

from snipers.domain.matching import window_place
from snipers.domain.settling import GRACE_SECONDS, SEND_SECONDS
from snipers.domain.snipe import Snipe
from snipers.store.base import RELEASE_LEAD_SECONDS
from snipers.store.records import Claim, Target
from snipers.testing.memory_store import choices, reads
from snipers.testing.memory_store.rows import LIVE, OPEN, AttemptRow, ReservationRow
from snipers.testing.memory_store.tables import Tables


def claim(tables: Tables, target: Target, *, owner: str, epoch: int) -> Claim | None:
    """Run the statement `claim` on the in-memory tables."""
    row = tables.reservations.get(target.reservation_id)
    if row is None or not _may_be_claimed(tables, row, target, epoch):
        return None
    snipe, at = row.snipe, tables.now()
    old = _booking_to_replace(tables, snipe, target)
    attempt = AttemptRow(
        attempt_id=next(tables.ids),
        snipe=snipe,
        target=target,
        owner=owner,
        epoch=epoch,
        known_before=tables.account_of(row).account.known,
        claimed_at=at,
        send_by=at + timedelta(seconds=SEND_SECONDS),
        grace_until=at + timedelta(seconds=GRACE_SECONDS),
        replaces=old.attempt_id if old else None,
    )
    if any(_conflicts(other, attempt) for other in tables.attempts.values()):
        return None
    tables.attempts[attempt.attempt_id] = attempt
    return Claim(
        attempt_id=attempt.attempt_id,
        known_before=attempt.known_before,
        replaces=old.platform_reservation_id if old else None,
    )


def mark_old_booking(tables: Tables, attempt_id: int, platform_id: str) -> bool:
    """Run the statement `mark_old_booking` on the in-memory tables."""
    attempt = tables.attempts[attempt_id]
    row = tables.reservations[attempt.snipe.reservation_id]
    if attempt.replaces is not None:
        replaceable = tables.attempts[attempt.replaces].platform_reservation_id == platform_id
    else:
        replaceable = not any(
            other.platform_reservation_id == platform_id
            and other.snipe.platform == attempt.snipe.platform
            and other.state in LIVE
            for other in tables.attempts.values()
        ) and not any(
            other.snipe.account.account_id == attempt.snipe.account.account_id
            and other.snipe.date == attempt.snipe.date
            and other is not attempt
            and other.state in ("claimed", "unknown")
            for other in tables.attempts.values()
        )
    unmarked = attempt.old_booking_id in ("", platform_id)
    in_time = attempt.state == "claimed" and attempt.send_by > tables.now()
    if not (replaceable and unmarked and in_time and row.status == "active" and not row.stop):
        return False
    attempt.old_booking_id = platform_id
    return True


def _may_be_claimed(tables: Tables, row: ReservationRow, target: Target, epoch: int) -> bool:
    snipe, account = row.snipe, tables.account_of(row)
    venue, watch = tables.venues[snipe.venue_id], tables.watches.get(snipe.venue_id)
    unchanged = (
        snipe.revision == target.revision
        and snipe.account.account_id == target.account_id
        and snipe.date == target.date
        and snipe.party_size == target.party_size
        and _in_open_window(tables, snipe, target)
        and any(name.lower() in ("", target.seating.lower()) for name in snipe.seatings or (snipe.seating,))
        and (snipe.override, snipe.fee_ceiling_cents) == (target.override, target.fee_ceiling_cents)
        and snipe.cancel_fee_ceiling_cents == target.cancel_fee_ceiling_cents
        and (snipe.payment_method_id or account.payment_method_id) == target.payment_method_id
        and snipe.guest == target.guest
    )
    lead = timedelta(seconds=RELEASE_LEAD_SECONDS)
    released = snipe.release_at is None or tables.now() >= snipe.release_at - lead
    allowed = account.status == "connected" and not venue.opted_out and not tables.switched_off(venue)
    watched = watch is not None and watch.epoch == epoch
    bookable = not snipe.notify_only and not (
        snipe.one_table and choices.outranked(tables, snipe.group_id, level=target.level)
    )
    return tables.is_open(row) and bookable and unchanged and released and allowed and watched


def _in_open_window(tables: Tables, snipe: Snipe, target: Target) -> bool:
    left = reads.with_open_windows(tables, snipe)
    return bool(left.windows) == bool(snipe.windows) and window_place(left, target.time) is not None


def _booking_to_replace(tables: Tables, snipe: Snipe, target: Target) -> AttemptRow | None:
    if not snipe.override:
        return None
    for other in tables.attempts.values():
        same = (other.snipe.diner_key, other.target.date, other.target.meal, other.snipe.account.account_id)
        if (
            other.state == "booked"
            and same == (snipe.diner_key, target.date, target.meal, snipe.account.account_id)
            and other.platform_reservation_id is not None
            and (not other.old_booking_id or other.old_booking_gone_at is not None)
        ):
            return other
    return None


def _conflicts(other: AttemptRow, attempt: AttemptRow) -> bool:
    """Whether a partial unique index of the table `attempt` would refuse the new row `attempt` because of `other`."""
    if other.state in OPEN and other.target.slot_key == attempt.target.slot_key:
        return True
    if other.state in OPEN and _line_of_a_list(other) == _line_of_a_list(attempt):
        return True
    same_snipe = other.snipe.reservation_id == attempt.snipe.reservation_id
    same_group = _same_request(other.snipe, attempt.snipe)
    return other.state in LIVE and (same_snipe or same_group or _diner_meal(other) == _diner_meal(attempt))


def _line_of_a_list(one: AttemptRow) -> tuple[object, ...]:
    target = one.target
    return one.snipe.account.account_id, one.snipe.venue_id, target.date, target.time, target.party_size


def _same_request(one: Snipe, other: Snipe) -> bool:
    """Return whether the two snipes may get only one table between them."""
    same_date = one.date == other.date or (one.one_table and other.one_table)
    return one.group_id == other.group_id and same_date


def _diner_meal(one: AttemptRow) -> tuple[object, ...]:
    return one.snipe.diner_key, one.target.date, one.target.meal, one.replaces is None
