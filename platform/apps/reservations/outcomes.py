"""Turns what the snipers wrote into events for the user: outcomes, flagged accounts, requests whose time is over.

Each step is safe to run by several relays at once and to be killed anywhere: what it does is one transaction, guarded
by a row lock or a condition, and what is not done is found again. Sending the events is apps.notices.publishing.
"""

from datetime import datetime

import structlog
from django.db import DatabaseError, transaction

from apps.connections.models import AccountStatus, PlatformAccount
from apps.notices import services as notices

from . import stops, writes
from .models import CALL_OPEN, Attempt, Outcome, Reservation, Status
from .rules import group_status, reasons

log = structlog.get_logger(__name__)

IN_STEP = 200


def tell_outcomes(*, now: datetime) -> int:
    """Write the user's event for each untold outcome, oldest first; returns how many were told by this call.

    An outcome that can not be told is logged and left; it does not hold up the others.
    """
    untold = Outcome.objects.filter(told_at__isnull=True).order_by("created_at").values_list("pk", flat=True)
    told = 0
    for attempt_id in list(untold[:IN_STEP]):
        try:
            told += _tell(attempt_id=attempt_id, now=now)
        except DatabaseError:
            raise
        except Exception:
            log.exception("outcome could not be told", attempt_id=attempt_id)
    return told


@transaction.atomic
def _tell(*, attempt_id: int, now: datetime) -> bool:
    outcome = (
        Outcome.objects.select_for_update(skip_locked=True, of=("self",))
        .filter(pk=attempt_id, told_at__isnull=True)
        .select_related("attempt__reservation__group", "attempt__reservation__venue", "attempt__account")
        .first()
    )
    if outcome is None:
        return False
    attempt, request = outcome.attempt, outcome.attempt.reservation
    notices.hold_numbers(user_id=request.group.user_id)
    statuses = dict(Reservation.objects.filter(group_id=request.group_id).values_list("pk", "status"))
    notices.append(
        user_id=request.group.user_id,
        type="reservation.outcome",
        now=now,
        dedupe_key=f"outcome:{attempt.pk}",
        body={
            "group_id": request.group_id,
            "reservation_id": request.pk,
            "attempt_id": attempt.pk,
            "kind": outcome.kind,
            "group_status": group_status.derive(set(statuses.values())),
            "member_status": statuses[request.pk],
            "venue_name": request.venue.venue_name,
            "date": attempt.date.isoformat(),
            "time": attempt.slot_time.strftime("%H:%M"),
            "party_size": attempt.party_size,
            "seating": attempt.seating,
            "reason": outcome.reason or None,
            "reason_text": reasons.sentence(code=outcome.reason, platform=attempt.platform) or None,
            "account_name": attempt.account.display_name or attempt.account.username,
        },
    )
    outcome.told_at = now
    outcome.save(update_fields=["told_at"])
    return True


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
    writes.add_lines(reservation_ids=ids, kind="ended", now=now, reason="window_over")
    writes.wake_snipers(venue_ids=[request.venue_id for request in over])
    writes.tell_change(user_id=user_id, group_id=group_id, what="ended", now=now, reason="window_over")
    return len(ids)


def tell_accounts(*, now: datetime) -> int:
    """Write the user's event for each account that the snipers flagged; returns how many were told."""
    flagged = PlatformAccount.objects.filter(attention_told=False).order_by("id").values_list("pk", flat=True)
    return sum(_tell_account(account_id=account_id, now=now) for account_id in list(flagged[:IN_STEP]))


@transaction.atomic
def _tell_account(*, account_id: int, now: datetime) -> bool:
    account = (
        PlatformAccount.objects.select_for_update(no_key=True, skip_locked=True)
        .filter(pk=account_id, attention_told=False)
        .first()
    )
    if account is None:
        return False
    account.attention_told = True
    account.save(update_fields=["attention_told"])
    # Reconnected or disconnected before we came to tell: there is nothing left to attend to.
    if account.status != AccountStatus.NEEDS_RECONNECT:
        return False
    notices.append(
        user_id=account.user_id,
        type="account.attention",
        now=now,
        body={
            "account_id": account.pk,
            "platform": account.platform,
            "username": account.username,
            "reason_text": reasons.sentence(code=account.attention_reason, platform=account.platform)
            or reasons.sentence(code="needs_reconnect", platform=account.platform),
        },
    )
    return True


def pause_orphans(*, now: datetime) -> None:
    """Pause requests whose account is disconnected: finds what a crash between the disconnect and its pause left."""
    orphaned = Reservation.objects.filter(status=Status.ACTIVE, stop="", account__status=AccountStatus.DISCONNECTED)
    for account_id in list(orphaned.order_by().values_list("account_id", flat=True).distinct()):
        if account_id is not None:
            stops.pause_for_account(account_id=account_id, now=now)
