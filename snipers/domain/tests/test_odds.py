# ruff: noqa: DTZ001 - the domain of the odds uses the wall clock of venues
"""The odds of a request: how observations are divided, when only bounds are stated, and what moves the odds."""

import math
import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest

from snipers.domain.odds import baseline, calendar, heat_map, records
from snipers.domain.odds.baseline import Baseline, likeliest_shape
from snipers.domain.odds.estimate import LEAST_SIGHTINGS, Odds, VenueRates, Wanted, Watch, estimate
from snipers.domain.odds.records import NOTHING, Event, Evidence, SeenOpening, WatchedTime

FRIDAY = date(2026, 12, 4)
NOW = datetime(2026, 12, 1, 12)
DINNER = ((time(19), "dining room"),)
VENUE = 7


@pytest.mark.parametrize(
    ("day", "kind"),
    [
        (date(2026, 11, 30), 0),
        (FRIDAY, 4),
        (date(2026, 11, 26), calendar.HOLIDAY),
        (date(2026, 11, 19), 3),
        (date(2027, 5, 9), calendar.HOLIDAY),
        (date(2026, 12, 31), calendar.HOLIDAY),
    ],
)
def test_holidays_are_a_type_of_day(day: date, kind: int) -> None:
    assert calendar.day_type(day) == kind
    assert (day in calendar.holidays(first=day, last=day)) == (kind == calendar.HOLIDAY)


@pytest.mark.parametrize(
    ("at", "lead"),
    [
        (datetime(2026, 12, 4, 20), 0),
        (datetime(2026, 12, 4, 12, 1), 0),
        (datetime(2026, 12, 4, 11), 1),
        (datetime(2026, 12, 3, 19), 2),
        (datetime(2026, 12, 2, 19), 3),
        (datetime(2026, 11, 1, 0), 8),
    ],
)
def test_leads_are_hours_before_dinner(at: datetime, lead: int) -> None:
    assert calendar.lead(day=FRIDAY, at=at) == lead


def test_pieces_cover_the_time_and_have_the_classes_of_each_instant_in_them() -> None:
    start, end = datetime(2026, 12, 2, 3, 20), datetime(2026, 12, 4, 18, 30)
    pieces = list(calendar.pieces(day=FRIDAY, start=start, end=end))
    assert sum(hours for _, _, hours in pieces) == pytest.approx((end - start).total_seconds() / 3600)
    at = start
    for lead, part, hours in pieces:
        inside = at + timedelta(hours=hours / 2)
        assert (calendar.lead(day=FRIDAY, at=inside), calendar.part(inside)) == (lead, part)
        at += timedelta(hours=hours)


def seen(hour: int, *, at: time = time(19)) -> SeenOpening:
    """An opening that was seen `hour` hours after noon of 1 December."""
    return SeenOpening(
        service_date=FRIDAY,
        party_size=2,
        seen_at=datetime(2026, 12, 1, 12, tzinfo=UTC) + timedelta(hours=hour),
        lead=4,
        part=2,
        slots=((at, "Bar"),),
    )


def test_a_table_that_returns_within_a_day_is_the_same_opening() -> None:
    found = records.weigh_openings([seen(0), seen(5), seen(28), seen(60), seen(6, at=time(20))], today=FRIDAY)
    assert [event.slots[0][0] for event in found] == [time(19), time(20), time(19)]


def test_an_observation_counts_half_after_its_half_life() -> None:
    assert records.weight(service_date=FRIDAY, today=FRIDAY - timedelta(days=3)) == 1.0
    assert records.weight(service_date=FRIDAY, today=FRIDAY + timedelta(days=45)) == 0.5
    row = WatchedTime(service_date=FRIDAY, party_size=2, lead=1, part=3, seconds=7200)
    watched = records.weigh_watched([row, row], today=FRIDAY + timedelta(days=45))
    assert watched == {(4, 2, 1, 3): 2.0}


