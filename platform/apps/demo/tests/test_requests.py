"""The demo's clients and requests."""

from datetime import datetime, time
from typing import Any

import pytest
from django.utils import timezone

from apps.demo.requests import file_demo_requests, make_clients
from apps.requests.models import Client, ClientCard, Reservation, Status
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue


@pytest.fixture
def restaurants() -> None:
    rule: dict[str, Any] = {"release_days_ahead": 30, "release_local_time": time(10)}
    for _ in range(4):
        make_venue(**rule)
    make_venue(premium=True, **rule)
    make_venue(opted_out=True, **rule)


def test_the_demo_shows_each_kind_of_request_that_needs_no_booking(
    simulator: Simulator, bob: Person, dana: Person, restaurants: None
) -> None:
    make_account(user=bob.user)
    # The concierge's client has a card, which goes to the platform.
    dana.post("/api/resy/login/", {"email": "dana@example.com", "password": "table-for-two"})
    make_clients(concierge=dana.user)

    filed = [file_demo_requests(pro=bob.user, concierge=dana.user, now=timezone.now()) for _ in range(2)]

    assert filed == [7, 0]
    assert bob.get("/api/reservations/").json()["counts"] == {
        "all": 5,
        "active": 3,
        "paused": 1,
        "confirmed": 0,
        "unsuccessful": 0,
        "canceled": 1,
    }
    on_behalf = [group["book_on_behalf"] for group in dana.get("/api/reservations/").json()["groups"]]
    assert on_behalf == ["Dmitri Volkov", "Amara Okafor"]
    assert ClientCard.objects.get().client.first_name == "Amara"
    release, override = bob.get("/api/reservations/").json()["groups"][:2]
    assert (release["snipe_type"], override["override_reservations"]) == ("release", True)
    assert datetime.fromisoformat(release["release_at"]) > timezone.now()
    active = Reservation.objects.filter(group__user=bob.user, status=Status.ACTIVE, stop="")
    pairs = set(active.values_list("venue", "group"))
    assert len(pairs) == len({venue for venue, _ in pairs}) == 4
    assert not Reservation.objects.filter(venue__premium=True).exists()
    assert not Reservation.objects.filter(venue__opted_out=True).exists()


def test_the_client_book_is_filled_once(dana: Person) -> None:
    assert [make_clients(concierge=dana.user) for _ in range(2)] == [8, 0]
    assert Client.objects.filter(owner=dana.user, cards=None).count() == 8
