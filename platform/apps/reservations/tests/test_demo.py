"""The demo's requests."""

import pytest
from django.utils import timezone

from apps.accounts.testing import Person
from apps.connections.testing import make_account
from apps.reservations.demo import file_demo_requests, make_clients
from apps.reservations.models import Client, Reservation
from apps.venues.testing import make_venue


@pytest.fixture
def restaurants() -> None:
    for _ in range(2):
        make_venue(release_days_ahead=30)
    make_venue(premium=True, release_days_ahead=30)
    make_venue(opted_out=True, release_days_ahead=30)


def test_the_demo_shows_each_kind_of_request_that_needs_no_booking(
    bob: Person, dana: Person, restaurants: None
) -> None:
    for person in (bob, dana):
        make_account(user=person.user)
    make_clients(concierge=dana.user)

    filed = [file_demo_requests(pro=bob.user, concierge=dana.user, now=timezone.now()) for _ in range(2)]

    assert filed == [5, 0]
    assert bob.get("/api/reservations/").json()["counts"] == {
        "all": 3,
        "active": 1,
        "paused": 1,
        "confirmed": 0,
        "unsuccessful": 0,
        "canceled": 1,
    }
    on_behalf = [group["book_on_behalf"] for group in dana.get("/api/reservations/").json()["groups"]]
    assert on_behalf == ["Dmitri Volkov", "Amara Okafor"]
    assert not Reservation.objects.filter(venue__premium=True).exists()
    assert not Reservation.objects.filter(venue__opted_out=True).exists()


def test_the_client_book_is_filled_once(dana: Person) -> None:
    assert [make_clients(concierge=dana.user) for _ in range(2)] == [8, 0]
    assert Client.objects.filter(owner=dana.user, cards=None).count() == 8