def evidence(
    *, openings: int = 60, hours: float = 2000.0, slots: Sequence[tuple[time, str]] = DINNER, **fields: int
) -> Evidence:
    """Openings and hours spread evenly over all weekdays, for a party of two, two to four days ahead."""
    events = [Event(n % 7, 2, 4, 2, 1.0, tuple(slots)) for n in range(openings)]
    return Evidence(events=events, watched={(day, 2, 4, 2): hours / 7 for day in range(7)}, **fields)


FLAT = Baseline(
    rate=0.02,
    day_types=[1.0] * 8,
    parties=[1.0] * 21,
    leads=[1.0] * 9,
    parts=[1.0] * 4,
    first_after=[1.0] * 38 + [0.0] * 11,
    last_before=[0.0] * 39 + [1.0] * 10,
)
WANTED = Wanted(
    watches=[Watch(venue_id=VENUE, date=FRIDAY, start=NOW, end=datetime(2026, 12, 4, 18))],
    windows=[(time(18), time(20))],
    party_size=2,
    seatings={},
)


LATE = [(time(20), time(21))]
TWO_WINDOWS = [*LATE, (time(18), time(19))]
LONGER = replace(WANTED.watches[0], end=datetime(2026, 12, 5))
SATURDAY = replace(WANTED.watches[0], date=date(2026, 12, 5))


def odds(known: Evidence, wanted: Wanted = WANTED) -> Odds | None:
    return estimate(wanted, venues={VENUE: VenueRates(known, baseline=FLAT)})


def stated(known: Evidence, wanted: Wanted = WANTED) -> float:
    found = odds(known, wanted)
    assert found is not None
    return found.probability


def test_odds_approach_the_poisson_probability_with_much_evidence() -> None:
    # 0.03 openings an hour for 78 hours; every opening counts for a notify-only request.
    probability = stated(evidence(openings=6000, hours=200_000), replace(WANTED, notify_only=True))
    assert probability == pytest.approx(1 - 2.718281828 ** -(0.03 * 78), abs=0.01)


@pytest.mark.parametrize(
    "known",
    [
        evidence(openings=LEAST_SIGHTINGS - 1),
        evidence(hours=40),
        replace(evidence(), watched={(day, 4, 4, 2): 300.0 for day in range(7)}),
    ],
)
def test_only_bounds_are_stated_where_too_little_is_known(known: Evidence) -> None:
    found = odds(known)
    assert found is not None
    assert found.bounds is not None
    low, high = found.bounds
    assert 0 <= low <= found.probability <= high <= 1
    assert low < high


def test_bounds_come_closer_the_longer_a_venue_is_watched() -> None:
    def width(hours: float) -> float:
        found = odds(evidence(openings=0, hours=hours))
        assert found is not None
        assert found.bounds is not None
        return found.bounds[1] - found.bounds[0]

    assert 0.3 < width(0.01)
    assert width(40) < width(10) < width(0.01)


def test_bounds_are_quantiles_of_the_expected_number() -> None:
    # Nothing is known of the venue, so its rate has the distribution of all venues.
    unknown, chance = VenueRates(NOTHING, baseline=FLAT), random.Random(8)
    found = estimate(WANTED, venues={VENUE: unknown})
    assert found is not None
    assert found.bounds is not None
    mean, variance = unknown.expected(WANTED, venue_id=VENUE)
    drawn = [chance.gammavariate(mean * mean / variance, variance / mean) for _ in range(20_000)]
    below = [sum(1 - math.exp(-number) < bound for number in drawn) / len(drawn) for bound in found.bounds]
    assert below == pytest.approx([0.1, 0.9], abs=0.02)


def test_odds_are_hidden_if_one_of_the_venues_is_unknown() -> None:
    other = replace(WANTED.watches[0], venue_id=8)
    assert odds(evidence(), replace(WANTED, watches=[*WANTED.watches, other])) is None
    assert odds(evidence(), replace(WANTED, watches=[])) is None


