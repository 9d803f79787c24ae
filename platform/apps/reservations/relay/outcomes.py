"""Turns the outcomes that the snipers recorded into durable events for the users.

Safe to run in several relays and to be killed anywhere: each run is one transaction that locks the outcomes it takes,
and the next run finds what is left. Sending the events is apps.notices.publishing.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

import structlog
from django.db import DatabaseError, connection, transaction

from apps.notices import services as notices
from apps.notices.kinds import Booked, HeldBack, Notice
from apps.notices.services import NewEvent
from apps.reservations.models import HELD_BACK, Attempt, Outcome, Reservation
from apps.reservations.rules import group_status, reasons
from snipers.telemetry import spans, trace

log = structlog.get_logger(__name__)

BATCH = 200
# The user gets one message in this time about tables held back for one group, unless a cheaper one appears.
HELD_BACK_AGAIN = timedelta(hours=6)
# Two relays take different outcomes, and neither waits for the other.
SELECT_PENDING = """
    select o.attempt_id, o.kind, o.reason, t.reservation_id, t.group_id, g.user_id, v.venue_name, t.date, t.slot_time,
           t.party_size, t.seating, t.platform, coalesce(nullif(a.display_name, ''), a.username),
           coalesce(t.platform_reservation_id, ''), g.fee_ceiling_cents, concat_ws(', ', nullif(v.address1, ''),
           nullif(v.locality, '')), v.time_zone, concat_ws(' ', c.first_name, c.last_name),
           extract(epoch from o.created_at)::float8, g.trace, t.fee_cents
    from outcome o
    join attempt t on t.id = o.attempt_id
    join reservation_group g on g.id = t.group_id
    join venue v on v.id = t.venue_id
    join platform_account a on a.id = t.account_id
    left join client c on c.id = g.client_id
    where o.notified_at is null and (%(only)s::bigint is null or o.attempt_id = %(only)s)
    order by o.created_at
    limit %(limit)s
    for update of o skip locked
"""


class PendingOutcome(NamedTuple):
    """One row of SELECT_PENDING."""

    attempt_id: int
    kind: str
    reason: str
    reservation_id: int
    group_id: int
    user_id: int
    venue_name: str
    date: date
    slot_time: time
    party_size: int
    seating: str
    platform: str
    account_name: str
    platform_reservation_id: str
    fee_ceiling_cents: int
    address: str
    time_zone: str
    client_name: str
    recorded_at: float
    trace: str
    fee_cents: int | None


def publish_outcomes(*, now: datetime) -> int:
    """Write the user's event for up to 200 pending outcomes, oldest first; returns how many were written.

    All in one transaction; if one of them fails, each in its own, and the failed one is logged and stays pending.
    """
    try:
        return _publish(now=now)
    except DatabaseError:
        raise
    except Exception:
        log.exception("outcomes could not be published together")
    pending = Outcome.objects.filter(notified_at=None).order_by("created_at").values_list("pk", flat=True)
    return sum(_publish_one(attempt_id, now=now) for attempt_id in list(pending[:BATCH]))


def _publish_one(attempt_id: int, *, now: datetime) -> int:
    try:
        return _publish(now=now, only=attempt_id)
    except DatabaseError:
        raise
    except Exception:
        log.exception("outcome could not be published", attempt_id=attempt_id)
        return 0


@transaction.atomic
def _publish(*, now: datetime, only: int | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(SELECT_PENDING, {"only": only, "limit": BATCH})
        pending = [PendingOutcome(*row) for row in cursor.fetchall()]
    if not pending:
        return 0
    last_seqs = notices.lock_cursors(user_ids=[outcome.user_id for outcome in pending])
    # Read after the cursor is locked: a later event never carries an older status.
    members: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Reservation.objects.filter(group_id__in={outcome.group_id for outcome in pending})
    for group_id, request_id, status in rows.values_list("group_id", "pk", "status"):
        members[group_id][request_id] = status
    events = [_event(outcome, members=members[outcome.group_id], now=now) for outcome in pending]
    notices.append_locked(events=events, last_seqs=last_seqs, now=now)
    Outcome.objects.filter(pk__in=[outcome.attempt_id for outcome in pending]).update(notified_at=now)
    for outcome in pending:
        log.info(
            "outcome published",
            kind=outcome.kind,
            attempt_id=outcome.attempt_id,
            reservation_id=outcome.reservation_id,
            request_group=outcome.group_id,
            trace_id=trace.id_of(outcome.trace),
        )
    return len(pending)


def _event(outcome: PendingOutcome, *, members: Mapping[int, str], now: datetime) -> NewEvent:
    span = spans.tell("outbox", trace=outcome.trace, start=outcome.recorded_at, end=now.timestamp(), kind=outcome.kind)
    return NewEvent(
        user_id=outcome.user_id,
        type="reservation.outcome",
        dedupe_key=f"outcome:{outcome.attempt_id}",
        trace=span,
        notice=_notice(outcome, now=now),
        body={
            "group_id": outcome.group_id,
            "reservation_id": outcome.reservation_id,
            "attempt_id": outcome.attempt_id,
            "kind": outcome.kind,
            "group_status": group_status.derive(set(members.values())),
            "member_status": members[outcome.reservation_id],
            "venue_name": outcome.venue_name,
            "date": outcome.date.isoformat(),
            "time": outcome.slot_time.strftime("%H:%M"),
            "party_size": outcome.party_size,
            "seating": outcome.seating,
            "reason": outcome.reason or None,
            "reason_text": reasons.sentence(code=outcome.reason, platform=outcome.platform) or None,
            "account_name": outcome.account_name,
            "fee_cents": outcome.fee_cents if outcome.reason == "held_back_fee" else None,
        },
    )


def _notice(outcome: PendingOutcome, *, now: datetime) -> Notice | None:
    table: dict[str, Any] = {
        "venue_name": outcome.venue_name,
        "date": outcome.date,
        "time": outcome.slot_time,
        "party_size": outcome.party_size,
        "seating": outcome.seating,
        "platform_name": reasons.PLATFORM_NAMES[outcome.platform],
        "client_name": outcome.client_name,
        "fee_ceiling_cents": outcome.fee_ceiling_cents,
    }
    if outcome.kind == "booked":
        return Booked(
            address=outcome.address,
            time_zone=outcome.time_zone,
            confirmation=outcome.platform_reservation_id,
            account_name=outcome.account_name,
            **table,
        )
    if outcome.reason != "held_back_fee" or outcome.fee_cents is None:
        return None
    recent = Attempt.objects.filter(
        HELD_BACK, group_id=outcome.group_id, pk__lt=outcome.attempt_id, closed_at__gt=now - HELD_BACK_AGAIN
    )
    if recent.filter(fee_cents__lte=outcome.fee_cents).exists():
        return None
    return HeldBack(fee_cents=outcome.fee_cents, group_id=outcome.group_id, **table)
