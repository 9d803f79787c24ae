"""Decides what cannot be booked at a venue, and says what a user can do instead.

Everything here is what the venue's platform states. What it does not state refuses nothing. A notify-only request is
refused only where no table would ever be seen.
"""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from apps.venues import messages
from snipers.domain.venue_gates import VenueGate

PLATFORM_NAMES: Final = {"resy": "Resy", "opentable": "OpenTable"}
# These exclude every booking at the venue, whatever the request. The order is that of the sentence that is shown.
ALWAYS: Final = (
    VenueGate.LISTING,
    VenueGate.TOCK,
    VenueGate.EXCLUSIVE,
    VenueGate.EXPERIENCE,
    VenueGate.CAPTCHA,
)


class ObstacleKind(StrEnum):
    """Why a request cannot be booked. The first six are the venue's gates."""

    CAPTCHA = "captcha"
    TOCK = "tock"
    EXCLUSIVE = "exclusive"
    LISTING = "listing"
    EXPERIENCE = "experience"
    CARD = "card"
    PARTY_SIZE = "party_size"
    HORIZON = "horizon"
    REOPENING = "reopening"


# Nothing opens for such a request, so its user would never be notified.
NEVER_SEEN: Final = frozenset({ObstacleKind.LISTING, ObstacleKind.PARTY_SIZE, ObstacleKind.REOPENING})


@dataclass(frozen=True, slots=True, kw_only=True)
class Obstacle:
    """Why one venue cannot be booked. `message` also says what to do instead; `page` is the venue's page or "".

    With `notifies`, a notify-only request is accepted nevertheless.
    """

    venue_id: int
    kind: ObstacleKind
    message: str
    page: str
    notifies: bool


class Venue(Protocol):
    """What is known about a venue."""

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
    """Return why nothing at the venue can be booked, None if something can."""
    gate = next((gate for gate in ALWAYS if gate in venue.gates), None)
    return None if gate is None else _of_gate(venue, gate)


def of_account(venue: Venue, *, has_card: bool) -> Obstacle | None:
    """Return that the venue asks for a card and the account has none."""
    return _of_gate(venue, VenueGate.CARD) if VenueGate.CARD in venue.gates and not has_card else None


def of_party(venue: Venue, *, sentence: str) -> Obstacle:
    """Return that the venue does not seat the party. `sentence` says which parties it seats."""
    return _obstacle(venue, ObstacleKind.PARTY_SIZE, sentence)


def of_closed_days(venue: Venue, *, dates: Collection[date], locale: str) -> Obstacle | None:
    """Return that a date is before the day on which the venue opens again."""
    if venue.reopens_on is None or min(dates) >= venue.reopens_on:
        return None
    sentence = messages.closed_until(venue=venue.venue_name, day=venue.reopens_on, locale=locale)
    return _obstacle(venue, ObstacleKind.REOPENING, sentence)


def of_dates(
    venue: Venue, *, dates: Collection[date], now: datetime, offers_release: bool, locale: str
) -> Obstacle | None:
    """Return that a date of a cancel request is beyond the end of the venue's book, and when it opens.

    `offers_release`: a release request would wait for the opening.
    """
    if venue.horizon_days is None:
        return None
    today = now.astimezone(ZoneInfo(venue.time_zone)).date()
    # In the hours before a release the book ends a day earlier than the rule says.
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
        offers_release=offers_release and venue.reservation_source == "resy",
        locale=locale,
    )
    return _obstacle(venue, ObstacleKind.HORIZON, sentence)


def _of_gate(venue: Venue, gate: VenueGate) -> Obstacle:
    platform = PLATFORM_NAMES[venue.reservation_source]
    sentence = messages.GATES[gate.value].format(venue=venue.venue_name, platform=platform)
    return _obstacle(venue, ObstacleKind(gate.value), sentence)


def _obstacle(venue: Venue, kind: ObstacleKind, message: str) -> Obstacle:
    return Obstacle(
        venue_id=venue.pk, kind=kind, message=message, page=venue.platform_page, notifies=kind not in NEVER_SEEN
    )
