"""Allocation of poll slots: one budget for all watchers, with the polls where they are worth most."""

import math
from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from snipers.control.allocation import KEEP_COST, KEEP_FILLED, USED, Allocation, Ask, allocate, lay_out, usable
from snipers.domain.cadence import POLL_TOLERANCE_SECONDS, Grant, due_at

DAY = date(2026, 11, 20)
ON_THE_WAY = 0.035
EPOCH = 1_795_000_000.0
WEIGHTS = [math.pow(2, step / 2) for step in range(-4, 18)]

weights = st.lists(st.sampled_from(WEIGHTS), min_size=1, max_size=150)
budgets = st.one_of(st.integers(1, 200).map(float), st.floats(0.2, 60))
floors = st.sampled_from([0.1, 0.5, 1.0, 2.0, 10.0, 30.0])
ceilings = st.sampled_from([20.0, 60.0, 300.0])


def asking(weights: Sequence[float]) -> list[Ask]:
    """Keys with these weights, three at each venue."""
    return [
        Ask(venue_id=number // 3, date=DAY + timedelta(days=number % 3), party_size=2, weight=weight)
        for number, weight in enumerate(weights)
    ]


def zipf(keys: int, *, exponent: float = 1.0) -> list[float]:
    """The demand of 500 people, some keys much more wanted than others."""
    return [500 / rank**exponent for rank in range(1, keys + 1)]


def rounded(demand: float) -> float:
    return math.pow(2, round(2 * math.log2(demand)) / 2)


def all_grants(granted: dict[int, tuple[Grant, ...]]) -> list[Grant]:
    return [grant for own in granted.values() for grant in own]


def due_times(granted: dict[int, tuple[Grant, ...]], *, seconds: float) -> list[float]:
    """Every poll of everybody in a stretch of unix time."""
    times = []
    for grant in all_grants(granted):
        due = due_at(grant, after=EPOCH)
        while due < EPOCH + seconds:
            times.append(due)
            due = due_at(grant, after=due + grant.period / 2)
    return sorted(times)


def cost(plan: Allocation, asks: Sequence[Ask]) -> float:
    """The weighted wait for an opening, in slots."""
    return plan.shape.lanes * sum(ask.weight * plan.places[ask.key].multiple for ask in asks)


def rate(granted: dict[int, tuple[Grant, ...]]) -> float:
    return sum(1 / grant.period for grant in all_grants(granted))


@settings(deadline=None, max_examples=150)
@given(weights=weights, budget=budgets, floor=floors, ceiling=ceilings, drops=st.integers(0, 4))
def test_every_ask_gets_a_grant_within_its_bounds_and_no_two_share_a_slot(
    weights: list[float], budget: float, floor: float, ceiling: float, drops: int
) -> None:
    asks = asking(weights)
    found = lay_out(asks=asks, budget=budget, floor=floor, ceiling=ceiling, reserved=4.0 * drops)
    assert found.places.keys() == {ask.key for ask in asks}
    assert all(grant.period >= floor * (1 - 1e-9) for grant in all_grants(found.grants()))
    places = sorted((place.lane, place.multiple, place.turn) for place in found.places.values())
    for lane, multiple, turn in places:
        meeting = [one for one in places if one[0] == lane and (turn - one[2]) % math.gcd(multiple, one[1]) == 0]
        assert meeting == [(lane, multiple, turn)]


@settings(deadline=None, max_examples=60)
@given(weights=weights, budget=budgets, floor=floors, slips=st.randoms(use_true_random=False))
def test_no_second_holds_more_polls_than_the_budget_even_when_polls_slip(
    weights: list[float], budget: float, floor: float, slips: Random
) -> None:
    granted = allocate(asks=asking(weights), budget=budget, floor=floor, ceiling=60, reserved=0)
    times = due_times(granted, seconds=20)
    most = max(1, math.floor(budget))
    late = sorted(at + slips.uniform(0, POLL_TOLERANCE_SECONDS + ON_THE_WAY) for at in times)
    for polls in (times, late):
        assert all(last - first >= 1 - 1e-5 for first, last in zip(polls, polls[most:], strict=False))


@settings(deadline=None, max_examples=100)
@given(weights=st.lists(st.sampled_from(WEIGHTS), min_size=60, max_size=200), budget=st.integers(20, 60))
def test_the_budget_is_used_where_the_floor_leaves_it(weights: list[float], budget: int) -> None:
    allowed = usable(budget=budget, reserved=0)
    floor = 0.5
    granted = allocate(asks=asking(weights), budget=budget, floor=floor, ceiling=300, reserved=0)
    demanded = min(allowed, len(weights) / floor)
    assert rate(granted) <= allowed * (1 + 1e-9)
    assert rate(granted) >= 0.9 * demanded


@settings(deadline=None, max_examples=100)
@given(weights=weights, budget=budgets, floor=floors, ceiling=ceilings)
def test_the_ceiling_holds_as_far_as_the_budget_allows_and_then_everybody_waits_alike(
    weights: list[float], budget: float, floor: float, ceiling: float
) -> None:
    granted = all_grants(allocate(asks=asking(weights), budget=budget, floor=floor, ceiling=ceiling, reserved=0))
    longest = max(grant.period for grant in granted)
    enough = usable(budget=budget, reserved=0)
    if len(weights) / max(ceiling, floor) >= enough:
        assert longest == pytest.approx(min(grant.period for grant in granted))
    else:
        # One slot of a small grid cannot be cut.
        assert longest <= max(ceiling, floor) + 1 / enough


@settings(deadline=None, max_examples=60)
@given(weights=weights, budget=budgets, floor=floors)
def test_equal_weights_have_equal_periods_and_heavier_ones_never_longer(
    weights: list[float], budget: float, floor: float
) -> None:
    asks = asking(weights)
    found = lay_out(asks=asks, budget=budget, floor=floor, ceiling=60, reserved=0)
    multiples = sorted((ask.weight, -found.places[ask.key].multiple) for ask in asks)
    assert all(one[1] == other[1] if one[0] == other[0] else one[1] <= other[1] for one, other in pairwise(multiples))


@pytest.mark.parametrize(("keys", "budget", "seconds"), [(1, 50, 1), (45, 50, 1), (90, 50, 2), (200, 50, 200 / 45)])
def test_equal_keys_share_the_budget_above_the_floor(keys: int, budget: float, seconds: float) -> None:
    granted = allocate(asks=asking([1.0] * keys), budget=budget, floor=1, ceiling=60, reserved=0)
    assert {round(grant.period, 9) for grant in all_grants(granted)} == {round(seconds, 9)}


def test_bursts_that_are_near_take_their_polls_from_everybody() -> None:
    asks = asking([1.0] * 184)
    before, during = (allocate(asks=asks, budget=50, floor=1, ceiling=60, reserved=polls) for polls in (0, 8))
    assert rate(before) == pytest.approx(50 * USED)
    assert rate(during) == pytest.approx(50 * USED - 8)


def test_bursts_never_end_all_watching() -> None:
    assert usable(budget=50, reserved=400) == 5


@pytest.mark.parametrize("exponent", [0.8, 1.0, 1.2])
def test_five_hundred_people_on_a_hundred_keys_cost_no_more_polls_than_a_hundred(exponent: float) -> None:
    few = allocate(asks=asking([1.0] * 100), budget=50, floor=1, ceiling=60, reserved=0)
    weights = [rounded(demand) for demand in zipf(100, exponent=exponent)]
    many = allocate(asks=asking(weights), budget=50, floor=1, ceiling=60, reserved=0)
    assert rate(many) == pytest.approx(rate(few), rel=0.02)


@pytest.mark.parametrize(("floor", "at_most"), [(0.25, 0.70), (0.5, 0.70), (1.0, 0.75)])
def test_a_skewed_demand_waits_at_most_three_quarters_of_what_equal_periods_cost(floor: float, at_most: float) -> None:
    demand = zipf(100)
    skewed = allocate(asks=asking([rounded(one) for one in demand]), budget=50, floor=floor, ceiling=60, reserved=0)
    equal = allocate(asks=asking([1.0] * 100), budget=50, floor=floor, ceiling=60, reserved=0)

    def wait(granted: dict[int, tuple[Grant, ...]]) -> float:
        """Half a period, on the average over everybody's openings."""
        return sum(one * grant.period / 2 for one, grant in zip(demand, all_grants(granted), strict=True))

    assert wait(skewed) <= at_most * wait(equal)


def test_ten_thousand_keys_are_laid_out() -> None:
    weights = [WEIGHTS[number % 11] for number in range(10_000)]
    granted = allocate(asks=asking(weights), budget=500, floor=1, ceiling=60, reserved=0)
    assert len(all_grants(granted)) == 10_000
    assert rate(granted) == pytest.approx(500 * USED, rel=0.05)


class TestStability:
    """A plan that changes costs a call to every watcher: small changes of the demand change little."""

    def lay_out(self, weights: Sequence[float], before: Allocation | None = None) -> Allocation:
        return lay_out(asks=asking(weights), budget=50, floor=1, ceiling=60, reserved=0, before=before)

    def test_the_same_asks_keep_the_same_plan(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.lay_out(weights)
        assert self.lay_out(weights, before) == before

    @pytest.mark.parametrize("gone", [1, 3])
    def test_those_who_stay_keep_their_places_when_somebody_leaves(self, gone: int) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.lay_out(weights)
        after = self.lay_out(weights[:-gone], before)
        assert after.places == {key: place for key, place in before.places.items() if key in after.places}

    def test_those_who_were_there_keep_their_places_when_somebody_comes(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.lay_out(weights[:-1], self.lay_out(weights))
        after = self.lay_out(weights, before)
        assert {key: after.places[key] for key in before.places} == before.places

    def test_one_key_that_is_worth_more_moves_alone(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.lay_out(weights)
        weights[70] *= 2
        after = self.lay_out(weights, before)
        moved = [key for key, place in before.places.items() if after.places[key] != place]
        assert set(moved) <= {asking(weights)[70].key}
        assert after.shape.lanes == before.shape.lanes

    def test_one_key_that_is_worth_less_keeps_a_part_of_its_place(self) -> None:
        weights = [rounded(demand) for demand in zipf(100)]
        before = self.lay_out(weights)
        key, lightest = asking(weights)[9].key, asking(weights)[99].key
        weights[9] = weights[99]
        old, new = before.places[key], self.lay_out(weights, before).places[key]
        assert new.multiple == before.places[lightest].multiple > old.multiple
        assert (new.lane, new.turn) == (old.lane, old.turn)

    @settings(deadline=None, max_examples=60)
    @given(
        start=st.lists(st.sampled_from(WEIGHTS[4:12]), min_size=30, max_size=80),
        changes=st.lists(
            st.tuples(st.integers(0, 99), st.sampled_from([None, *WEIGHTS[4:12]])), min_size=1, max_size=25
        ),
    )
    def test_however_often_it_changed_a_plan_has_no_collisions_and_costs_little_more_than_a_new_one(
        self, start: list[float], changes: list[tuple[int, float | None]]
    ) -> None:
        present = dict(enumerate(start))
        plan = None
        for number, weight in changes:
            present.pop(number, None)
            if weight is not None:
                present[number] = weight
            asks = [Ask(venue_id=one, date=DAY, party_size=2, weight=own) for one, own in present.items()]
            plan = lay_out(asks=asks, budget=20, floor=0.5, ceiling=60, reserved=0, before=plan)
            assert plan.places.keys() == {ask.key for ask in asks}
            assert all(
                one.lane != other.lane or (one.turn - other.turn) % math.gcd(one.multiple, other.multiple)
                for one, other in combinations(plan.places.values(), 2)
            )
            new = lay_out(asks=asks, budget=20, floor=0.5, ceiling=60, reserved=0)
            assert cost(plan, asks) <= KEEP_COST * cost(new, asks) * (1 + 1e-9)
            assert plan.rate >= KEEP_FILLED * new.rate * (1 - 1e-9)

    @settings(deadline=None, max_examples=60)
    @given(before=weights, after=weights)
    def test_a_demand_that_stands_still_has_a_plan_that_stands_still(
        self, before: list[float], after: list[float]
    ) -> None:
        plan = self.lay_out(before)
        kept = [plan := self.lay_out(after, plan) for _ in after]
        assert self.lay_out(after, kept[-1]) == kept[-1]

    def test_a_demand_that_changed_much_gets_a_new_plan(self) -> None:
        before = self.lay_out([1.0] * 100)
        after = self.lay_out([256.0] * 5 + [1.0] * 95, before)
        assert Counter(place.multiple for place in after.places.values())[1] == 5
