"""The fixture `improvable`."""

from collections.abc import Iterator

import pytest

from apps.requests.tests.booked_table import connect
from apps.requests.tests.sniper import Sniper
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

from .parts import Improvable


@pytest.fixture
def sniper(transactional_db: None) -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


@pytest.fixture
def improvable(
    request: pytest.FixtureRequest, simulator: Simulator, sniper: Sniper, bob: Person
) -> Iterator[Improvable]:
    """A table at Resy, or at the platform that a test names by indirect parametrization."""
    platform = getattr(request, "param", "resy")
    venues = simulator.http.get("/venues", params={"source": platform}).json()["venues"]
    place = next(one for one in venues if one["release_rule"]["days_ahead"] >= 10)
    venue = make_venue(reservation_source=platform, platform_venue_id=place["id"], time_zone=place["time_zone"])
    yield Improvable(simulator, bob, connect(bob, platform), venue, sniper)
    simulator.clear_faults()
    for booking in simulator.http.get("/bookings").json()["bookings"]:
        if booking["status"] == "booked":
            simulator.http.post("/cancel", json={"reservation_id": booking["reservation_id"]})
