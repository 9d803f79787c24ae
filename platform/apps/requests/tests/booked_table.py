"""The fixture `table`: a table booked at the simulator, with the attempt that booked it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time

import pytest
from asgiref.sync import async_to_sync

from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.requests.models import Attempt, Reservation, ReservationGroup
from snipers.clients.base import BookingClient
from snipers.clients.credentials import SealedToken
from snipers.domain.outcome import Booked
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

from . import factories
from .sniper import Sniper

RESY_LOGIN = {"email": "bob@example.com", "password": "table-for-two"}
PHONE, CODE = "+12125550123", "123456"


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
        reply = self.simulator.http.post("/cancel", json={"reservation_id": int(self.number), "by": by})
        reply.raise_for_status()

    def state(self) -> tuple[str, str, str]:
        """Return the state of the attempt and its request."""
        self.attempt.refresh_from_db()
        self.request.refresh_from_db()
        return self.attempt.state, self.request.status, self.request.reason


def connect(person: Person, platform: str) -> PlatformAccount:
    """Connect the person's account at the platform."""
    if platform == "resy":
        reply = person.post("/api/resy/login/", RESY_LOGIN)
    else:
        sent = person.post("/api/opentable/phone_login/", {"phone": PHONE}).json()
        code = {"phone": PHONE, "code": CODE, "correlation_id": sent["correlation_id"]}
        reply = person.post("/api/opentable/verify_phone_2fa/", code)
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


def book(account: PlatformAccount, *, venue_id: int, day: date, at: time) -> str:
    """Book a table for two in the account's name and return the platform's id."""
    client = platforms.booking_client(account.platform)
    return async_to_sync(_book)(client, token=SealedToken(account.sealed_token), venue_id=venue_id, day=day, at=at)


async def _book(client: BookingClient, *, token: SealedToken, venue_id: int, day: date, at: time) -> str:
    async with client:
        found = await client.find(platform_venue_id=venue_id, day=day, party_size=2)
        slot = next(one for one in found.slots if one.time == at)
        terms = await client.details(slot=slot, token=token)
        outcome = await client.book(terms=terms, token=token, send_within=5)
    assert isinstance(outcome, Booked), outcome
    return outcome.reservation_id


@pytest.fixture
def table(request: pytest.FixtureRequest, simulator: Simulator, sniper: Sniper, bob: Person) -> Iterator[Table]:
    """A table at Resy, or at the platform that a test names by indirect parametrization."""
    platform = getattr(request, "param", "resy")
    venues = simulator.http.get("/venues", params={"source": platform}).json()["venues"]
    place = next(one for one in venues if one["release_rule"]["days_ahead"] >= 10)
    venue = make_venue(reservation_source=platform, platform_venue_id=place["id"], time_zone=place["time_zone"])
    account = connect(bob, platform)

    def book_there(day: date, at: time) -> str:
        row = {"source": platform, "venue_id": place["id"], "date": f"{day}", "time": f"{at:%H:%M}", "party_size": 2}
        simulator.http.post("/free", json=row).raise_for_status()
        return book(account, venue_id=place["id"], day=day, at=at)

    group = factories.group(bob.user, venues=[venue])
    wanted = group.reservations.get()
    number = book_there(wanted.date, time(19))
    claimed = sniper.claim(wanted)
    assert claimed is not None
    sniper.record(claimed, "booked", named=number)
    # A booking that the diner made, so that the list is not empty without our table.
    book_there(factories.day(5), time(20))
    yield Table(simulator, bob, account, group, wanted, Attempt.objects.get(pk=claimed), number)
    for booking in simulator.http.get("/bookings").json()["bookings"]:
        if booking["status"] == "booked":
            simulator.http.post("/cancel", json={"reservation_id": booking["reservation_id"]})
    simulator.http.post("/switches", json={"canceled_rows": False})
