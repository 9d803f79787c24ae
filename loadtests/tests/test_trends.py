"""Growth, the breaking point of a ramp, and early calls."""

import pytest

from loadtests import slo, trends
from loadtests.trends import Samples, Step

MINUTE = [(float(at), 0.0) for at in range(0, 61, 10)]


@pytest.mark.parametrize(
    ("samples", "grown"),
    [
        ([], 0.0),
        ([(0, 5)], 0.0),
        ([(0, 5), (30, 5), (60, 5)], 0.0),
        ([(0, 5), (30, 6), (60, 7)], 2.0),
        ([(0, 5), (30, 4), (60, 3)], -2.0),
        # A single jump does not count as growth.
        ([(at, 100.0 if at == 40 else 5.0) for at in range(0, 90, 10)], 0.0),
    ],
)
def test_growth_is_the_median_of_all_slopes(samples: Samples, grown: float) -> None:
    assert trends.growth_per_minute(samples) == pytest.approx(grown)


def test_warm_up_does_not_count_as_growth() -> None:
    filling = [(0.0, 0.0), (10.0, 50.0), (20.0, 90.0), (30.0, 100.0), (60.0, 100.0), (90.0, 100.0)]
    assert trends.growth_per_minute(trends.drop_warm_up(filling)) == 0
    assert trends.drop_warm_up([]) == []


@pytest.mark.parametrize(
    ("series", "held", "measured"),
    [
        ({"web": [(0, 1), (60, 1), (120, 1), (180, 1)]}, True, "web +0 MB"),
        ({"web": [(0, 1), (60, 3), (120, 5), (180, 7)]}, False, "web +2 MB"),
        ({"web": MINUTE, "relay": [(0, 1), (60, 3), (120, 5), (180, 7)]}, False, "relay +2 MB"),
        ({"web": [(0, 1)]}, None, "nothing measured"),
        ({}, None, "nothing measured"),
    ],
)
def test_growth_level_reports_the_fastest_growth(series: dict[str, Samples], held: bool | None, measured: str) -> None:
    level = trends.growth_level("memory", series, target=1, unit="MB")
    assert level.held is held
    assert level.measured.startswith(measured)


def test_ramp_breaks_at_its_first_broken_step() -> None:
    fine, bad = slo.at_most("reads", 100, target=300, unit="ms"), slo.at_most("reads", 900, target=300, unit="ms")
    nothing = slo.share_at_least("x", good=0, of=0, target=1)
    steps = [
        Step(size="4 venues", levels=[fine, nothing]),
        Step(size="8 venues", levels=[bad]),
        Step(size="9", levels=[bad]),
    ]
    assert trends.describe_breaking_point(steps) == "8 venues: reads: 900 ms, promised at most 300 ms"
    assert trends.describe_breaking_point(steps[:1]) == "none up to 4 venues"
    assert trends.describe_breaking_point([]) == "no step was run"


@pytest.mark.parametrize(
    ("key", "at", "wrong"),
    [
        ("rgs://resy/1201/1/2/2026-12-24/2026-12-24/19:30:00/2/Bar", 999.0, 1),
        ("rgs://resy/1201/1/2/2026-12-24/2026-12-24/19:30:00/2/Bar", 1000.0, 0),
        ("rgs://resy/1202/1/2/2026-12-24/2026-12-24/19:30:00/2/Bar", 1.0, 0),
        (None, 1.0, 0),
    ],
)
def test_early_calls_are_found(key: str | None, at: float, wrong: int) -> None:
    calls = [{"key": key, "platform_ms": at}]
    assert len(trends.find_early_calls(calls, instants={(1201, "2026-12-24"): 1000.0})) == wrong


@pytest.mark.parametrize(
    ("change", "broken"),
    [
        ({}, []),
        ({"early": 1}, ["polls and calls too early before a release"]),
        ({"first_polls": [3.0, float("inf")]}, ["releases that were polled"]),
        ({"first_polls": [3.0, 3.0, 3.0, 900.0]}, ["release -> first poll"]),
        ({"tables": 9}, ["tables booked of those within reach"]),
        ({"twice": 1}, ["second tables for one request"]),
        ({"wrong_outcomes": 1}, ["outcomes published wrongly"]),
    ],
)
def test_release_levels_break_with_each_violation(change: dict[str, object], broken: list[str]) -> None:
    fine = {"first_polls": [3.0, 4.0, 4.5], "early": 0, "tables": 10, "wanted": 10, "twice": 0, "wrong_outcomes": 0}
    levels = trends.release_levels(**{**fine, **change})  # type: ignore[arg-type]  # one field at a time is changed
    assert [level.name for level in levels if level.held is False] == broken
