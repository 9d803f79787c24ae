"""Allocation of poll slots: one budget for all keys, divided by weight, without overlaps."""

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snipers.control.allocation import (
    KEEP_DELAY,
    KEEP_FILL,
    USED,
    Allocation,
    WeightedKey,
    allocate_slots,
    usable_rate,
)
from snipers.control.cadence_classes import PollLimits
from snipers.control.slot_groups import SlotGroup
from snipers.domain.cadence import POLL_TOLERANCE_SECONDS, Grant, due_at

DAY = date(2026, 11, 20)
NETWORK_SECONDS = 0.035
EPOCH = 1_795_000_000.0
WEIGHTS = [math.pow(2, step / 2) for step in range(-4, 18)]

weights = st.lists(st.sampled_from(WEIGHTS), min_size=1, max_size=150)
budgets = st.one_of(st.integers(1, 200).map(float), st.floats(0.2, 60))
shortest_periods = st.sampled_from([0.1, 0.5, 1.0, 2.0, 10.0, 30.0])
longest_periods = st.sampled_from([20.0, 60.0, 300.0])


def allocate(
    keys: Sequence[WeightedKey],
    *,
    budget: float = 50,
    shortest: float = 1,
    longest: float = 60,
    reserved: float = 0,
    previous: Allocation | None = None,
) -> Allocation:
    limits = PollLimits(rate=budget, shortest_period=shortest, longest_period=longest)
    return allocate_slots(keys=keys, limits=limits, reserved=reserved, previous=previous)


