"""Assignment of tables: a table of cases, and random small cases against brute force."""

from collections.abc import Iterator
from datetime import date, time, timedelta
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.matching import MAX_ALTERNATIVES, Pick, assign, claim_order, fits, preference
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.tests.examples import DAY, slot, snipe, windows
from snipers.domain.vocabulary import Reason


def pairs(assignments: list[Pick]) -> dict[int, str]:
    return {one.snipe.reservation_id: f"{one.slot.time:%H:%M} {one.slot.seating}" for one in assignments}


@pytest.mark.parametrize(
    ("other", "expected"),
    [
        ({}, True),
        ({"date": DAY + timedelta(days=1)}, False),
        ({"party_size": 3}, False),
        ({"platform_venue_id": 1203}, False),
        ({"platform": "opentable"}, False),
        ({"start_time": time(19, 30)}, True),
        ({"end_time": time(19, 30)}, True),
        ({"start_time": time(19, 31)}, False),
        ({"end_time": time(19, 29)}, False),
        ({"seating": "dining room"}, True),
        ({"seating": "Bar"}, False),
    ],
)
def test_a_slot_fits_when_it_meets_every_condition(other: dict[str, object], expected: bool) -> None:
    assert fits(snipe(1, **other), slot("19:30", seating="Dining Room")) is expected


TWO = windows("19:00-21:00", "12:00-13:30")


@pytest.mark.parametrize(
    ("at", "expected"),
    [
        ("11:59", False), ("12:00", True), ("13:30", True), ("13:31", False), ("16:00", False), ("18:59", False),
        ("19:00", True), ("21:00", True), ("21:01", False),
    ],
)  # fmt: skip
def test_a_slot_fits_in_any_of_several_time_windows_and_never_between_them(at: str, expected: bool) -> None:
    assert fits(snipe(1, **TWO), slot(at)) is expected


def test_the_order_of_time_windows_counts_before_seatings_and_times() -> None:
    wanted = snipe(1, seatings=("Patio", ""), **TWO)
    tables = [
        slot("12:45", seating="Patio"),
        slot("21:00"),
        slot("12:00"),
        slot("20:00"),
        slot("21:00", seating="Patio"),
    ]
    ranked = sorted(tables, key=lambda one: preference(wanted, one))
    assert [f"{one.time:%H:%M} {one.seating}" for one in ranked] == [
        "21:00 Patio", "20:00 Dining Room", "21:00 Dining Room", "12:45 Patio", "12:00 Dining Room",
    ]  # fmt: skip


def test_a_window_that_has_begun_keeps_the_places_of_the_others() -> None:
    left = snipe(1, **{**TWO, "windows": snipe(1, **TWO).windows[1:]})
    assert [fits(left, slot(at)) for at in ("12:30", "20:00")] == [True, False]
    assert preference(left, slot("12:45"))[:3] == (1, 0, 0)


def test_claim_order_is_vip_then_pro_then_others_then_oldest() -> None:
    waiting = [snipe(1), snipe(2), snipe(3, rank=1), snipe(4, rank=1), snipe(5, rank=0)]
    assert [one.reservation_id for one in sorted(waiting, key=claim_order)] == [5, 3, 4, 1, 2]


def test_one_table_goes_to_the_best_claim_with_a_reason() -> None:
    waiting = [snipe(1), snipe(2, rank=1)]
    (pick,) = assign(tables=[slot()], snipes=waiting)
    assert (pick.snipe.reservation_id, pick.reason) == (2, Reason.PICKED_PRIORITY)
    (pick,) = assign(tables=[slot()], snipes=[snipe(2), snipe(1)])
    assert (pick.snipe.reservation_id, pick.reason) == (1, Reason.PICKED_FIRST)
    (pick,) = assign(tables=[slot()], snipes=[snipe(1), snipe(2, seating="Bar")])
    assert (pick.snipe.reservation_id, pick.reason) == (1, Reason.PICKED_ONLY)
    (pick,) = assign(tables=[slot("20:30"), slot("19:30")], snipes=[snipe(1)])
    assert (f"{pick.slot.time:%H:%M}", pick.reason) == ("19:30", Reason.PICKED_BEST)


def test_a_better_claim_moves_so_that_both_are_served() -> None:
    picky = snipe(2, seating="Bar", start_time=time(19, 30), end_time=time(19, 30))
    tables = [slot("19:30", seating="Bar"), slot("18:00", seating="Patio")]
    assert pairs(assign(tables=tables, snipes=[snipe(1), picky])) == {1: "18:00 Patio", 2: "19:30 Bar"}


