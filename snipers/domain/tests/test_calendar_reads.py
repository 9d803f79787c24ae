"""One read of a venue's calendar a day finds its release rule."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.calendar_reads import BookEdge, next_read_at, read_observations
from snipers.domain.release_learning import ReleaseObservation
from snipers.domain.tests.simulated_books import ZONES

NEW_YORK = "America/New_York"


def test_a_read_shows_the_last_day_open_and_the_next_ones_closed() -> None:
    asked_at = datetime(2026, 11, 20, 15, 0, tzinfo=UTC)
    seen_at = asked_at + timedelta(seconds=1)
    waiting = [date(2026, 12, 19), date(2026, 12, 21)]
    edge = BookEdge(open_until=date(2026, 12, 20), closed_from=date(2026, 12, 21))
    assert read_observations(edge=edge, asked_at=asked_at, seen_at=seen_at, waiting=waiting) == [
        ReleaseObservation(service_date=date(2026, 12, 19), closed_at=None, open_at=seen_at),
        ReleaseObservation(service_date=date(2026, 12, 20), closed_at=None, open_at=seen_at),
        ReleaseObservation(service_date=date(2026, 12, 21), closed_at=asked_at, open_at=None),
        ReleaseObservation(service_date=date(2026, 12, 22), closed_at=asked_at, open_at=None),
    ]


@given(
    zone=st.sampled_from(ZONES),
    hours=st.floats(0, 17_520),
    ahead=st.integers(0, 60),
)
def test_no_day_at_the_venue_has_two_reads(zone: str, hours: float, ahead: int) -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hours)
    today = now.astimezone(ZoneInfo(zone)).date()
    edge = BookEdge(open_until=today + timedelta(days=ahead), closed_from=today + timedelta(days=ahead + 1))
    seen = read_observations(edge=edge, asked_at=now, seen_at=now, waiting=[])
    for observations in ([], seen):
        following = next_read_at(observations=observations, zone=zone, now=now)
        assert following.astimezone(ZoneInfo(zone)).date() == today + timedelta(days=1)


@pytest.mark.parametrize(("day", "minutes"), [(20, (2, 5)), (21, (-3, -1))])
def test_a_known_rule_is_confirmed_beside_its_time(day: int, minutes: tuple[int, int]) -> None:
    openings = []
    for number in range(10, day):
        opened = datetime(2026, 11, number, 10, 0, tzinfo=ZoneInfo(NEW_YORK))
        closed_at, open_at = opened - timedelta(seconds=3), opened + timedelta(seconds=4)
        service_date = opened.date() + timedelta(days=30)
        openings.append(ReleaseObservation(service_date=service_date, closed_at=closed_at, open_at=open_at))
    now = datetime(2026, 11, day - 1, 20, 0, tzinfo=UTC)
    following = next_read_at(observations=openings, zone=NEW_YORK, now=now)
    beside = following - datetime(2026, 11, day, 10, 0, tzinfo=ZoneInfo(NEW_YORK))
    least, most = minutes
    assert timedelta(minutes=least) <= beside <= timedelta(minutes=most)
