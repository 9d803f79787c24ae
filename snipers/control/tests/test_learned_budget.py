"""The bound that docs/manners.md states: no key has more than four times the mean period, whatever its weight."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from snipers.control.allocation import USED, WeightedKey, allocate_slots
from snipers.control.cadence_classes import PollLimits
from snipers.control.learned_budget import learned_limits
from snipers.domain.cadence import weight
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.odds.calendar import LEADS, PARTS
from snipers.domain.odds.relative import RelativeOdds

NOW = datetime(2026, 11, 29, tzinfo=UTC)
TODAY = NOW.replace(tzinfo=None)
LIMITS = PollLimits(rate=50, shortest_period=10, longest_period=60)
parts = st.lists(st.floats(0, 50), min_size=PARTS, max_size=PARTS)
leads = st.lists(st.floats(0, 50), min_size=LEADS, max_size=LEADS)
keys = st.lists(
    st.tuples(st.integers(1, 60), st.integers(0, 30), st.integers(0, 23), st.floats(0, 500)), min_size=1, max_size=120
)


@settings(max_examples=20, deadline=None)
@given(demand=keys, parts=parts, leads=leads, finds=st.floats(1, 60))
def test_no_key_waits_longer_than_four_mean_periods(
    demand: list[tuple[int, int, int, float]], parts: list[float], leads: list[float], finds: float
) -> None:
    odds = RelativeOdds(leads=leads, parts=parts)
    weighted = [
        WeightedKey(
            venue_id=number,
            date=date(2026, 12, 4),
            party_size=2,
            weight=weight(
                snipes=snipes,
                pro=0,
                vip=0,
                odds=odds.factor(day=TODAY.date() + timedelta(days=days), at=TODAY.replace(hour=hour)),
                opened=opened,
                watched=86_400.0,
                since_release=None,
            ),
        )
        for number, (snipes, days, hour, opened) in enumerate(demand)
    ]
    pace = LearnedPace(platform="resy", cell="main", finds_per_minute=finds, window_at=NOW, counted_at=NOW)
    limits = learned_limits(LIMITS, pace=pace, keys=len(weighted), probing=False)
    allocation = allocate_slots(keys=weighted, limits=limits, reserved=0.0)
    mean = 60 * len(weighted) / (USED * finds)
    longest = max(grant.period for grants in allocation.grants().values() for grant in grants)
    assert longest <= max(4 * mean, LIMITS.longest_period) * (1 + 1e-9)
