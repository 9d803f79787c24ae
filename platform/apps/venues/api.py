"""Endpoints of venues; all of them read, and each answer has an ETag, so that a client can revalidate its copy.

The tag is computed from the answer's bytes, so every change of a venue changes it.
"""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import conditional_page
from ninja import Query, Router

from apps.accounts.auth import SignedInRequest, bearer
from apps.common.schemas import REFUSALS, Id, RefusalOut
from apps.venues import paging, selectors
from apps.venues.models import Venue
from apps.venues.schemas import (
    LocationsOut,
    PageIn,
    SearchIn,
    SuggestionsOut,
    VenueDetailOut,
    VenueOut,
    VenuePageOut,
)

router = Router(auth=bearer)
router.add_decorator(conditional_page, mode="view")


@router.get("/", response={200: VenuePageOut, 304: None, REFUSALS: RefusalOut}, openapi_extra=paging.HEADERS)
def all_venues(request: SignedInRequest, response: HttpResponse, wanted: Query[PageIn]) -> selectors.Page:
    """All venues, by name."""
    page = selectors.all_venues(page=wanted.page, page_size=wanted.page_size)
    paging.describe(page, response=response, path=request.path, query={})
    return page


@router.get(
    "/search/",
    response={200: VenuePageOut | SuggestionsOut, 304: None, REFUSALS: RefusalOut},
    openapi_extra=paging.HEADERS,
)
def search(
    request: SignedInRequest, response: HttpResponse, filters: Query[SearchIn]
) -> selectors.Page | dict[str, Any]:
    """Venues that fit the filters, or neighbourhoods that fit the typed location."""
    typed = filters.location or filters.location_d
    if typed:
        return {"locations": selectors.suggest_locations(text=typed, featured=filters.featured)}
    page = selectors.search(
        venue_name=filters.venue_name,
        exact_location=filters.exact_location,
        prices=filters.prices(),
        featured=filters.featured,
        page=filters.page,
        page_size=filters.page_size,
    )
    paging.describe(page, response=response, path=request.path, query=filters.asked())
    return page


@router.get("/featured/", response={200: list[VenueOut], 304: None, REFUSALS: RefusalOut})
def featured(request: SignedInRequest) -> list[Venue]:
    """The top picks."""
    return selectors.featured()


@router.get("/premium/", response={200: list[VenueOut], 304: None, REFUSALS: RefusalOut})
def premium(request: SignedInRequest) -> list[Venue]:
    """The venues that need Pro."""
    return selectors.premium()


@router.get("/locations/", response={200: LocationsOut, 304: None, REFUSALS: RefusalOut})
def locations(request: SignedInRequest) -> dict[str, Any]:
    """Neighbourhoods with how many venues each has."""
    return {"locations": selectors.locations()}


@router.get("/resy-ids/", response={200: list[int], 304: None, REFUSALS: RefusalOut})
def resy_ids(request: SignedInRequest) -> list[int]:
    """Resy's own ids of the venues we know there."""
    return selectors.resy_ids()


@router.get("/{int:venue_id}/", response={200: VenueDetailOut, 304: None, REFUSALS: RefusalOut})
def one(request: SignedInRequest, venue_id: Id) -> Venue:
    """One venue by our id."""
    return selectors.one(venue_id=venue_id)
