"""Turns what the snipers wrote into events for the user: outcomes, flagged accounts, requests whose time is over.

Each step is safe to run by several relays at once and to be killed anywhere: what it does is one transaction, guarded
by a row lock or a condition, and what is not done is found again. Sending the events is apps.notices.publishing.
"""

from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple

import structlog
from django.db import DatabaseError, connection, transaction

from apps.common import notify
from apps.connections.models import AccountStatus, PlatformAccount
from apps.notices import services as notices
from apps.notices.kinds import Notice
from apps.notices.services import NewEvent
from apps.reservations import change_records, messages
from apps.reservations.models import CALL_OPEN, HELD_BACK, Attempt, Outcome, Reservation, Status
from apps.reservations.rules import group_status, reasons
from apps.reservations.stops import stopping
from snipers.telemetry import spans, trace

log = structlog.get_logger(__name__)

IN_STEP = 200
# A request's user is written to about a table that was held back once in this time, unless a cheaper one appears.
HELD_BACK_AGAIN = timedelta(hours=6)
# Two relays take different outcomes, and none waits for the other.
TAKE = """
    select o.attempt_id, o.kind, o.reason, t.reservation_id, t.group_id, g.user_id, v.venue_name, t.date, t.slot_time,
           t.party_size, t.seating, t.platform, a.display_name, a.username,
           coalesce(t.platform_reservation_id, ''), g.fee_ceiling_cents, v.address1, v.locality, v.time_zone,
           concat_ws(' ', c.first_name, c.last_name), extract(epoch from o.created_at)::float8, g.trace,
           t.fee_cents
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
    """One row of TAKE."""

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
    display_name: str
    username: str
    platform_reservation_id: str
    fee_ceiling_cents: int
    address1: str
    locality: str
    time_zone: str
    client_name: str
    at: float
    trace: str
    fee_cents: int | None


def tell_outcomes(*, now: datetime) -> int:
    """Write the user's event for each unpublished outcome, oldest first; returns how many this call published.

    All in one transaction; if one of them can not be told, each in its own, and that one is logged and left.
    """
    try:
        return _tell(now=now)
    except DatabaseError:
        raise
    except Exception:
        log.exception("outcomes could not be told together")
        return sum(_tell_one(attempt_id=pk, now=now) for pk in _pending())


def _pending() -> list[int]:
    rows = Outcome.objects.filter(notified_at__isnull=True).order_by("created_at").values_list("pk", flat=True)
    return list(rows[:IN_STEP])


def _tell_one(*, attempt_id: int, now: datetime) -> int:
    try:
        return _tell(now=now, only=attempt_id)
    except DatabaseError:
        raise
    except Exception:
        log.exception("outcome could not be told", attempt_id=attempt_id)
        return 0


@transaction.atomic
def _tell(*, now: datetime, only: int | None = None) -> int:
    with connection.cursor() as cursor:
        cursor.execute(TAKE, {"only": only, "limit": IN_STEP})
        taken = [PendingOutcome(*row) for row in cursor.fetchall()]
    if not taken:
        return 0
    last_seqs = notices.lock_cursors(user_ids=[one.user_id for one in taken])
    members: dict[int, dict[int, str]] = {}
    rows = Reservation.objects.filter(group_id__in={one.group_id for one in taken})
    for group_id, request_id, status in rows.values_list("group_id", "pk", "status"):
        members.setdefault(group_id, {})[request_id] = status
    events = [_event(one, members=members[one.group_id], now=now) for one in taken]
    notices.append_locked(events=events, last_seqs=last_seqs, now=now)
    Outcome.objects.filter(pk__in=[one.attempt_id for one in taken]).update(notified_at=now)
    for one in taken:
        log.info(
            "outcome told",
            kind=one.kind,
            attempt_id=one.attempt_id,
            reservation_id=one.reservation_id,
            request_group=one.group_id,
            trace_id=trace.id_of(one.trace),
        )
    return len(taken)


def _event(one: PendingOutcome, *, members: Mapping[int, str], now: datetime) -> NewEvent:
    return NewEvent(
        user_id=one.user_id,
        type="reservation.outcome",
        dedupe_key=f"outcome:{one.attempt_id}",
        trace=spans.tell("outbox", trace=one.trace, start=one.at, end=now.timestamp(), kind=one.kind),
        notice=_notice(one, now=now),
        body={
            "group_id": one.group_id,
            "reservation_id": one.reservation_id,
            "attempt_id": one.attempt_id,
            "kind": one.kind,
            "group_status": group_status.derive(set(members.values())),
            "member_status": members[one.reservation_id],
            "venue_name": one.venue_name,
            "date": one.date.isoformat(),
            "time": one.slot_time.strftime("%H:%M"),
            "party_size": one.party_size,
            "seating": one.seating,
            "reason": one.reason or None,
            "reason_text": reasons.sentence(code=one.reason, platform=one.platform) or None,
            "account_name": one.display_name or one.username,
            "fee_cents": one.fee_cents if one.reason == "held_back_fee" else None,
        },
    )


def _notice(one: PendingOutcome, *, now: datetime) -> Notice | None:
    if one.kind == "booked":
        return messages.booked(one)
    if one.reason != "held_back_fee" or one.fee_cents is None:
        return None
    # A table that appears again and again, or one of several, is no reason for another message.
    before = Attempt.objects.filter(
        HELD_BACK, group_id=one.group_id, pk__lt=one.attempt_id, closed_at__gt=now - HELD_BACK_AGAIN
    )
    return None if before.filter(fee_cents__lte=one.fee_cents).exists() else messages.held_back(one)


def end_due(*, now: datetime) -> int:
    """End requests whose time is over and for which no call is open; returns how many.

    Paused ones end too: nothing could take them up again.
    """
    due = Reservation.objects.filter(status__in=[Status.ACTIVE, Status.PAUSED], ends_at__lte=now)
    groups = due.order_by("group_id").values_list("group_id", "group__user_id").distinct()[:IN_STEP]
    return sum(_end_in_group(group_id=group_id, user_id=user_id, now=now) for group_id, user_id in list(groups))


@transaction.atomic
def _end_in_group(*, group_id: int, user_id: int, now: datetime) -> int:
    due = list(
        Reservation.objects.select_for_update(no_key=True)
        .filter(group_id=group_id, status__in=[Status.ACTIVE, Status.PAUSED], ends_at__lte=now)
        .order_by("id")
    )
    # After the lock, as in a stop: an attempt claimed while we waited for it is seen.
    calls = Attempt.objects.filter(CALL_OPEN, reservation__in=due).values_list("reservation_id", flat=True)
    in_flight = set(calls)
    over = [request for request in due if request.pk not in in_flight]
    if not over:
        return 0
    ids = [request.pk for request in over]
    Reservation.objects.filter(pk__in=ids).update(
        status=Status.UNSUCCESSFUL, reason="window_over", stop="", status_changed_at=now
    )
    change_records.add_entries(reservation_ids=ids, kind="ended", now=now, reason="window_over")
    notify.demand_changed_at(venue_ids=[request.venue_id for request in over])
    change_records.publish_change(
        user_id=user_id,
        group_id=group_id,
        what="ended",
        now=now,
        reason="window_over",
        notice=messages.over(group_id=group_id),
    )
    return len(ids)


def tell_accounts(*, now: datetime) -> int:
    """Write the user's event for each account that the snipers flagged; returns how many were told."""
    flagged = PlatformAccount.objects.filter(attention_notified=False).order_by("id").values_list("pk", flat=True)
    return sum(_tell_account(account_id=account_id, now=now) for account_id in list(flagged[:IN_STEP]))


