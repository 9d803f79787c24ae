"""Request and response shapes of venues."""

import json
from dataclasses import asdict
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import BeforeValidator, Field, StringConstraints

from apps.common.formatting import DEFAULT_LOCALE
from apps.common.schemas import Clock, Instant, ObstacleOut, Page, SearchText, Shape, Strict
from apps.venues import messages
from apps.venues.catalog import release_knowledge
from apps.venues.models import Venue
from apps.venues.rules import booking_obstacles
from apps.venues.rules.booking_obstacles import Obstacle
from apps.venues.rules.cover_art import CoverArt
from apps.venues.selectors import PAGE_SIZE
from realtime.events import Platform

Prices = Annotated[str, StringConstraints(pattern=r"^([1-4](,[1-4])*)?$", max_length=20)]


PageSize = Annotated[int, Field(ge=1, le=100)]
# Text that is null in the response if the database stores "".
TextOrNull = Annotated[str | None, BeforeValidator(lambda text: text or None)]
# A list that the response contains as JSON text, because the specification requires it.
JsonText = Annotated[str, BeforeValidator(lambda value: json.dumps(value, ensure_ascii=False))]


class PageIn(Schema):
    """The number of a page, beginning with 1, and the number of venues on each page."""

    page: Page = 1
    page_size: PageSize = PAGE_SIZE


class SearchIn(PageIn):
    """The filters of the listing. `price` contains one or more of the levels 1 to 4, separated by commas.

    With `location`, which the listing page sends as `location-d`, the response contains suggested neighborhoods instead
    of venues.
    """

    venue_name: SearchText = ""
    exact_location: SearchText = ""
    price: Prices = ""
    featured: bool = False
    location: SearchText = ""
    location_d: SearchText = Field("", alias="location-d")

    def prices(self) -> list[int]:
        """Return the wanted price levels (1 to 4). An empty list means any price."""
        return [int(price) for price in self.price.split(",") if price]

    def query(self) -> dict[str, str]:
        """Return the given filters as query parameters, without the page and its size."""
        given = {"venue_name": self.venue_name, "exact_location": self.exact_location, "price": self.price}
        return {name: value for name, value in given.items() if value} | ({"featured": "true"} if self.featured else {})


class VenueLinkIn(Strict):
    """A link to a restaurant, or a text that contains such a link, as browsers share it."""

    link: Annotated[str, StringConstraints(max_length=4_000)]


class VenueOut(Shape):
    """A venue as lists contain it. `id` is our id, `venue_id` the platform's id. `price` is from 1 to 4."""

    id: int
    venue_id: int = Field(validation_alias="platform_venue_id")
    venue_name: str
    cuisine: str
    neighborhood: str
    locality: str
    region: str
    price: int
    cover_image_url: TextOrNull
    cover_art: CoverArt | None
    reservation_source: Platform
    premium: bool
    featured: bool
    seating_types: JsonText = Field(description="A JSON-encoded list of strings.")
    address1: str
    country: str
    postal_code: str
    latitude: float | None
    longitude: float | None


class ReleaseRuleOut(Schema):
    """A venue's release rule: it opens a day for booking `days_ahead` days ahead, at `local_time` in the time zone
    `zone`.

    `source`, `confidence` and `checked_at` say how reliable the rule is.
    """

    days_ahead: int = Field(validation_alias="release_days_ahead")
    local_time: Clock = Field(validation_alias="release_local_time")
    zone: str = Field(validation_alias="time_zone")
    source: Literal["venue_page", "observed", "community", "none"] = Field(validation_alias="release_source")
    confidence: Literal["low", "medium", "high"] = Field(validation_alias="release_confidence")
    checked_at: Instant | None = Field(validation_alias="release_checked_at")


class LearnedRuleOut(Schema):
    """A release rule that we learned: the venue opens a day `days_ahead` days ahead, at `local_time` in the time zone
    `zone`.

    With a `weekday` (0 is Monday), the venue opens a whole week at once on that weekday: the seven days that are
    `days_ahead` to `days_ahead` + 6 days ahead. `seen` of the last `observed` openings followed the rule.
    `jitter_seconds` is the largest delay of these openings.
    """

    days_ahead: int
    local_time: Clock
    zone: str
    jitter_seconds: float
    seen: int
    observed: int
    confidence: Literal["low", "medium", "high"]
    weekday: int | None
    text: str = Field(
        description="The rule as a sentence, such as: Opens 30 days ahead at 10:00 AM · seen 9 of 10 times"
    )


def _locale_of(context: dict[str, Any]) -> str:
    """Return the locale of the user who asked, or the default one for a visitor: caches share a visitor's answer."""
    identity = getattr(context["request"], "auth", None)
    return identity.user.locale if identity else DEFAULT_LOCALE


class VenueDetailOut(VenueOut, Schema):
    """A venue with all details. `min_party_size` and `max_party_size` are null if unknown."""

    need_to_know: str
    phone_number: str
    website: str
    time_zone: str
    min_party_size: int | None
    max_party_size: int | None
    release_rule: ReleaseRuleOut | None
    release_text: str = Field(description="The rule, its source and confidence as a sentence, also when unknown.")
    learned_rule: LearnedRuleOut | None = Field(
        description="The learned release rule; null if no opening was observed."
    )

    platform_page: str = Field(description="The restaurant's own page at its platform, empty if it is not known.")
    obstacle: ObstacleOut | None = Field(description="Why nothing there can be booked through us, null if it can.")

    @staticmethod
    def resolve_obstacle(venue: Venue) -> Obstacle | None:
        return booking_obstacles.of_venue(venue)

    @staticmethod
    def resolve_release_rule(venue: Venue) -> Venue | None:
        return None if venue.release_days_ahead is None or venue.release_local_time is None else venue

    @staticmethod
    def resolve_learned_rule(venue: Venue, context: dict[str, Any]) -> dict[str, Any] | None:
        rule = release_knowledge.learned_rule(venue=venue)
        if rule is None:
            return None
        values = asdict(rule)
        said = {name: value for name, value in values.items() if name != "jitter_seconds"}
        text = messages.describe_learned_rule(**said, zone=venue.time_zone, locale=_locale_of(context))
        return {**values, "zone": venue.time_zone, "text": text}

    @staticmethod
    def resolve_release_text(venue: Venue, context: dict[str, Any]) -> str:
        return venue.release_text(locale=_locale_of(context))


class VenuePageOut(Shape):
    """One page of venues. `count` is the number of venues on all `pages` together."""

    results: list[VenueOut]
    count: int
    page: int
    pages: int
    page_size: int


class SuggestionsOut(Schema):
    """Neighborhoods that match the typed text."""

    locations: list[str]


class LocationOut(Schema):
    """A neighborhood and its number of venues."""

    neighborhood: str
    locality: str
    count: int


class LocationsOut(Schema):
    """All neighborhoods with venues."""

    locations: list[LocationOut]
