from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.db import IntegrityError
from pytest_django import DjangoAssertNumQueries

from apps.venues.messages import UNKNOWN
from testing.users import Person
from testing.venues import add_openings, add_weeks, make_venue


def test_detail_has_text_contact_and_release_rule(alice: Person) -> None:
    venue = make_venue(
        need_to_know="Be kind.",
        phone_number="(212) 555-0142",
        website="https://example.org",
        release_days_ahead=14,
        release_local_time=time(9),
        release_source="observed",
        release_confidence="medium",
        release_checked_at=datetime(2026, 11, 19, 14, tzinfo=UTC),
    )
    body = alice.get(f"/api/venues/{venue.pk}/").json()
    assert body["id"] == venue.pk
    assert (body["need_to_know"], body["phone_number"], body["website"]) == (
        "Be kind.",
        "(212) 555-0142",
        "https://example.org",
    )
    assert body["release_rule"] == {
        "days_ahead": 14,
        "local_time": "09:00",
        "zone": "America/New_York",
        "source": "observed",
        "confidence": "medium",
        "checked_at": "2026-11-19T14:00:00.000Z",
    }
    assert body["release_text"] == (
        "New dates open 14 days ahead at 9:00 AM in New York. "
        "Seen in our own checks (medium confidence), last checked on November 19, 2026."
    )


@pytest.mark.parametrize(("smallest", "largest"), [(2, 6), (None, 8), (None, None)])
def test_detail_has_the_party_sizes_that_are_known(alice: Person, smallest: int | None, largest: int | None) -> None:
    venue = make_venue(min_party_size=smallest, max_party_size=largest)
    body = alice.get(f"/api/venues/{venue.pk}/").json()
    assert (body["min_party_size"], body["max_party_size"]) == (smallest, largest)


def test_unknown_release_rule_is_null_with_a_sentence(alice: Person) -> None:
    body = alice.get(f"/api/venues/{make_venue().pk}/").json()
    assert body["release_rule"] is None
    assert body["release_text"] == UNKNOWN


def test_learned_rule_is_separate_from_the_entered_one(alice: Person) -> None:
    venue = make_venue(release_days_ahead=14, release_local_time=time(9), time_zone="America/Los_Angeles")
    path = f"/api/venues/{venue.pk}/"
    assert alice.get(path).json()["learned_rule"] is None
    add_openings(venue, days=6, ahead=30, at=time(10))
    body = alice.get(path).json()
    assert body["release_rule"]["days_ahead"] == 14
    assert body["learned_rule"] == {
        "days_ahead": 30,
        "local_time": "10:00",
        "zone": "America/Los_Angeles",
        "jitter_seconds": 4.0,
        "seen": 6,
        "observed": 6,
        "confidence": "high",
        "weekday": None,
        "text": "Opens 30 days ahead at 10:00 AM in Los Angeles · seen 6 of 6 times",
    }


def test_learned_rule_of_a_venue_that_opens_a_week_at_once_names_the_weekday(alice: Person) -> None:
    venue = make_venue()
    add_weeks(venue, weeks=6, ahead=28, at=time(10))
    rule = alice.get(f"/api/venues/{venue.pk}/").json()["learned_rule"]
    assert (rule["weekday"], rule["days_ahead"], rule["local_time"], rule["confidence"]) == (0, 28, "10:00", "high")
    assert rule["text"] == (
        "Opens a whole week each Monday at 10:00 AM in New York, 28 to 34 days ahead · seen 6 of 6 times"
    )


def test_rule_that_was_seen_once_only_seems_so(alice: Person) -> None:
    venue = make_venue()
    add_openings(venue, days=1, ahead=14, at=time(0))
    text = alice.get(f"/api/venues/{venue.pk}/").json()["learned_rule"]["text"]
    assert text == "Seems to open 14 days ahead at 12:00 AM in New York · seen 1 of 1 time"


@pytest.mark.parametrize("half", [{"release_days_ahead": 14}, {"release_local_time": time(9)}])
def test_partial_release_rule_is_refused(db: None, half: dict[str, Any]) -> None:
    with pytest.raises(IntegrityError, match="release_rule_is_whole"):
        make_venue(**half)


def test_detail_takes_three_queries(alice: Person, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    venue = make_venue()
    with django_assert_num_queries(3):
        alice.get(f"/api/venues/{venue.pk}/")


def test_opted_out_venue_is_not_found(alice: Person) -> None:
    gone = make_venue(opted_out=True)
    for venue_id in (gone.pk, 987_654_321):
        response = alice.get(f"/api/venues/{venue_id}/")
        assert (response.status_code, response.json()["message"]) == (404, "We couldn't find that restaurant.")


@pytest.mark.parametrize(("text", "status"), [("x", 404), ("1.5", 404), ("-1", 404), ("0", 422), ("9" * 30, 422)])
def test_invalid_id_is_refused(alice: Person, text: str, status: int) -> None:
    response = alice.get(f"/api/venues/{text}/")
    assert response.status_code == status
    assert response.json()["message"]
