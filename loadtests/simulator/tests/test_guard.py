"""The guard locks an address out for hours when it calls too often for too long, as public measurements report."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loadtests.simulator.guard import DEFAULT_FINDS, DEFAULT_HOURS, DEFAULT_PER_MINUTE, AddressGuard, GuardRule
from loadtests.simulator.tests.harness import Control, Diner

DEFAULT = GuardRule(DEFAULT_FINDS, DEFAULT_PER_MINUTE, DEFAULT_HOURS)
HOUR_MS = 3_600_000


def calls_until_refused(rule: GuardRule, *, per_minute: float, most: int = 10_000) -> int | None:
    guard = AddressGuard(rule, sources=("resy",))
    for number in range(most):
        if not guard.admit("resy", "::1", number * 60_000 / per_minute):
            return number
    return None


@pytest.mark.parametrize(("per_minute", "least", "most"), [(60, 38, 101), (150, 33, 37)])
def test_default_figures_are_those_of_public_measurements(per_minute: float, least: int, most: int) -> None:
    refused = calls_until_refused(DEFAULT, per_minute=per_minute)
    assert refused is not None
    assert least <= refused <= most


@given(st.integers(1, 100), st.floats(0.5, 100), st.floats(0.1, 48), st.floats(0.1, 10))
def test_pace_up_to_the_rate_is_never_refused_and_a_higher_one_is(
    finds: int, per_minute: float, hours: float, factor: float
) -> None:
    rule = GuardRule(finds, per_minute, hours)
    refused = calls_until_refused(rule, per_minute=per_minute * factor, most=3000)
    if factor <= 0.99:
        assert refused is None
    elif factor > 1.2:
        assert refused is not None
        assert refused <= finds * factor / (factor - 1) + 2


def test_address_is_let_in_after_the_hours_whatever_it_calls_meanwhile() -> None:
    guard = AddressGuard(GuardRule(1, 1, 8), sources=("resy",))
    assert [guard.admit("resy", "a", at) for at in (0, 1)] == [True, False]
    assert not any(guard.admit("resy", "a", 1 + minute * 60_000) for minute in range(8 * 60))
    assert guard.admit("resy", "a", 1 + 8 * HOUR_MS)
    assert guard.addresses(1 + 8 * HOUR_MS) == [("resy", "a", 0.0, 1, 481)]


def test_guard_counts_each_address_and_platform() -> None:
    guard = AddressGuard(GuardRule(1, 1, 8), sources=("resy", "opentable"))
    calls = [("resy", "a"), ("resy", "b"), ("opentable", "a"), ("resy", "a"), ("opentable", "b")]
    assert [guard.admit(*call, 0) for call in calls] == [True, True, True, False, True]
    guard.set("resy", None)
    assert guard.admit("resy", "a", 1)


async def test_locked_out_address_gets_a_short_500_for_hours(ada: Diner, control: Control) -> None:
    assert (await control.get("/guard")) == {"guards": [], "addresses": []}
    found = await control.post("/guard", source="resy", finds=2, per_minute=0.001, hours=8)
    assert found["guards"] == [{"source": "resy", "finds": 2, "per_minute": 0.001, "hours": 8}]
    replies = [await ada.find() for _ in range(4)]
    assert [reply.status_code for reply in replies] == [200, 200, 500, 500]
    assert replies[2].text == "Internal Server Error"
    assert [entry["fault"] for entry in await control.truth("request")][-2:] == ["guard", "guard"]
    [address] = (await control.get("/guard"))["addresses"]
    assert (address["address"], address["lockouts"], address["refused"]) == ("127.0.0.1", 1, 2)
    assert 7.9 < address["hours_left"] <= 8
    assert (await control.post("/guard", source="resy", finds=0))["guards"] == []
    assert (await ada.find()).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {"source": "yelp", "finds": 1},
        {"source": "resy"},
        {"source": "resy", "finds": 1.5},
        {"source": "resy", "finds": -1},
        {"source": "resy", "finds": 1, "per_minute": "often"},
        {"source": "resy", "finds": 1, "hours": 0},
        {"source": "resy", "finds": 1, "hours": 1e9},
    ],
)
async def test_invalid_guard_is_refused_with_a_sentence(control: Control, fields: dict[str, Any]) -> None:
    reply = await control.http.post("/guard", json=fields)
    assert reply.status_code == 400
    assert reply.json()["message"].endswith(".")
