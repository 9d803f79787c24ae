"""An idle budget raises the rates of keys up to a ceiling per venue, and no key loses polls by it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.control.allocation import Allocation, Key, WeightedKey, allocate_slots, usable_rate
from snipers.control.breaker import Breaker, closed_breaker
from snipers.control.cadence_classes import PollLimits
from snipers.control.idle_budget import (
    REFUSAL_QUIET,
    find_idle_bounds,
    idle_share,
    last_refusal,
    may_use_idle_budget,
)
from snipers.control.pacing import LEAD_SECONDS, next_start
from snipers.domain.cadence import POLL_TOLERANCE_SECONDS, due_at
from snipers.domain.vocabulary import FailureKind, SourceStatus
from snipers.store.records import VenueState

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY = date(2026, 11, 27)
NETWORK_SECONDS = 0.035
ROUNDING = 1e-9
WEIGHTS = [math.pow(2, step / 2) for step in range(-4, 12)]

venues = st.lists(st.lists(st.sampled_from(WEIGHTS), min_size=1, max_size=6), max_size=60)
"""The weights of the keys of each venue."""
budgets = st.one_of(st.integers(1, 120).map(float), st.floats(0.2, 60))
shortest_periods = st.sampled_from([0.3, 1.0, 2.0, 10.0, 30.0])
ceilings = st.sampled_from([0.1, 0.5, 1.0, 2.0, 3.0, 4.0])
reserves = st.sampled_from([0.0, 4.0, 8.0])


def keyed(weights: Sequence[Sequence[float]]) -> list[WeightedKey]:
    return [
        WeightedKey(venue_id=venue_id, date=DAY, party_size=size, weight=weight)
        for venue_id, own in enumerate(weights)
        for size, weight in enumerate(own, start=1)
    ]


def limits(*, budget: float = 50, shortest: float = 1, idle_polls: float = 2) -> PollLimits:
    return PollLimits(rate=budget, shortest_period=shortest, longest_period=60, idle_polls=idle_polls)


def periods(found: Allocation) -> dict[Key, float]:
    return {key: group.stride * found.plan.frame_slots * found.slot for key, group in found.groups.items()}


def venue_rates(found: Allocation) -> dict[int, float]:
    rates: dict[int, float] = {}
    for key, period in periods(found).items():
        rates[key[0]] = rates.get(key[0], 0.0) + 1 / period
    return rates


def due_times(found: Allocation, *, start: float, end: float) -> list[float]:
    """Return the times of all polls from `start` to `end` (unix seconds)."""
    times = []
    for grant in (grant for own in found.grants().values() for grant in own):
        due = due_at(grant, after=start)
        while due < end:
            times.append(due)
            due = due_at(grant, after=due + grant.period / 2)
    return times


def assert_within_budget(times: Sequence[float], *, budget: float) -> None:
    polls, most = sorted(times), max(1, math.floor(budget))
    assert all(last - first >= 1 - 1e-5 for first, last in zip(polls, polls[most:], strict=False))


@pytest.mark.parametrize(
    ("keys", "rate", "shortest", "share"),
    [(0, 45, 1, 1.0), (9, 45, 1, 0.8), (45, 45, 1, 0.0), (100, 45, 1, 0.0), (45, 45, 10, 0.9), (1, 0.18, 10, 0.5)],
)
def test_idle_share_is_what_the_shortest_periods_leave(keys: int, rate: float, shortest: float, share: float) -> None:
    found = idle_share(keys=keys, limits=limits(budget=rate, shortest=shortest))
    assert found == pytest.approx(share)


@pytest.mark.parametrize(
    ("keys", "rate", "shortest", "idle_polls", "expected"),
    [
        ({1: 1}, 45, 1, 2, {1: 0.5}),
        # The ceiling is per venue, whatever the number of its keys.
        ({1: 1, 2: 2, 3: 4}, 45, 10, 2, {1: 0.5, 2: 1.0, 3: 2.0}),
        # No key is slower than the shortest period, so a venue with many keys keeps its rate.
        ({1: 1, 2: 3}, 45, 1, 2, {1: 0.5, 2: 1.0}),
        ({1: 30}, 45, 10, 2, {1: 10.0}),
        # Not idle: nine tenths of the slots are used.
        ({number: 1 for number in range(40)}, 45, 1, 2, None),
        ({number: 1 for number in range(39)}, 45, 1, 2, {number: 0.5 for number in range(39)}),
        # Nothing to raise: no keys, no ceiling, a ceiling below the regular rate.
        ({}, 45, 1, 2, None),
        ({1: 1}, 45, 1, 0, None),
        ({1: 1}, 45, 1, 1, None),
        ({1: 2}, 45, 1, 2, None),
    ],
)
def test_bounds_of_an_idle_budget(
    keys: dict[int, int], rate: float, shortest: float, idle_polls: float, expected: dict[int, float] | None
) -> None:
    found = find_idle_bounds(keys=keys, limits=limits(budget=rate, shortest=shortest, idle_polls=idle_polls))
    if expected is None or all(period >= shortest for period in expected.values()):
        assert found is None
    else:
        assert found is not None
        assert found.shortest == pytest.approx(expected)
        assert found.limits.longest_period == pytest.approx(shortest)


@pytest.mark.parametrize(
    ("state", "factor", "refused", "allowed"),
    [
        (SourceStatus.HEALTHY, 1.0, None, True),
        # An operator allows a part of the budget.
        (SourceStatus.HEALTHY, 0.9, None, False),
        (SourceStatus.SLOWED, 0.5, None, False),
        (SourceStatus.PROBING, 0.25, None, False),
        (SourceStatus.STOPPED, 0.0, None, False),
        (SourceStatus.HEALTHY, 1.0, timedelta(seconds=1), False),
        (SourceStatus.HEALTHY, 1.0, REFUSAL_QUIET - timedelta(seconds=1), False),
        (SourceStatus.HEALTHY, 1.0, REFUSAL_QUIET, True),
    ],
)
def test_refusals_and_reduced_budgets_come_first(
    state: SourceStatus, factor: float, refused: timedelta | None, allowed: bool
) -> None:
    healthy = closed_breaker(platform="resy", now=NOW)
    breaker: Breaker = replace(healthy, source=replace(healthy.source, state=state, factor=factor))
    refused_at = None if refused is None else NOW - refused
    assert may_use_idle_budget(breaker=breaker, refused_at=refused_at, now=NOW) is allowed


@pytest.mark.parametrize(
    ("kind", "counts"),
    [(FailureKind.LIMITED, True), (FailureKind.BLOCKED, True), (FailureKind.AWAY, False), (FailureKind.NONE, False)],
)
def test_only_refusals_count(kind: FailureKind, counts: bool) -> None:
    report = VenueState(
        venue_id=1, epoch=1, state="watching", polls=1, last_poll_at=NOW, failure=kind.value, failed_at=NOW
    )
    assert last_refusal(report) == (NOW if counts else None)


@pytest.mark.parametrize(
    ("rate", "shortest", "idle_polls", "expected"),
    [(45, 1, 2, 44), (45, 10, 2, 44), (41, 1, 2, 40), (44, 1, 2, 44), (45, 1, 2.5, 45), (1.5, 10, 2, 1.5)],
)
def test_slots_fit_the_periods_of_an_idle_budget(
    rate: float, shortest: float, idle_polls: float, expected: float
) -> None:
    found = find_idle_bounds(keys={1: 1}, limits=limits(budget=rate, shortest=shortest, idle_polls=idle_polls))
    assert found is not None
    assert found.limits.rate == pytest.approx(expected)


def test_ten_venues_get_two_polls_per_second() -> None:
    found = allocate_slots(keys=keyed([[1.0]] * 10), limits=limits(), reserved=0)
    assert list(periods(found).values()) == pytest.approx([0.5] * 10)


@pytest.mark.parametrize("reserved", [0, 4])
def test_hundred_keys_are_polled_as_without_the_rule(reserved: float) -> None:
    keys = keyed([[WEIGHTS[number % 7]] for number in range(100)])
    with_rule = allocate_slots(keys=keys, limits=limits(), reserved=reserved)
    without = allocate_slots(keys=keys, limits=limits(idle_polls=0), reserved=reserved)
    assert with_rule == without


def test_venue_with_many_keys_does_not_stop_the_others() -> None:
    found = periods(allocate_slots(keys=keyed([[1.0]] * 10 + [[1.0] * 3]), limits=limits(), reserved=0))
    assert [period for key, period in found.items() if key[0] == 10] == pytest.approx([1] * 3)
    assert max(period for key, period in found.items() if key[0] < 10) == pytest.approx(0.5)
    many = periods(allocate_slots(keys=keyed([[1.0]] * 20 + [[1.0] * 3] * 3), limits=limits(), reserved=0))
    assert max(period for key, period in many.items() if key[0] < 20) <= 0.75 * (1 + ROUNDING)


@pytest.mark.parametrize(("venues", "shortest"), [(30, 1), (100, 10), (300, 10)])
def test_likely_keys_are_raised_first(venues: int, shortest: float) -> None:
    keys = keyed([[WEIGHTS[number % 9]] for number in range(venues)])
    found = periods(allocate_slots(keys=keys, limits=limits(shortest=shortest), reserved=0))
    by_weight = [found[key.key] for key in sorted(keys, key=lambda key: -key.weight)]
    assert by_weight == sorted(by_weight)
    assert by_weight[0] <= 0.75 * by_weight[-1]
    assert by_weight[-1] <= shortest


@given(weights=venues, budget=budgets, shortest=shortest_periods, ceiling=ceilings, reserved=reserves, others=venues)
def test_no_key_is_slower_and_the_ceilings_hold(
    weights: list[list[float]],
    budget: float,
    shortest: float,
    ceiling: float,
    reserved: float,
    others: list[list[float]],
) -> None:
    """The rule also holds for an allocation that was adapted after a change of demand."""
    previous = allocate_slots(
        keys=keyed(others), limits=limits(budget=budget, shortest=shortest, idle_polls=ceiling), reserved=reserved
    )
    for before in (None, previous):
        found = allocate_slots(
            keys=keyed(weights),
            limits=limits(budget=budget, shortest=shortest, idle_polls=ceiling),
            reserved=reserved,
            previous=before,
        )
        assert found.rate <= usable_rate(budget=budget, reserved=reserved) * (1 + ROUNDING)
        for venue_id, rate in venue_rates(found).items():
            assert rate <= max(ceiling, len(weights[venue_id]) / shortest) * (1 + ROUNDING)
    # The adapted allocation of the regular rule depends on its history, so new ones are compared.
    fresh, regular = (
        allocate_slots(
            keys=keyed(weights), limits=limits(budget=budget, shortest=shortest, idle_polls=polls), reserved=reserved
        )
        for polls in (ceiling, 0)
    )
    slowest = periods(regular)
    assert all(period <= slowest[key] * (1 + ROUNDING) for key, period in periods(fresh).items())
    if find_idle_bounds(
        keys={venue_id: len(own) for venue_id, own in enumerate(weights)},
        limits=replace(
            limits(budget=budget, shortest=shortest, idle_polls=ceiling),
            rate=usable_rate(budget=budget, reserved=reserved),
        ),
    ):
        assert all(period <= slowest[key] * (1 + ROUNDING) for key, period in periods(found).items())


@given(
    steps=st.lists(st.tuples(venues, reserves), min_size=2, max_size=5),
    budget=st.one_of(st.integers(1, 60).map(float), st.floats(0.5, 30)),
    shortest=st.sampled_from([1.0, 2.0, 10.0]),
    seconds=st.floats(0.05, 4),
    slips=st.randoms(use_true_random=False),
)
def test_no_second_exceeds_the_budget_while_demand_changes(
    steps: list[tuple[list[list[float]], float]], budget: float, shortest: float, seconds: float, slips: Random
) -> None:
    """Every watcher applies each schedule from the schedule's start. Two steps are `seconds` apart."""
    starts: list[float] = []
    allocations: list[Allocation] = []
    for number, (weights, reserved) in enumerate(steps):
        previous = allocations[-1] if allocations else None
        found = allocate_slots(
            keys=keyed(weights), limits=limits(budget=budget, shortest=shortest), reserved=reserved, previous=previous
        )
        now = NOW + timedelta(seconds=number * seconds)
        starts.append(next_start(previous, found, not_before=starts[-1] if starts else 0.0, now=now))
        allocations.append(found)
    times = [
        at
        for found, start, end in zip(allocations, starts, [*starts[1:], starts[-1] + 3], strict=True)
        for at in due_times(found, start=start, end=end)
    ]
    late = [at + slips.uniform(0, POLL_TOLERANCE_SECONDS + NETWORK_SECONDS) for at in times]
    for polls in (times, late):
        assert_within_budget(polls, budget=budget)


@pytest.mark.parametrize("reserves", [(0.0, 4.0), (4.0, 0.0), (4.0, 8.0), (8.0, 4.0)])
@pytest.mark.parametrize("budget", [6.0, 7.0, 25.0, 50.0])
def test_no_second_exceeds_the_budget_when_the_length_of_slots_changes(
    reserves: tuple[float, float], budget: float
) -> None:
    keys, own = keyed([[1.0]] * 40), limits(budget=budget)
    before, after = (allocate_slots(keys=keys, limits=own, reserved=reserved) for reserved in reserves)
    for number in range(200):
        now = NOW + timedelta(seconds=0.137 * number)
        start = next_start(before, after, not_before=0.0, now=now)
        assert start >= now.timestamp() + LEAD_SECONDS - 1e-6
        old, new = due_times(before, start=start - 2, end=start), due_times(after, start=start, end=start + 2)
        assert_within_budget(old + new, budget=budget)
        # The worst case: all old polls are as late as they may be, and no new one is.
        assert_within_budget([at + POLL_TOLERANCE_SECONDS + NETWORK_SECONDS for at in old] + new, budget=budget)