@pytest.mark.parametrize(
    ("more", "less"),
    [
        (stated(evidence(openings=120)), stated(evidence())),
        (stated(evidence(), replace(WANTED, notify_only=True)), stated(evidence())),
        (stated(evidence(obtained=30, tries=40)), stated(evidence(obtained=10, tries=40))),
        (stated(evidence()), stated(evidence(), replace(WANTED, windows=[(time(20), time(21))]))),
        (stated(evidence(), replace(WANTED, windows=TWO_WINDOWS)), stated(evidence(), replace(WANTED, windows=LATE))),
        (stated(evidence()), stated(evidence(), replace(WANTED, seatings={VENUE: ("bar",)}))),
        (stated(evidence(), replace(WANTED, watches=[LONGER])), stated(evidence())),
        (stated(evidence(), replace(WANTED, watches=[*WANTED.watches, SATURDAY])), stated(evidence())),
    ],
)
def test_each_condition_moves_the_odds_its_way(more: float, less: float) -> None:
    assert 0.0 < less < more < 1.0


def test_openings_of_a_weekday_raise_that_weekday_most() -> None:
    fridays = [Event(4, 2, 4, 2, 1.0, DINNER)] * 40
    known = replace(evidence(), events=[*evidence().events, *fridays])
    monday = replace(WANTED, watches=[replace(WANTED.watches[0], date=date(2026, 12, 7))])
    assert stated(known) > stated(known, monday) > 0


def test_a_party_size_without_watched_time_has_bounds() -> None:
    found = odds(evidence(), replace(WANTED, party_size=3))
    assert found is not None
    assert found.bounds is not None


def test_the_baseline_finds_the_factors_of_a_simulated_law() -> None:
    # Twice as many openings on Fridays, and half as many for four.
    events = [Event(n % 7, 2, 4, 2, 1.0, DINNER) for n in range(700)] + [Event(4, 2, 4, 2, 1.0, DINNER)] * 100
    events += [Event(n % 7, 4, 4, 2, 1.0, DINNER) for n in range(350)] + [Event(4, 4, 4, 2, 1.0, DINNER)] * 50
    watched = {(day, party, 4, 2): 5000.0 for day in range(7) for party in (2, 4)}
    found = baseline.fit([Evidence(events=events, watched=watched)])
    assert found is not None
    assert found.day_types[4] / found.day_types[0] == pytest.approx(2, rel=0.15)
    assert found.parties[4] / found.parties[2] == pytest.approx(0.5, rel=0.15)
    assert found.window_share(time(18), time(20)) == pytest.approx(1.0)
    assert found.window_share(time(20), time(21)) == baseline.LEAST_SHARE
    assert baseline.fit([]) is None


def test_the_likeliest_shape_is_small_for_counts_that_vary() -> None:
    assert likeliest_shape([(20.0, 20.0)] * 40) == baseline.SHAPES[-1]
    assert likeliest_shape([(2.0, 20.0), (60.0, 20.0)] * 20) <= 2.0
    assert likeliest_shape([(2.0, 20.0)]) == baseline.DEFAULT_SHAPE


def test_the_heat_map_is_in_openings_for_each_day_watched() -> None:
    known = evidence(openings=70, hours=7 * 240.0, slots=((time(19), "bar"), (time(20, 30), "bar")))
    found = heat_map.heat_map(known)
    assert found is not None
    assert list(found.hours) == [19, 20]
    assert found.rates == [[1.0, 1.0]] * 7
    assert (found.sightings, round(found.watched_hours)) == (70, 7 * 240)


def test_a_weekday_that_was_hardly_watched_has_no_rates() -> None:
    watched = {**evidence().watched, (6, 2, 4, 2): 5.0}
    found = heat_map.heat_map(replace(evidence(), watched=watched))
    assert found is not None
    assert found.rates[6] == [None]
    assert None not in found.rates[5]
    assert heat_map.heat_map(evidence(openings=LEAST_SIGHTINGS - 1)) is None
    assert heat_map.heat_map(evidence(hours=40)) is None
