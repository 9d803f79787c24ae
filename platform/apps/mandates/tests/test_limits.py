"""What is within a mandate, and what is beyond it."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.mandates import messages
from apps.mandates.rules import limits
from apps.mandates.terms import Terms
from apps.requests.rules.clients import ClientDetails
from apps.requests.rules.submission import Submission, VenueChoice
from apps.requests.rules.time_windows import TimeWindow

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
END = NOW + timedelta(days=30)
TERMS = Terms(
    restaurants=[1, 2],
    smallest_party=2,
    largest_party=4,
    first_date=date(2026, 12, 5),
    last_date=date(2026, 12, 20),
    earliest_time=time(18),
    latest_time=time(21, 30),
    fee_ceiling_cents=1000,
    cancel_fee_ceiling_cents=5000,
    tables=2,
    days=30,
)
FORM = Submission(
    snipe_type="cancel",
    venues=(VenueChoice(id=1), VenueChoice(id=2)),
    party_size=4,
    dates=(date(2026, 12, 5), date(2026, 12, 20)),
    start_time=time(18),
    end_time=time(21, 30),
    fee_ceiling_cents=1000,
    cancel_fee_ceiling_cents=5000,
)


def excess(form: Submission, *, left: int = 2, until: datetime = END, terms: Terms = TERMS) -> str:
    return limits.find_excess(terms, form, tables_left=left, watched_until=until, ends_at=END)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"party_size": 2},
        {"venues": (VenueChoice(id=2, table_type="Bar"),)},
        {"time_windows": (TimeWindow(time(18), time(19)), TimeWindow(time(21), time(21, 30)))},
        {"fee_ceiling_cents": 0, "cancel_fee_ceiling_cents": 0},
    ],
)
def test_a_request_within_the_mandate_has_no_excess(changes: dict[str, Any]) -> None:
    assert excess(replace(FORM, **changes)) == ""


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"venues": (VenueChoice(id=1), VenueChoice(id=3))}, messages.OTHER_RESTAURANT),
        ({"party_size": 1}, messages.OTHER_PARTY),
        ({"party_size": 5}, messages.OTHER_PARTY),
        ({"dates": (date(2026, 12, 4),)}, messages.OTHER_DATE),
        ({"dates": (date(2026, 12, 10), date(2026, 12, 21))}, messages.OTHER_DATE),
        ({"start_time": time(17, 59)}, messages.OTHER_TIME),
        ({"end_time": time(21, 31)}, messages.OTHER_TIME),
        ({"time_windows": (TimeWindow(time(18), time(19)), TimeWindow(time(21), time(22)))}, messages.OTHER_TIME),
        ({"fee_ceiling_cents": 1001}, messages.COSTS_MORE),
        ({"cancel_fee_ceiling_cents": 5001}, messages.COSTS_MORE),
        ({"override_reservations": True}, messages.REPLACES_TABLE),
        ({"repeat_until": date(2026, 12, 20)}, messages.REPEATS),
        ({"note_to_restaurant": "A bottle of champagne, please."}, messages.HAS_NOTE),
        (
            {"client": ClientDetails(first_name="Ana", last_name="Ito", email="a@example.com", phone="")},
            messages.FOR_CLIENT,
        ),
    ],
)
def test_what_is_beyond_the_mandate_is_named(changes: dict[str, Any], sentence: str) -> None:
    assert excess(replace(FORM, **changes)) == sentence


def test_the_number_of_tables_and_the_end_limit_a_request() -> None:
    assert excess(FORM, left=1) == messages.TOO_MANY_TABLES
    assert excess(replace(FORM, one_table=True), left=1) == ""
    assert excess(replace(FORM, one_table=True), left=0) == messages.TOO_MANY_TABLES
    assert excess(FORM, until=END + timedelta(seconds=1)) == messages.WATCHED_TOO_LONG


def test_without_a_limit_of_fees_a_table_is_free() -> None:
    free = TERMS.model_copy(update={"fee_ceiling_cents": 0, "cancel_fee_ceiling_cents": None})
    assert excess(replace(FORM, fee_ceiling_cents=0, cancel_fee_ceiling_cents=0), terms=free) == ""
    for name in ("fee_ceiling_cents", "cancel_fee_ceiling_cents"):
        fees: dict[str, Any] = {"fee_ceiling_cents": 0, "cancel_fee_ceiling_cents": 0, name: 1}
        assert excess(replace(FORM, **fees), terms=free) == messages.COSTS_MORE


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, ""),
        ({"smallest_party": 5}, messages.PARTY_BACKWARD),
        ({"first_date": date(2026, 12, 21)}, messages.DATES_BACKWARD),
        ({"latest_time": time(18)}, messages.TIMES_BACKWARD),
        ({"days": 18}, messages.DATES_AFTER_END),
    ],
)
def test_terms_that_contradict_themselves_are_refused(changes: dict[str, Any], sentence: str) -> None:
    assert limits.find_mistake(TERMS.model_copy(update=changes), now=NOW) == sentence


CLOCKS = st.times().map(lambda at: at.replace(second=0, microsecond=0))


@settings(max_examples=1000, deadline=None, database=None)
@given(
    venues=st.sets(st.integers(1, 4), min_size=1),
    party=st.integers(1, 10),
    dates=st.sets(st.dates(date(2026, 12, 1), date(2026, 12, 25)), min_size=1, max_size=3),
    clocks=st.sets(CLOCKS, min_size=2, max_size=2),
    fees=st.tuples(st.integers(0, 2000), st.integers(0, 10_000)),
    left=st.integers(0, 3),
    one_table=st.booleans(),
)
def test_every_generated_request_without_excess_lies_within_each_limit(
    venues: set[int],
    party: int,
    dates: set[date],
    clocks: set[time],
    fees: tuple[int, int],
    left: int,
    one_table: bool,
) -> None:
    start, end = sorted(clocks)
    form = replace(
        FORM,
        venues=tuple(VenueChoice(id=one) for one in venues),
        party_size=party,
        dates=tuple(sorted(dates)),
        start_time=start,
        end_time=end,
        fee_ceiling_cents=fees[0],
        cancel_fee_ceiling_cents=fees[1],
        one_table=one_table,
    )
    is_within = (
        venues <= {1, 2}
        and 2 <= party <= 4
        and min(dates) >= date(2026, 12, 5)
        and max(dates) <= date(2026, 12, 20)
        and start >= time(18)
        and end <= time(21, 30)
        and fees[0] <= 1000
        and fees[1] <= 5000
        and (1 if one_table else len(dates)) <= left
    )
    assert (excess(form, left=left) == "") == is_within
