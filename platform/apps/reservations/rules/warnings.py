"""Warns that the platform may ban the user: several active requests at one venue, or one beside a booking."""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from .reasons import PLATFORM_NAMES


class Held(NamedTuple):
    """A request that is active, or whose booking is in the future ("confirmed")."""

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
    """Return the warnings for all requests of a user, by venue name. Several dates of one group count once."""
    by_venue: dict[tuple[str, int], list[Held]] = defaultdict(list)
    for request in held:
        by_venue[request.venue_name, request.venue_id].append(request)
    found: list[Warning] = []
    for (name, _), requests in sorted(by_venue.items()):
        active = {request.group_id for request in requests if request.status != "confirmed"}
        booked = {request.group_id for request in requests if request.status == "confirmed"}
        platform = PLATFORM_NAMES[requests[0].platform]
        risk = f"{platform} may ban accounts that hold more than one reservation at a restaurant."
        if len(active) > 1:
            message = f"You have several active tasks at {name}. {risk}"
            found.append(Warning("several_active_tasks", message, sorted(active)))
        if active and booked:
            message = f"You already have a reservation at {name} and an active task there. {risk}"
            found.append(Warning("already_reserved", message, sorted(active | booked)))
    return found
