from pathlib import Path

import pytest

from loadtests import slo
from loadtests.slo import ServiceLevel


@pytest.mark.parametrize(
    ("values", "held"), [([10.0] * 95 + [99.0] * 5, True), ([10.0] * 94 + [99.0] * 6, False), ([], None)]
)
def test_percentile_levels_hold_up_to_their_bound(values: list[float], held: bool | None) -> None:
    assert slo.percentiles_at_most("x", values, unit="ms", p95=10.0).held is held


@pytest.mark.parametrize(("good", "of", "held"), [(999, 1000, True), (998, 1000, False), (0, 0, None)])
def test_share_level_holds_from_its_target(good: float, of: float, held: bool | None) -> None:
    assert slo.share_at_least("x", good=good, of=of, target=0.999).held is held


@pytest.mark.parametrize(("value", "held"), [(0, True), (1, False)])
def test_number_level_holds_up_to_its_bound(value: float, held: bool) -> None:
    assert slo.at_most("x", value, target=0).held is held


def test_booking_delay_is_relative_to_the_period_of_its_venue() -> None:
    fine = slo.booking_delay_levels([(2900.0, 2000.0)] * 10)
    late = slo.booking_delay_levels([(2900.0, 1000.0)] * 10)
    assert [level.held for level in fine] == [False, True]
    assert [level.held for level in late] == [False, False]


@pytest.mark.parametrize(
    ("polls", "until", "lag"),
    [
        ([0, 1000, 2000, 3000], 4000, 0.0),
        ([0, 1000, 2000, 8000], 9000, 3000.0),
        ([0, 1000, 2000, 3000], 10_000, 4000.0),
        ([0, 1000], 99_000, 0.0),
    ],
)
def test_time_beyond_three_periods_counts_as_lag(polls: list[float], until: float, lag: float) -> None:
    assert slo.measure_lag(polls, until_ms=until)[0] == lag


def test_report_shows_the_value_of_the_run_before(tmp_path: Path) -> None:
    first = [ServiceLevel(name="x", measured="1", target="2", held=True, value=1.0)]
    second = [ServiceLevel(name="x", measured="3", target="2", held=False, value=3.0)]
    assert slo.append_history("steady", first, folder=tmp_path) == {}
    before = slo.append_history("steady", second, folder=tmp_path)
    assert slo.report_rows(second, before=before) == {"x": "3 | 2 | BROKEN; before 1"}
    assert len((tmp_path / "steady.jsonl").read_text().splitlines()) == 2