def keyed(weights: Sequence[float]) -> list[WeightedKey]:
    """Keys with these weights, three at each venue."""
    return [
        WeightedKey(venue_id=number // 3, date=DAY + timedelta(days=number % 3), party_size=2, weight=weight)
        for number, weight in enumerate(weights)
    ]


def zipf(keys: int, *, exponent: float = 1.0) -> list[float]:
    """Return the demand of each key by Zipf's law: the first has 500 users, the n-th 500 / n**exponent."""
    return [500 / rank**exponent for rank in range(1, keys + 1)]


def rounded(demand: float) -> float:
    return math.pow(2, round(2 * math.log2(demand)) / 2)


def all_grants(allocation: Allocation) -> list[Grant]:
    return [grant for own in allocation.grants().values() for grant in own]


def due_times(allocation: Allocation, *, seconds: float) -> list[float]:
    """Return the times of all polls in the `seconds` after EPOCH."""
    times = []
    for grant in all_grants(allocation):
        due = due_at(grant, after=EPOCH)
        while due < EPOCH + seconds:
            times.append(due)
            due = due_at(grant, after=due + grant.period / 2)
    return sorted(times)


def delay(found: Allocation, keys: Sequence[WeightedKey]) -> float:
    """Return the weighted sum of all periods, in slots."""
    return found.plan.frame_slots * sum(key.weight * found.groups[key.key].stride for key in keys)


def assert_no_overlap(allocation: Allocation) -> None:
    by_position: dict[int, list[SlotGroup]] = {}
    for group in allocation.groups.values():
        for other in by_position.setdefault(group.position, []):
            assert (group.first - other.first) % math.gcd(group.stride, other.stride)
        by_position[group.position].append(group)


@settings(deadline=None, max_examples=150)
@given(weights=weights, budget=budgets, shortest=shortest_periods, longest=longest_periods, bursts=st.integers(0, 4))
def test_every_key_gets_slots_within_its_bounds_and_none_overlap(
    weights: list[float], budget: float, shortest: float, longest: float, bursts: int
) -> None:
    keys = keyed(weights)
    found = allocate(keys, budget=budget, shortest=shortest, longest=longest, reserved=4.0 * bursts)
    assert found.groups.keys() == {key.key for key in keys}
    assert all(grant.period >= shortest * (1 - 1e-9) for grant in all_grants(found))
    assert_no_overlap(found)


@settings(deadline=None, max_examples=60)
@given(weights=weights, budget=budgets, shortest=shortest_periods, slips=st.randoms(use_true_random=False))
def test_no_second_exceeds_the_budget_even_with_late_polls(
    weights: list[float], budget: float, shortest: float, slips: Random
) -> None:
    granted = allocate(keyed(weights), budget=budget, shortest=shortest)
    times = due_times(granted, seconds=20)
    most = max(1, math.floor(budget))
    late = sorted(at + slips.uniform(0, POLL_TOLERANCE_SECONDS + NETWORK_SECONDS) for at in times)
    for polls in (times, late):
        assert all(last - first >= 1 - 1e-5 for first, last in zip(polls, polls[most:], strict=False))


@settings(deadline=None, max_examples=100)
@given(weights=st.lists(st.sampled_from(WEIGHTS), min_size=60, max_size=200), budget=st.integers(20, 60))
def test_budget_is_used_as_far_as_the_shortest_period_allows(weights: list[float], budget: int) -> None:
    allowed = usable_rate(budget=budget, reserved=0)
    shortest = 0.5
    granted = allocate(keyed(weights), budget=budget, shortest=shortest, longest=300)
    demanded = min(allowed, len(weights) / shortest)
    assert granted.rate <= allowed * (1 + 1e-9)
    assert granted.rate >= 0.9 * demanded


@settings(deadline=None, max_examples=100)
@given(weights=weights, budget=budgets, shortest=shortest_periods, longest=longest_periods)
def test_longest_period_holds_or_all_periods_are_equal(
    weights: list[float], budget: float, shortest: float, longest: float
) -> None:
    found = allocate(keyed(weights), budget=budget, shortest=shortest, longest=longest)
    periods = [grant.period for grant in all_grants(found)]
    usable = usable_rate(budget=budget, reserved=0)
    if len(weights) / max(longest, shortest) >= usable:
        assert max(periods) == pytest.approx(min(periods))
    else:
        # One slot of a short frame cannot be split.
        assert max(periods) <= max(longest, shortest) + 1 / usable


@settings(deadline=None, max_examples=60)
@given(weights=weights, budget=budgets, shortest=shortest_periods)
def test_equal_weights_have_equal_periods_and_heavier_ones_never_longer(
    weights: list[float], budget: float, shortest: float
) -> None:
    keys = keyed(weights)
    found = allocate(keys, budget=budget, shortest=shortest)
    multiples = sorted((key.weight, -found.groups[key.key].stride) for key in keys)
    assert all(one[1] == other[1] if one[0] == other[0] else one[1] <= other[1] for one, other in pairwise(multiples))


@pytest.mark.parametrize(("keys", "budget", "seconds"), [(1, 50, 1), (45, 50, 1), (90, 50, 2), (200, 50, 200 / 45)])
def test_equal_keys_divide_the_budget(keys: int, budget: float, seconds: float) -> None:
    granted = allocate(keyed([1.0] * keys), budget=budget)
    assert {round(grant.period, 9) for grant in all_grants(granted)} == {round(seconds, 9)}


def test_reserved_polls_are_taken_from_all_keys() -> None:
    keys = keyed([1.0] * 184)
    before, during = (allocate(keys, reserved=polls) for polls in (0, 8))
    assert before.rate == pytest.approx(50 * USED)
    assert during.rate == pytest.approx(50 * USED - 8)


def test_reserved_polls_leave_a_tenth_of_the_budget() -> None:
    assert usable_rate(budget=50, reserved=400) == 5


@pytest.mark.parametrize("exponent", [0.8, 1.0, 1.2])
def test_polls_depend_on_keys_not_on_users(exponent: float) -> None:
    few = allocate(keyed([1.0] * 100))
    weights = [rounded(demand) for demand in zipf(100, exponent=exponent)]
    many = allocate(keyed(weights))
    assert many.rate == pytest.approx(few.rate, rel=0.02)


@pytest.mark.parametrize(("shortest", "at_most"), [(0.25, 0.70), (0.5, 0.70), (1.0, 0.75)])
def test_skewed_demand_waits_at_most_three_quarters_of_equal_periods(shortest: float, at_most: float) -> None:
    demand = zipf(100)
    skewed = allocate(keyed([rounded(one) for one in demand]), shortest=shortest)
    equal = allocate(keyed([1.0] * 100), shortest=shortest)

    def mean_wait(found: Allocation) -> float:
        """Return half a period, weighted by demand."""
        return sum(one * grant.period / 2 for one, grant in zip(demand, all_grants(found), strict=True))

    assert mean_wait(skewed) <= at_most * mean_wait(equal)


def test_ten_thousand_keys_are_allocated() -> None:
    weights = [WEIGHTS[number % 11] for number in range(10_000)]
    granted = allocate(keyed(weights), budget=500)
    assert len(all_grants(granted)) == 10_000
    assert granted.rate == pytest.approx(500 * USED, rel=0.05)


class TestStability:
    """A changed schedule costs a message to every watcher, so small changes of demand change few schedules."""

    def allocate(self, weights: Sequence[float], before: Allocation | None = None) -> Allocation:
        return allocate(keyed(weights), previous=before)

    def test_same_keys_keep_the_same_allocation(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.allocate(weights)
        assert self.allocate(weights, before) == before

    @pytest.mark.parametrize("gone", [1, 3])
    def test_remaining_keys_keep_their_groups(self, gone: int) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.allocate(weights)
        after = self.allocate(weights[:-gone], before)
        assert after.groups == {key: group for key, group in before.groups.items() if key in after.groups}

    def test_present_keys_keep_their_groups_when_one_is_added(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.allocate(weights[:-1], self.allocate(weights))
        after = self.allocate(weights, before)
        assert {key: after.groups[key] for key in before.groups} == before.groups

    def test_key_with_more_weight_moves_alone(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.allocate(weights)
        weights[70] *= 2
        after = self.allocate(weights, before)
        moved = [key for key, group in before.groups.items() if after.groups[key] != group]
        assert set(moved) <= {keyed(weights)[70].key}
        assert after.plan.frame_slots == before.plan.frame_slots

    def test_key_with_less_weight_keeps_a_part_of_its_group(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.allocate(weights)
        key, lightest = keyed(weights)[9].key, keyed(weights)[99].key
        weights[9] = weights[99]
        old, new = before.groups[key], self.allocate(weights, before).groups[key]
        assert new.stride == before.groups[lightest].stride > old.stride
        assert (new.position, new.first) == (old.position, old.first)

    @settings(deadline=None, max_examples=60)
    @given(
        start=st.lists(st.sampled_from(WEIGHTS[4:12]), min_size=30, max_size=80),
        changes=st.lists(
            st.tuples(st.integers(0, 99), st.sampled_from([None, *WEIGHTS[4:12]])), min_size=1, max_size=25
        ),
    )
    def test_adapted_allocation_has_no_overlap_and_little_more_delay_than_a_new_one(
        self, start: list[float], changes: list[tuple[int, float | None]]
    ) -> None:
        present = dict(enumerate(start))
        plan = None
        for number, weight in changes:
            present.pop(number, None)
            if weight is not None:
                present[number] = weight
            keys = [WeightedKey(venue_id=one, date=DAY, party_size=2, weight=own) for one, own in present.items()]
            plan = allocate(keys, budget=20, shortest=0.5, previous=plan)
            assert plan.groups.keys() == {key.key for key in keys}
            assert_no_overlap(plan)
            new = allocate(keys, budget=20, shortest=0.5)
            assert delay(plan, keys) <= KEEP_DELAY * delay(new, keys) * (1 + 1e-9)
            assert plan.rate >= KEEP_FILL * new.rate * (1 - 1e-9)

    @settings(deadline=None, max_examples=60)
    @given(before=weights, after=weights)
    def test_constant_demand_has_a_constant_allocation(self, before: list[float], after: list[float]) -> None:
        plan = self.allocate(before)
        kept = [plan := self.allocate(after, plan) for _ in after]
        assert self.allocate(after, kept[-1]) == kept[-1]

    def test_changed_demand_gets_a_new_allocation(self) -> None:
        before = self.allocate([1.0] * 100)
        after = self.allocate([256.0] * 5 + [1.0] * 95, before)
        assert Counter(group.stride for group in after.groups.values())[1] == 5


@pytest.mark.parametrize("budget", [5.0, 200.0])
def test_grants_made_from_those_of_an_earlier_allocation_are_the_same(budget: float) -> None:
    keys, rng, before, known = keyed([WEIGHTS[number % 7] for number in range(90)]), Random(1), None, None
    for _ in range(40):
        keys = (
            rng.sample(keys, len(keys) - rng.randrange(3)) + keyed([rng.choice(WEIGHTS)] * 95)[-rng.randrange(1, 4) :]
        )
        keys = list({key.key: key for key in keys}.values())
        found = allocate(keys, budget=budget, previous=before)
        grants = found.grants(before=before, known=known)
        assert grants == found.grants()
        before, known = found, grants


def test_new_key_of_a_large_platform_moves_no_other_key() -> None:
    """The rate is too low for the longest period, so each slot is in use except the headroom."""
    before = allocate(keyed([1.0] * 4000), budget=10)
    kept = allocate(keyed([1.0] * 4050), budget=10, previous=before)
    assert kept.groups.items() >= before.groups.items()
    fewer = allocate(keyed([1.0] * 3990), budget=10, previous=before)
    assert fewer.groups.items() <= before.groups.items()
    assert before.rate >= 0.98 * 10 * USED
