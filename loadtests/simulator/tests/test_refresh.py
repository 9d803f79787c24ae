"""Refresh tokens: a sign-in by password returns one, and POST /3/auth/refresh exchanges it for a new pair."""

import httpx

from loadtests.simulator.tests.harness import Control, Diner, MovableClock

DAY = 86_400


async def _refresh(diner: Diner, token: str) -> httpx.Response:
    return await diner.http.post("/3/auth/refresh", data={"refresh_token": token})


async def test_refresh_token_outlives_the_token_and_works_once(ada: Diner, clock: MovableClock) -> None:
    pair = (await ada.sign_in("ada.lovelace@example.com")).json()
    clock.skip(seconds=46 * DAY)
    assert (await ada.http.get("/2/user")).status_code == 401
    renewed = await _refresh(ada, pair["refresh_token"])
    assert renewed.status_code == 200
    ada.http.headers["X-Resy-Auth-Token"] = renewed.json()["token"]
    assert (await ada.http.get("/2/user")).json()["id"] == pair["id"]
    assert (await _refresh(ada, pair["refresh_token"])).status_code == 401
    clock.skip(seconds=91 * DAY)
    assert (await _refresh(ada, renewed.json()["refresh_token"])).status_code == 401


async def test_each_token_is_only_good_for_its_purpose(ada: Diner) -> None:
    pair = (await ada.sign_in("ada.lovelace@example.com")).json()
    assert (await _refresh(ada, pair["token"])).status_code == 401
    ada.http.headers["X-Resy-Auth-Token"] = pair["refresh_token"]
    assert (await ada.http.get("/2/user")).status_code == 401


async def test_refresh_is_refused_by_switch(ada: Diner, control: Control) -> None:
    pair = (await ada.sign_in("ada.lovelace@example.com")).json()
    await control.post("/switches", refuse_refresh=True)
    assert (await _refresh(ada, pair["refresh_token"])).status_code == 401
    await control.post("/switches", refuse_refresh=False)
    assert (await _refresh(ada, pair["refresh_token"])).status_code == 200
