"""POST /limits: an address that asks too often is shut out of that platform for a while."""

from typing import Any

import pytest

from loadtests.simulator.limits import Limit, Limits
from loadtests.simulator.tests.harness import Control, Diner


def _limits(per_minute: int = 3, block_seconds: float = 10) -> Limits:
    limits = Limits()
    limits.set("resy", Limit(per_minute, block_seconds))
    return limits


def test_without_a_limit_everybody_passes() -> None:
    assert all(Limits().admit("resy", "::1", now) for now in range(1000))


@pytest.mark.parametrize(
    ("asked_s", "admitted"),
    [
        ([0, 1, 2], [True, True, True]),
        ([0, 1, 2, 3], [True, True, True, False]),
        ([0, 1, 2, 59.9], [True, True, True, False]),
        ([0, 1, 2, 60, 60.5], [True, True, True, True, False]),
        ([0, 1, 2, 3, 12.9, 13], [True, True, True, False, False, True]),
        ([0, 1, 2, 3, 13, 14, 15, 16], [True, True, True, False, True, True, True, False]),
    ],
)
def test_a_minute_has_so_many_requests_and_then_a_block(asked_s: list[float], admitted: list[bool]) -> None:
    limits = _limits()
    assert [limits.admit("resy", "::1", at * 1000) for at in asked_s] == admitted


def test_asking_on_does_not_prolong_the_block() -> None:
    limits = _limits(per_minute=1)
    answers = [limits.admit("resy", "::1", at * 1000) for at in range(13)]
    assert answers == [True, *[False] * 10, True, False]


def test_addresses_and_platforms_are_counted_apart() -> None:
    limits = _limits(per_minute=1)
    for source, address, expected in [
        ("resy", "a", True),
        ("resy", "b", True),
        ("opentable", "a", True),
        ("opentable", "a", True),
        ("resy", "a", False),
    ]:
        assert limits.admit(source, address, 0) is expected


def test_a_new_limit_starts_afresh() -> None:
    limits = _limits(per_minute=1)
    assert [limits.admit("resy", "a", 0), limits.admit("resy", "a", 1)] == [True, False]
    limits.set("resy", Limit(1, 10))
    assert limits.admit("resy", "a", 2)
    limits.set("resy", None)
    assert limits.admit("resy", "a", 3)


async def test_the_block_is_a_short_500_for_every_call_and_is_logged(ada: Diner, control: Control) -> None:
    await control.post("/limits", source="resy", per_minute=2, block_seconds=600)
    replies = [await ada.find() for _ in range(4)] + [await ada.http.get("/2/user")]
    assert [reply.status_code for reply in replies] == [200, 200, 500, 500, 500]
    assert replies[2].text == "Internal Server Error"
    faults = [entry["fault"] for entry in await control.truth("request")]
    assert faults[-5:] == [None, None, "limit", "limit", "limit"]
    [address] = (await control.get("/limits"))["addresses"]
    assert address["address"] == "127.0.0.1"
    assert 590 < address["blocked_seconds_left"] <= 600


async def test_a_limit_of_none_ends_it(ada: Diner, control: Control) -> None:
    await control.post("/limits", source="resy", per_minute=1, block_seconds=600)
    assert [(await ada.find()).status_code for _ in range(2)] == [200, 500]
    assert (await control.post("/limits", source="resy", per_minute=0))["limits"] == []
    assert (await ada.find()).status_code == 200


@pytest.mark.parametrize(
    "fields", [{"source": "yelp", "per_minute": 1}, {"source": "resy"}, {"source": "resy", "per_minute": 1.5}]
)
async def test_a_limit_that_cannot_be_is_explained(control: Control, fields: dict[str, Any]) -> None:
    reply = await control.http.post("/limits", json=fields)
    assert reply.status_code == 400
    assert reply.json()["message"].endswith(".")
