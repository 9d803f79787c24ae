"""Warns of what may get a diner banned at the platform: several active tasks at one venue, or one beside a booking."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One request of a user that is active, or a booking that is still ahead."""

    venue_id: int
    venue_name: str
    platform: str
    group_id: int
    booked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Warning:
    """One sentence for the list, with the groups that it is about."""

    code: str
    message: str
    group_ids: tuple[int, ...]


def about(held: Iterable[Held]) -> list[Warning]:
    """Return the warnings for all that a user holds, by venue name. Dates of one group do not warn of each other."""
    by_venue: dict[int, list[Held]] = {}
    for one in held:
        by_venue.setdefault(one.venue_id, []).append(one)
    found: list[Warning] = []
    for ones in sorted(by_venue.values(), key=lambda ones: (ones[0].venue_name, ones[0].venue_id)):
        active = {one.group_id for one in ones if not one.booked}
        booked = {one.group_id for one in ones if one.booked}
        name, risk = ones[0].venue_name, f"{ones[0].platform} may ban accounts that hold more than one."
        if len(active) > 1:
            message = f"You have several active tasks at {name}. {risk}"
            found.append(Warning(code="several_active_tasks", message=message, group_ids=tuple(sorted(active))))
        if active and booked:
            message = f"You already have a reservation at {name} and an active task there. {risk}"
            found.append(Warning(code="already_reserved", message=message, group_ids=tuple(sorted(active | booked))))
    return found
