"""Records a change of a request: timeline entries, the user's event, and the notification of the snipers.

The caller calls these functions in the transaction of the change, and `publish_change` last: it locks the user's event
cursor, and other writers of this user's events wait until the transaction commits.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import Q

from apps.common.database import notify
from apps.notices import services as notices
from apps.notices.content.kinds import Notice
from apps.notices.services import NewEvent
from realtime.events import GroupChange

from .models import Attempt, Reservation, Status, TimelineEntry
from .rules import group_status, reasons


def add_entries(*, reservation_ids: Collection[int], kind: str, now: datetime, reason: str = "") -> None:
    """Append one entry to the timeline of each reservation."""
    TimelineEntry.objects.bulk_create(
        TimelineEntry(reservation_id=pk, at=now, kind=kind, reason=reason) for pk in reservation_ids
    )


def add_attempt_entry(attempt: Attempt, *, kind: str, now: datetime, reason: str) -> None:
    """Append one entry about the attempt's table to the timeline of its reservation."""
    TimelineEntry.objects.create(
        reservation_id=attempt.reservation_id,
        attempt=attempt,
        at=now,
        kind=kind,
        reason=reason,
        slot_time=attempt.slot_time,
        seating=attempt.seating,
        party_size=attempt.party_size,
    )


def wake_watchers(*requests: Q, **columns: Any) -> None:
    """Notify the sniper tower, on commit, that active reservations have changed, so that their
    watchers read them again.

    `requests` and `columns` are passed to `filter` and select the reservations.
    """
    active = Reservation.objects.filter(*requests, status=Status.ACTIVE, **columns)
    notify.demand_changed_at(venue_ids=list(active.order_by().values_list("venue_id", flat=True).distinct()))


def record_change(
    members: Collection[Reservation],
    *,
    user_id: int,
    group_id: int,
    what: GroupChange,
    now: datetime,
    reason: str = "",
    notice: Notice | None = None,
) -> None:
    """Record a change of these reservations of a group: a timeline entry of the kind `what` for each, the notification
    of the snipers, and the user's event, as in `publish_change`."""
    add_entries(reservation_ids=[member.pk for member in members], kind=what, now=now, reason=reason)
    notify.demand_changed_at(venue_ids=[member.venue_id for member in members])
    publish_change(user_id=user_id, group_id=group_id, what=what, now=now, reason=reason, notice=notice)


def publish_change(
    *,
    user_id: int,
    group_id: int,
    what: GroupChange,
    now: datetime,
    reason: str = "",
    platform: str = "",
    on: str = "",
    notice: Notice | None = None,
) -> None:
    """Append a durable event for the user about a change of a group, with the group's current status.

    `reason` is a code of rules/reasons.py or "". Its sentence may mention the `platform` and the day `on`, which is
    already formatted for the reader. `notice` is the content of the messages (e-mail, SMS, ...) about the event; with
    None, no message is sent.
    """
    last_seqs = notices.lock_cursors(user_ids=[user_id])
    body = {
        "group_id": group_id,
        "group_status": group_status_of(group_id),
        "what": what,
        "reason": reason or None,
        "reason_text": reasons.sentence(code=reason, platform=platform, on=on) or None,
    }
    event = NewEvent(user_id=user_id, type="reservation.changed", body=body, notice=notice)
    notices.append_locked(events=[event], last_seqs=last_seqs, now=now)
    notify.send("events")


def group_status_of(group_id: int) -> str:
    """Return the status of a group, derived from its reservations as this transaction reads them."""
    members = Reservation.objects.filter(group_id=group_id).values_list("status", flat=True)
    return group_status.derive(set(members))
