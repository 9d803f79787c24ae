"""Endpoints of what visitors may read without sign-in: listed restaurants and, with the link of a user, one
booked table.

They answer from the selectors of the endpoints for users. The answers of `router` contain nothing about a user. Caches
may keep a successful one for CACHE_SECONDS; its ETag is computed from its bytes. No cache may keep an answer of
`tables`, because its user may revoke the link at any time. server/rates.py limits these calls.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import conditional_page
from ninja import Query, Router

from apps.common.errors import not_found
from apps.common.schemas import Clock, Day, Id, Secret, Shape
from apps.notices.rules import calendar
from apps.odds.schemas.venue_activity import PublicVenueOut
from apps.odds.selectors import venue_activity
from apps.odds.selectors.venue_activity import SeenAtVenue
from apps.outcomes import shared_tables
from apps.outcomes.selectors import booked_tables
from apps.reservations.api import CALENDAR, FILE_OUT
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
tables = Router()


class SharedTableOut(Shape):
    """What guests see of a table: nothing about its diner, its account, its terms and its confirmation."""

    status: shared_tables.State
    venue_name: str
    address: str
    time_zone: str
    date: Day
    time: Clock
    party_size: int


@router.get(
    "/venues/",
    response={200: schemas.VenuePageOut | schemas.SuggestionsOut, 304: None},
    openapi_extra=paging.HEADERS,
)
def list_public_venues(
    request: HttpRequest, response: HttpResponse, filters: Query[schemas.SearchIn]
) -> selectors.Page | dict[str, Any]:
    """One page of the restaurants that match the filters; of all of them without a filter. With `location`, return
    instead the neighborhoods whose names contain this text."""
    return paging.find(filters, response=response, path=request.path)


@router.get("/venues/locations/", response={200: schemas.LocationsOut, 304: None})
def list_public_locations(request: HttpRequest) -> dict[str, Any]:
    """All neighborhoods, each with its number of restaurants."""
    return {"locations": selectors.locations()}


@router.get("/venues/{int:venue_id}/", response={200: PublicVenueOut, 304: None})
def get_public_venue(request: HttpRequest, venue_id: Id) -> SeenAtVenue:
    """The restaurant with this id (our id), when tables open there, and the last openings that were seen."""
    return venue_activity.seen_at(venue_id=venue_id, now=timezone.now())


@tables.get("/", response=SharedTableOut)
def get_shared_table(request: HttpRequest, token: Query[Secret]) -> SharedTableOut:
    """The table of a link. After the table was canceled or swapped, `status` says so."""
    attempt, status = shared_tables.read(token=token.get_secret_value(), now=timezone.now())
    return SharedTableOut(status=status, **booked_tables.describe(attempt).model_dump())


@tables.get("/calendar/", openapi_extra=FILE_OUT)
def get_shared_calendar_file(request: HttpRequest, token: Query[Secret]) -> HttpResponse:
    """The table of a link as an iCalendar file, while it is booked."""
    now = timezone.now()
    attempt, status = shared_tables.read(token=token.get_secret_value(), now=now)
    if status != "booked":
        raise not_found("table")
    shown = booked_tables.describe(attempt).model_copy(update={"client_name": "", "confirmation": ""})
    text = calendar.entry(shown, uid=f"shared-table-{attempt.pk}@{urlsplit(settings.PUBLIC_URL).hostname}", now=now)
    headers = {"Content-Disposition": 'attachment; filename="table.ics"'}
    return HttpResponse(text, content_type=f"{CALENDAR}; charset=utf-8", headers=headers)
