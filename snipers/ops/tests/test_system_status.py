"""The difference of the clocks, which a slow reading of the status must not make up."""

from datetime import UTC, datetime, timedelta

import pytest

from snipers.ops.system_status import measure_skew

NOW = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("clock", "took", "skew"),
    [
        (0.0, 0.0, 0.0),
        (0.01, 0.05, 0.0),
        (0.1, 8.0, 0.0),
        (7.9, 8.0, 0.0),
        (-2.0, 0.05, -2.0),
        (-2.0, 8.0, -2.0),
        (3.05, 0.05, 3.0),
    ],
)
def test_skew_is_what_the_time_of_the_reading_does_not_explain(clock: float, took: float, skew: float) -> None:
    measured = measure_skew(
        clock=NOW + timedelta(seconds=clock), asked_at=NOW, answered_at=NOW + timedelta(seconds=took)
    )
    assert measured == pytest.approx(skew)
