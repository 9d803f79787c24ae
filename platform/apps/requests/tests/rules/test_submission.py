"""The checks of a submission that need no other data."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest

from apps.requests.rules import submission
from apps.requests.rules.submission import Draft, Submission, VenueChoice

# 23:30 on 20 November in New York, 04:30 on the 21st in UTC.
NOW = datetime(2026, 11, 21, 4, 30, tzinfo=UTC)
NEW_YORK = "America/New_York"
DRAFT = Draft(
    snipe_type="cancel",
    venues=(VenueChoice(id=7),),
    party_size=2,
    dates=(date(2026, 11, 27), date(2026, 11, 28)),
    start_time=time(18, 30),
    end_time=time(20, 30),
    account_ids={"resy": 3},
)
RELEASE = replace(DRAFT, snipe_type="release", release_date=date(2026, 11, 22), release_time=time(10, 0))


def complete(draft: Draft = DRAFT, **changes: Any) -> Submission:
    form = submission.complete(replace(draft, **changes))
    assert form is not None
    return form


def test_a_complete_form_has_no_missing_fields() -> None:
    assert submission.missing(DRAFT) == {}
    assert submission.missing(RELEASE) == {}
    assert submission.complete(DRAFT) is not None


@pytest.mark.parametrize(
    ("draft", "changes", "key", "sentence"),
    [
        (DRAFT, {"venues": ()}, "venues_error", "Please select a restaurant"),
        (DRAFT, {"party_size": None}, "party_size_error", "Please select a party size"),
        (DRAFT, {"dates": ()}, "dates_error", "Please set reservation date"),
        (DRAFT, {"start_time": None}, "times_error", "Please set reservation time"),
        (DRAFT, {"end_time": None}, "times_error", "Please set reservation time"),
        (DRAFT, {"account_ids": {}}, "account_error", "Please select an account"),
        (RELEASE, {"release_date": None}, "release_dates_error", "Please set release date"),
        (RELEASE, {"release_time": None}, "release_time_error", "Please set release time"),
    ],
)
def test_each_missing_field_has_its_sentence(draft: Draft, changes: dict[str, Any], key: str, sentence: str) -> None:
    short = replace(draft, **changes)
    assert submission.missing(short) == {key: sentence}
    assert submission.complete(short) is None


def test_a_request_that_only_notifies_needs_no_account() -> None:
    short = replace(DRAFT, account_ids={}, notify_only=True)
    assert submission.missing(short) == {}
    assert submission.complete(short) is not None


def test_midnight_is_not_a_missing_time() -> None:
    assert submission.missing(replace(DRAFT, start_time=time(0, 0))) == {}
    assert submission.missing(replace(RELEASE, release_time=time(0, 0))) == {}


def test_an_empty_form_names_every_missing_field() -> None:
    assert set(submission.missing(Draft(snipe_type="release"))) == {
        "venues_error",
        "party_size_error",
        "dates_error",
        "times_error",
        "release_dates_error",
        "release_time_error",
        "account_error",
    }


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({}, None),
        ({"venues": tuple(VenueChoice(id=i) for i in range(25))}, None),
        ({"venues": tuple(VenueChoice(id=i) for i in range(26))}, "venues_error"),
        ({"venues": (VenueChoice(id=7), VenueChoice(id=7, table_type="Bar"))}, "venues_error"),
        ({"party_size": 1}, None),
        ({"party_size": 10}, None),
        ({"party_size": 0}, "party_size_error"),
        ({"party_size": -1}, "party_size_error"),
        ({"party_size": 11}, "party_size_error"),
        ({"dates": tuple(date(2026, 12, 1) + timedelta(days=i) for i in range(60))}, None),
        ({"dates": tuple(date(2026, 12, 1) + timedelta(days=i) for i in range(61))}, "dates_error"),
        ({"end_time": time(18, 31)}, None),
        ({"end_time": time(18, 30)}, "times_error"),
        ({"end_time": time(18, 29)}, "times_error"),
        ({"final_snipe_date": date(2026, 11, 28)}, None),
        ({"final_snipe_date": date(2026, 11, 29)}, "final_snipe_error"),
        ({"dates": (date.max,), "final_snipe_date": date.max}, None),
    ],
)
def test_an_invalid_form_is_refused_by_field(changes: dict[str, Any], key: str | None) -> None:
    assert list(submission.mistakes(complete(**changes))) == ([key] if key else [])


def test_an_empty_window_gets_the_time_pickers_sentence() -> None:
    assert submission.mistakes(complete(end_time=time(18, 30))) == {"times_error": "Please select a valid time"}


@pytest.mark.parametrize(
    ("changes", "zone", "key"),
    [
        ({}, NEW_YORK, None),
        # Still the 20th in New York, already the 21st in London and Tokyo.
        ({"dates": (date(2026, 11, 20),), "start_time": time(23, 45), "end_time": time(23, 59)}, NEW_YORK, None),
        ({"dates": (date(2026, 11, 20),)}, "Asia/Tokyo", "dates_error"),
        ({"dates": (date(2026, 11, 19),)}, NEW_YORK, "dates_error"),
        ({"dates": (date(2026, 11, 20),)}, NEW_YORK, "times_error"),
        (
            {"dates": (date(2026, 11, 20),), "start_time": time(23, 30), "end_time": time(23, 59)},
            NEW_YORK,
            "times_error",
        ),
        ({"dates": (date(2027, 11, 21),)}, NEW_YORK, None),
        ({"dates": (date(2027, 11, 22),)}, NEW_YORK, "dates_error"),
        ({"dates": (date.max,)}, NEW_YORK, "dates_error"),
        ({"final_snipe_date": date(2026, 11, 20)}, NEW_YORK, None),
        ({"final_snipe_date": date(2026, 11, 19)}, NEW_YORK, "final_snipe_error"),
    ],
)
def test_dates_are_checked_on_the_venues_calendar(changes: dict[str, Any], zone: str, key: str | None) -> None:
    assert list(submission.calendar_mistakes(complete(**changes), now=NOW, zone=zone)) == ([key] if key else [])


def test_a_release_belongs_to_release_requests_and_a_final_day_to_cancel_requests() -> None:
    release = complete(RELEASE, final_snipe_date=date(2026, 11, 26))
    assert (release.release_at, release.final_snipe_date) == (datetime(2026, 11, 22, 15, tzinfo=UTC), None)
    cancel = complete(DRAFT, release_date=date(2026, 11, 22), release_time=time(10, 0))
    assert cancel.release_at is None


@pytest.mark.parametrize(
    ("release_date", "release_time", "key"),
    [
        (date(2026, 11, 20), time(10, 0), None),
        (date(2026, 11, 19), time(23, 59), None),
        (date(2026, 11, 22), time(10, 0), None),
        (date(2026, 11, 27), time(18, 30), "release_dates_error"),
        (date(2027, 11, 22), time(10, 0), "release_dates_error"),
    ],
)
def test_a_release_kept_by_an_edit_may_be_past(release_date: date, release_time: time, key: str | None) -> None:
    form = complete(RELEASE, release_date=release_date, release_time=release_time)
    found = submission.calendar_mistakes(form, now=NOW, zone=NEW_YORK, release_kept=True)
    assert list(found) == ([key] if key else [])


@pytest.mark.parametrize(
    ("release_date", "release_time", "key"),
    [
        # It is 23:30 on the 20th in New York.
        (date(2026, 11, 20), time(23, 31), None),
        (date(2026, 11, 20), time(23, 30), "release_time_error"),
        (date(2026, 11, 20), time(10, 0), "release_time_error"),
        (date(2026, 11, 19), time(23, 59), "release_dates_error"),
        (date(2026, 11, 27), time(18, 29), None),
        (date(2026, 11, 27), time(18, 30), "release_dates_error"),
        (date(2026, 11, 28), time(0, 0), "release_dates_error"),
        (date(2027, 11, 22), time(10, 0), "release_dates_error"),
        (date.max, time(23, 59), "release_dates_error"),
    ],
)
def test_a_release_must_be_ahead_and_before_its_table(release_date: date, release_time: time, key: str | None) -> None:
    form = complete(RELEASE, release_date=release_date, release_time=release_time)
    assert list(submission.calendar_mistakes(form, now=NOW, zone=NEW_YORK)) == ([key] if key else [])
