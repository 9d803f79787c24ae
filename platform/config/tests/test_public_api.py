"""What visitors read without sign-in: listed restaurants, and nothing about a user."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client as Browser
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.requests.models import Attempt, Client, ReservationGroup, TimelineEntry
from apps.requests.tests import factories
from testing.users import Anyone, Person
from testing.venues import make_venue

from .documented import DOCUMENT, OPERATIONS

PUBLIC = [one for one in OPERATIONS if one.path.startswith("/api/public/")]
# The specification's calls of venues, with the ids of their examples.
OF_USERS = [one for one in OPERATIONS if one.path.startswith("/api/venues/")]
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
# Names that models of users, requests and clients share with restaurants.
SHARED = {
    "id", "venue", "venue_id", "date", "party_size", "created_at", "platform",
    "price", "status", "seating_types", "kind", "reason", "seen_at", "checked_at",
}  # fmt: skip


def fields_of(node: Any, *, seen: set[str] | None = None) -> set[str]:
    """Return the names of all fields that a part of the document can contain."""
    seen = set() if seen is None else seen
    found: set[str] = set()
    for name in re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(node)):
        if name not in seen:
            seen.add(name)
            found |= set(SCHEMAS[name].get("properties", {})) | fields_of(SCHEMAS[name], seen=seen)
    return found


def test_every_public_call_is_a_read_without_a_token() -> None:
    assert len(PUBLIC) == 5
    assert {(one.method, one.is_signed_in) for one in PUBLIC} == {("GET", False)}


def test_no_public_answer_has_a_field_of_a_user() -> None:
    found: set[str] = set()
    for one in PUBLIC:
        found |= fields_of(one.about["responses"]["200"])
    models = (ReservationGroup, PlatformAccount, Client, Attempt)
    private = {field.attname for model in models for field in model._meta.fields} - SHARED
    private |= {
        "user",
        "user_id",
        "email",
        "first_name",
        "last_name",
        "phone",
        "requests",
        "group_id",
        "fee",
        "account",
    }
    assert "heat_map" in found
    assert found & private == set()


@pytest.mark.parametrize("operation", OF_USERS, ids=lambda one: one.name)
def test_the_calls_of_users_demand_a_token(anyone: Anyone, db: None, operation: Any) -> None:
    answer = anyone.send(operation.method, operation.address(), operation.body)
    assert answer.status_code == 401


def test_the_list_is_the_same_as_that_of_users_and_may_be_cached(anyone: Anyone, alice: Person) -> None:
    make_venue(venue_name="Salt Hay", neighborhood="Red Hook", price=2, featured=True)
    make_venue(venue_name="Petit Quai", neighborhood="SoHo", price=4)
    for query in ("", "?venue_name=salt", "?exact_location=SoHo", "?price=4", "?featured=true", "?location=so"):
        answer = anyone.get(f"/api/public/venues/{query}")
        assert answer.json() == alice.get(f"/api/venues/search/{query}").json(), query
        assert answer["Cache-Control"] == "public, max-age=60"
    again = Browser().get("/api/public/venues/?location=so", headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, "public, max-age=60")
    assert anyone.get("/api/public/venues/locations/").json() == alice.get("/api/venues/locations/").json()


def test_a_restaurant_has_details_and_openings_without_their_users(anyone: Anyone, alice: Person) -> None:
    venue = make_venue(need_to_know="Be kind.", release_days_ahead=14, release_local_time="09:00")
    request = factories.group(alice.user, venues=[venue], dates=[factories.day(7)]).reservations.get()
    at = timezone.now() - timedelta(hours=2)
    TimelineEntry.objects.create(reservation=request, kind="seen", at=at, slot_time="19:00", party_size=2)
    body = anyone.get(f"/api/public/venues/{venue.pk}/").json()
    assert body["venue"] == alice.get(f"/api/venues/{venue.pk}/").json()
    assert [(one["time"], one["party_size"]) for one in body["openings"]] == [("19:00", 2)]
    assert set(body) == {"venue", "openings", "heat_map"}


@pytest.mark.parametrize("flags", [{"opted_out": True}, {"closed_at": timezone.now()}])
def test_a_restaurant_that_is_not_listed_appears_nowhere(anyone: Anyone, db: None, flags: dict[str, Any]) -> None:
    venue = make_venue(venue_name="Hidden Table", neighborhood="Hiding", featured=True, **flags)
    missing = anyone.get(f"/api/public/venues/{venue.pk}/")
    assert (missing.status_code, missing.json()["message"]) == (404, "We couldn't find that restaurant.")
    assert missing["Cache-Control"] == "no-store"
    paths = ("", "?venue_name=hidden", "?featured=true", "?location=hid", "locations/")
    shown = [anyone.get(f"/api/public/venues/{path}").content for path in paths]
    shown.append(anyone.get("/sitemap.xml").content)
    assert not any(b"Hid" in text or f"/{venue.pk}<".encode() in text for text in shown)


@pytest.mark.parametrize(
    ("path", "status", "says"),
    [
        ("venues/0/", 422, "venue_id"),
        ("venues/99999999999999999999/", 422, "venue_id"),
        ("venues/7777777/", 404, "We couldn't find that restaurant."),
        ("venues/abc/", 404, "There's nothing at this address."),
        ("venues/-1/", 404, "There's nothing at this address."),
        ("venues/?page=0", 422, "page"),
        ("venues/?page_size=101", 422, "page_size"),
        ("venues/?price=9", 422, "price"),
        ("venues/?featured=perhaps", 422, "featured"),
        (f"venues/?venue_name={'a' * 101}", 422, "venue_name"),
        ("venues/?venue_name=%00", 400, ""),
    ],
)
def test_odd_ids_and_filters_are_refused_with_a_sentence(
    anyone: Anyone, db: None, path: str, status: int, says: str
) -> None:
    answer = anyone.get(f"/api/public/{path}")
    assert (answer.status_code, answer["Cache-Control"]) == (status, "no-store")
    assert says in answer.json()["message"]
    assert answer.json()["message"].endswith(".")
