"""Notifies the owner of a booked table after an override ended that booking: a step of the relay.

The snipers set `replacement_notified` to False on the old attempt. Its timeline entry has the result: `replaced` if a
better table was booked, or `override_failed` if the old table was canceled and the new one lost.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import OuterRef, Subquery

from apps.notices.content.kinds import TableGivenUp
from apps.requests import change_records
from apps.requests.models import Attempt, Status, TimelineEntry
from realtime.events import GroupChange

BATCH = 200
UNNOTIFIED = Attempt.objects.filter(replacement_notified=False)
ENDS = ("replaced", "override_failed")
LATEST_END = (
    TimelineEntry.objects.filter(reservation=OuterRef("reservation"), attempt=OuterRef("pk"), kind__in=ENDS)
    .order_by("-id")
    .values("kind")[:1]
)


@transaction.atomic
def publish_replacements(*, now: datetime) -> int:
    """Write the users' events about up to 200 bookings that an override ended. Return the number of these bookings."""
    # This check is cheap and seldom true. Django takes longer to build the full query than this check takes.
    if not UNNOTIFIED.exists():
        return 0
    # skip_locked: two relays take different attempts without waiting for each other.
    pending = list(
        UNNOTIFIED.annotate(end=Subquery(LATEST_END))
        .select_related("reservation__group__client", "reservation__venue")
        .select_for_update(of=("self",), skip_locked=True)
        .order_by("id")[:BATCH]
    )
    Attempt.objects.filter(pk__in=[old.pk for old in pending]).update(replacement_notified=True)
    # In the order of user ids, so that two relays lock event cursors in the same order and cannot deadlock.
    for old in sorted(pending, key=lambda old: (old.reservation.group.user_id, old.pk)):
        # `end` is None if the request had already ended in another way. Its user needs no event about the override.
        if old.end is not None:
            _publish(old, end=old.end, now=now)
    return len(pending)


def _publish(old: Attempt, *, end: str, now: datetime) -> None:
    request, group = old.reservation, old.reservation.group
    what: GroupChange = "replaced"
    # No message here: the outcome of the better table has one.
    notice = None
    if end == "override_failed":
        what = "resumed" if request.status == Status.ACTIVE else "override_failed"
        notice = TableGivenUp(
            venue_name=request.venue.venue_name,
            date=old.date,
            time=old.slot_time,
            party_size=old.party_size,
            client_name=str(group.client or ""),
            watching=what == "resumed",
        )
    change_records.publish_change(
        user_id=group.user_id, group_id=group.pk, what=what, now=now, reason=end, platform=old.platform, notice=notice
    )
