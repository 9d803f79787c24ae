"""The fixture `table`: a table booked at the simulator, with the attempt that booked it."""

from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from django.conf import settings as django_settings

from apps.connections.models import PlatformAccount
from apps.reservations.models import Attempt, Reservation, ReservationGroup
from apps.reservations.tests import factories
from apps.reservations.tests.sniper import Sniper
from snipers.clients.credentials import SealedBox, SealedToken
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

LOGIN = {"email": "bob@example.com", "password": "table-for-two"}


@pytest.fixture
def sniper() -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


@dataclass(frozen=True)
class Table:
    """A table booked at the simulator, with its attempt."""

    simulator: Simulator
    person: Person
    account: PlatformAccount
    group: ReservationGroup
    request: Reservation
    attempt: Attempt
    number: str

    def cancel(self, by: str = "restaurant") -> None:
        """Cancel the table at the platform."""
        reply = httpx.post(f"{self.simulator.control_url}/cancel", json={"reservation_id": int(self.number), "by": by})
        reply.raise_for_status()

    def state(self) -> tuple[str, str, str]:
        """Return the state of the attempt and its request."""
        self.attempt.refresh_from_db()
        self.request.refresh_from_db()
        return self.attempt.state, self.request.status, self.request.reason


def book_at_resy(simulator: Simulator, account: PlatformAccount, *, venue_id: int, day: str, at: str) -> str:
    """Book a table for two in the account's name and return the platform's id."""
    row = {"source": "resy", "venue_id": venue_id, "date": day, "time": at, "party_size": 2}
    httpx.post(f"{simulator.control_url}/free", json=row).raise_for_status()
    headers = {
        "Authorization": f'ResyAPI api_key="{django_settings.RESY_API_KEY}"',
        "User-Agent": "a test",
        "X-Resy-Auth-Token": SealedBox(django_settings.SEAL_KEYS).open(SealedToken(account.sealed_token)),
    }
    with httpx.Client(base_url=simulator.resy_url, headers=headers) as resy:
        query: dict[str, str | int] = {"lat": 0, "long": 0, "day": day, "party_size": 2, "venue_id": venue_id}
        slots = resy.get("/4/find", params=query).json()["results"]["venues"][0]["slots"]
        token = next(one["config"]["token"] for one in slots if at in one["config"]["token"])
        body = {"config_id": token, "day": day, "party_size": 2, "commit": 1, "struct_items": []}
        details = resy.post("/3/details", json=body).json()
        reply = resy.post("/3/book", data={"book_token": details["book_token"]["value"], "source_id": "x"})
    return str(reply.raise_for_status().json()["reservation_id"])


@pytest.fixture
def table(simulator: Simulator, sniper: Sniper, bob: Person) -> Iterator[Table]:
    venues = httpx.get(f"{simulator.control_url}/venues", params={"source": "resy"}).json()["venues"]
    place = next(one for one in venues if one["release_rule"]["days_ahead"] >= 10)
    venue = make_venue(platform_venue_id=place["id"], time_zone=place["time_zone"])
    account = PlatformAccount.objects.get(pk=bob.post("/api/resy/login/", LOGIN).json()["account"]["id"])
    group = factories.group(bob.user, venues=[venue])
    request = group.reservations.get()
    number = book_at_resy(simulator, account, venue_id=place["id"], day=request.date.isoformat(), at="19:00")
    claimed = sniper.claim(request)
    assert claimed is not None
    sniper.record(claimed, "booked", named=number)
    # A booking that the diner made, so that the list is not empty without our table.
    far = factories.day(5).isoformat()
    book_at_resy(simulator, account, venue_id=place["id"], day=far, at="20:00")
    yield Table(simulator, bob, account, group, request, Attempt.objects.get(pk=claimed), number)
    for booking in httpx.get(f"{simulator.control_url}/bookings").json()["bookings"]:
        if booking["status"] == "booked":
            httpx.post(f"{simulator.control_url}/cancel", json={"reservation_id": booking["reservation_id"]})
    httpx.post(f"{simulator.control_url}/switches", json={"canceled_rows": False})
