"""Notify-only requests at the API: what they ignore, what they conflict with, and how an edit changes them."""

from typing import Any

import pytest

from apps.requests.models import ReservationGroup, Status
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"


def file(who: Person, **wanted: Any) -> Any:
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    return who.post(PATH, factories.body(at=[make_venue()], account=account, **wanted))


def test_a_request_books_unless_it_asks_for_notifications(bob: Person) -> None:
    assert file(bob).json()["group"]["notify_only"] is False
    assert ReservationGroup.objects.get().notify_only is False


def test_override_and_fee_do_not_apply(alice: Person) -> None:
    group = file(alice, notify_only=True, override_reservations=True, fee_ceiling_cents=5000).json()["group"]
    assert (group["override_reservations"], group["fee_ceiling_cents"]) == (False, 0)


def test_release_request_cannot_be_notify_only(alice: Person) -> None:
    release = {"snipe_type": "release", "release_date": factories.day(2).isoformat(), "release_time": "10:00"}
    response = file(alice, notify_only=True, **release)
    assert (response.status_code, list(response.json()["errors"])) == (400, ["notify_only_error"])
    assert response.json()["message"].startswith("“Only notify me” is for canceled reservations.")


@pytest.mark.parametrize(("first", "second"), [(True, False), (False, True), (True, True)])
def test_it_conflicts_with_no_request_for_the_same_meal(bob: Person, first: bool, second: bool) -> None:
    assert file(bob, notify_only=first).status_code == 201
    assert file(bob, notify_only=second).status_code == 201


def test_a_booked_table_of_that_meal_does_not_matter(bob: Person) -> None:
    request = factories.group(bob.user).reservations.get()
    factories.attempt(request, state="booked")
    request.group.reservations.update(status=Status.CONFIRMED)
    assert file(bob).status_code == 409
    assert file(bob, notify_only=True).status_code == 201


@pytest.mark.parametrize(
    ("sent", "expected"), [({}, True), ({"notify_only": None}, True), ({"notify_only": False}, False)]
)
def test_an_edit_without_the_field_keeps_it(bob: Person, sent: dict[str, Any], expected: bool) -> None:
    made = file(bob, notify_only=True).json()["group"]
    at = [member["venue"] for member in made["members"]]
    body = factories.body(at=[], account=bob.user.platform_accounts.get(), **sent)
    body["reservation"]["venues"] = [{"id": pk} for pk in at]
    edited = bob.send("PUT", f"{PATH}{made['group_id']}/", body).json()["group"]
    assert edited["notify_only"] is expected


def test_a_notify_only_request_that_becomes_a_booking_one_is_checked_again(bob: Person) -> None:
    file(bob)
    made = file(bob, notify_only=True).json()["group"]
    body = factories.body(at=[], account=bob.user.platform_accounts.get(), notify_only=False)
    body["reservation"]["venues"] = [{"id": made["members"][0]["venue"]}]
    response = bob.send("PUT", f"{PATH}{made['group_id']}/", body)
    assert response.status_code == 409
    assert ReservationGroup.objects.get(pk=made["group_id"]).notify_only


def test_it_is_paused_unpaused_and_canceled_like_any_other(bob: Person) -> None:
    group_id = file(bob, notify_only=True).json()["group"]["group_id"]
    assert bob.post(f"{PATH}{group_id}/pause/").json()["group"]["status"] == "paused"
    assert bob.post(f"{PATH}{group_id}/unpause/").json()["group"]["status"] == "active"
    assert bob.send("DELETE", f"{PATH}{group_id}/").json()["group"]["status"] == "canceled"
