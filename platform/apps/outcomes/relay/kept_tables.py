"""Notifies users whose old table is not canceled after an override: a step of the relay.

The watcher goes on trying to cancel the old table. But the platform may refuse, or the account may be disconnected, and
then the user has two tables and may have to pay for one of them.
"""

from datetime import datetime, timedelta
from typing import Any, Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from apps.notices.content.kinds import OldTableKept
from apps.outcomes.selectors import booked_tables
from apps.requests import change_records
from apps.requests.models import CANCELLATION_PENDING, Attempt, AttemptState, TimelineEntry
from apps.requests.rules.reasons import OLD_TABLE_KEPT

log = structlog.get_logger(__name__)

BATCH: Final = 100
# A short outage of the platform ends within this time. The alert for operators waits as long.
NOTIFY_AFTER: Final = timedelta(minutes=15)


def report_kept_tables(*, now: datetime) -> int:
    """Notify the users of up to 100 tables that were booked in place of an old one NOTIFY_AFTER ago or earlier, if the
    old one is still not canceled. Return the number of notified users.

    Each table is reported once. Old tables that another attempt holds are not reported, as they are not canceled.
    """
    since, yesterday = now - NOTIFY_AFTER, (now - timedelta(days=1)).date()
    pending = Attempt.objects.filter(CANCELLATION_PENDING, closed_at__lte=since, date__gte=yesterday)
    holders = Attempt.objects.filter(
        platform=OuterRef("platform"),
        platform_reservation_id=OuterRef("old_booking_id"),
        state=AttemptState.BOOKED,
    )
    due = pending.exclude(Exists(_reports(reservation=OuterRef("reservation"), attempt=OuterRef("pk")))).exclude(
        Exists(holders)
    )
    ids = list(due.order_by("id").values_list("pk", flat=True)[:BATCH])
    return sum(_report(attempt_id, now=now) for attempt_id in ids)


@transaction.atomic
def _report(attempt_id: int, *, now: datetime) -> int:
    pending = Attempt.objects.filter(CANCELLATION_PENDING, pk=attempt_id)
    attempt = pending.select_for_update(no_key=True, skip_locked=True).first()
    # A separate statement after the lock, so that it sees the entry of another relay.
    if attempt is None or _reports(reservation=attempt.reservation_id, attempt=attempt.pk).exists():
        return 0
    change_records.add_attempt_entry(attempt, kind=OLD_TABLE_KEPT, now=now, reason=OLD_TABLE_KEPT)
    request = attempt.reservation
    if attempt.starts_at <= now:
        return 0  # The entry keeps this table out of the next runs.
    olds = Attempt.objects.filter(platform=attempt.platform, platform_reservation_id=attempt.old_booking_id)
    old = olds.exclude(pk=attempt.pk).select_related("reservation__venue").order_by("id").last()
    change_records.publish_change(
        user_id=request.group.user_id,
        group_id=request.group_id,
        what=OLD_TABLE_KEPT,
        now=now,
        reason=OLD_TABLE_KEPT,
        platform=attempt.platform,
        notice=OldTableKept(
            **booked_tables.notice_fields(attempt, venue=request.venue, group=request.group),
            old_venue_name=old.reservation.venue.venue_name if old else "",
            old_time=old.slot_time if old else None,
        ),
    )
    log.warning("old table is not canceled, user notified", attempt_id=attempt.pk)
    return 1


def _reports(**of: Any) -> QuerySet[TimelineEntry]:
    """Return the timeline entries that mark a table as reported."""
    return TimelineEntry.objects.filter(kind=OLD_TABLE_KEPT, **of)
