"""When a release counts as missed."""

from datetime import UTC, datetime, timedelta

import pytest

from apps.outcomes.rules.missed_releases import LATEST, SOONEST, missed_at

AT = datetime(2026, 12, 1, 15, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("delays", "seconds"),
    [([], 20.0), ([0.0], 20.0), ([9.9], 20.0), ([0.0, 60.0], 76.0), ([600.0, 0.0], 200.0)],
)
def test_the_longest_burst_of_its_venues_counts(delays: list[float], seconds: float) -> None:
    missed = missed_at(release_at=AT, delays=delays)
    assert missed == AT + timedelta(seconds=seconds)
    assert SOONEST <= missed - AT <= LATEST
