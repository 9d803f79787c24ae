"""Endpoints of venues; all of them read."""

from typing import Any

from ninja import Query, Router

from apps.accounts.auth import SignedInRequest, bearer
from apps.common.schemas import REFUSALS, Id, Page, RefusalOut
from apps.venues import selectors
from apps.venues.models import Venue
from apps.venues.schemas import (
    LocationsOut,
    SearchIn,
    SuggestionsOut,
    VenueDetailOut,
    VenueOut,
    VenuePageOut,
)

router = Router(auth=bearer)


@router.get("/", response={200: VenuePageOut, REFUSALS: RefusalOut})
def all_venues(request: SignedInRequest, page: Page = 1) -> selectors.Page:
    """All venues, by name."""
    return selectors.page_of(venues=selectors.all_venues(), page=page)


@router.get("/search/", response={200: VenuePageOut | SuggestionsOut, REFUSALS: RefusalOut})
def search(request: SignedInRequest, filters: Query[SearchIn]) -> selectors.Page | dict[str, Any]:
    """Venues that fit the filters, or neighbourhoods that fit the typed location."""
    typed = filters.location or filters.location_d
    if typed:
        return {"locations": selectors.suggest_locations(text=typed, featured=filters.featured)}
    venues = selectors.search(
        venue_name=filters.venue_name,
        exact_location=filters.exact_location,
        prices=filters.prices(),
        featured=filters.featured,
    )
    return selectors.page_of(venues=venues, page=filters.page)


@router.get("/featured/", response={200: list[VenueOut], REFUSALS: RefusalOut})
def featured(request: SignedInRequest) -> list[Venue]:
    """The top picks."""
    return selectors.featured()


@router.get("/premium/", response={200: list[VenueOut], REFUSALS: RefusalOut})
def premium(request: SignedInRequest) -> list[Venue]:
    """The venues that need Pro."""
    return selectors.premium()


@router.get("/locations/", response={200: LocationsOut, REFUSALS: RefusalOut})
def locations(request: SignedInRequest) -> dict[str, Any]:
    """Neighbourhoods with how many venues each has."""
    return {"locations": selectors.locations()}


@router.get("/resy-ids/", response={200: list[int], REFUSALS: RefusalOut})
def resy_ids(request: SignedInRequest) -> list[int]:
    """Resy's own ids of the venues we know there."""
    return selectors.resy_ids()


@router.get("/{int:venue_id}/", response={200: VenueDetailOut, REFUSALS: RefusalOut})
def one(request: SignedInRequest, venue_id: Id) -> Venue:
    """One venue by our id."""
    return selectors.one(venue_id=venue_id)
