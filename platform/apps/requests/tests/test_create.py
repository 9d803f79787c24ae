"""The endpoint POST /api/reservations/."""

from typing import Any

import pytest

from apps.common.formatting import format_day
from apps.notices.models import Event
from apps.requests.models import Reservation, ReservationGroup, TimelineEntry
from testing.platform_accounts import make_account
from testing.users import Anyone, Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"


def nothing_was_filed() -> bool:
    return not ReservationGroup.objects.exists() and not Event.objects.exists()


def test_a_submission_becomes_a_group_with_a_request_for_each_venue_and_date(bob: Person) -> None:
    venues = [make_venue(venue_name="Lupa"), make_venue(venue_name="Via Carota")]
    dates = [factories.day(8).isoformat(), factories.day(7).isoformat()]

    reply = bob.post(PATH, factories.body(at=venues, account=make_account(user=bob.user), dates=dates, party_size=3))

    assert reply.status_code == 201
    group = reply.json()["group"]
    assert group["status"] == "active"
    assert group["number"] == f"{group['group_id']:05d}"
    assert group["dates"] == sorted(dates)
    assert (group["start_time"], group["end_time"], group["party_size"]) == ("18:30", "20:30", 3)
    assert [venue["venue_name"] for venue in group["venues"]] == ["Lupa", "Via Carota"]
    assert [(member["venue_name"], member["date"]) for member in group["members"]] == [
        ("Lupa", dates[1]),
        ("Via Carota", dates[1]),
        ("Lupa", dates[0]),
        ("Via Carota", dates[0]),
    ]
    assert {member["watch"]["state"] for member in group["members"]} == {"starting"}
    assert TimelineEntry.objects.filter(kind="filed").count() == 4
    assert not group["stopping"]


def test_filing_publishes_one_event(alice: Person) -> None:
    reply = alice.post(PATH, factories.body(at=[make_venue()], account=make_account(user=alice.user)))

    event = Event.objects.get()
    assert (event.user_id, event.seq, event.type) == (alice.user.pk, 1, "reservation.changed")
    assert event.payload["group_id"] == reply.json()["group"]["group_id"]
    assert (event.payload["what"], event.payload["group_status"]) == ("filed", "active")


def test_any_seating_is_stored_as_an_empty_string(bob: Person) -> None:
    venues = [make_venue(), make_venue(), make_venue()]
    body = factories.body(at=venues, account=make_account(user=bob.user))
    for chosen, seating in zip(body["reservation"]["venues"], ["Any", None, "Bar"], strict=True):
        chosen["table_type"] = seating

    assert bob.post(PATH, body).status_code == 201
    assert list(Reservation.objects.order_by("id").values_list("table_type", flat=True)) == ["", "", "Bar"]


@pytest.mark.parametrize(
    ("missing", "key", "sentence"),
    [
        ({"venues": []}, "venues_error", "Please select a restaurant"),
        ({"party_size": None}, "party_size_error", "Please select a party size"),
        ({"dates": []}, "dates_error", "Please set reservation date"),
        ({"start_time": None}, "times_error", "Please set reservation time"),
    ],
)
def test_a_missing_field_is_named(alice: Person, missing: dict[str, Any], key: str, sentence: str) -> None:
    reply = alice.post(PATH, factories.body(at=[make_venue()], account=make_account(user=alice.user), **missing))

    assert reply.status_code == 400
    assert reply.json() == {
        "message": "Please fill all required fields before submitting.",
        "code": "incomplete",
        "errors": {key: sentence},
    }
    assert nothing_was_filed()


def test_a_submission_requires_an_account(alice: Person) -> None:
    make_account(user=alice.user)
    reply = alice.post(PATH, factories.body(at=[make_venue()], account=None))
    assert (reply.status_code, reply.json()["errors"]) == (400, {"account_error": "Please select an account"})


