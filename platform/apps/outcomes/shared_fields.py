"""The fields that several events and messages of this app have in common."""

from collections.abc import Iterable, Sequence
from datetime import time
from typing import Any

from apps.notices.content.fields import MAX_SUMMARIES, RequestSummary
from apps.requests.models import Reservation, ReservationGroup, Status
from apps.requests.rules import time_windows


def event_of_table(request: Reservation, *, at: time, party_size: int, seating: str) -> dict[str, Any]:
    """Return what an event says about a table for a reservation, whose venue must be loaded."""
    return {
        "group_id": request.group_id,
        "reservation_id": request.pk,
        "venue_name": request.venue.venue_name,
        "time_zone": request.venue.time_zone,
        "date": request.date.isoformat(),
        "time": at.strftime("%H:%M"),
        "party_size": party_size,
        "seating": seating,
    }


def message_without_table(
    group: ReservationGroup, missed: Sequence[Reservation], *, members: Iterable[Reservation]
) -> dict[str, Any]:
    """Return what a message says about the reservations `missed` of a group, which have no table. `members` are all
    reservations of the group. The group's client and the venues must be loaded."""
    first, *further = time_windows.windows_of(group)
    named = [RequestSummary(venue_name=one.venue.venue_name, date=one.date) for one in missed[:MAX_SUMMARIES]]
    return {
        "requests": named,
        "more": len(missed) - len(named),
        "booked": sum(member.status == Status.CONFIRMED for member in members),
        "start": first.start,
        "end": first.end,
        "further": tuple(further),
        "party_size": group.party_size,
        "client_name": str(group.client or ""),
    }
