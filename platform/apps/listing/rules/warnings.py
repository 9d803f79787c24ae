"""Finds the warnings that a platform may ban a user: for several active requests at one venue, and for an active
request beside a booked table at the same venue."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from apps.listing import messages
from snipers.clients import registry


class VenueGroups(NamedTuple):
    """The ids of a user's groups at one venue: those with an active reservation, and those with a table in the
    future. A group may be in both."""

    venue_id: int
    venue_name: str
    platform: str
    active: Collection[int]
    booked: Collection[int]


@dataclass(frozen=True, slots=True)
class ListWarning:
    """A risk of a ban by the platform, as a sentence above the list of requests, and the groups that cause it."""

    code: str
    message: str
    group_ids: list[int]


def find_warnings(venues: Iterable[VenueGroups]) -> list[ListWarning]:
    """Return the warnings about the venues of a user's groups, sorted by venue name."""
    found: list[ListWarning] = []
    for venue in sorted(venues, key=lambda venue: (venue.venue_name, venue.venue_id)):
        active, booked = set(venue.active), set(venue.booked)
        platform = registry.find(venue.platform).name
        if len(active) > 1:
            message = messages.several_active(venue=venue.venue_name, platform=platform)
            found.append(ListWarning("several_active_tasks", message, sorted(active)))
        if active and booked:
            message = messages.active_beside_table(venue=venue.venue_name, platform=platform)
            found.append(ListWarning("already_reserved", message, sorted(active | booked)))
    return found
