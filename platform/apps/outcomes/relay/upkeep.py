"""Periodic steps of the relay: end expired reservations, and pause those of disconnected accounts.

Several relays may run each step at the same time, and each may be killed at any point.
"""

from datetime import datetime

from django.db import transaction

from apps.connections.models import AccountStatus
from apps.notices.content.kinds import Unsuccessful
from apps.outcomes.rules.openings import SILENT
from apps.outcomes.shared_fields import message_without_table
from apps.requests import change_records
from apps.requests.models import CALL_OPEN, Attempt, Opening, Reservation, ReservationGroup, Status
from apps.requests.rules.changes import OPEN
from apps.requests.rules.reasons import SWAP_FAILED
from apps.requests.stops import stopping

BATCH = 200


def end_due(*, now: datetime) -> int:
    """End active and paused reservations whose time is over, in up to 200 groups. Return the number of reservations.

    A reservation with an open booking call is left for a later run.
    """
    due = Reservation.objects.filter(status__in=OPEN, ends_at__lte=now)
    groups = due.order_by("group_id").values_list("group_id", "group__user_id").distinct()[:BATCH]
    return sum(_end_in_group(group_id=group_id, user_id=user_id, now=now) for group_id, user_id in list(groups))


@transaction.atomic
def _end_in_group(*, group_id: int, user_id: int, now: datetime) -> int:
    rows = Reservation.objects.filter(group_id=group_id, status__in=OPEN, ends_at__lte=now)
    due = list(rows.select_for_update(no_key=True).order_by("id"))
    # A separate statement after the lock, so that it sees an attempt that was claimed while this transaction waited.
    in_flight = set(Attempt.objects.filter(CALL_OPEN, reservation__in=due).values_list("reservation_id", flat=True))
    over = [request for request in due if request.pk not in in_flight]
    if not over:
        return 0
    notify_only, swap_of = ReservationGroup.objects.values_list("notify_only", "swap_of").get(pk=group_id)
    reason = "notify_over" if notify_only else "window_over" if swap_of is None else SWAP_FAILED
    Reservation.objects.filter(pk__in=[request.pk for request in over]).update(
        status=Status.UNSUCCESSFUL, reason=reason, stop="", status_changed_at=now
    )
    notice = _notice(group_id) if swap_of is None else None
    change_records.record_change(
        over, user_id=user_id, group_id=group_id, what="ended", now=now, reason=reason, notice=notice
    )
    return len(over)


def _notice(group_id: int) -> Unsuccessful | None:
    """Return the content of the message that a group has ended, None while one of its reservations is open.

    The message lists the restaurants and dates without a table. For a notify-only group, it says that the notifications
    have ended.
    """
    requests = Reservation.objects.filter(group_id=group_id)
    members = list(requests.select_related("venue").order_by("date", "venue__venue_name"))
    if any(member.status in OPEN for member in members):
        return None
    group = ReservationGroup.objects.select_related("client").get(pk=group_id)
    missed = [member for member in members if member.status == Status.UNSUCCESSFUL]
    return Unsuccessful(
        **message_without_table(group, missed, members=members),
        notify_only=group.notify_only,
        openings=Opening.objects.filter(reservation__group_id=group_id).exclude(shown_as__in=SILENT).count(),
    )


def pause_orphans(*, now: datetime) -> None:
    """Pause reservations that a disconnected account left active, because the process died between disconnect and
    pause."""
    orphaned = Reservation.objects.filter(status=Status.ACTIVE, stop="", account__status=AccountStatus.DISCONNECTED)
    for account_id in list(orphaned.order_by().values_list("account_id", flat=True).distinct()):
        if account_id is not None:
            stopping.pause_for_account(account_id=account_id, now=now)
