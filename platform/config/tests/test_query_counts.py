"""An endpoint makes the same number of queries for any number of rows."""

from collections.abc import Callable
from datetime import time, timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts.sign_in.sessions import open_session
from apps.blog.models import Blog
from apps.calendar import feeds as calendar_feeds
from apps.keys.models import Scope
from apps.keys.programs import Program
from apps.keys.tests.factories import with_key
from apps.mandates.models import Mandate, MandateRequest
from apps.mandates.tests.factories import approved
from apps.notices.models import Event
from apps.notices.settings import addresses, channel_tests
from apps.notices.tests.factories import chat_address, event
from apps.notices.text import cancel_links
from apps.oauth.tests.factories import with_token
from apps.outcomes import shared_tables
from apps.passkeys.models import Passkey
from apps.requests.models import Attempt, Client, ReservationGroup
from apps.requests.services.on_behalf import details_of
from apps.requests.tests.client_factories import person
from apps.requests.tests.factories import attempt, day, group, weekly_rule
from apps.swaps.models import SwapOffer
from apps.webhooks.models import Webhook
from apps.webhooks.tests.factories import webhook
from snipers.clients import registry
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from .documented import OPERATIONS, Operation

FEW, MANY = 2, 12
CANCEL_LINK = "GET /api/cancel-table/"
CALENDAR_FEED = "GET /api/calendar/tables.ics/"
SHARED_TABLE = "GET /api/public/table/"
# Reads a request of a program, and nothing of which a user has several.
AUTHORIZATION = "GET /api/oauth/authorization/"
READS = [one for one in OPERATIONS if one.method == "GET" and one.name != AUTHORIZATION]
Grow = Callable[[int], None]


@pytest.fixture
def grow(dana: Person) -> Grow:
    """Add rows of everything that a concierge can have."""

    def add(number: int) -> None:
        now = timezone.now()
        for _ in range(number):
            made = Client.objects.count()
            venue = make_venue(featured=True, premium=True, neighborhood=f"Place {made}")
            client = details_of(person(dana.user, first_name="First" + "a" * made))
            filed = group(dana.user, venues=[venue, make_venue()], dates=[day(7), day(8)], client=client)
            first, second, *_ = filed.reservations.order_by("pk")
            booked = attempt(first, state="booked", platform_reservation_id=str(made))
            SwapOffer.objects.create(old=booked, looking=second, venue=venue, date=day(8), slot_time=time(20, 30))
            filed.reservations.filter(pk=second.pk).update(status="unsuccessful")
            if not Webhook.objects.exists():
                webhook(dana.user)
            event(dana.user, group_id=filed.pk)
            weekly_rule(dana.user, venue=venue)
            if made < addresses.MAX_ADDRESSES:
                chat_address(dana.user, topic=f"topic-{made}")
            open_session(user=dana.user, user_agent=f"device {made}", now=now)
            with_key(dana.user, Scope.SETTINGS)
            Passkey.objects.create(user=dana.user, credential_id=f"id-{made}", public_key=b"key", sign_count=0)
            with_token(dana.user, Scope.SETTINGS, client_id=f"https://agent-{made}.example/client.json")
            mandate = approved(Program(user=dana.user, scopes=frozenset(), client_id="key:1"), venue)
            MandateRequest.objects.create(mandate=mandate, group=filed)
            Blog.objects.create(
                slug=f"story-{made}", title="A story", summary="Short.", body="Long.", category="News", featured=True,
                published_at=now - timedelta(days=made + 1),
            )  # fmt: skip
        channel_tests.send(user=dana.user, now=now)
        for platform in registry.keys():
            make_account(user=dana.user, platform=platform, username=f"{platform}{number}", is_concierge=True)

    return add


def queries(dana: Person, operation: Operation) -> int:
    """Return the number of queries of the operation."""
    test = Event.objects.filter(type=channel_tests.TYPE).order_by("-pk").values_list("seq", flat=True).first()
    first = {
        "group_id": ReservationGroup.objects.order_by("pk").values_list("pk", flat=True)[0],
        "reservation_id": Attempt.objects.order_by("pk").values_list("reservation_id", flat=True)[0],
        "client_id": Client.objects.order_by("pk").values_list("pk", flat=True)[0],
        "venue_id": ReservationGroup.objects.order_by("pk")[0].reservations.values_list("venue_id", flat=True)[0],
        "test": test,
        "webhook_id": Webhook.objects.values_list("pk", flat=True).get(),
        "mandate_id": Mandate.objects.order_by("pk").values_list("pk", flat=True)[0],
        "offer_id": SwapOffer.objects.order_by("pk").values_list("pk", flat=True)[0],
        "key": "resy",
        "slug": Blog.objects.order_by("pk").values_list("slug", flat=True)[0],
    }
    known = {one["name"]: first[one["name"]] for one in operation.parameters}
    address = operation.address(**known)
    if operation.name == CALENDAR_FEED:
        feed = calendar_feeds.create(user_id=dana.user.pk, address="", now=timezone.now())
        address = calendar_feeds.url_of(feed).removeprefix(settings.PUBLIC_URL)
    if operation.name == CANCEL_LINK:
        booked = Attempt.objects.order_by("pk")[0]
        page = cancel_links.path_for(
            attempt_id=booked.pk, expires_at=timezone.now() + timedelta(days=1), user=dana.user
        )
        address = f"/api{page.replace('?', '/?')}"
    if operation.name.startswith(SHARED_TABLE):
        booked = Attempt.objects.order_by("pk")[0]
        url = shared_tables.share(user_id=dana.user.pk, group_id=booked.group_id, reservation_id=booked.reservation_id)
        address = f"{operation.path}?{url.partition('?')[2]}"
    # Platforms are called once a minute; the first call fills the cache.
    dana.get(address)
    with CaptureQueriesContext(connection) as asked:
        answer = dana.get(address)
    # This operation needs a subscription.
    assert answer.status_code in (200, 409), answer.content
    return len(asked)


def test_the_query_count_does_not_depend_on_the_rows(dana: Person, grow: Grow) -> None:
    grow(FEW)
    few = {one.name: queries(dana, one) for one in READS}
    grow(MANY - FEW)
    many = {one.name: queries(dana, one) for one in READS}
    assert many == few
    assert max(many.values()) <= 25
