"""Decides which reservations an edit keeps, adds and withdraws, and which dates of a group can no longer be changed."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, Protocol

OPEN: Final = ("active", "paused")
# The reason code of a reservation that an edit removed. The group no longer shows it, and its date may be chosen again.
WITHDRAWN: Final = "withdrawn"

Place = tuple[int, date]
"""A venue (our id) and a date: what one reservation is for."""


class Request(Protocol):
    """The columns of a reservation that these rules read."""

    pk: Any
    venue_id: int
    date: date
    status: str
    reason: str
    ends_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """The result of an edit. `kept` has the ids of the open reservations that stay, by place (venue and date);
    `withdrawn` has the ids of the removed reservations; `added` has the places of the new ones."""

    kept: Mapping[Place, int]
    withdrawn: frozenset[int]
    added: tuple[Place, ...]


def is_open(request: Request, *, now: datetime) -> bool:
    """Return whether the reservation may still be changed."""
    return request.status in OPEN and request.ends_at > now


def closed_dates(group: Iterable[Request], *, now: datetime) -> frozenset[date]:
    """Return the dates of a group that can no longer be changed, because they are booked, ended or past."""
    remaining = [request for request in group if request.reason != WITHDRAWN]
    still_open = {request.date for request in remaining if is_open(request, now=now)}
    return frozenset({request.date for request in remaining} - (still_open - booked_dates(remaining)))


def booked_dates(group: Iterable[Request]) -> frozenset[date]:
    """Return the dates of a group for which a table is booked."""
    return frozenset(request.date for request in group if request.status == "confirmed")


def compare(group: Collection[Request], *, wanted: Collection[Place], now: datetime) -> Change:
    """Compare a group's open reservations with the wanted places. Return which to keep, withdraw and add.

    Only active and paused reservations on dates that are not closed (closed_dates()) are kept or
    withdrawn. This includes a reservation whose time is over, if the group's reservation for the
    same date at another venue is still open.
    """
    closed = closed_dates(group, now=now)
    may_change = {
        (request.venue_id, request.date): request.pk
        for request in group
        if request.status in OPEN and request.date not in closed
    }
    return Change(
        kept={place: id for place, id in may_change.items() if place in wanted},
        withdrawn=frozenset(id for place, id in may_change.items() if place not in wanted),
        added=tuple(place for place in wanted if place not in may_change),
    )
