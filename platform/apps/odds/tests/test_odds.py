"""The odds of requests over REST: one number where enough is known, bounds elsewhere, without a platform call."""

from datetime import date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.odds import evidence
from apps.odds.models import SeenOpening, WatchedTime
from apps.requests.tests import factories
from apps.venues.models import Venue
from snipers.domain.odds import records
from snipers.domain.odds.records import WatchedTime as Watched
from testing.users import Person
from testing.venues import make_venue

from .factories import fit, see_openings


@pytest.fixture
def known() -> Venue:
    """A venue of which enough is known to state odds."""
    venue = make_venue()
    see_openings(venue)
    fit()
    return venue


def draft_odds(person: Person, *venues: Venue, **wanted: Any) -> Any:
    body = {"reservation": factories.body(at=list(venues), account=None, **wanted)["reservation"]}
    reply = person.post("/api/reservations/odds/", body)
    assert reply.status_code == 200, reply.json()
    return reply.json()["odds"]


def group_odds(person: Person, group_id: int) -> Any:
    return person.get(f"/api/reservations/{group_id}/odds/").json()["odds"]


def test_a_draft_has_odds_with_the_number_of_sightings_and_a_deadline(bob: Person, known: Venue) -> None:
    odds = draft_odds(bob, known)
    assert 0 < odds["probability"] < 1
    assert odds["sightings"] == 60
    ends = datetime.combine(factories.day(), time(18, 30))
    assert odds["deadline"].startswith(ends.date().isoformat())


def test_changes_raise_the_odds_and_are_at_most_one_of_each_kind(bob: Person, known: Venue) -> None:
    see_openings(known, days=20, a_day=6, party_size=4, hour=18)
    odds = draft_odds(bob, known, start_time="19:30", end_time="20:00", party_size=3)
    assert odds["changes"] == []
    odds = draft_odds(bob, known, start_time="19:30", end_time="20:00")
    kinds = [change["kind"] for change in odds["changes"]]
    assert len(kinds) == len(set(kinds)) <= 3
    assert "times" in kinds
    assert all(change["probability"] >= odds["probability"] + 0.02 for change in odds["changes"])
    chances = [change["probability"] for change in odds["changes"]]
    assert chances == sorted(chances, reverse=True)
    times = next(change for change in odds["changes"] if change["kind"] == "times")
    assert (times["start_time"], times["end_time"]) == ("19:00", "20:30")
    assert times["probability"] == draft_odds(bob, known, start_time="19:00", end_time="20:30")["probability"]


@pytest.mark.parametrize(
    "wanted",
    [
        {"snipe_type": "release"},
        {"dates": []},
        {"start_time": None},
        {"party_size": None},
        {"start_time": "20:00", "end_time": "19:00"},
        {"venues": [{"id": 999_999}]},
    ],
)
def test_odds_are_hidden_for_what_cannot_be_estimated(bob: Person, known: Venue, wanted: dict[str, Any]) -> None:
    assert draft_odds(bob, known, **wanted) is None


def test_bounds_are_stated_where_little_is_known(bob: Person, known: Venue) -> None:
    thin, unseen = make_venue(), make_venue()
    see_openings(thin, days=5)
    for venues in ([thin], [known, thin], [unseen]):
        odds = draft_odds(bob, *venues)
        low, high = odds["bounds"]
        assert 0 <= low < odds["probability"] < high <= 1
        assert odds["changes"] == []
    group = factories.group(bob.user, venues=[thin])
    assert group_odds(bob, group.pk)["bounds"] == pytest.approx(draft_odds(bob, thin)["bounds"], abs=0.02)
    assert draft_odds(bob, known)["bounds"] is None
    # A party size that nobody watched.
    assert draft_odds(bob, known, party_size=8)["bounds"] is not None


def test_odds_are_hidden_before_the_first_baseline(bob: Person) -> None:
    venue = make_venue()
    see_openings(venue)
    assert draft_odds(bob, venue) is None


def test_a_filed_request_has_odds_while_it_is_active(bob: Person, charlie: Person, known: Venue) -> None:
    group = factories.group(bob.user, venues=[known])
    odds = group_odds(bob, group.pk)
    assert odds["probability"] == pytest.approx(draft_odds(bob, known)["probability"], abs=0.01)
    assert charlie.get(f"/api/reservations/{group.pk}/odds/").status_code == 404
    group.reservations.update(status="paused")
    assert group_odds(bob, group.pk) is None


def test_lost_and_passed_tables_lower_the_odds(bob: Person, known: Venue) -> None:
    before = draft_odds(bob, known)["probability"]
    request = factories.group(bob.user, venues=[known]).reservations.get()
    for _ in range(12):
        factories.attempt(request, state="lost")
    assert draft_odds(bob, known)["probability"] < before


@pytest.mark.django_db
def test_the_statement_weighs_watched_time_as_the_domain_does() -> None:
    venue, today = make_venue(), timezone.now().date()
    days = [today + timedelta(days=3), today - timedelta(days=1), today - timedelta(days=70), date(today.year, 12, 25)]
    days = [day for day in dict.fromkeys(days) if day >= today - records.USED]
    for day in days:
        WatchedTime.objects.create(venue=venue, service_date=day, party_size=2, lead=3, part=1, seconds=7200.0)
    rows = [Watched(service_date=day, party_size=2, lead=3, part=1, seconds=7200.0) for day in days]
    now = timezone.now()
    found = evidence.of_venues([venue.pk], until=now)[venue.pk].watched
    expected = records.weigh_watched(rows, today=now.date())
    assert found.keys() == expected.keys()
    assert all(found[key] == pytest.approx(expected[key]) for key in expected)


def test_odds_take_the_same_number_of_queries_for_any_number_of_venues_and_dates(bob: Person, known: Venue) -> None:
    counts = []
    for number in (1, 2):
        venues = [known, *(make_venue() for _ in range(number - 1))]
        for venue in venues[1:]:
            see_openings(venue)
        dates = [factories.day(7 + n).isoformat() for n in range(number)]
        with CaptureQueriesContext(connection) as captured:
            draft_odds(bob, *venues, dates=dates)
        counts.append(len(captured))
    assert counts[0] == counts[1]


def test_a_restaurant_has_a_heat_map_if_enough_was_seen(bob: Person, known: Venue) -> None:
    shown = bob.get(f"/api/reservations/venues/{known.pk}/").json()["heat_map"]
    assert shown["hours"] == [19]
    assert shown["sightings"] <= 60
    assert len(shown["rates"]) == 7
    assert {rate for row in shown["rates"] for rate in row} == {1.0}
    thin = make_venue()
    assert bob.get(f"/api/reservations/venues/{thin.pk}/").json()["heat_map"] is None
    SeenOpening.objects.all().delete()
    assert bob.get(f"/api/reservations/venues/{known.pk}/").json()["heat_map"] is None
