"""POST /limits: a platform blocks an address that exceeds the limit, for a while."""

from typing import Any

import pytest

from loadtests.simulator.limits import Limit, Limits
from loadtests.simulator.tests.harness import Control, Diner


def _limits(per_minute: int = 3, block_seconds: float = 10) -> Limits:
    limits = Limits()
    limits.set("resy", Limit(per_minute, block_seconds))
    return limits


def test_no_limit_admits_every_request() -> None:
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
def test_request_over_the_limit_blocks_the_address(asked_s: list[float], admitted: list[bool]) -> None:
    limits = _limits()
    assert [limits.admit("resy", "::1", at * 1000) for at in asked_s] == admitted


def test_requests_during_a_block_do_not_prolong_it() -> None:
    limits = _limits(per_minute=1)
    answers = [limits.admit("resy", "::1", at * 1000) for at in range(13)]
    assert answers == [True, *[False] * 10, True, False]


def test_limits_count_each_address_and_platform() -> None:
    limits = _limits(per_minute=1)
    for source, address, expected in [
        ("resy", "a", True),
        ("resy", "b", True),
        ("opentable", "a", True),
        ("opentable", "a", True),
        ("resy", "a", False),
    ]:
        assert limits.admit(source, address, 0) is expected


def test_new_limit_resets_counts_and_blocks() -> None:
    limits = _limits(per_minute=1)
    assert [limits.admit("resy", "a", 0), limits.admit("resy", "a", 1)] == [True, False]
    limits.set("resy", Limit(1, 10))
    assert limits.admit("resy", "a", 2)
    limits.set("resy", None)
    assert limits.admit("resy", "a", 3)


async def test_blocked_call_gets_a_short_500_and_is_logged(ada: Diner, control: Control) -> None:
    await control.post("/limits", source="resy", per_minute=2, block_seconds=600)
    replies = [await ada.find() for _ in range(4)] + [await ada.http.get("/2/user")]
    assert [reply.status_code for reply in replies] == [200, 200, 500, 500, 500]
    assert replies[2].text == "Internal Server Error"
    faults = [entry["fault"] for entry in await control.truth("request")]
    assert faults[-5:] == [None, None, "limit", "limit", "limit"]
    [address] = (await control.get("/limits"))["addresses"]
    assert address["address"] == "127.0.0.1"
    assert 590 < address["blocked_seconds_left"] <= 600


async def test_per_minute_0_ends_the_limit(ada: Diner, control: Control) -> None:
    await control.post("/limits", source="resy", per_minute=1, block_seconds=600)
    assert [(await ada.find()).status_code for _ in range(2)] == [200, 500]
    assert (await control.post("/limits", source="resy", per_minute=0))["limits"] == []
    assert (await ada.find()).status_code == 200


@pytest.mark.parametrize(
    "fields", [{"source": "yelp", "per_minute": 1}, {"source": "resy"}, {"source": "resy", "per_minute": 1.5}]
)
async def test_invalid_limit_is_refused_with_a_sentence(control: Control, fields: dict[str, Any]) -> None:
    reply = await control.http.post("/limits", json=fields)
    assert reply.status_code == 400
    assert reply.json()["message"].endswith(".")
