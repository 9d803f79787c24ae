"""Access to Resy: user agent, API key, and where a token may be."""

import httpx
import pytest

from loadtests.simulator.server import Serving
from loadtests.simulator.tests.harness import API_KEY, Control, Diner, MovableClock, client

TOKEN_HEADERS = ["X-Resy-Auth-Token", "X-Resy-Universal-Auth", "X-Resy-Universal-Auth-Token"]


async def call(sim: Serving, headers: dict[str, str], path: str = "/2/user") -> httpx.Response:
    async with client(sim.resy_url) as http:
        del http.headers["user-agent"]
        return await http.get(path, headers=headers)


@pytest.mark.parametrize(
    "agent",
    ["", "python-httpx/0.28.1", "python-requests/2.32", "Python/3.11 aiohttp/3.14", "Python-urllib/3.11"],
)
async def test_library_default_agent_gets_the_short_500(sim: Serving, agent: str) -> None:
    reply = await call(sim, {**API_KEY, "User-Agent": agent})
    assert reply.status_code == 500
    assert reply.content == b"Internal Server Error"
    assert len(reply.content) == 21


async def test_missing_agent_gets_the_short_500(sim: Serving) -> None:
    async with client(sim.resy_url) as http:
        request = http.build_request("GET", "/2/user", headers=API_KEY)
        del request.headers["user-agent"]
        assert (await http.send(request)).status_code == 500


@pytest.mark.parametrize("agent", ["tablehawk/0.1 (+https://tablehawk.example)", "resyctl/0.1.0", "Mozilla/5.0"])
async def test_own_user_agent_is_accepted(sim: Serving, agent: str) -> None:
    reply = await call(sim, {**API_KEY, "User-Agent": agent}, "/2/config?venue_id=1201")
    assert reply.status_code == 200


@pytest.mark.parametrize("key", [None, "", "Bearer x", "ResyAPI", 'ResyAPI api_key=""', "ResyAPI api_key=x"])
async def test_missing_api_key_is_419(sim: Serving, key: str | None) -> None:
    headers = {"User-Agent": "tablehawk/0.1"} | ({} if key is None else {"Authorization": key})
    reply = await call(sim, headers)
    assert reply.status_code == 419
    assert reply.json()["message"] == "Unauthorized"


async def test_after_a_rotation_every_call_with_another_key_is_419(ada: Diner, sim: Serving, control: Control) -> None:
    token = {TOKEN_HEADERS[0]: ada.http.headers["X-Resy-Auth-Token"]}
    await control.post("/keys", source="resy", key="rotated")
    for path in ("/2/user", "/4/find", "/3/user/reservations"):
        assert (await call(sim, API_KEY | token, path)).status_code == 419
    rotated = API_KEY | token | {"Authorization": 'ResyAPI api_key="rotated"'}
    assert (await call(sim, rotated)).status_code == 200
    await control.post("/keys", source="resy", key="")
    assert (await call(sim, API_KEY | token)).status_code == 200


@pytest.mark.parametrize("path", ["/3/auth/password", "/4/auth/password"])
async def test_sign_in_that_has_moved_is_404(ada: Diner, control: Control, path: str) -> None:
    await control.post("/faults", source="resy", kind="404", path=path)
    form = {"email": "ada.lovelace@example.com", "password": "table-for-two"}
    assert (await ada.http.post(path, data=form)).status_code == 404


@pytest.mark.parametrize("header", TOKEN_HEADERS)
async def test_token_is_accepted_in_each_header(ada: Diner, sim: Serving, header: str) -> None:
    token = ada.http.headers["X-Resy-Auth-Token"]
    reply = await call(sim, {**API_KEY, header: token})
    assert reply.json()["em_address"] == "ada.lovelace@example.com"


async def test_token_is_accepted_in_the_query(ada: Diner, sim: Serving) -> None:
    token = ada.http.headers["X-Resy-Auth-Token"]
    reply = await call(sim, API_KEY, f"/2/user?x-resy-auth-token={token}")
    assert reply.status_code == 200


async def test_the_same_token_in_two_places_is_one_token(ada: Diner, sim: Serving) -> None:
    token = ada.http.headers["X-Resy-Auth-Token"]
    assert (await call(sim, {**API_KEY, **dict.fromkeys(TOKEN_HEADERS, token)})).status_code == 200


async def test_two_different_tokens_are_refused(ada: Diner, bob: Diner, sim: Serving) -> None:
    tokens = {
        "X-Resy-Auth-Token": ada.http.headers["X-Resy-Auth-Token"],
        "X-Resy-Universal-Auth": bob.http.headers["X-Resy-Auth-Token"],
    }
    assert (await call(sim, {**API_KEY, **tokens})).status_code == 401


@pytest.mark.parametrize("token", ["nonsense", "a.b.c", "eyJhbGciOiJub25lIn0.eyJ1aWQiOjUzMTAwMDF9."])
async def test_forged_token_is_401(ada: Diner, sim: Serving, token: str) -> None:
    assert (await call(sim, {**API_KEY, "X-Resy-Auth-Token": token})).status_code == 401


async def test_bad_token_is_refused_on_reads_too(ada: Diner) -> None:
    ada.http.headers["X-Resy-Auth-Token"] = "nonsense"
    assert (await ada.find()).status_code == 401


async def test_token_expires_after_45_days(ada: Diner, clock: MovableClock) -> None:
    clock.skip(seconds=45 * 86_400 - 60)
    assert (await ada.http.get("/2/user")).status_code == 200
    clock.skip(seconds=61)
    assert (await ada.http.get("/2/user")).status_code == 401


async def test_older_status_419_can_be_switched_on(ada: Diner, control: Control) -> None:
    ada.http.headers["X-Resy-Auth-Token"] = "nonsense"
    await control.post("/switches", unauthorized=419)
    assert (await ada.http.get("/2/user")).status_code == 419


async def test_head_on_the_root_has_a_date_without_a_key(sim: Serving) -> None:
    async with client(sim.resy_url, **{"User-Agent": "tablehawk/0.1"}) as http:
        reply = await http.head("/")
    assert reply.status_code == 200
    assert reply.headers["date"].startswith("Fri, 20 Nov 2026 17:00:")
    assert reply.content == b""


async def test_unknown_path_is_404_json(ada: Diner) -> None:
    reply = await ada.http.get("/9/nothing")
    assert reply.status_code == 404
    assert reply.json()["message"] == "Not Found"


async def test_body_over_one_megabyte_is_refused(ada: Diner) -> None:
    reply = await ada.http.post("/3/auth/password", content=b"x" * 1_000_001)
    assert reply.status_code == 413
