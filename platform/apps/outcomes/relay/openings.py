"""Turns the openings that notify-only requests saw into durable events and messages for their users.

Several relays may run, and each may be killed at any point. A run is one transaction that locks its openings; the next
run finds those that are still pending.
"""

from datetime import datetime
from typing import Any

import structlog
from django.db import transaction

from apps.common.database import notify
from apps.notices import services as notices
from apps.notices.content.kinds import Notice, TableOpen
from apps.notices.services import NewEvent
from apps.outcomes.rules import openings
from apps.outcomes.rules.openings import Earlier, Shown
from apps.outcomes.shared_fields import event_of_table
from apps.requests.models import Opening, Status
from apps.venues.rules import links
from snipers.clients import registry

from .hooks import Offered, on_opening

log = structlog.get_logger(__name__)

BATCH = 200
LOADED = ("entry", "reservation__group__client", "reservation__venue")
PENDING = Opening.objects.filter(notified_at=None).select_related(*LOADED).order_by("entry_id")


@transaction.atomic
def publish_openings(*, now: datetime) -> int:
    """Write the users' events for up to 200 pending openings, oldest first. Return the number of these openings.

    Each opening is marked as handled. It gets no event if its request is no longer active, if the
    rules in rules/openings.py forbid one or, for a search of a booked table, if it leads to no offer.
    """
    pending = list(PENDING.select_for_update(of=("self",), skip_locked=True)[:BATCH])
    if not pending:
        return 0
    for hook in on_opening:
        hook.lock(pending)
    last_seqs = notices.lock_cursors(user_ids=[opening.reservation.group.user_id for opening in pending])
    # Read after the cursors are locked, so that this sees openings of which another relay has just notified the user.
    recent = Opening.objects.filter(
        reservation__group_id__in={opening.reservation.group_id for opening in pending},
        notified_at__gt=now - openings.REMEMBERED,
    )
    notified = list(recent.exclude(shown_as__in=openings.SILENT).select_related("entry", "reservation"))
    events = []
    for opening in pending:
        opening.shown_as, opening.notified_at = _decide(opening, notified, now=now), now
        offered = None
        if opening.shown_as != Shown.NOTHING and opening.reservation.group.swap_of is not None:
            offered = next(filter(None, (hook.offer(opening, now=now) for hook in on_opening)), None)
            if offered is None:
                opening.shown_as = Shown.NOTHING
        if opening.shown_as != Shown.NOTHING:
            notified.append(opening)
            events.append(_event(opening, offered))
            log.info("opening published", reservation_id=opening.reservation_id, entry_id=opening.pk)
    notices.append_locked(events=events, last_seqs=last_seqs, now=now)
    if events:
        notify.send("events")
    Opening.objects.bulk_update(pending, ["shown_as", "notified_at"])
    return len(pending)


def _decide(opening: Opening, notified: list[Opening], *, now: datetime) -> Shown:
    request, entry = opening.reservation, opening.entry
    if request.status != Status.ACTIVE or request.ends_at <= now or not request.group.notify_only:
        return Shown.NOTHING
    table = request.pk, entry.slot_time, entry.seating
    earlier = [
        Earlier(
            notified_at=one.notified_at or now,
            shown_as=one.shown_as,
            same=(one.reservation_id, one.entry.slot_time, one.entry.seating) == table,
        )
        for one in notified
        if one.reservation.group_id == request.group_id
    ]
    return openings.decide(seen_at=entry.at, earlier=earlier, now=now)


def _event(opening: Opening, offered: Offered | None) -> NewEvent:
    request, entry = opening.reservation, opening.entry
    group, venue, at = request.group, request.venue, entry.slot_time or request.group.start_time
    platform, party_size = venue.reservation_source, entry.party_size or group.party_size
    page = links.page_for(venue.platform_page, platform=platform, day=request.date, at=at, party_size=party_size)
    tables = entry.tables or 1
    table: dict[str, Any] = {
        "venue_name": venue.venue_name,
        "date": request.date,
        "time": at,
        "party_size": party_size,
        "client_name": str(group.client or ""),
        "seating": entry.seating,
        "platform_name": registry.find(platform).name,
    }
    notice: Notice = TableOpen(**table, others=tables - 1, page=page, group_id=group.pk)
    if offered is not None:
        notice = offered.notice(**table)
    body: dict[str, Any] = {
        **event_of_table(request, at=at, party_size=party_size, seating=entry.seating),
        "tables": tables,
        "platform": platform,
        "page": page or None,
        "swap_id": offered.swap_id if offered is not None else None,
    }
    return NewEvent(
        user_id=group.user_id,
        type="reservation.opening",
        dedupe_key=f"opening:{opening.pk}",
        trace=group.trace,
        notice=notice if opening.shown_as == Shown.MESSAGE else None,
        body=body,
    )