@pytest.mark.parametrize(
    ("wrong", "status", "key"),
    [
        ({"party_size": 0}, 400, "party_size_error"),
        ({"party_size": 11}, 400, "party_size_error"),
        ({"dates": ["2020-01-01"]}, 400, "dates_error"),
        ({"dates": ["9999-12-31"]}, 400, "dates_error"),
        ({"start_time": "20:30", "end_time": "18:30"}, 400, "times_error"),
        ({"final_snipe_date": "2020-01-01"}, 400, "final_snipe_error"),
        ({"party_size": 2**31}, 422, "reservation.party_size"),
        ({"party_size": "two"}, 422, "reservation.party_size"),
        ({"party_size": True}, 422, "reservation.party_size"),
        ({"dates": ["2026-02-30"]}, 422, "reservation.dates.0"),
        ({"dates": ["2026-12-01"] * 61}, 422, "reservation.dates"),
        ({"start_time": "25:00"}, 422, "reservation.start_time"),
        ({"venues": [{"id": 0}]}, 422, "reservation.venues.0.id"),
        ({"venues": [{"id": 2**63}]}, 422, "reservation.venues.0.id"),
        ({"venues": [{"id": 1}] * 26}, 422, "reservation.venues"),
        ({"snipe_type": "steal"}, 422, "reservation.snipe_type"),
        ({"is_vip": True}, 422, "reservation.is_vip"),
        ({"fee_ceiling_cents": -1}, 422, "reservation.fee_ceiling_cents"),
        ({"fee_ceiling_cents": 100_001}, 422, "reservation.fee_ceiling_cents"),
        ({"cancel_fee_ceiling_cents": -1}, 422, "reservation.cancel_fee_ceiling_cents"),
    ],
)
def test_an_invalid_field_is_named(alice: Person, wrong: dict[str, Any], status: int, key: str) -> None:
    reply = alice.post(PATH, factories.body(at=[make_venue()], account=make_account(user=alice.user), **wrong))

    assert reply.status_code == status
    assert list(reply.json()["errors"]) == [key]
    assert reply.json()["message"]
    assert nothing_was_filed()


@pytest.mark.parametrize("hidden", [{"opted_out": True}, None])
def test_an_unknown_or_opted_out_venue_is_not_found(alice: Person, hidden: dict[str, Any] | None) -> None:
    venue = make_venue(**(hidden or {}))
    if hidden is None:
        venue.pk += 1
    reply = alice.post(PATH, factories.body(at=[venue], account=make_account(user=alice.user)))

    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
    assert nothing_was_filed()


def test_an_ended_trial_counts_as_no_plan(alice: Person) -> None:
    alice.user.trial_ends_at = alice.user.date_joined
    alice.user.save(update_fields=["trial_ends_at"])
    reply = alice.post(PATH, factories.body(at=[make_venue()], account=make_account(user=alice.user)))
    assert (reply.status_code, reply.json()["code"]) == (402, "plan_needed")


@pytest.mark.parametrize("whose", ["disconnected", "somebody else's", "missing", "at the other platform"])
def test_the_selected_account_must_be_connected_and_own(alice: Person, charlie: Person, whose: str) -> None:
    account = make_account(user=charlie.user if whose == "somebody else's" else alice.user)
    body = factories.body(at=[make_venue()], account=account)
    if whose == "disconnected":
        account.status = "disconnected"
        account.save(update_fields=["status"])
    if whose == "missing":
        body["selectedResyAccount"] = account.pk + 1
    if whose == "at the other platform":
        body |= {"selectedResyAccount": None, "selectedOpenTableAccount": account.pk}
    reply = alice.post(PATH, body)

    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
    assert nothing_was_filed()


def test_an_account_that_needs_a_reconnect_accepts_requests(alice: Person) -> None:
    account = make_account(user=alice.user, status="needs_reconnect")
    reply = alice.post(PATH, factories.body(at=[make_venue()], account=account))
    assert reply.status_code == 201
    assert reply.json()["group"]["members"][0]["watch"]["state"] == "needs_reconnect"


def test_a_submission_that_only_partly_fits_files_nothing(bob: Person) -> None:
    venues = [make_venue() for _ in range(13)]
    dates = [factories.day(7).isoformat(), factories.day(8).isoformat()]
    reply = bob.post(PATH, factories.body(at=venues, account=make_account(user=bob.user), dates=dates))

    assert (reply.status_code, reply.json()["code"]) == (409, "over_limit")
    assert nothing_was_filed()


