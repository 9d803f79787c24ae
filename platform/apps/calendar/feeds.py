"""The secret address of a user's calendar feed: creating, renewing, removing and reading it.

A calendar app cannot sign in, so the address itself grants access. Its token is the user's id and
an HMAC-SHA256 signature (32 bytes) of this id and a nonce, which only this server can make. The
table stores the nonce but not the token, so a copy of the database contains no address. The token
is a query parameter, and logs contain no query parameters (server/logs.py).
"""

from datetime import datetime
from typing import Final, Literal
from urllib.parse import urlencode
from uuid import uuid4

from django.conf import settings
from django.db import transaction

from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in import tokens
from apps.common.errors import not_found
from apps.outcomes.selectors import booked_tables

from .models import CalendarFeed

PURPOSE: Final = "calendar_feed"
PATH: Final = "/api/calendar/tables.ics"


def find(*, user_id: int) -> CalendarFeed | None:
    """Return the user's feed, None without one."""
    return CalendarFeed.objects.filter(user_id=user_id).first()


def url_of(feed: CalendarFeed) -> str:
    """Return the address of a feed."""
    return f"{settings.PUBLIC_URL}{PATH}?{urlencode({'token': _token(feed)})}"


@transaction.atomic
def create(*, user_id: int, address: str, now: datetime) -> CalendarFeed:
    """Return the user's feed, which is created if there is none. `address` is the network address of the browser."""
    feed, is_new = CalendarFeed.objects.get_or_create(user_id=user_id, defaults={"created_at": now})
    if is_new:
        _audit("created", user_id=user_id, address=address, now=now)
    return feed


@transaction.atomic
def renew(*, user_id: int, address: str, now: datetime) -> CalendarFeed:
    """Give the feed a new address and return the feed. The earlier address stops working at once."""
    feed = CalendarFeed(user_id=user_id, nonce=uuid4(), created_at=now)
    CalendarFeed.objects.bulk_create(
        [feed], update_conflicts=True, unique_fields=["user"], update_fields=["nonce", "created_at"]
    )
    _audit("renewed", user_id=user_id, address=address, now=now)
    return feed


@transaction.atomic
def remove(*, user_id: int, address: str, now: datetime) -> None:
    """Remove the user's feed. Its address stops working at once. Without a feed, this does nothing."""
    if forget(user_id=user_id):
        _audit("removed", user_id=user_id, address=address, now=now)


def forget(*, user_id: int) -> bool:
    """Delete the user's feed in the caller's transaction. Return whether there was one."""
    deleted, _ = CalendarFeed.objects.filter(user_id=user_id).delete()
    return bool(deleted)


def read(*, token: str, now: datetime) -> str:
    """Return the iCalendar feed that an address names. Raises Refusal 404 for a wrong, replaced or removed address."""
    feed = CalendarFeed.objects.filter(user_id=tokens.id_of(token), user__is_active=True).first()
    if feed is None or not tokens.is_same(_token(feed), token):
        raise not_found("calendar")
    return booked_tables.calendar_feed(user_id=feed.user_id, now=now)


def _token(feed: CalendarFeed) -> str:
    return tokens.signed_id(PURPOSE, feed.user_id, nonce=str(feed.nonce))


def _audit(what: Literal["created", "renewed", "removed"], *, user_id: int, address: str, now: datetime) -> None:
    audit.record(Act.CALENDAR_ADDRESS, user_id=user_id, now=now, address=address, what=what)
