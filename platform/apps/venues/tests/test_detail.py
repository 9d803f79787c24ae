from datetime import time

import pytest

from apps.accounts.testing import Person
from apps.venues.testing import make_venue


def test_it_adds_text_contact_and_release_rule(alice: Person) -> None:
    venue = make_venue(
        need_to_know="Be kind.",
        phone_number="(212) 555-0142",
        website="https://example.org",
        release_days_ahead=14,
        release_local_time=time(9),
    )
    body = alice.get(f"/api/venues/{venue.pk}/").json()
    assert body["id"] == venue.pk
    assert (body["need_to_know"], body["phone_number"], body["website"]) == (
        "Be kind.",
        "(212) 555-0142",
        "https://example.org",
    )
    assert body["release_rule"] == {"days_ahead": 14, "local_time": "09:00", "zone": "America/New_York"}


def test_an_unknown_rule_is_null(alice: Person) -> None:
    assert alice.get(f"/api/venues/{make_venue().pk}/").json()["release_rule"] is None


def test_who_opted_out_is_as_missing_as_who_never_was(alice: Person) -> None:
    gone = make_venue(opted_out=True)
    for venue_id in (gone.pk, 987_654_321):
        response = alice.get(f"/api/venues/{venue_id}/")
        assert (response.status_code, response.json()["message"]) == (404, "We could not find that restaurant.")


@pytest.mark.parametrize(("text", "status"), [("x", 404), ("1.5", 404), ("-1", 404), ("0", 422), ("9" * 30, 422)])
def test_an_id_that_is_none_is_refused(alice: Person, text: str, status: int) -> None:
    response = alice.get(f"/api/venues/{text}/")
    assert response.status_code == status
    assert response.json()["message"]
