"""Requests for one table in all, at the API: filing, editing, filing again, and siblings that were left open."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.requests.models import Attempt, Reservation, Status
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

from . import factories

PATH = "/api/reservations/"
DATES = [factories.day(7), factories.day(8)]


def file(who: Person, **wanted: Any) -> Any:
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    dates = [day.isoformat() for day in DATES]
    return who.post(PATH, factories.body(at=[make_venue(), make_venue()], account=account, dates=dates, **wanted))


def edit(who: Person, group: dict[str, Any], **wanted: Any) -> Any:
    body = factories.body(at=[], account=who.user.platform_accounts.get(), dates=group["dates"], **wanted)
    body["reservation"]["venues"] = [{"id": venue["id"]} for venue in group["venues"]]
    return who.send("PUT", f"{PATH}{group['group_id']}/", body)


def book(request: Reservation) -> Attempt:
    """Record a booked table and leave its siblings on other dates open."""
    attempt = factories.attempt(request, state="booked", platform_reservation_id=f"7{request.pk}")
    Reservation.objects.filter(pk=request.pk).update(status=Status.CONFIRMED)
    return attempt


@pytest.mark.parametrize(("sent", "expected"), [({}, False), ({"one_table": None}, False), ({"one_table": True}, True)])
def test_a_request_gets_one_table_for_each_date_unless_it_asks_for_one_in_all(
    bob: Person, sent: dict[str, Any], expected: bool
) -> None:
    assert file(bob, **sent).json()["group"]["one_table"] is expected


def test_a_notify_only_request_has_no_table_to_share(bob: Person) -> None:
    assert file(bob, one_table=True, notify_only=True).json()["group"]["one_table"] is False


@pytest.mark.parametrize(("sent", "expected"), [({}, True), ({"one_table": False}, False)])
def test_an_edit_without_the_field_keeps_it(bob: Person, sent: dict[str, Any], expected: bool) -> None:
    made = file(bob, one_table=True).json()["group"]
    assert edit(bob, made, **sent).json()["group"]["one_table"] is expected


def test_a_request_with_a_table_cannot_become_one_for_one_table(bob: Person) -> None:
    made = file(bob).json()["group"]
    book(Reservation.objects.filter(date=DATES[0]).earliest("id"))
    refused = edit(bob, made, one_table=True)
    assert (refused.status_code, list(refused.json()["errors"])) == (409, ["one_table_error"])
    assert edit(bob, made).status_code == 200


def test_the_database_refuses_two_live_attempts_of_one_group(bob: Person) -> None:
    file(bob, one_table=True)
    first, other = Reservation.objects.order_by("id")[:2]
    # The writer does not name the column; the trigger sets it.
    assert factories.attempt(first).one_table
    with pytest.raises(IntegrityError), transaction.atomic():
        factories.attempt(other)


@pytest.mark.parametrize("one_table", [True, False])
def test_after_a_canceled_table_the_request_is_filed_again_for_all_dates_that_it_stood_for(
    bob: Person, one_table: bool
) -> None:
    made = file(bob, one_table=one_table).json()["group"]
    attempt = book(Reservation.objects.filter(date=DATES[0]).earliest("id"))
    Reservation.objects.exclude(pk=attempt.reservation_id).update(status="canceled", reason="booked_elsewhere")
    Reservation.objects.filter(pk=attempt.reservation_id).update(status="canceled", reason="canceled_at_platform")
    Attempt.objects.update(state="canceled")
    again = bob.post(f"{PATH}{made['group_id']}/again/").json()["group"]
    assert again["one_table"] is one_table
    assert again["dates"] == (made["dates"] if one_table else made["dates"][:1])
    Reservation.objects.filter(group=again["group_id"]).update(status="canceled")

    Reservation.objects.filter(date=DATES[1]).update(ends_at=timezone.now() - timedelta(days=1))
    assert bob.post(f"{PATH}{made['group_id']}/again/").json()["group"]["dates"] == made["dates"][:1]
