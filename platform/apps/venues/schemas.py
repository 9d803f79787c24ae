"""Request and response shapes of venues."""

import json
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import BeforeValidator, Field, StringConstraints

from apps.common.schemas import Clock, Instant, ObstacleOut, Page, SearchText, Shape, Strict
from apps.venues.models import Venue
from apps.venues.rules import booking_obstacles
from apps.venues.rules.booking_obstacles import Obstacle
from apps.venues.selectors import PAGE_SIZE

Prices = Annotated[str, StringConstraints(pattern=r"^([1-4](,[1-4])*)?$", max_length=20)]


PageSize = Annotated[int, Field(ge=1, le=100)]
# The database stores "" for no text.
TextOrNull = Annotated[str | None, BeforeValidator(lambda text: text or None)]
# The specification encodes this list as text.
JsonText = Annotated[str, BeforeValidator(lambda value: json.dumps(value, ensure_ascii=False))]


class PageIn(Schema):
    """Number and length of a page."""

    page: Page = 1
    page_size: PageSize = PAGE_SIZE


class SearchIn(PageIn):
    """The filters of the listing. `price` is one or more of 1 to 4, separated by commas.

    With `location` (which the listing page calls `location-d`), the response is suggestions of neighborhoods.
    """

    venue_name: SearchText = ""
    exact_location: SearchText = ""
    price: Prices = ""
    featured: bool = False
    location: SearchText = ""
    location_d: SearchText = Field("", alias="location-d")

    def prices(self) -> list[int]:
        """The price levels. An empty list means any."""
        return [int(price) for price in self.price.split(",") if price]

    def query(self) -> dict[str, str]:
        """The given filters as query parameters, without the page."""
        given = {"venue_name": self.venue_name, "exact_location": self.exact_location, "price": self.price}
        return {name: value for name, value in given.items() if value} | ({"featured": "true"} if self.featured else {})


class VenueLinkIn(Strict):
    """A link to a restaurant, or a text that contains one. A browser shares such texts."""

    link: Annotated[str, StringConstraints(max_length=4_000)]


class CoverArtOut(Shape):
    """The seed and the cuisine from which the browser draws a picture."""

    seed: int
    cuisine: str


class VenueOut(Shape):
    """A venue in a list."""

    id: int
    venue_id: int = Field(validation_alias="platform_venue_id")
    venue_name: str
    cuisine: str
    neighborhood: str
    locality: str
    region: str
    price: int
    cover_image_url: TextOrNull
    cover_art: CoverArtOut | None
    reservation_source: Literal["resy", "opentable"]
    premium: bool
    featured: bool
    seating_types: JsonText = Field(description="A JSON-encoded list of strings.")
    address1: str
    country: str
    postal_code: str
    latitude: float | None
    longitude: float | None


class ReleaseRuleOut(Schema):
    """When the venue releases a date: `days_ahead` days before it, at a wall-clock time in its zone.

    `source`, `confidence` and `checked_at` say how far the rule can be trusted.
    """

    days_ahead: int = Field(validation_alias="release_days_ahead")
    local_time: Clock = Field(validation_alias="release_local_time")
    zone: str = Field(validation_alias="time_zone")
    source: Literal["venue_page", "observed", "community", "none"] = Field(validation_alias="release_source")
    confidence: Literal["low", "medium", "high"] = Field(validation_alias="release_confidence")
    checked_at: Instant | None = Field(validation_alias="release_checked_at")


class VenueDetailOut(VenueOut, Schema):
    """A venue on its own page. The party sizes that it takes are null if unknown."""

    need_to_know: str
    phone_number: str
    website: str
    time_zone: str
    min_party_size: int | None
    max_party_size: int | None
    release_rule: ReleaseRuleOut | None
    release_text: str = Field(description="The rule, its source and confidence as a sentence, also when unknown.")

    platform_page: str = Field(description="The restaurant's own page at its platform, empty if it is not known.")
    obstacle: ObstacleOut | None = Field(description="Why nothing there can be booked through us, null if it can.")

    @staticmethod
    def resolve_obstacle(venue: Venue) -> Obstacle | None:
        return booking_obstacles.of_venue(venue)

    @staticmethod
    def resolve_release_rule(venue: Venue) -> Venue | None:
        return None if venue.release_days_ahead is None or venue.release_local_time is None else venue

    @staticmethod
    def resolve_release_text(venue: Venue, context: dict[str, Any]) -> str:
        return venue.release_text(locale=context["request"].auth.user.locale)


class VenuePageOut(Shape):
    """One page of venues."""

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