def test_each_gets_the_table_nearest_to_the_middle_of_the_window() -> None:
    tables = [slot("18:00"), slot("19:00"), slot("20:00")]
    assert pairs(assign(tables=tables, snipes=[snipe(1)])) == {1: "19:00 Dining Room"}
    assert pairs(assign(tables=[slot("19:00", seating="Patio"), slot("19:00")], snipes=[snipe(1)])) == {
        1: "19:00 Dining Room"
    }


def test_equal_tables_serve_as_many_as_there_are() -> None:
    served = assign(tables=[slot(quantity=2)], snipes=[snipe(3), snipe(1), snipe(2)])
    assert [one.snipe.reservation_id for one in served] == [1, 2]


def test_a_barred_pair_is_skipped_and_the_table_goes_to_the_next() -> None:
    served = assign(tables=[slot()], snipes=[snipe(1), snipe(2)], barred={(1, slot().key)})
    assert [one.snipe.reservation_id for one in served] == [2]


def test_a_diner_with_two_requests_gets_one_table_for_a_meal() -> None:
    twice = [snipe(1, diner_key="user:9"), snipe(2, diner_key="user:9")]
    served = assign(tables=[slot("19:00"), slot("20:00")], snipes=[*twice, snipe(3)])
    assert {one.snipe.reservation_id for one in served} == {1, 3}


def test_a_one_table_group_gets_one_table_and_others_get_the_rest() -> None:
    later = DAY + timedelta(days=1)
    group = {"group_id": 7, "diner_key": "user:9", "one_table": True}
    of_group = [snipe(1, **group), snipe(2, date=later, **group)]
    tables = [slot("19:00"), slot("19:00", date=later)]
    assert pairs(assign(tables=tables, snipes=of_group)) == {1: "19:00 Dining Room"}
    served = assign(tables=tables, snipes=[*of_group, snipe(3, date=later)])
    assert [one.snipe.reservation_id for one in served] == [1, 3]


def test_a_diner_may_have_lunch_and_dinner() -> None:
    lunch = snipe(2, diner_key="user:1", start_time=time(12), end_time=time(14))
    served = assign(tables=[slot("12:30"), slot("19:30")], snipes=[snipe(1), lunch])
    assert pairs(served) == {1: "19:30 Dining Room", 2: "12:30 Dining Room"}


def test_many_slots_are_matched_without_deep_recursion() -> None:
    tables = [slot("19:30", quantity=500)]
    assert len(assign(tables=tables, snipes=[snipe(number) for number in range(600)])) == 500


# against brute force

TIMES = ["18:00", "18:30", "19:00", "19:30"]
SEATINGS = ["Bar", "Dining Room"]
slots = st.builds(slot, st.sampled_from(TIMES), seating=st.sampled_from(SEATINGS), quantity=st.integers(1, 2))


@st.composite
def small_cases(draw: st.DrawFn, *, diners: int) -> tuple[list[Slot], list[Snipe]]:
    """Draw up to three kinds of table and up to five snipes of `diners` diners. With `diners` 0, each snipe has its own
    diner."""
    tables = draw(st.lists(slots, max_size=3, unique_by=lambda one: one.key))
    waiting = []
    for number in range(draw(st.integers(0, 5))):
        first, last = sorted(draw(st.tuples(st.sampled_from(TIMES), st.sampled_from(TIMES))))
        diner = draw(st.integers(1, diners)) if diners else number
        waiting.append(
            snipe(
                number,
                rank=draw(st.integers(0, 2)),
                seating=draw(st.sampled_from(["", *SEATINGS])),
                start_time=time.fromisoformat(first),
                end_time=time.fromisoformat(last),
                diner_key=f"user:{diner}",
            )
        )
    return tables, draw(st.permutations(waiting))


def every_matching(units: list[Slot], waiting: list[Snipe]) -> Iterator[tuple[int | None, ...]]:
    """Yield every assignment, as a unit number (or None) for each snipe."""
    choices = [[None, *(n for n, unit in enumerate(units) if fits(one, unit))] for one in waiting]
    for matching in product(*choices):
        taken = [unit for unit in matching if unit is not None]
        if len(taken) == len(set(taken)):
            yield matching


@given(small_cases(diners=0))
def test_the_best_claims_are_served_as_many_as_possible_and_each_as_well_as_possible(
    case: tuple[list[Slot], list[Snipe]],
) -> None:
    tables, waiting = case
    order = sorted(waiting, key=claim_order)
    units = [table for table in tables for _ in range(table.quantity)]
    matchings = list(every_matching(units, order))
    most = max(sum(unit is not None for unit in matching) for matching in matchings)
    best_served = max(tuple(unit is not None for unit in matching) for matching in matchings)
    worst = (10**6, time.max, "")
    best_preferences = min(
        tuple(
            worst if unit is None else preference(one, units[unit]) for one, unit in zip(order, matching, strict=True)
        )
        for matching in matchings
        if tuple(unit is not None for unit in matching) == best_served
    )

    got = {one.snipe.reservation_id: one.slot for one in assign(tables=tables, snipes=waiting)}
    assert len(got) == most
    assert tuple(one.reservation_id in got for one in order) == best_served
    preferences = tuple(
        preference(one, got[one.reservation_id]) if one.reservation_id in got else worst for one in order
    )
    assert preferences == best_preferences


