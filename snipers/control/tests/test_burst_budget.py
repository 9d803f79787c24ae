"""Bursts share a part of the budget: no second has too many finds, however many keys open at one instant."""

import math
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.control.allocation import usable_rate
from snipers.control.burst_budget import BURST_SHARE, finds_per_second, plan_bursts
from snipers.domain.cadence import BurstGrant
from snipers.domain.early_find import LONGEST_LEAD_SECONDS
from snipers.domain.release import EARLY_FINDS, burst_spacing, next_poll_at
from snipers.store.records import Desired, DueRelease, KeyDemand

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY = date(2026, 11, 27)


def venue(venue_id: int, *, releases: tuple[DueRelease, ...] = (), keys: tuple[KeyDemand, ...] = ()) -> Desired:
    return Desired(
        venue_id=venue_id,
        platform="resy",
        time_zone="America/New_York",
        keys=keys,
        snipes=1,
        open_attempts=0,
        releases=releases,
    )


def release(*, ahead: float = 0.0, party_size: int = 2, snipes: int = 1) -> DueRelease:
    return DueRelease(release_at=NOW + timedelta(seconds=ahead), date=DAY, party_size=party_size, snipes=snipes)


def released_key(*, ago: float, days: int = 0) -> KeyDemand:
    released_at = NOW - timedelta(seconds=ago)
    return KeyDemand(date=DAY + timedelta(days=days), party_size=2, snipes=1, vip=0, pro=0, released_at=released_at)


@pytest.mark.parametrize(
    ("budget", "keys", "finds"),
    [(50, 1, 5), (50, 8, 5), (50, 10, 4), (50, 13, 3), (50, 40, 1), (50, 80, 0.5), (5, 1, 4), (5, 3, 1), (5, 8, 0.5)],
)
def test_keys_share_the_finds_equally(budget: float, keys: int, finds: float) -> None:
    venues = [venue(number, releases=(release(),)) for number in range(keys)]
    planned = plan_bursts(venues, budget=budget, now=NOW)
    assert {burst.finds for own in planned.grants.values() for burst in own} == {finds}
    assert len(planned.grants) == keys


def test_bursts_start_one_after_another_if_the_budget_allows_less_than_one_find_per_second() -> None:
    releases = tuple(release(party_size=size, snipes=size == 4) for size in (2, 4, 6))
    planned = plan_bursts([venue(1, releases=releases), venue(2, releases=(release(snipes=9),))], budget=2, now=NOW)
    delays = {(venue_id, one.party_size): one.delay for venue_id, own in planned.grants.items() for one in own}
    share = BURST_SHARE * 2
    assert delays == {(2, 2): 0.0, (1, 4): 1 / share, (1, 2): 2 / share, (1, 6): 3 / share}


@pytest.mark.parametrize(
    ("ahead", "number", "polls"),
    [(60, 1, 0), (10.1, 1, 0), (10, 1, 5), (0, 1, 5), (-20, 1, 5), (-20.1, 1, 0), (5, 2, 10), (5, 3, 20), (5, 9, 64)],
)
def test_polls_are_reserved_for_near_releases(ahead: float, number: int, polls: float) -> None:
    venues = [venue(one, releases=(release(ahead=ahead),)) for one in range(number)]
    assert plan_bursts(venues, budget=50, now=NOW).reserved == polls


@pytest.mark.parametrize(
    ("ago", "number", "polls"), [(20, 1, 0), (20.1, 1, 1), (195, 1, 1), (195.1, 1, 0), (60, 2, 2), (60, 3, 4)]
)
def test_polls_are_reserved_for_bursts_that_wait_for_late_openings(ago: float, number: int, polls: float) -> None:
    keys = (released_key(ago=ago), released_key(ago=ago, days=1))
    planned = plan_bursts([venue(one, keys=keys) for one in range(number)], budget=50, now=NOW)
    assert planned.reserved == polls
    assert all(len(own) == 2 for own in planned.grants.values())


def test_a_venue_that_waits_for_a_late_opening_counts_as_one_key() -> None:
    late = venue(1, keys=(released_key(ago=60), released_key(ago=60, days=1)))
    planned = plan_bursts([late, venue(2, releases=(release(),))], budget=5, now=NOW)
    assert [burst.finds for own in planned.grants.values() for burst in own] == [2.0] * 3


@given(
    budget=st.integers(1, 60),
    keys=st.integers(1, 100),
    lead=st.floats(0.001, LONGEST_LEAD_SECONDS),
)
def test_no_second_has_more_finds_than_the_share_of_the_bursts(budget: int, keys: int, lead: float) -> None:
    venues = [venue(number, releases=(release(),)) for number in range(keys)]
    planned = plan_bursts(venues, budget=budget, now=NOW)
    finds = sorted(at for own in planned.grants.values() for burst in own for at in times_of(burst, lead=lead))
    share = BURST_SHARE * budget
    rate = finds_per_second(share=share, keys=keys) * keys
    most = max(sum(first <= at < first + 1 - 1e-6 for at in finds) for first in finds)
    assert most <= math.ceil(share - 1e-9)
    assert rate + usable_rate(budget=budget, reserved=planned.reserved) <= budget


def times_of(burst: BurstGrant, *, lead: float) -> Iterator[float]:
    """Yield the times of the finds of one key in the first three seconds, with an early find if it is allowed."""
    sent = [-lead] if burst.finds >= EARLY_FINDS else []
    early, at = bool(sent), burst.delay
    yield from sent
    while at < 3:
        sent.append(at)
        yield at
        spacing = burst_spacing(spacing=0.25, finds=burst.finds, since=at, keys=1)
        due = next_poll_at(sent=sent, early=early, spacing=spacing, finds=burst.finds, unanswered=0, now=at)
        assert due is not None
        at = due
