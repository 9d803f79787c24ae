"""Waitlist requests: each diner can list only their own."""

from typing import Any

import pytest

from loadtests.simulator.tests.harness import DAY, Diner

REQUEST = {
    "venue_id": 1201,
    "day": DAY,
    "num_seats": 2,
    "time_preferred_start": "18:00:00",
    "time_preferred_end": "21:00:00",
    "service_type_id": 2,
}


async def _notify_requests(diner: Diner) -> list[dict[str, Any]]:
    return [row["specs"] for row in (await diner.http.get("/3/notify")).json()["notify"]]


async def test_notify_request_is_listed_until_deleted(ada: Diner, bob: Diner) -> None:
    assert (await ada.http.post("/2/notify", data=REQUEST)).status_code == 201
    [specs] = await _notify_requests(ada)
    number = specs.pop("notify_request_id")
    assert specs == {"party_size": 2, **{name: value for name, value in REQUEST.items() if name != "num_seats"}}
    assert await _notify_requests(bob) == []
    whole = {"notify_request_id": number, **specs}
    assert (await bob.http.request("DELETE", "/2/notify", json=whole)).status_code == 404
    assert (await ada.http.request("DELETE", "/2/notify", data=whole)).status_code == 200
    assert await _notify_requests(ada) == []
    assert (await ada.http.request("DELETE", "/2/notify", params=whole)).status_code == 404


async def test_post_to_the_newer_path_is_502_with_a_page(ada: Diner) -> None:
    reply = await ada.http.post("/3/notify", data=REQUEST)
    assert reply.status_code == 502
    assert reply.headers["content-type"].startswith("text/html")


@pytest.mark.parametrize(
    "changed",
    [{"venue_id": "x"}, {"day": "soon"}, {"num_seats": -1}, {"time_preferred_start": "7pm"}, {"service_type_id": "a"}],
)
async def test_invalid_notify_request_is_refused(ada: Diner, changed: dict[str, Any]) -> None:
    assert (await ada.http.post("/2/notify", data={**REQUEST, **changed})).status_code == 400


@pytest.mark.parametrize(("method", "path"), [("GET", "/3/notify"), ("POST", "/2/notify")])
async def test_waitlist_requires_a_token(ada: Diner, method: str, path: str) -> None:
    del ada.http.headers["X-Resy-Auth-Token"]
    assert (await ada.http.request(method, path)).status_code == 401
