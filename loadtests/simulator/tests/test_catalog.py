"""The venues are deterministic and plausible, and have the release rules of real venues."""

import re
import tomllib
from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path

import pytest

from loadtests.simulator import catalog
from loadtests.simulator.catalog import ReleaseRule, Venue, build
from loadtests.simulator.catalog.build import clock_text, slug

NEW_YORK = "America/New_York"


@pytest.fixture(params=[1, 2, 77], ids=lambda seed: f"seed {seed}")
def venues(request: pytest.FixtureRequest) -> tuple[Venue, ...]:
    return build(request.param)


def test_the_same_seed_gives_the_same_venues() -> None:
    assert build.__wrapped__(5) == build(5)
    assert build(5) != build(6)


def test_there_are_260_on_resy_and_60_on_opentable_with_stable_numbers(venues: tuple[Venue, ...]) -> None:
    assert Counter(venue.source for venue in venues) == {"resy": 260, "opentable": 60}
    assert [venue.id for venue in venues] == [*range(1201, 1461), *range(50101, 50161)]


@pytest.mark.parametrize("field", ["name", "url_slug", "address1", "website"])
def test_venues_have_unique_values(venues: tuple[Venue, ...], field: str) -> None:
    assert len({getattr(venue, field) for venue in venues}) == len(venues)


def test_venue_address_fits_its_neighborhood(venues: tuple[Venue, ...]) -> None:
    places = tomllib.loads((Path(catalog.__file__).parent / "places.toml").read_text("utf-8"))
    for venue in venues:
        [borough] = [borough for borough in places.values() if venue.neighborhood in borough]
        _, codes, lat, lon, area, streets = borough[venue.neighborhood]
        assert venue.locality == borough["locality"]
        assert venue.postal_code in codes
        assert venue.phone_number.startswith(f"({area}) 555-01")
        assert abs(venue.lat - lat) < 0.004
        assert abs(venue.lon - lon) < 0.0045
        assert venue.address1.split(" ", 1)[1] in {street.rpartition(" ")[0] for street in streets}


def test_contacts_are_fictional(venues: tuple[Venue, ...]) -> None:
    for venue in venues:
        assert re.fullmatch(r"\(\d{3}\) 555-01\d\d", venue.phone_number)
        assert re.fullmatch(r"https://[a-z0-9-]+\.example", venue.website)


def test_venues_cover_all_boroughs_prices_and_cuisines(venues: tuple[Venue, ...]) -> None:
    assert {venue.locality for venue in venues} == {"New York", "Brooklyn", "Queens", "Bronx"}
    assert {venue.price for venue in venues} == {1, 2, 3, 4}
    assert len({venue.cuisine for venue in venues}) == 15
    assert len({venue.neighborhood for venue in venues}) >= 38


def test_release_rules_have_the_distribution_of_real_venues(venues: tuple[Venue, ...]) -> None:
    days = Counter(venue.release_rule.days_ahead for venue in venues)
    hours = Counter(venue.release_rule.local_time for venue in venues)
    assert set(days) == {6, 7, 14, 20, 21, 28, 30, 60}
    assert days.most_common(1)[0][0] == 14
    assert set(hours) == {"00:00", "07:00", "08:00", "09:00", "10:00", "11:00", "12:00"}
    assert hours["10:00"] + hours["12:00"] < len(venues) / 2


def test_note_states_the_release_rule(venues: tuple[Venue, ...]) -> None:
    for venue in venues:
        assert str(venue.release_rule.days_ahead) in venue.need_to_know
        assert clock_text(venue.release_rule.local_time) in venue.need_to_know
        assert str(venue.cancel_hours) in venue.need_to_know
        assert "{" not in venue.need_to_know
    assert 60 < sum(len(venue.need_to_know) > 300 for venue in venues) < 200


def test_some_venue_names_are_long(venues: tuple[Venue, ...]) -> None:
    assert max(len(venue.name) for venue in venues) >= 45


@pytest.mark.parametrize(
    ("local_time", "words"),
    [("00:00", "midnight"), ("07:00", "7 AM"), ("11:00", "11 AM"), ("12:00", "noon"), ("13:00", "1 PM")],
)
def test_clock_text_writes_midnight_and_noon_as_words(local_time: str, words: str) -> None:
    assert clock_text(local_time) == words


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("La Belle Équipe du Canal", "la-belle-equipe-du-canal"),
        ("Phở at the Corner", "pho-at-the-corner"),
        ("Harlan's Chophouse", "harlans-chophouse"),
        ("Lume & Sale", "lume-and-sale"),
        ("Hearthstone No. 4", "hearthstone-no-4"),
    ],
)
def test_slug_is_lowercase_ascii(name: str, expected: str) -> None:
    assert slug(name) == expected


@pytest.mark.parametrize(
    ("now", "last"),
    [
        ("2026-11-20T13:59:59+00:00", "2026-12-03"),
        ("2026-11-20T14:00:00+00:00", "2026-12-04"),
        ("2026-11-21T04:59:00+00:00", "2026-12-04"),
        ("2026-10-31T12:59:59+00:00", "2026-11-13"),
        ("2026-10-31T13:00:00+00:00", "2026-11-14"),
        ("2026-11-01T13:00:00+00:00", "2026-11-14"),
        ("2026-11-01T14:00:00+00:00", "2026-11-15"),
    ],
)
def test_last_day_follows_the_venues_local_time_through_daylight_saving(now: str, last: str) -> None:
    rule = ReleaseRule(14, "09:00", NEW_YORK)
    assert rule.last_day(datetime.fromisoformat(now)) == date.fromisoformat(last)


def test_opens_at_is_the_instant_that_extends_the_last_day() -> None:
    rule = ReleaseRule(14, "09:00", NEW_YORK)
    opens = rule.opens_at(date(2026, 11, 14))
    assert opens == datetime(2026, 10, 31, 13, 0, tzinfo=UTC)
    assert rule.last_day(opens) == date(2026, 11, 14)


@pytest.mark.parametrize(
    ("now", "last"),
    [
        # The venue opens the week from 28 December on at 10:00 on Monday 30 November.
        ("2026-11-30T14:59:59+00:00", "2026-12-27"),
        ("2026-11-30T15:00:00+00:00", "2027-01-03"),
        ("2026-12-06T23:00:00+00:00", "2027-01-03"),
        # A week of which daylight saving time ends.
        ("2026-11-02T14:59:59+00:00", "2026-11-29"),
        ("2026-11-02T15:00:00+00:00", "2026-12-06"),
    ],
)
def test_weekly_rule_opens_seven_days_at_once(now: str, last: str) -> None:
    rule = ReleaseRule(28, "10:00", NEW_YORK, weekday=0)
    assert rule.last_day(datetime.fromisoformat(now)) == date.fromisoformat(last)


@pytest.mark.parametrize("day", range(28, 35))
def test_all_days_of_a_week_open_at_one_instant(day: int) -> None:
    rule = ReleaseRule(28, "10:00", NEW_YORK, weekday=0)
    opens = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)
    assert rule.opens_at(opens.date() + timedelta(days=day)) == opens


def test_is_past_uses_the_venues_local_time() -> None:
    venue = build(1)[0]
    evening = datetime(2026, 11, 21, 0, 30, tzinfo=UTC)
    assert venue.is_past(date(2026, 11, 20), time(19, 30), evening)
    assert not venue.is_past(date(2026, 11, 20), time(19, 31), evening)
