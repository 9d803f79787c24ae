"""Decides whether something excludes a booking at a venue, and says what a user can do instead. Pure functions.

The decisions use only data that the venue's platform states; missing data is no obstacle. Some obstacles do not exclude
a notify-only request: it is refused only if no table would ever be seen.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from apps.venues import messages
from snipers.clients import registry
from snipers.domain.venue_gates import VenueGate

# The gates that exclude every booking at a venue, for any request. If a venue has several of them, the user sees the
# sentence of the first one in this order.
ALWAYS: Final = (
    VenueGate.LISTING,
    VenueGate.TOCK,
    VenueGate.EXCLUSIVE,
    VenueGate.EXPERIENCE,
    VenueGate.CAPTCHA,
)


class ObstacleKind(StrEnum):
    """The reason why a request cannot be booked. The first five members are gates of venues (VenueGate)."""

    CAPTCHA = "captcha"
    TOCK = "tock"
    EXCLUSIVE = "exclusive"
    LISTING = "listing"
    EXPERIENCE = "experience"
    PARTY_SIZE = "party_size"
    HORIZON = "horizon"
    REOPENING = "reopening"


# The obstacles that also exclude a notify-only request: no table can open, so its user would never be notified.
NEVER_SEEN: Final = frozenset({ObstacleKind.LISTING, ObstacleKind.PARTY_SIZE, ObstacleKind.REOPENING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """The reason why one venue cannot be booked.

    `message` is the sentence for the user and says what to do instead. `page` is the URL of the venue's own page at its
    platform, "" if unknown. If `notifies` is True, a notify-only request is accepted in spite of the obstacle.
    """

    venue_id: int
    kind: ObstacleKind
    message: str
    page: str
    notifies: bool


class Venue(Protocol):
    """The data of a venue from which obstacles are decided."""

    pk: int
    venue_name: str
    reservation_source: str
    gates: list[str]
    horizon_days: int | None
    release_days_ahead: int | None
    release_local_time: time | None
    reopens_on: date | None
    time_zone: str

    @property
    def platform_page(self) -> str: ...


def of_venue(venue: Venue) -> Obstacle | None:
    """Return the obstacle that excludes every booking at the venue, None if there is none."""
    gate = next((gate for gate in ALWAYS if gate in venue.gates), None)
    return None if gate is None else _of_gate(venue, gate)


def of_party(venue: Venue, *, sentence: str) -> Obstacle:
    """Return the obstacle of a venue that does not seat the party. `sentence` says which party sizes it seats."""
    return _obstacle(venue, ObstacleKind.PARTY_SIZE, sentence)


def of_closed_days(venue: Venue, *, dates: Collection[date], locale: str) -> Obstacle | None:
    """Return the obstacle of a venue that is temporarily closed on one of `dates`, None if it is open on all dates."""
    if venue.reopens_on is None or min(dates) >= venue.reopens_on:
        return None
    sentence = messages.closed_until(venue=venue.venue_name, day=venue.reopens_on, locale=locale)
    return _obstacle(venue, ObstacleKind.REOPENING, sentence)


def of_dates(
    venue: Venue, *, dates: Collection[date], now: datetime, offers_release: bool, locale: str
) -> Obstacle | None:
    """Return the obstacle of a cancel request if the venue has not opened one of its dates yet.

    Return None if all dates are open, or if it is not known how far the venue's book is open. The
    sentence says when the venue opens the first such date. It recommends a release request if the
    user may file one (`offers_release`) and the venue's platform offers them.
    """
    if venue.horizon_days is None:
        return None
    today = now.astimezone(ZoneInfo(venue.time_zone)).date()
    # In the hours before the daily release, the book ends one day earlier than the release rule says. The later of the
    # two ends counts.
    ahead = max(venue.horizon_days, venue.release_days_ahead or 0)
    beyond = [day for day in dates if day > today + timedelta(days=ahead)]
    if not beyond:
        return None
    day = min(beyond)
    sentence = messages.beyond_horizon(
        venue=venue.venue_name,
        day=day,
        opens_on=day - timedelta(days=ahead),
        opens_at=venue.release_local_time if venue.release_days_ahead == ahead else None,
        zone=venue.time_zone,
        offers_release=offers_release and registry.find(venue.reservation_source).offers_release,
        locale=locale,
    )
    return _obstacle(venue, ObstacleKind.HORIZON, sentence)


def _of_gate(venue: Venue, gate: VenueGate) -> Obstacle:
    platform = registry.find(venue.reservation_source).name
    sentence = messages.GATES[gate.value].format(venue=venue.venue_name, platform=platform)
    return _obstacle(venue, ObstacleKind(gate.value), sentence)


def _obstacle(venue: Venue, kind: ObstacleKind, message: str) -> Obstacle:
    return Obstacle(
        venue_id=venue.pk, kind=kind, message=message, page=venue.platform_page, notifies=kind not in NEVER_SEEN
    )
