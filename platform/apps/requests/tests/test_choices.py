"""The order in which a user submits venues, dates and seatings is their preference."""

from typing import Any

import pytest

from apps.requests.models import Reservation
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"
EARLY, LATE = factories.day(7), factories.day(9)


def file(who: Person, *, seatings: list[dict[str, Any]], dates: list[str]) -> Any:
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    venues = [make_venue(venue_name=f"Venue {n}", seating_types=["Bar", "Patio"]) for n in range(len(seatings))]
    body = factories.body(at=venues, account=account, dates=dates, one_table=True)
    body["reservation"]["venues"] = [{"id": one.pk, **wanted} for one, wanted in zip(venues, seatings, strict=True)]
    return who.post(PATH, body)


def stored() -> list[tuple[str, Any, int]]:
    rows = Reservation.objects.order_by("choice").values_list("venue__venue_name", "date", "choice")
    return list(rows)


def test_venues_count_more_than_dates_and_both_are_in_the_order_of_the_form(bob: Person) -> None:
    group = file(bob, seatings=[{}, {}], dates=[LATE.isoformat(), EARLY.isoformat()]).json()["group"]
    assert stored() == [
        ("Venue 0", LATE, 0), ("Venue 0", EARLY, 1), ("Venue 1", LATE, 2), ("Venue 1", EARLY, 3)
    ]  # fmt: skip
    assert group["dates"] == [EARLY.isoformat(), LATE.isoformat()]
    assert group["dates_by_choice"] == [LATE.isoformat(), EARLY.isoformat()]
    assert [venue["venue_name"] for venue in group["venues"]] == ["Venue 0", "Venue 1"]


def test_an_edit_changes_the_order(bob: Person) -> None:
    made = file(bob, seatings=[{}, {}], dates=[EARLY.isoformat(), LATE.isoformat()]).json()["group"]
    body = factories.body(at=[], account=bob.user.platform_accounts.get(), dates=[LATE.isoformat(), EARLY.isoformat()])
    body["reservation"]["venues"] = [{"id": venue["id"]} for venue in reversed(made["venues"])]
    edited = bob.send("PUT", f"{PATH}{made['group_id']}/", body).json()["group"]
    assert stored()[0] == ("Venue 1", LATE, 0)
    assert [venue["venue_name"] for venue in edited["venues"]] == ["Venue 1", "Venue 0"]
    assert Reservation.objects.count() == 4


@pytest.mark.parametrize(
    ("sent", "first", "stored_list"),
    [
        ({"table_type": "Bar"}, "Bar", ["Bar"]),
        ({"table_types": ["Patio", "Bar"]}, "Patio", ["Patio", "Bar"]),
        ({"table_type": "Bar", "table_types": ["Patio", "patio", "Any", "Bar"]}, "Patio", ["Patio", ""]),
        ({"table_types": ["Any", "Bar"]}, "", [""]),
        ({"table_types": []}, "", [""]),
        ({"table_type": None, "table_types": None}, "", [""]),
    ],
    ids=["one", "two", "any ends the list", "any first", "none", "null"],
)
def test_seatings_are_in_the_order_of_the_form(
    bob: Person, sent: dict[str, Any], first: str, stored_list: list[str]
) -> None:
    group = file(bob, seatings=[sent], dates=[EARLY.isoformat()]).json()["group"]
    assert (group["venues"][0]["table_type"], group["venues"][0]["table_types"]) == (first, stored_list)


def test_each_seating_must_exist_at_the_restaurant(bob: Person) -> None:
    refused = file(bob, seatings=[{"table_types": ["Bar", "Terrace"]}], dates=[EARLY.isoformat()])
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["table_type_error"])


def test_seatings_that_do_not_begin_with_the_first_one_are_ignored(bob: Person) -> None:
    group = file(bob, seatings=[{"table_types": ["Patio", "Bar"]}], dates=[EARLY.isoformat()]).json()["group"]
    Reservation.objects.update(table_type="Bar")
    again = bob.get(f"{PATH}{group['group_id']}/").json()
    assert again["venues"][0]["table_types"] == ["Bar"]
