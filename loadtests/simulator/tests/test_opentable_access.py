"""Access to OpenTable: user agent, bearer, session cookie, CSRF header."""

from typing import Any

import httpx
import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import DAY, Control, MovableClock, client
from loadtests.simulator.tests.harness_opentable import AGENT, CSRF, RID, ZERO_TOKEN, Customer

ASKED = {"rids": [str(RID)], "dateTime": f"{DAY}T19:00", "partySize": 2, "availabilityToken": ZERO_TOKEN}


async def call(sim: Serving, method: str, path: str, headers: dict[str, str], **more: Any) -> httpx.Response:
    async with client(sim.opentable_url) as http:
        del http.headers["user-agent"]
        return await http.request(method, path, headers=headers, **more)


@pytest.mark.parametrize("agent", ["", "python-httpx/0.28.1", "python-requests/2.32", "Python/3.11 aiohttp/3.14"])
async def test_library_default_agent_is_denied_with_a_page(sim: Serving, agent: str) -> None:
    reply = await call(sim, "GET", "/api/v3/user", {"User-Agent": agent})
    assert reply.status_code == 403
    assert reply.headers["content-type"].startswith("text/html")
    assert "Access Denied" in reply.text
    assert "Reference&#32;&#35;18&#46;" in reply.text


async def test_missing_agent_is_denied(sim: Serving) -> None:
    async with client(sim.opentable_url) as http:
        request = http.build_request("GET", "/api/v3/user")
        del request.headers["user-agent"]
        assert (await http.send(request)).status_code == 403


async def application_bearer(sim: Serving, **sent: Any) -> httpx.Response:
    return await call(sim, "POST", "/oauth/consumer/token", AGENT, **sent)


@pytest.mark.parametrize(
    "sent",
    [
        {"data": {"grant_type": "client_credentials"}},
        {"json": {"grant_type": "client_credentials"}},
        {"params": {"grant_type": "client_credentials"}},
    ],
    ids=lambda sent: next(iter(sent)),
)
async def test_application_bearer_is_read_only(sim: Serving, sent: dict[str, Any]) -> None:
    token = (await application_bearer(sim, **sent)).json()["access_token"]
    headers = {**AGENT, "Authorization": f"Bearer {token}"}
    assert (await call(sim, "PUT", "/api/v3/restaurant/availability", headers, json=ASKED)).status_code == 200
    assert (await call(sim, "GET", "/api/v3/user", headers)).status_code == 401


async def test_another_grant_is_refused(sim: Serving) -> None:
    reply = await application_bearer(sim, data={"grant_type": "password"})
    assert reply.status_code == 400
    assert reply.json()["error"] == "unsupported_grant_type"


@pytest.mark.parametrize("authorization", [None, "", "Bearer", "Bearer x", "Basic abc", "Bearer " + "0" * 36])
@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/v3/user", None),
        ("PUT", "/api/v3/restaurant/availability", ASKED),
        ("GET", f"/api/v3/restaurant/{RID}?dateTime={DAY}T19:00&partySize=2", None),
        ("POST", f"/api/v1/reservation/{RID}/lock", {}),
        ("POST", f"/api/v3/reservation/{RID}", {}),
        ("DELETE", f"/api/v3/reservation/{RID}/1", None),
        ("GET", "/user/dining-dashboard", None),
    ],
)
async def test_missing_or_unknown_bearer_is_401(
    sim: Serving, method: str, path: str, body: Any, authorization: str | None
) -> None:
    headers = AGENT | ({} if authorization is None else {"Authorization": authorization})
    reply = await call(sim, method, path, headers, json=body)
    assert reply.status_code == 401
    assert reply.json()["errors"][0]["code"] == "UNAUTHORIZED"


async def test_bearer_expires_after_60_days(eve: Customer, clock: MovableClock) -> None:
    clock.skip(seconds=60 * 86_400 - 60)
    assert (await eve.http.get("/api/v3/user")).status_code == 200
    clock.skip(seconds=61)
    assert (await eve.http.get("/api/v3/user")).status_code == 401


