"""Closing and disconnecting are refused while a promise to cancel a table is open, and name the table."""

from datetime import time, timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from apps.accounts.models import User
from apps.common.formatting import format_day
from apps.connections.models import PlatformAccount
from apps.requests.models import Attempt, Reservation
from apps.requests.tests import factories
from testing.users import PASSWORD, Anyone, Person
from testing.venues import make_venue

DAY = factories.day(7)
NOW = timezone.now()
SOON = timedelta(seconds=70)
# What is open in an account, whether it can be closed and disconnected then, and the table that a refusal names.
# `replaced`: there is an old table at Old Mill.
CASES: dict[str, tuple[dict[str, Any], bool, int, int, str]] = {
    "table booked": ({"state": "booked"}, False, 200, 200, ""),
    "cancellation ordered": ({"state": "booked", "cancel_requested_at": NOW}, False, 409, 409, "New Inn"),
    "ordered an hour ago": (
        {"state": "booked", "cancel_requested_at": NOW - timedelta(hours=2)},
        False,
        409,
        409,
        "New Inn",
    ),
    "ordered and lost its date": (
        {"state": "booked", "cancel_requested_at": NOW, "date": factories.day(-3)},
        False,
        200,
        200,
        "",
    ),
    "canceled": ({"state": "canceled", "cancel_requested_at": NOW}, False, 200, 200, ""),
    "old table pending": ({"state": "booked", "closed_at": NOW}, True, 409, 409, "Old Mill"),
    "old table pending for 70 s": ({"state": "booked", "closed_at": NOW - SOON}, True, 409, 409, "Old Mill"),
    "new table replaced meanwhile": ({"state": "replaced", "closed_at": NOW}, True, 409, 409, "Old Mill"),
    "old table refused for hours": (
        {"state": "booked", "closed_at": NOW - timedelta(hours=2)},
        True,
        200,
        200,
        "",
    ),
    "old table canceled": (
        {"state": "booked", "closed_at": NOW, "old_booking_gone_at": NOW},
        True,
        200,
        200,
        "",
    ),
    "override being booked": ({"state": "claimed", "replaces": 1}, True, 409, 409, ""),
    "outcome of an override unknown": ({"state": "unknown", "replaces": 1}, True, 409, 409, ""),
    "table being booked": ({"state": "claimed"}, False, 409, 200, ""),
}


def put(person: Person, fields: dict[str, Any], *, replaced: bool) -> PlatformAccount:
    if replaced:
        venue = make_venue(venue_name="Old Mill")
        old = factories.group(person.user, venues=[venue], dates=[DAY]).reservations.get()
        factories.attempt(old, state="replaced", platform_reservation_id="700", slot_time=time(20, 15))
        Reservation.objects.filter(pk=old.pk).update(status="canceled")
    venue = make_venue(venue_name="New Inn")
    new = factories.group(person.user, venues=[venue], dates=[DAY]).reservations.get()
    if fields["state"] in ("booked", "replaced"):
        Reservation.objects.filter(pk=new.pk).update(status="confirmed")
    old_id = {"old_booking_id": "700"} if replaced else {}
    factories.attempt(new, **{"platform_reservation_id": "701", **old_id, **fields})
    return PlatformAccount.objects.get(user=person.user)


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("act", ["close", "disconnect"])
def test_what_is_pending_refuses_and_is_named(bob: Person, name: str, act: str) -> None:
    fields, replaced, closing, disconnecting, named = CASES[name]
    account = put(bob, fields, replaced=replaced)
    if act == "close":
        reply, status = bob.delete("/api/users/me/", {"password": PASSWORD}), closing
    else:
        reply, status = bob.post("/api/resy/logout/", {"accountId": account.pk}), disconnecting
    assert reply.status_code == status, reply.content
    account.refresh_from_db()
    assert (account.status == "connected") is (status == 409)
    assert User.objects.get(pk=bob.user.pk).is_active is (act == "disconnect" or status == 409)
    if named:
        at = "8:15" if named == "Old Mill" else "7:00"
        assert reply.json()["code"] == "canceling"
        assert (
            reply.json()["message"]
            .replace(" ", " ")
            .startswith(f"We're still canceling {named} on {format_day(DAY, locale='en-US')} at {at}")
        )


def test_pending_tables_of_others_do_not_count(bob: Person, charlie: Person) -> None:
    put(charlie, CASES["cancellation ordered"][0], replaced=False)
    account = put(bob, {"state": "booked", "platform_reservation_id": "702"}, replaced=False)
    assert bob.post("/api/resy/logout/", {"accountId": account.pk}).status_code == 200
    assert bob.delete("/api/users/me/", {"password": PASSWORD}).status_code == 200


@pytest.mark.usefixtures("mail_at_once")
def test_closing_names_the_tables_that_stay_booked(bob: Person) -> None:
    put(bob, {"state": "booked"}, replaced=False)
    reply = bob.delete("/api/users/me/", {"password": PASSWORD})
    table = f"New Inn on {format_day(DAY, locale='en-US')} at 7:00"
    assert f"This table stays booked: {table}" in reply.json()["message"].replace(" ", " ")
    assert f"- {table}" in outbox.outbox[-1].body.replace(" ", " ")


def test_old_table_that_nobody_canceled_is_named_as_kept(bob: Person) -> None:
    put(bob, CASES["old table refused for hours"][0], replaced=True)
    message = bob.delete("/api/users/me/", {"password": PASSWORD}).json()["message"]
    assert "These tables stay booked: New Inn on" in message
    assert "Old Mill on" in message


def kept(person: Person) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = person.get("/api/reservations/kept-tables/").json()
    return [{**table, "phrase": table["phrase"].partition(" on ")[0]} for table in tables]


def test_kept_tables_are_read_before_closing(bob: Person, charlie: Person) -> None:
    put(charlie, {"state": "booked", "platform_reservation_id": "702"}, replaced=False)
    assert kept(bob) == []
    put(bob, {"state": "booked"}, replaced=False)
    group = Reservation.objects.get(group__user=bob.user).group_id
    table = {"phrase": "New Inn", "party_size": 2, "platform": "resy", "group_id": group, "canceling": False}
    assert kept(bob) == [table]
    Attempt.objects.filter(group_id=group).update(cancel_requested_at=NOW)
    assert kept(bob) == [{**table, "canceling": True}]
    Attempt.objects.filter(group_id=group).update(date=factories.day(-1))
    assert kept(bob) == []


def test_kept_tables_name_an_old_table_that_only_the_platform_can_cancel(bob: Person) -> None:
    put(bob, CASES["old table refused for hours"][0], replaced=True)
    new, old = kept(bob)
    assert (new["phrase"], new["group_id"] is None) == ("New Inn", False)
    assert (old["phrase"], old["party_size"], old["group_id"]) == ("Old Mill", 2, None)
    Attempt.objects.filter(state="replaced").delete()
    assert [table["phrase"] for table in kept(bob)] == ["New Inn", "the table that New Inn"]


def test_kept_tables_need_a_sign_in(anyone: Anyone) -> None:
    assert anyone.get("/api/reservations/kept-tables/").status_code == 401