@given(small_cases(diners=2))
def test_assignments_fit_and_give_a_diner_one_table_for_a_meal(
    case: tuple[list[Slot], list[Snipe]],
) -> None:
    tables, waiting = case
    served = assign(tables=tables, snipes=waiting)
    assert all(fits(one.snipe, one.slot) for one in served)
    assert len({one.snipe.reservation_id for one in served}) == len(served)
    meals: list[tuple[str, date, str]] = [(one.snipe.diner_key, one.snipe.date, one.slot.meal) for one in served]
    assert len(set(meals)) == len(meals)
    for table in tables:
        assert sum(one.slot.key == table.key for one in served) <= table.quantity


@given(small_cases(diners=0), st.randoms())
def test_the_order_of_the_input_does_not_matter(case: tuple[list[Slot], list[Snipe]], random: Random) -> None:
    tables, waiting = case
    before = pairs(assign(tables=tables, snipes=waiting))
    random.shuffle(waiting)
    assert pairs(assign(tables=tables, snipes=waiting)) == before


@st.composite
def releases(draw: st.DrawFn) -> tuple[list[Slot], list[Snipe]]:
    """A release: up to thirty diners of all ranks, up to twelve kinds of tables."""
    times = [f"{hour}:{minute}" for hour in (18, 19, 20) for minute in ("00", "30")]
    kinds = st.tuples(st.sampled_from(times), st.sampled_from(SEATINGS), st.integers(1, 3))
    opened = draw(st.lists(kinds, max_size=12, unique_by=lambda kind: kind[:2]))
    tables = [slot(at, seating=seating, quantity=quantity) for at, seating, quantity in opened]
    wanted = st.tuples(st.sampled_from(times), st.sampled_from(times), st.sampled_from(["", *SEATINGS]))
    waiting = [
        snipe(
            number,
            rank=draw(st.integers(0, 2)),
            seating=seating,
            start_time=min(time.fromisoformat(one), time.fromisoformat(other)),
            end_time=max(time.fromisoformat(one), time.fromisoformat(other)),
        )
        for number, (one, other, seating) in enumerate(draw(st.lists(wanted, max_size=30)))
    ]
    return tables, waiting


def greatest_number_served(tables: list[Slot], waiting: list[Snipe]) -> int:
    """Return how many of these snipes can be served at once, by augmenting paths."""
    units = [table for table in tables for _ in range(table.quantity)]
    served: dict[int, Snipe] = {}

    def assign_unit(one: Snipe, tried: set[int]) -> bool:
        for number, unit in enumerate(units):
            if number in tried or not fits(one, unit):
                continue
            tried.add(number)
            if number not in served or assign_unit(served[number], tried):
                served[number] = one
                return True
        return False

    return sum(assign_unit(one, set()) for one in waiting)


@given(releases())
def test_at_a_release_better_claims_come_first_and_no_fitting_table_is_left(
    case: tuple[list[Slot], list[Snipe]],
) -> None:
    tables, waiting = case
    got = {one.snipe.reservation_id for one in assign(tables=tables, snipes=waiting)}
    order = sorted(waiting, key=claim_order)
    for last in range(len(order) + 1):
        ahead = order[:last]
        assert sum(one.reservation_id in got for one in ahead) == greatest_number_served(tables, ahead)


@given(releases())
def test_alternatives_are_unassigned_tables(case: tuple[list[Slot], list[Snipe]]) -> None:
    tables, waiting = case
    picks = assign(tables=tables, snipes=waiting)
    for pick in picks:
        assert len(pick.also) <= MAX_ALTERNATIVES
        assert list(pick.also) == sorted(pick.also, key=lambda one: preference(pick.snipe, one))
        for other in pick.also:
            assert fits(pick.snipe, other)
            assert sum(one.slot.key == other.key for one in picks) < other.quantity


def test_a_barred_table_is_no_alternative() -> None:
    tables = [slot("19:30"), slot("20:00"), slot("20:30")]
    (pick,) = assign(tables=tables, snipes=[snipe(1)], barred={(1, slot("20:00").key)})
    assert [f"{one.time:%H:%M}" for one in pick.also] == ["20:30"]
