from datetime import timedelta

import pytest
from django.utils import timezone

from apps.accounts.testing import Person
from apps.connections.testing import make_account
from apps.reservations import demo
from apps.reservations.models import Client, Reservation
from apps.venues.testing import make_venue


@pytest.fixture(autouse=True)
def floor(bob: Person, dana: Person) -> None:
    make_account(user=bob.user)
    make_account(user=dana.user, is_concierge=True)
    for _ in range(3):
        make_venue(release_days_ahead=demo.BOOK_DAYS)
    make_venue(release_days_ahead=demo.BOOK_DAYS - 1, venue_id=1)


def test_the_client_book_is_filled_once(dana: Person) -> None:
    assert [demo.make_clients(concierge=dana.user) for _ in range(2)] == [8, 0]
    assert Client.objects.filter(owner=dana.user).count() == 8


def test_a_few_requests_are_filed_once_and_watch_two_restaurants(bob: Person, dana: Person) -> None:
    demo.make_clients(concierge=dana.user)
    now = timezone.now()
    filed = [demo.file_demo_requests(pro=bob.user, concierge=dana.user, now=now) for _ in range(2)]
    assert filed == [4, 0]
    active = Reservation.objects.filter(status="active")
    assert active.values("venue").distinct().count() == 2
    assert all(request.date > (now + timedelta(days=6)).date() for request in active)
    statuses = [group["status"] for group in bob.get("/api/reservations/").json()["groups"]]
    assert sorted(statuses) == ["active", "paused"]
    assert {group["book_on_behalf"] for group in dana.get("/api/reservations/").json()["groups"]} == {
        "Amara Okafor",
        "Dmitri Volkov",
    }
