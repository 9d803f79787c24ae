"""Endpoints that read venues, and one endpoint that adds a venue. The ETag of an answer is computed from its bytes."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import conditional_page
from ninja import Query, Router, Status

from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.platform_wire import IDS_PATH, IDS_PLATFORM
from apps.common.schemas import Id
from apps.venues import paging, schemas, selectors
from apps.venues.catalog import adding
from apps.venues.models import Venue

router = Router(auth=bearer)
router.add_decorator(conditional_page, mode="view")


@router.get("/", response={200: schemas.VenuePageOut, 304: None}, openapi_extra=paging.HEADERS)
def list_venues(request: SignedInRequest, response: HttpResponse, wanted: Query[schemas.PageIn]) -> selectors.Page:
    """One page of all venues, sorted by name."""
    page = selectors.all_venues(page=wanted.page, page_size=wanted.page_size)
    paging.set_headers(page, response=response, path=request.path, query={})
    return page


@router.get(
    "/search/",
    response={200: schemas.VenuePageOut | schemas.SuggestionsOut, 304: None},
    openapi_extra=paging.HEADERS,
)
def search_venues(
    request: SignedInRequest, response: HttpResponse, filters: Query[schemas.SearchIn]
) -> selectors.Page | dict[str, Any]:
    """One page of the venues that match the filters. With `location`, return instead the neighborhoods whose names
    contain this text."""
    return paging.find(filters, response=response, path=request.path)


@router.get("/featured/", response={200: list[schemas.VenueOut], 304: None})
def list_featured_venues(request: SignedInRequest) -> list[Venue]:
    """The venues that staff chose as top picks."""
    return selectors.featured()


@router.get("/premium/", response={200: list[schemas.VenueOut], 304: None})
def list_premium_venues(request: SignedInRequest) -> list[Venue]:
    """The venues that only users with Pro can request."""
    return selectors.premium()


@router.get("/locations/", response={200: schemas.LocationsOut, 304: None})
def list_locations(request: SignedInRequest) -> dict[str, Any]:
    """All neighborhoods, each with its number of venues."""
    return {"locations": selectors.locations()}


@router.get(IDS_PATH, response={200: list[int], 304: None})
def list_resy_ids(request: SignedInRequest) -> list[int]:
    """The platform's ids of all its venues that may be shown."""
    return selectors.platform_ids(platform=IDS_PLATFORM)


@router.post("/links/", response={200: schemas.VenueDetailOut, 201: schemas.VenueDetailOut})
def add_linked_venue(request: SignedInRequest, form: schemas.VenueLinkIn) -> Status[Venue]:
    """Add the restaurant that a link to one of the platforms names (201). If it is already listed, return it (200)."""
    venue, created = adding.add_venue(user=request.auth.user, link=form.link, now=timezone.now())
    return Status(201 if created else 200, venue)


@router.get("/{int:venue_id}/", response={200: schemas.VenueDetailOut, 304: None})
def get_venue(request: SignedInRequest, venue_id: Id) -> Venue:
    """The venue with this id (our id, not the platform's)."""
    return selectors.get_venue(venue_id=venue_id)