def test_standard_allows_one_request_for_each_date(alice: Person) -> None:
    factories.group(alice.user, venues=[make_venue(venue_name="Petit Quai")])
    account = alice.user.platform_accounts.get()
    again = alice.post(PATH, factories.body(at=[make_venue()], account=account))
    assert (again.status_code, again.json()["code"]) == (409, "same_date")
    day = format_day(factories.day(), locale=alice.user.locale)
    sentence = f"You already have an active request for that meal on {day}, at Petit Quai."
    assert (again.json()["message"], again.json()["errors"]) == (sentence, {"dates_error": sentence})


def test_a_refusal_for_a_meal_names_some_of_the_other_restaurants(bob: Person) -> None:
    names = ["Aska", "Barano", "Cervo", "Dante", "Elvia"]
    factories.group(bob.user, venues=[make_venue(venue_name=name) for name in names])
    again = bob.post(PATH, factories.body(at=[make_venue()], account=bob.user.platform_accounts.get()))
    assert again.json()["message"].endswith(", at Aska, Barano, Cervo, or 2 more.")


def test_pro_allows_one_request_for_each_meal(bob: Person) -> None:
    factories.group(bob.user)
    account = bob.user.platform_accounts.get()
    lunch = factories.body(at=[make_venue()], account=account, start_time="12:00", end_time="14:00")
    all_day = factories.body(at=[make_venue()], account=account, start_time="15:30", end_time="22:00")

    assert bob.post(PATH, all_day).json()["code"] == "same_date"
    assert bob.post(PATH, lunch).status_code == 201


def test_a_booked_meal_requires_an_override(bob: Person) -> None:
    booked = factories.group(bob.user, venues=[make_venue(venue_name="Petit Quai")]).reservations.get()
    factories.attempt(booked, state="booked")
    Reservation.objects.update(status="confirmed")
    body = factories.body(at=[make_venue()], account=booked.account)
    refused = bob.post(PATH, body)
    body["reservation"]["override_reservations"] = True
    accepted = bob.post(PATH, body)

    assert (refused.status_code, refused.json()["code"]) == (409, "already_booked")
    day = format_day(factories.day(), locale=bob.user.locale)
    assert refused.json()["message"] == f"You already have a table at that time: Petit Quai on {day} at 7:00 PM."
    assert accepted.status_code == 201
    assert accepted.json()["group"]["override_reservations"]


def test_an_override_does_not_allow_two_requests_for_one_meal(bob: Person) -> None:
    factories.group(bob.user)
    account = bob.user.platform_accounts.get()
    reply = bob.post(PATH, factories.body(at=[make_venue()], account=account, override_reservations=True))
    assert (reply.status_code, reply.json()["code"]) == (409, "same_date")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({}, (0, 0)),
        ({"fee_ceiling_cents": 2500}, (2500, 2500)),
        ({"cancel_fee_ceiling_cents": 5000}, (0, 5000)),
        ({"fee_ceiling_cents": 2500, "cancel_fee_ceiling_cents": 0}, (2500, 0)),
    ],
)
def test_a_missing_cancel_fee_ceiling_is_the_fee_ceiling(
    bob: Person, sent: dict[str, int], kept: tuple[int, int]
) -> None:
    reply = bob.post(PATH, factories.body(at=[make_venue()], account=make_account(user=bob.user), **sent))
    group = reply.json()["group"]
    assert (group["fee_ceiling_cents"], group["cancel_fee_ceiling_cents"]) == kept


@pytest.mark.parametrize(("ceiling", "kept"), [({}, 0), ({"fee_ceiling_cents": 2500}, 2500)])
def test_the_fee_ceiling_is_0_by_default(bob: Person, ceiling: dict[str, int], kept: int) -> None:
    reply = bob.post(PATH, factories.body(at=[make_venue()], account=make_account(user=bob.user), **ceiling))
    assert reply.status_code == 201
    assert reply.json()["group"]["fee_ceiling_cents"] == kept
    assert ReservationGroup.objects.get().fee_ceiling_cents == kept


def test_filing_requires_sign_in(anyone: Anyone, alice: Person) -> None:
    reply = anyone.post(PATH, factories.body(at=[make_venue()], account=make_account(user=alice.user)))
    assert reply.status_code == 401
    assert nothing_was_filed()
