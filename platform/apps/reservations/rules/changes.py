"""What an edit leaves, keeps, adds and withdraws, and which dates of a group are closed to change."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

OPEN: Final = ("active", "paused")
# The reason of a request that an edit has taken out of its group. It is no part of what the group wants any more, and
# its date may be chosen again.
WITHDRAWN: Final = "withdrawn"

ALREADY_BOOKED: Final = "Too late to change: the table is already booked."
OVER: Final = "This request is over and can not be changed."
IN_FLIGHT: Final = (
    "A table is being booked for this request right now, so nothing was changed. Please try again in a moment."
)
STOPPING: Final = "This request is still being stopped. Please try again in a moment."
OTHER_CLIENT: Final = (
    "A table of this request is already booked, so it can not go over to another name. Please file a new request."
)

Place = tuple[int, date]
"""A restaurant by our id, and a date: what one request is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One request of the group as it stands: its row's id, place, status, reason and end."""

    id: int
    place: Place
    status: str
    reason: str
    ends_at: datetime

    def is_open(self, *, now: datetime) -> bool:
        """Whether it may still be changed."""
        return self.status in OPEN and self.ends_at > now


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Which open requests stay (by place), which go (ids), which places are new."""

    kept: Mapping[Place, int]
    withdrawn: frozenset[int]
    added: tuple[Place, ...]


def closed_dates(group: Iterable[Standing], *, now: datetime) -> frozenset[date]:
    """Return the dates that are booked, ended or past."""
    wanted = [one for one in group if one.reason != WITHDRAWN]
    still_open = {one.place[1] for one in wanted if one.is_open(now=now)}
    booked = {one.place[1] for one in wanted if one.status == "confirmed"}
    return frozenset({one.place[1] for one in wanted} - (still_open - booked))


def booked_dates(group: Iterable[Standing]) -> frozenset[date]:
    """Return the dates that have their table."""
    return frozenset(one.place[1] for one in group if one.status == "confirmed")


def change(group: Iterable[Standing], *, wanted: Collection[Place], now: datetime) -> Change:
    """Compare what is open with what is wanted; what is finished is left alone.

    An open request whose date is closed, because another restaurant of the group has its table, stays too. One whose
    time was over under the old form, while its date is open for another restaurant, may go on under the new one.
    """
    members = list(group)
    closed = closed_dates(members, now=now)
    may_change = {one.place: one.id for one in members if one.status in OPEN and one.place[1] not in closed}
    return Change(
        kept={place: id for place, id in may_change.items() if place in wanted},
        withdrawn=frozenset(id for place, id in may_change.items() if place not in wanted),
        added=tuple(place for place in wanted if place not in may_change),
    )
