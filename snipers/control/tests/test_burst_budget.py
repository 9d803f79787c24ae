"""Bursts share a part of the budget: no second has too many finds, however many keys open at one instant."""

import math
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.control.allocation import usable_rate
from snipers.control.burst_budget import BURST_SHARE, NO_FINDS, BurstBudget, plan_bursts
from snipers.domain.cadence import BurstGrant
from snipers.domain.early_find import LONGEST_LEAD_SECONDS
from snipers.domain.release import EARLY_FINDS, LONGEST_BURST_SECONDS, WINDOW_SECONDS, late_spacing, next_poll_at
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


def plan(
    venues: Sequence[Desired], *, budget: float, previous: BurstBudget | None = None, stopped: bool = False
) -> BurstBudget:
    return plan_bursts(venues, budget=budget, previous=previous or BurstBudget(), now=NOW, stopped=stopped)


def opening(keys: int, *, ahead: float = 0.0) -> list[Desired]:
    return [venue(number, releases=(release(ahead=ahead),)) for number in range(keys)]


def finds_of(planned: BurstBudget) -> list[float]:
    return [burst.finds for own in planned.grants.values() for burst in own]


@pytest.mark.parametrize(
    ("budget", "keys", "finds"),
    [(50, 1, 5), (50, 8, 5), (50, 10, 4), (50, 13, 3), (50, 40, 1), (50, 80, 0.5), (5, 1, 4), (5, 3, 1), (5, 8, 0.5)],
)
def test_keys_share_the_finds_equally(budget: float, keys: int, finds: float) -> None:
    assert finds_of(plan(opening(keys), budget=budget)) == [finds] * keys


def test_keys_of_another_instant_do_not_count() -> None:
    first, second = opening(3), venue(9, releases=(release(ahead=60),))
    assert finds_of(plan([*first, second], budget=5)) == [1.0, 1.0, 1.0, 4.0]


def test_finds_fall_when_keys_are_added_and_do_not_rise_when_keys_are_served() -> None:
    planned = BurstBudget()
    seen = []
    for keys in (2, 4, 1):
        planned = plan(opening(keys), budget=5, previous=planned)
        seen.append(set(finds_of(planned)))
    assert seen == [{2.0}, {1.0}, {1.0}]


def test_long_before_an_instant_its_finds_rise_again() -> None:
    slowed = plan(opening(1, ahead=60), budget=1)
    assert finds_of(slowed) == [0.8]
    assert finds_of(plan(opening(1, ahead=60), budget=5, previous=slowed)) == [4.0]


def test_a_key_that_opens_at_two_instants_has_the_finds_of_the_first() -> None:
    both = venue(9, releases=(release(), release(ahead=60)))
    planned = plan([*opening(3), both], budget=5)
    assert finds_of(planned) == [1.0] * 4


def test_bursts_start_one_after_another_if_the_budget_allows_less_than_one_find_per_second() -> None:
    releases = tuple(release(party_size=size, snipes=1 + (size == 4)) for size in (2, 4, 6))
    planned = plan([venue(1, releases=releases), venue(2, releases=(release(snipes=9),))], budget=2)
    delays = {(venue_id, one.party_size): one.delay for venue_id, own in planned.grants.items() for one in own}
    slot = WINDOW_SECONDS / (BURST_SHARE * 2)
    assert delays == pytest.approx({(2, 2): 0.0, (1, 4): slot, (1, 2): 2 * slot, (1, 6): 3 * slot})


@pytest.mark.parametrize(
    ("ahead", "number", "polls"),
    [(60, 1, 0), (10.1, 1, 0), (10, 1, 5), (0, 1, 5), (-20, 1, 5), (-20.1, 1, 0), (5, 2, 10), (5, 3, 20), (5, 9, 40)],
)
def test_polls_are_reserved_for_near_releases(ahead: float, number: int, polls: float) -> None:
    assert plan(opening(number, ahead=ahead), budget=50).reserved == polls