@transaction.atomic
def _tell_account(*, account_id: int, now: datetime) -> bool:
    account = (
        PlatformAccount.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=account_id, attention_notified=False)
        .first()
    )
    if account is None:
        return False
    account.attention_notified = True
    account.save(update_fields=["attention_notified"])
    reason = account.attention_reason
    # Put right or disconnected before we came to tell: there is nothing left to attend to.
    if not reason or account.status == AccountStatus.DISCONNECTED:
        return False
    notices.append(
        user_id=account.user_id,
        type="account.attention",
        now=now,
        notice=messages.attention(account),
        body={
            "account_id": account.pk,
            "platform": account.platform,
            "username": account.username,
            "status": account.status,
            "reason": reason,
            "reason_text": reasons.sentence(code=reason, platform=account.platform),
        },
    )
    return True


def pause_orphans(*, now: datetime) -> None:
    """Pause requests whose account is disconnected: finds what a crash between the disconnect and its pause left."""
    orphaned = Reservation.objects.filter(status=Status.ACTIVE, stop="", account__status=AccountStatus.DISCONNECTED)
    for account_id in list(orphaned.order_by().values_list("account_id", flat=True).distinct()):
        if account_id is not None:
            stopping.pause_for_account(account_id=account_id, now=now)


def forget_tokens(*, now: datetime) -> int:
    """Forget the tokens that outlived their account's disconnect because a call was open; returns how many."""
    over = PlatformAccount.objects.filter(status=AccountStatus.DISCONNECTED, disconnected_at__lte=now)
    in_use = Attempt.objects.filter(CALL_OPEN).values("account_id")
    return over.exclude(sealed_token="").exclude(pk__in=in_use).update(sealed_token="")
