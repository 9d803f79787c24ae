"""POST /api/reservations/ for a release, and the life of such a group."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from apps.outcomes.relay import upkeep
from apps.requests.models import Reservation, ReservationGroup
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"
NEW_YORK = ZoneInfo("America/New_York")


def release(*, at: list[Any], user: Any, **wanted: Any) -> dict[str, Any]:
    """A release request that opens the day after tomorrow at 10:00 in New York."""
    values = {"snipe_type": "release", "release_date": factories.day(2).isoformat(), "release_time": "10:00", **wanted}
    return factories.body(at=at, account=make_account(user=user), **values)


def in_new_york(day: Any, at: time) -> datetime:
    return datetime.combine(day, at, NEW_YORK).astimezone(UTC)


def test_a_release_has_its_instant_and_ends_with_the_release_day(bob: Person) -> None:
    reply = bob.post(PATH, release(at=[make_venue()], user=bob.user, final_snipe_date=factories.day(6).isoformat()))

    assert reply.status_code == 201
    assert reply.json()["message"] == "Request filed. We'll be there when the reservations are released."
    group = reply.json()["group"]
    assert (group["snipe_type"], group["status"]) == ("release", "active")
    assert (group["release_date"], group["release_time"]) == (factories.day(2).isoformat(), "10:00")
    assert datetime.fromisoformat(group["release_at"]) == in_new_york(factories.day(2), time(10, 0))
    assert group["final_snipe_date"] is None
    assert Reservation.objects.get().ends_at == in_new_york(factories.day(3), time(0, 0))


def test_a_cancel_request_has_no_release(bob: Person) -> None:
    body = release(at=[make_venue()], user=bob.user, snipe_type="cancel")
    group = bob.post(PATH, body).json()["group"]
    assert (group["release_date"], group["release_time"], group["release_at"]) == (None, None, None)


def test_a_release_is_armed_until_its_instant(bob: Person) -> None:
    group = bob.post(PATH, release(at=[make_venue()], user=bob.user)).json()["group"]
    assert group["members"][0]["watch"]["state"] == "armed"


@pytest.mark.parametrize(
    ("missing", "key", "sentence"),
    [
        ("release_date", "release_dates_error", "Please set release date"),
        ("release_time", "release_time_error", "Please set release time"),
    ],
)
def test_a_missing_field_is_named(bob: Person, missing: str, key: str, sentence: str) -> None:
    reply = bob.post(PATH, release(at=[make_venue()], user=bob.user, **{missing: None}))
    assert (reply.status_code, reply.json()["errors"]) == (400, {key: sentence})


@pytest.mark.parametrize(
    ("wrong", "key"),
    [
        ({"release_date": "2020-01-01"}, "release_dates_error"),
        ({"release_date": "9999-12-31"}, "release_dates_error"),
        ({"release_date": factories.day(8).isoformat()}, "release_dates_error"),
    ],
)
def test_an_invalid_release_date_is_refused(bob: Person, wrong: dict[str, str], key: str) -> None:
    reply = bob.post(PATH, release(at=[make_venue()], user=bob.user, **wrong))
    assert (reply.status_code, list(reply.json()["errors"])) == (400, [key])
    assert not ReservationGroup.objects.exists()


def test_a_paused_release_can_be_unpaused_on_its_day(bob: Person) -> None:
    group_id = bob.post(PATH, release(at=[make_venue()], user=bob.user)).json()["group"]["group_id"]
    assert bob.post(f"{PATH}{group_id}/pause/").status_code == 200
    ReservationGroup.objects.update(release_at=timezone.now() - timedelta(minutes=1))

    assert bob.post(f"{PATH}{group_id}/unpause/").status_code == 200
    assert Reservation.objects.get().status == "active"


def test_a_release_whose_day_is_over_ends_unsuccessfully(bob: Person) -> None:
    group_id = bob.post(PATH, release(at=[make_venue()], user=bob.user)).json()["group"]["group_id"]
    Reservation.objects.update(ends_at=timezone.now())

    assert upkeep.end_due(now=timezone.now()) == 1
    (member,) = bob.get(f"{PATH}{group_id}/").json()["members"]
    assert (member["status"], member["reason"]) == ("unsuccessful", "window_over")
