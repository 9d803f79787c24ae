"""The endpoints of the calendar feed: its address, for the signed-in user, and the feed itself, for calendar apps."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import conditional_page
from ninja import Query, Router
from ninja.decorators import decorate_view

from apps.accounts.security.throttle import origin
from apps.accounts.sign_in.auth import SignedInRequest, bearer
from apps.common.schemas import Instant, Secret, Shape

from . import feeds as calendar_feeds
from .models import CalendarFeed

router = Router(auth=bearer)

CALENDAR = "text/calendar"
FEED_OUT = {
    "responses": {
        200: {"description": "The user's tables.", "content": {CALENDAR: {"schema": {"type": "string"}}}},
        304: {"description": "The feed has not changed since the request with this ETag."},
    }
}


class CalendarAddressOut(Shape):
    """The secret address of the user's calendar feed and when it was created. Both are null without a feed."""

    url: str | None
    created_at: Instant | None


@router.get("/", response=CalendarAddressOut)
def get_calendar_address(request: SignedInRequest) -> CalendarAddressOut:
    """Return the address of the user's calendar feed."""
    return _shown(calendar_feeds.find(user_id=request.auth.user.pk))


@router.post("/", response=CalendarAddressOut)
def create_calendar_address(request: SignedInRequest) -> CalendarAddressOut:
    """Create the address of the user's calendar feed. An existing address stays."""
    return _shown(calendar_feeds.create(user_id=request.auth.user.pk, **origin(request)))


@router.post("/renew/", response=CalendarAddressOut)
def renew_calendar_address(request: SignedInRequest) -> CalendarAddressOut:
    """Replace the address of the user's calendar feed. The old address stops working at once."""
    return _shown(calendar_feeds.renew(user_id=request.auth.user.pk, **origin(request)))


@router.delete("/", response=CalendarAddressOut)
def remove_calendar_address(request: SignedInRequest) -> CalendarAddressOut:
    """Remove the user's calendar feed. Its address stops working at once."""
    calendar_feeds.remove(user_id=request.auth.user.pk, **origin(request))
    return _shown(None)


@router.get("/tables.ics/", auth=None, openapi_extra=FEED_OUT)
@decorate_view(conditional_page)
def get_calendar_feed(request: HttpRequest, token: Query[Secret]) -> HttpResponse:
    """Return the iCalendar feed of one user's tables. The token in the address replaces a sign-in.

    The ETag is computed from the bytes of the feed, so a calendar app that polls an unchanged feed gets 304.
    """
    text = calendar_feeds.read(token=token.get_secret_value(), now=timezone.now())
    response = HttpResponse(text, content_type=f"{CALENDAR}; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="tablehawk.ics"'
    # Calendar apps may store the feed, but must ask whether it has changed.
    response["Cache-Control"] = "private, no-cache"
    return response


def _shown(feed: CalendarFeed | None) -> CalendarAddressOut:
    if feed is None:
        return CalendarAddressOut(url=None, created_at=None)
    return CalendarAddressOut(url=calendar_feeds.url_of(feed), created_at=feed.created_at)
