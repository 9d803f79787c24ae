"""Less common calls of public Resy clients: older refusals, the calendar, warm-up, the waitlist, user agents.

As in `test_public_clients.py`, each test follows the client that its docstring names, over plain sockets.
"""

from datetime import datetime

import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, MovableClock
from loadtests.simulator.tests.raw_http import BROWSER, KEY, Wire, exchange, token_of


@pytest.fixture
def wire(sim: Serving) -> Wire:
    return Wire(sim.resy_url, {"Authorization": KEY})


async def test_client_with_a_third_header_name_and_older_refusals(wire: Wire, control: Control) -> None:
    """Source B sends the token in a third header. A wrong password or key is answered with 419."""
    await control.post("/switches", unauthorized=419)
    wire.headers["User-Agent"] = "resolved-server"
    bad = await wire.form("/3/auth/password", email="go@example.com", password="wrong")
    assert (bad.status, bad.json["status"], bad.json["code"]) == (419, 419, None)
    token = (await wire.form("/3/auth/password", email="go@example.com", password="table-for-two")).json["token"]
    wire.headers["X-Resy-Universal-Auth-Token"] = token
    assert (await wire.get("/2/user")).status == 200
    del wire.headers["Authorization"]
    keyless = await wire.get("/2/user")
    assert (keyless.status, keyless.json["message"], keyless.json["data"]) == (419, "Unauthorized", {})


async def test_client_that_waits_for_calendar_and_find_at_a_release(
    wire: Wire, control: Control, clock: MovableClock
) -> None:
    """Source C detects a release by the calendar's last day or by the venue's appearance in find. It calls find by
    POST.
    """
    token = await token_of(wire, "gate@example.com")
    wire.headers |= {"User-Agent": BROWSER, "X-Resy-Auth-Token": token, "X-Resy-Universal-Auth": token}
    day = "2027-03-01"
    window = {"venue_id": 1201, "num_seats": 2, "start_date": DAY, "end_date": "2027-03-31"}
    await control.release(at=clock.now().replace(hour=18, minute=0, second=0, microsecond=0), date=day)
    query = {"lat": 0, "long": 0, "day": day, "party_size": 2, "venue_id": 1201}
    assert (await wire.json("/4/find", query)).json["results"]["venues"] == []
    before = (await wire.get("/4/venue/calendar", **window)).json["last_calendar_day"]
    clock.skip(seconds=3601)
    after = (await wire.get("/4/venue/calendar", **window)).json
    assert before < after["last_calendar_day"] == day
    assert after["scheduled"][-1] == {
        "date": day,
        "inventory": {"reservation": "available", "event": "not available", "walk-in": "available"},
    }
    [venue] = (await wire.json("/4/find", query)).json["results"]["venues"]
    config_id = venue["slots"][0]["config"]["token"]
    content = {"config_id": config_id, "day": day, "party_size": 2, "commit": 1, "struct_items": []}
    assert (await wire.json("/3/details", content)).json["book_token"]["value"]


async def test_client_that_warms_up_by_head_and_retries_after_a_spent_token(wire: Wire, control: Control) -> None:
    """Source T sends HEAD to open the connection and to read Date. After a 404 for a booking it requests the details
    again.
    """
    token = await token_of(wire, "warm@example.com")
    wire.headers |= {"User-Agent": BROWSER, "X-Resy-Auth-Token": token, "X-Resy-Universal-Auth": token}
    warm = await exchange(wire.base_url, "HEAD", "/", wire.headers)
    assert warm.status == 200
    assert datetime.strptime(warm.headers["date"], "%a, %d %b %Y %H:%M:%S %Z").year == 2026  # noqa: DTZ007 - GMT
    [slot] = await control.free()
    assert (await wire.form("/3/book", book_token="an-old-one")).status == 404
    details = await wire.get("/3/details", config_id=slot["token"], day=DAY, party_size=2)
    assert (await wire.form("/3/book", book_token=details.json["book_token"]["value"])).status == 201


async def test_client_that_lists_by_type_and_cancels_by_both_names(wire: Wire, control: Control) -> None:
    """Source V sends `type`, which is ignored. It cancels with both `resy_token` and `reservation_id`.

    It reads `status` in the reply. It writes waitlist requests at /2/notify and reads them at /3/notify.
    """
    [slot] = await control.free()
    token = await token_of(wire, "mcp@example.com")
    wire.headers |= {"User-Agent": BROWSER, "X-Resy-Auth-Token": token, "X-Resy-Universal-Auth": token}
    details = await wire.get("/3/details", config_id=slot["token"], day=DAY, party_size=2, commit=1)
    await wire.form("/3/book", book_token=details.json["book_token"]["value"])
    rows = [
        (await wire.get("/3/user/reservations", limit=10, offset=0, type=kind)).json["reservations"][0]
        for kind in ("upcoming", "past")
    ]
    assert rows[0]["reservation_id"] == rows[1]["reservation_id"]
    assert rows[0]["resy_token"] != rows[1]["resy_token"]
    cancelled = await wire.form("/3/cancel", resy_token=rows[0]["resy_token"], reservation_id=rows[0]["reservation_id"])
    assert cancelled.json["status"] == "cancelled"
    hours = {"time_preferred_start": "18:00:00", "time_preferred_end": "21:00:00", "service_type_id": 2}
    assert (await wire.form("/2/notify", venue_id=1201, day=DAY, num_seats=2, **hours)).status == 201
    [specs] = [row["specs"] for row in (await wire.get("/3/notify")).json["notify"]]
    assert isinstance(specs["notify_request_id"], int)


@pytest.mark.parametrize(("agent", "status"), [("python-requests/2.31.0", 200), ("Go-http-client/1.1", 200), ("", 500)])
async def test_library_agent_is_accepted_with_the_switch(wire: Wire, control: Control, agent: str, status: int) -> None:
    """Sources J and Lg send the user agent of their HTTP library, so they need the switch."""
    await control.post("/switches", library_agents=True)
    wire.headers["User-Agent"] = agent
    reply = await wire.get("/4/find", lat=0, long=0, day=DAY, party_size=2, venue_id=1201)
    assert reply.status == status


@pytest.mark.parametrize("agent", [None, "", "python-requests/2.31.0", "Go-http-client/1.1"])
async def test_library_agent_gets_a_bare_500(wire: Wire, agent: str | None) -> None:
    """A missing or default agent gets a short 500 (amoghnayak07/resy-reservation-agent, jeffknaide/resy-bot)."""
    if agent is not None:
        wire.headers["User-Agent"] = agent
    reply = await wire.get("/4/find", lat=0, long=0, day=DAY, party_size=2, venue_id=1201)
    assert (reply.status, reply.body) == (500, b"Internal Server Error")
