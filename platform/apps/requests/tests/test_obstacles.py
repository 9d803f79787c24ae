"""The eight kinds of requests that cannot be booked, and days on which a restaurant is closed (R7), each refused in a
sentence of its own."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.requests.models import ReservationGroup
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"
PAGE = "https://resy.com/cities/ny/venues/lupa"
SLUGS = {"url_slug": "lupa", "location_slug": "ny"}

# The fields of a venue, the form's error key, and the sentence that says why the venue cannot be booked and what to do
# instead.
KINDS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "captcha": ({"gates": ["captcha"]}, "venues_error", "Lupa asks for a human check", "Book it on its page."),
    "tock": ({"gates": ["tock"]}, "venues_error", "Lupa sells its tables through Tock", "Book it on its own page."),
    "exclusive": (
        {"gates": ["exclusive"]}, "venues_error", "Lupa keeps its tables for certain guests",
        "If you're one of them, book it on its own page on Resy.",
    ),
    "listing": (
        {"gates": ["listing"]}, "venues_error", "Lupa is only listed on Resy", "Call it, or ask on its own page.",
    ),
    "experience": (
        {"gates": ["experience"]}, "venues_error", "Lupa takes only bookings with a set menu",
        "Choose one on its own page on Resy.",
    ),
    "party_size": (
        {"max_party_size": 1}, "party_size_error", "Lupa seats parties of at most 1",
        "Please select a smaller party size",
    ),
    "horizon": (
        {"horizon_days": 1}, "dates_error", "Lupa hasn't opened",
        "Choose Release Reservation, and we book as it opens.",
    ),
    "reopening": (
        {"reopens_on": date(2199, 1, 1)}, "dates_error", "Lupa is closed until January 1, 2199.",
        "Choose a day from then on, or ask on its own page.",
    ),
}  # fmt: skip


# The only obstacles for which a notify-only request is refused.
NEVER_SEEN = {"listing", "party_size", "reopening"}


@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_booked_is_refused_in_its_own_sentence(bob: Person, kind: str) -> None:
    facts, field, words, instead = KINDS[kind]
    venue = make_venue(venue_name="Lupa", **SLUGS, **facts)
    account = make_account(user=bob.user)
    PlatformAccount.objects.filter(pk=account.pk).update(payment_method_id=None, verified_at=timezone.now())
    response = bob.post(PATH, factories.body(at=[venue], account=account))
    body = response.json()
    assert (response.status_code, body["code"]) == ((400, "invalid") if kind == "party_size" else (409, "cannot_book"))
    assert body["message"].startswith(words)
    assert body["message"].endswith(instead)
    assert body["errors"] == {field: body["message"]}
    assert body["obstacles"] == [
        {
            "venue_id": venue.pk,
            "kind": kind,
            "message": body["message"],
            "page": PAGE,
            "notifies": kind not in NEVER_SEEN,
        }
    ]
    assert not ReservationGroup.objects.exists()


@pytest.mark.parametrize("kind", KINDS)
def test_notify_only_request_is_refused_only_where_no_table_is_ever_seen(bob: Person, kind: str) -> None:
    venue = make_venue(venue_name="Lupa", **SLUGS, **KINDS[kind][0])
    account = make_account(user=bob.user)
    PlatformAccount.objects.filter(pk=account.pk).update(payment_method_id=None, verified_at=timezone.now())
    response = bob.post(PATH, factories.body(at=[venue], account=account, notify_only=True))
    body = response.json()
    if kind in NEVER_SEEN:
        assert response.status_code in (400, 409)
        assert body["message"].startswith(KINDS[kind][2])
        return
    assert (response.status_code, body["message"]) == (201, "Request filed. We'll notify you when a table opens.")
    shown, day = body["group"], factories.day()
    assert shown["notify_only"]
    assert [member["page"] for member in shown["members"]] == [f"{PAGE}?date={day}&seats=2"]


def test_every_chosen_restaurant_that_cannot_be_booked_is_named_at_once(bob: Person) -> None:
    venues = [
        make_venue(venue_name="Lupa", gates=["tock"]),
        make_venue(venue_name="Ofelia"),
        make_venue(venue_name="Quince", reopens_on=date(2199, 1, 1)),
        make_venue(venue_name="Rosa", gates=["captcha"], reopens_on=date(2199, 1, 1)),
    ]
    body = bob.post(PATH, factories.body(at=venues, account=make_account(user=bob.user))).json()
    assert [(one["venue_id"], one["kind"]) for one in body["obstacles"]] == [
        (venues[0].pk, "tock"),
        (venues[2].pk, "reopening"),
        (venues[3].pk, "captcha"),
    ]
    tock, reopening, captcha = (one["message"] for one in body["obstacles"])
    assert body["errors"] == {"venues_error": f"{tock} {captcha}", "dates_error": reopening}
    assert [text.partition(" ")[0] for text in (tock, reopening, captcha)] == ["Lupa", "Quince", "Rosa"]


def test_the_party_is_refused_with_the_limit_that_fits_all_restaurants(bob: Person) -> None:
    venues = [make_venue(venue_name=name, max_party_size=most) for name, most in (("Lupa", 5), ("Rosa", 3))]
    body = bob.post(PATH, factories.body(at=venues, account=make_account(user=bob.user), party_size=6)).json()
    assert body["errors"]["party_size_error"].startswith("Rosa seats parties of at most 3")
    assert [one["venue_id"] for one in body["obstacles"]] == [venues[1].pk]


def test_the_hint_of_a_card_refuses_nothing(bob: Person) -> None:
    account = make_account(user=bob.user)
    PlatformAccount.objects.filter(pk=account.pk).update(payment_method_id=None)
    assert bob.post(PATH, factories.body(at=[make_venue(gates=["card"])], account=account)).status_code == 201


def test_restaurant_page_says_that_it_cannot_be_booked(bob: Person) -> None:
    venue = make_venue(venue_name="Lupa", gates=["tock"], **SLUGS)
    body = bob.get(f"/api/venues/{venue.pk}/").json()
    assert (body["platform_page"], body["obstacle"]["kind"]) == (PAGE, "tock")
    assert bob.get(f"/api/venues/{make_venue(gates=['card']).pk}/").json()["obstacle"] is None


def test_closed_restaurant_cannot_be_requested(bob: Person) -> None:
    venue = make_venue(closed_at=datetime(2026, 11, 20, tzinfo=UTC))
    response = bob.post(PATH, factories.body(at=[venue], account=make_account(user=bob.user)))
    assert response.status_code == 404
