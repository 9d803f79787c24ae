"""What every change of a request writes beside it: timeline lines, the user's event, the snipers' wake-up call.

All of it belongs into the transaction of the change. Tell last: it makes other writers of the user's events wait.
"""

from collections.abc import Collection
from datetime import date, datetime
from typing import Literal

from apps.common import notify
from apps.notices import services as notices
from apps.notices.kinds import Notice

from .models import Reservation, TimelineEntry
from .rules import group_status, reasons

What = Literal[
    "filed",
    "paused",
    "unpaused",
    "canceled",
    "stopping",
    "ended",
    "edited",
    "replaced",
    "override_failed",
    "resumed",
    "canceled_at_platform",
]


def add_lines(*, reservation_ids: Collection[int], kind: str, now: datetime, reason: str = "") -> None:
    """Append one line to the timeline of each request."""
    TimelineEntry.objects.bulk_create(
        TimelineEntry(reservation_id=pk, at=now, kind=kind, reason=reason) for pk in reservation_ids
    )


def wake_snipers(*, venue_ids: Collection[int]) -> None:
    """Tell the sniper tower, on commit, that the snipes at these venues (our ids) changed."""
    notify.demand_changed_at(venue_ids=venue_ids)


def tell_change(
    *,
    user_id: int,
    group_id: int,
    what: What,
    now: datetime,
    reason: str = "",
    platform: str = "resy",
    on: date | None = None,
    notice: Notice | None = None,
) -> None:
    """Append the user's durable event about a group, with the status that it has now, and write to them about it.

    `on` is the day that the sentence of the reason may name.
    """
    notices.lock_cursors(user_ids=[user_id])
    notices.append(
        user_id=user_id,
        type="reservation.changed",
        now=now,
        notice=notice,
        body={
            "group_id": group_id,
            "group_status": status_of(group_id=group_id),
            "what": what,
            "reason": reason or None,
            "reason_text": reasons.sentence(code=reason, platform=platform, on=on) or None,
        },
    )


def status_of(*, group_id: int) -> str:
    """Return a group's status, derived from its requests as this transaction sees them."""
    members = Reservation.objects.filter(group_id=group_id).values_list("status", flat=True)
    return group_status.derive(set(members))
