"""Warns users that a platform may ban them, if they have several active requests at one venue, or an active request and
a booking at the same venue."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from apps.reservations import messages

from .reasons import PLATFORM_NAMES


class Held(NamedTuple):
    """A reservation whose `status` is "active", or "confirmed" with a table in the future."""

    venue_id: int
    venue_name: str
    platform: str
    group_id: int
    status: str


class Warning(NamedTuple):
    """A sentence for the list, and the groups that cause it."""

    code: str
    message: str
    group_ids: list[int]


def find_warnings(held: Iterable[Held]) -> list[Warning]:
    """Return the warnings about a user's reservations, sorted by venue name. Several dates of one group count once."""
    by_venue: dict[tuple[str, int], list[Held]] = defaultdict(list)
    for request in held:
        by_venue[request.venue_name, request.venue_id].append(request)
    found: list[Warning] = []
    for (name, _), requests in sorted(by_venue.items()):
        active = {request.group_id for request in requests if request.status != "confirmed"}
        booked = {request.group_id for request in requests if request.status == "confirmed"}
        platform = PLATFORM_NAMES[requests[0].platform]
        if len(active) > 1:
            message = messages.several_active(venue=name, platform=platform)
            found.append(Warning("several_active_tasks", message, sorted(active)))
        if active and booked:
            message = messages.active_beside_table(venue=name, platform=platform)
            found.append(Warning("already_reserved", message, sorted(active | booked)))
    return found
