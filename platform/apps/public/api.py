"""Endpoints of what visitors may read without sign-in: listed restaurants and published stories.

They answer from the selectors of the endpoints for users, and contain nothing about a user. Caches may keep a
successful answer for CACHE_SECONDS; its ETag is computed from its bytes. server/rates.py limits these calls.
"""

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page
from ninja import Path, Query, Router

from apps.blog import selectors as stories
from apps.blog.api import BlogOut
from apps.blog.models import Blog
from apps.common.schemas import REFUSALS, Id, RefusalOut
from apps.odds.schemas.venue_activity import PublicVenueOut
from apps.odds.selectors import venue_activity
from apps.odds.selectors.venue_activity import SeenAtVenue
from apps.venues import paging, schemas, selectors

CACHE_SECONDS: Final = 60


def _cacheable(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let caches keep the successful answers of a view, and answer 304 to a client that has the same one."""
    conditional = conditional_page(view)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **values: Any) -> HttpResponse:
        response: HttpResponse = conditional(request, *args, **values)
        if response.status_code < 400:
            patch_cache_control(response, public=True, max_age=CACHE_SECONDS)
        return response

    return answer


router = Router()
router.add_decorator(_cacheable, mode="view")


@router.get(
    "/venues/",
    response={200: schemas.VenuePageOut | schemas.SuggestionsOut, 304: None, REFUSALS: RefusalOut},
    openapi_extra=paging.HEADERS,
)
def list_public_venues(
    request: HttpRequest, response: HttpResponse, filters: Query[schemas.SearchIn]
) -> selectors.Page | dict[str, Any]:
    """One page of the restaurants that match the filters; of all of them without a filter. With `location`, return
    instead the neighborhoods whose names contain this text."""
    return paging.find(filters, response=response, path=request.path)


@router.get("/venues/locations/", response={200: schemas.LocationsOut, 304: None, REFUSALS: RefusalOut})
def list_public_locations(request: HttpRequest) -> dict[str, Any]:
    """All neighborhoods, each with its number of restaurants."""
    return {"locations": selectors.locations()}


@router.get("/venues/{int:venue_id}/", response={200: PublicVenueOut, 304: None, REFUSALS: RefusalOut})
def get_public_venue(request: HttpRequest, venue_id: Id) -> SeenAtVenue:
    """The restaurant with this id (our id), when tables open there, and the last openings that were seen."""
    return venue_activity.seen_at(venue_id=venue_id, now=timezone.now())


@router.get("/stories/", response={200: list[BlogOut], 304: None, REFUSALS: RefusalOut})
def list_public_stories(request: HttpRequest) -> list[Blog]:
    """The published stories of the carousel, newest first."""
    return stories.featured(now=timezone.now())


@router.get("/stories/{slug}/", response={200: BlogOut, 304: None, REFUSALS: RefusalOut})
def get_public_story(request: HttpRequest, slug: Annotated[str, Path(max_length=120)]) -> Blog:
    """The published story with this slug."""
    return stories.get_story(slug=slug, now=timezone.now())