@pytest.mark.parametrize(
    ("ago", "number", "polls"), [(20, 1, 0), (20.1, 1, 1), (195, 1, 1), (195.1, 1, 0), (60, 2, 2), (60, 3, 4)]
)
def test_polls_are_reserved_for_bursts_that_wait_for_late_openings(ago: float, number: int, polls: float) -> None:
    keys = (released_key(ago=ago), released_key(ago=ago, days=1))
    planned = plan([venue(one, keys=keys) for one in range(number)], budget=50)
    assert planned.reserved == polls
    assert all(len(own) == 2 for own in planned.grants.values())


@pytest.mark.parametrize(("late", "each", "finds"), [(0, 0, 4.0), (1, 1.0, 3.0), (2, 1.0, 2.0), (8, 0.25, 2.0)])
def test_late_bursts_get_up_to_half_of_the_share(late: int, each: float, finds: float) -> None:
    venues = [venue(number, keys=(released_key(ago=60), released_key(ago=60, days=1))) for number in range(late)]
    planned = plan([*venues, venue(99, releases=(release(),))], budget=5)
    assert [burst.finds for burst in planned.grants[99]] == [finds]
    assert {burst.finds for number in range(late) for burst in planned.grants[number]} == ({each} if late else set())


@pytest.mark.parametrize(("ahead", "stops"), [(60, False), (5, False), (0, False), (-15, False), (-15.1, True)])
def test_a_burst_at_a_stopped_platform_has_no_finds_after_its_first_seconds(ahead: float, stops: bool) -> None:
    regular, stopped = (plan(opening(1, ahead=ahead), budget=50, stopped=one) for one in (False, True))
    assert finds_of(stopped) == ([NO_FINDS] if stops else finds_of(regular))
    assert plan(opening(1, ahead=ahead), budget=50, previous=stopped) == regular


def test_a_late_burst_at_a_stopped_platform_has_no_finds() -> None:
    venues = [venue(number, keys=(released_key(ago=60),)) for number in range(2)]
    regular, stopped = (plan(venues, budget=50, stopped=one) for one in (False, True))
    assert finds_of(stopped) == [NO_FINDS] * 2
    assert finds_of(regular) == [1.0] * 2
    assert late_spacing(finds=NO_FINDS) > LONGEST_BURST_SECONDS


@given(
    budget=st.integers(1, 60),
    keys=st.integers(1, 100),
    served=st.floats(0, 1),
    lead=st.floats(0.001, LONGEST_LEAD_SECONDS),
    delay=st.floats(0, 0.1),
)
def test_no_second_has_more_finds_than_the_share_of_the_bursts(
    budget: int, keys: int, served: float, lead: float, delay: float
) -> None:
    planned = plan(opening(keys), budget=budget)
    finds = sorted(at for own in planned.grants.values() for burst in own for at in times_of(burst, lead=lead))
    share = BURST_SHARE * budget
    # The first find that counts may arrive later than the last one by `delay`.
    most = max(sum(first <= at < first + 1 + delay for at in finds) for first in finds)
    assert most <= math.ceil(share * (1 + delay) - 1e-9)
    fewer = plan(opening(math.ceil(keys * served)), budget=budget, previous=planned)
    for one in (planned, fewer):
        assert sum(finds_of(one)) <= one.reserved * (1 + 1e-9)
        assert one.reserved + usable_rate(budget=budget, reserved=one.reserved) <= budget


def times_of(burst: BurstGrant, *, lead: float) -> Iterator[float]:
    """Yield the times of the finds of one key in the first three seconds, with an early find if it is allowed."""
    sent = [-lead] if burst.finds >= EARLY_FINDS else []
    early, at = bool(sent), burst.delay
    yield from sent
    while at < 3:
        sent.append(at)
        yield at
        due = next_poll_at(
            sent=sent, early=early, spacing=0.25, finds=burst.finds, first=burst.delay, unanswered=0, now=at
        )
        assert due is not None
        at = due
