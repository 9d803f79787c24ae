"""The evaluation of the benchmark's idle part."""

from typing import Any

import pytest

from loadtests.bench.idle import evaluate
from loadtests.truth import TruthLog


def poll(venue: int, at: float) -> dict[str, Any]:
    return {
        "kind": "request", "source": "resy", "method": "GET", "path": "/4/find", "key": f"{venue}|2026-11-27|2",
        "received_ms": at,
    }  # fmt: skip


def test_delays_are_those_of_our_users_and_rates_those_of_each_venue() -> None:
    log = TruthLog(
        [
            *(poll(7, 500.0 * number) for number in range(11)),
            *(poll(8, 1000.0 * number + 50) for number in range(6)),
            {"kind": "freed", "slot_id": "a", "wall_ms": 1100.0},
            {"kind": "freed", "slot_id": "b", "wall_ms": 2100.0},
            {"kind": "booked", "slot_id": "a", "wall_ms": 1400.0, "user_email": "ada@tablehawk.test"},
            {"kind": "booked", "slot_id": "b", "wall_ms": 2200.0, "user_email": "rival@tablehawk.test"},
        ]
    )
    found = evaluate(log, emails=["ada@tablehawk.test"])
    assert found.delays == [300.0]
    assert found.rates == pytest.approx({"7": 2.0, "8": 1.0})
    assert found.most == 3
