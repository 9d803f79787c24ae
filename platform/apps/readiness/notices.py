"""Notifies users 30 minutes before a release if their request cannot book. If something fails later, they are notified
when it fails. There is one notification for each release.

Housekeeping calls `send_due` every minute. The event with its messages is written in one transaction, and its unique
`dedupe_key` is the record that the user was notified: if a process dies before the commit, the next run finds the
request again; after the commit, no run finds it.
"""

from datetime import datetime
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from apps.common.database.failures import logged
from apps.common.schemas import instant_text
from apps.notices import services as notices
from apps.notices.content.kinds import NotReady
from apps.notices.models import Event
from apps.requests.models import Reservation, ReservationGroup, Status

from . import facts as readiness_facts
from . import rules as readiness

log = structlog.get_logger(__name__)

KEY: Final = "readiness:"


def send_due(*, now: datetime) -> int:
    """Check the release requests that are due in this minute, and notify the users of those that are not ready.

    Returns the number of notifications. Each notification is one transaction. A request whose notification fails is
    logged and checked again in five minutes. Raises OperationalError or InterfaceError if the database fails. Several
    processes may run this at once.
    """
    due = _due(now).order_by("release_at", "pk").values_list("pk", "release_at")
    keys = {_key(pk, at): pk for pk, at in due if at is not None and readiness.looks_now(release_at=at, now=now)}
    sent = set(Event.objects.filter(dedupe_key__in=keys).values_list("dedupe_key", flat=True))
    notified = 0
    for pk in (pk for key, pk in keys.items() if key not in sent):
        with logged(log, "notification about readiness failed", group_id=pk):
            notified += _notify(pk, now=now)
    return notified


def _due(now: datetime) -> QuerySet[ReservationGroup]:
    active = Reservation.objects.filter(group=OuterRef("pk"), status=Status.ACTIVE, stop="")
    near = ReservationGroup.objects.filter(release_at__gt=now, release_at__lte=now + readiness.NOTIFY_BEFORE)
    return near.filter(Exists(active), user__is_active=True)


def _key(group_id: int, release_at: datetime) -> str:
    """Return the event's key. It contains the release, so a request whose release was moved gets a notification for the
    new one."""
    return f"{KEY}{group_id}:{instant_text(release_at)}"


@transaction.atomic
def _notify(group_id: int, *, now: datetime) -> int:
    # The lock waits for an edit under way; the filter then sees its result.
    if not _due(now).filter(pk=group_id).select_for_update(no_key=True, of=("self",)).exists():
        return 0
    group = ReservationGroup.objects.select_related("user", "client").get(pk=group_id)
    members = readiness_facts.active_members(group)
    if not members or group.release_at is None:
        return 0
    facts = readiness_facts.facts_of(group, members=members, now=now)
    problems = [line.text for line in readiness.failed(readiness.lines_of(facts, now=now))]
    if not problems:
        return 0
    first = members[0]
    body = {
        "group_id": group.pk,
        "venue_name": first.venue.venue_name,
        "time_zone": first.venue.time_zone,
        "date": first.date.isoformat(),
        "release_at": instant_text(group.release_at),
        "problems": problems,
    }
    notice = NotReady(
        venue_name=first.venue.venue_name,
        date=first.date,
        client_name=str(group.client or ""),
        time_zone=first.venue.time_zone,
        release_at=group.release_at,
        problems=problems,
        group_id=group.pk,
    )
    seq = notices.append(
        user_id=group.user_id,
        type="reservation.not_ready",
        body=body,
        now=now,
        dedupe_key=_key(group.pk, group.release_at),
        notice=notice,
    )
    return int(seq is not None)
