"""An assistant with the MCP library's client goes from a search to a booked and canceled table at the simulator."""

from collections.abc import Iterator
from datetime import time
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from apps.keys.models import Scope
from apps.keys.tests.factories import with_key
from apps.outcomes import requested_cancellations
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.requests.tests.booked_table import book, connect, sniper
from apps.requests.tests.sniper import Sniper
from server.tests.mcp_client import MODES, Web, running_web, use
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

__all__ = ["sniper"]
AT = time(19)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def web(simulator: Simulator, tmp_path: Path) -> Iterator[Web]:
    with running_web(tmp_path) as web:
        yield web


@pytest.mark.parametrize("mode", MODES)
def test_an_assistant_files_gets_and_cancels_a_table(
    web: Web, simulator: Simulator, sniper: Sniper, bob: Person, mode: str
) -> None:
    places = simulator.http.get("/venues", params={"source": "resy"}).json()["venues"]
    place = next(one for one in places if one["release_rule"]["days_ahead"] >= 10)
    venue = make_venue(venue_name="Walk Inn", platform_venue_id=place["id"], time_zone=place["time_zone"])
    account, program = connect(bob, "resy"), with_key(bob.user, *Scope)

    def call(name: str, /, **arguments: Any) -> dict[str, Any]:
        assert program.tokens is not None
        *_, result = use(web.url, program.tokens.access_token, mode, (name, arguments))
        document: dict[str, Any] = result.structured_content
        return document

    def booked() -> list[str]:
        bookings = simulator.http.get("/bookings").json()["bookings"]
        return [str(one["reservation_id"]) for one in bookings if one["status"] == "booked"]

    before = booked()
    (found,) = call("search_restaurants", name="walk inn")["data"]["restaurants"]["results"]
    assert found["id"] == venue.pk
    form = {"reservation": factories.body(at=[venue], account=None)["reservation"]}
    preview = call("preview_request", **form)["data"]
    assert (preview["ready"], ReservationGroup.objects.count()) == (True, 0)
    filed = call("file_request", **form, confirmation=preview["confirmation"])["data"]["group"]

    request = Reservation.objects.get(group_id=filed["group_id"])
    row = {"source": "resy", "venue_id": place["id"], "date": f"{request.date}", "time": f"{AT:%H:%M}"}
    simulator.http.post("/free", json={**row, "party_size": 2}).raise_for_status()
    attempt = sniper.claim(request)
    assert attempt is not None
    number = book(account, venue_id=place["id"], day=request.date, at=AT)
    sniper.record(attempt, "booked", named=number)
    shown = call("get_request", request_id=filed["group_id"])["data"]
    assert shown["request"]["status"] == "confirmed"
    assert shown["request"]["members"][0]["booked"]["confirmation"] == number
    assert booked() == [*before, number]

    table = {"request_id": filed["group_id"], "reservation_id": request.pk}
    preview = call("preview_cancel", **table)["data"]
    assert booked() == [*before, number]
    assert call("cancel_table", **table, confirmation=preview["confirmation"])["data"]["code"] == "canceling"
    requested_cancellations.run_next(now=timezone.now())
    assert booked() == before
    assert call("get_request", request_id=filed["group_id"])["data"]["request"]["status"] == "canceled"