async def test_session_cookie_holds_the_same_token(eve: Customer, sim: Serving) -> None:
    token = eve.http.headers["Authorization"].removeprefix("Bearer ")
    reply = await call(sim, "GET", "/user/dining-dashboard", {**AGENT, "Cookie": f"a=b; otSession={token}"})
    assert reply.status_code == 200
    assert eve.record["email"] in reply.text


@pytest.mark.parametrize("path", ["/dapi/fe/gql", "/dapi/booking/make-reservation", "/dapi/wallet/cards"])
async def test_web_calls_require_a_csrf_header(eve: Customer, path: str) -> None:
    del eve.http.headers["x-csrf-token"]
    reply = await eve.http.post(path, json={})
    assert reply.status_code == 403
    assert reply.json()["errors"][0]["code"] == "INVALID_CSRF_TOKEN"


async def test_web_availability_requires_no_session(sim: Serving, control: Control) -> None:
    await control.free(source="opentable", venue_id=RID)
    async with client(sim.opentable_url, **AGENT, **CSRF) as http:
        assert len(await Customer(http).web_slots()) == 1


async def test_head_on_the_root_has_the_platforms_date(sim: Serving, control: Control) -> None:
    await control.post("/clock", source="opentable", skew_ms=3_600_000)
    reply = await call(sim, "HEAD", "/", AGENT)
    assert reply.status_code == 200
    assert reply.headers["date"].startswith("Fri, 20 Nov 2026 18:00:")


@pytest.mark.parametrize(("method", "path", "status"), [("GET", "/api/v9", 404), ("POST", "/api/v3/user", 405)])
async def test_unknown_call_is_refused_in_json(eve: Customer, method: str, path: str, status: int) -> None:
    reply = await eve.http.request(method, path)
    assert reply.status_code == status
    assert reply.json()["statusCode"] == status


async def test_unknown_operation_is_not_found(eve: Customer) -> None:
    reply = await eve.gql("RestaurantsAvailabilityOld")
    assert reply.status_code == 400
    assert reply.json()["errors"][0]["message"] == "PersistedQueryNotFound"


async def test_truth_logs_the_route_name(eve: Customer, control: Control) -> None:
    await control.free(source="opentable", venue_id=RID)
    [slot] = await eve.timeslots()
    await eve.take(slot)
    await eve.web_slots()
    await eve.http.get(f"/api/v3/restaurant/{RID}", params={"dateTime": f"{DAY}T19:00", "partySize": 2})
    logged = [(e["method"], e["path"], e["status"], e["key"]) for e in (await control.truth("request"))[2:]]
    poll, table = f"{RID}|{DAY}|2", f"{RID}|{DAY}|19:30|2"
    assert logged == [
        ("PUT", "/api/v3/restaurant/availability", 200, poll),
        ("POST", "/api/v1/reservation/{rid}/lock", 200, table),
        ("POST", "/api/v3/reservation/{rid}", 201, table),
        ("POST", "/dapi/fe/gql?opname=RestaurantsAvailability", 200, poll),
        ("GET", "/api/v3/restaurant/{rid}", 200, poll),
    ]
    counted = (await control.get("/requests/stats"))["by_key"]
    assert [(row["source"], row["key"], row["count"]) for row in counted] == [("opentable", poll, 1)] * 3


async def test_after_a_rotation_only_the_new_application_gets_a_bearer(sim: Serving, control: Control) -> None:
    old, new = ({"grant_type": "client_credentials", "client_id": name} for name in ("old", "new"))
    bearer = (await application_bearer(sim, data=old)).json()["access_token"]
    await control.post("/keys", source="opentable", key="new")
    assert (await application_bearer(sim, data=old)).status_code == 401
    headers = {**AGENT, "Authorization": f"Bearer {bearer}"}
    assert (await call(sim, "PUT", "/api/v3/restaurant/availability", headers, json=ASKED)).status_code == 401
    headers["Authorization"] = f"Bearer {(await application_bearer(sim, data=new)).json()['access_token']}"
    assert (await call(sim, "PUT", "/api/v3/restaurant/availability", headers, json=ASKED)).status_code == 200
