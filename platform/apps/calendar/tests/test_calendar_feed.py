"""The calendar feed: its secret address, its content, and what a poll costs."""

import logging
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from icalendar import Calendar, Event
from pytest_django import Settings

from apps.accounts.models import AuditEntry
from apps.accounts.signals import address_reverted, unconfirmed_account_reset
from apps.calendar.models import CalendarFeed
from apps.connections.models import PlatformAccount
from apps.notices.tests import factories as notices
from apps.outcomes.selectors import booked_tables
from apps.requests.models import Attempt, Reservation
from apps.requests.tests import factories
from apps.requests.tests.client_factories import person
from testing.secret_search import contains_secret, dump_database
from testing.users import PASSWORD, Anyone, Person
from testing.venues import make_venue

API = "/api/calendar/"


def create(person: Person) -> str:
    return path_of(person.post(API).json()["url"])


def path_of(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.path}?{parts.query}"


def events(anyone: Anyone, path: str) -> list[Event]:
    reply = anyone.get(path)
    assert reply.status_code == 200, reply.content
    return Calendar.from_ical(reply.content.decode()).events


def starts(event: Event) -> datetime:
    """Return the start of an event on its own clock."""
    at = event.start
    assert isinstance(at, datetime)
    return at


def table(person: Person, *, ahead: int = 7, **fields: Any) -> Attempt:
    """A booked table of the person."""
    venue = make_venue(venue_name="Lilac & Vine", time_zone="America/Chicago")
    request = factories.group(person.user, venues=[venue], dates=[factories.day(ahead)]).reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    return factories.attempt(request, **{"state": "booked", "platform_reservation_id": f"R-{request.pk}", **fields})


def cancel(attempt: Attempt, *, days_ago: float = 0, state: str = "canceled") -> None:
    Attempt.objects.filter(pk=attempt.pk).update(state=state)
    at = timezone.now() - timedelta(days=days_ago)
    Reservation.objects.filter(pk=attempt.reservation_id).update(status="canceled", status_changed_at=at)


def test_a_user_has_no_feed_until_one_is_created(alice: Person, anyone: Anyone) -> None:
    assert alice.get(API).json() == {"url": None, "created_at": None}
    made = alice.post(API).json()
    assert made["url"].startswith("http")
    assert alice.get(API).json() == made == alice.post(API).json()
    assert events(anyone, path_of(made["url"])) == []


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_the_address_requires_sign_in(db: None, anyone: Anyone, method: str) -> None:
    assert anyone.send(method, API).status_code == 401
    assert anyone.post(f"{API}renew/").status_code == 401


def test_the_token_has_32_bytes_and_is_not_in_the_database(alice: Person) -> None:
    token = create(alice).partition("token=")[2]
    assert len(token.partition(".")[2]) == 43
    assert not contains_secret(dump_database(), token.partition(".")[2])


def test_a_feed_lists_booked_tables_in_the_zone_of_the_restaurant(alice: Person, anyone: Anyone) -> None:
    booked = table(alice)
    (event,) = events(anyone, create(alice))
    assert event["summary"] == "Lilac & Vine"
    assert event["dtstart"].params["TZID"] == "America/Chicago"
    assert (starts(event).date(), starts(event).hour) == (booked.date, booked.slot_time.hour)
    assert (event["status"], event["sequence"]) == ("CONFIRMED", 0)


@pytest.mark.parametrize("has_event", [True, False])
def test_an_entry_has_the_uid_of_the_tables_own_file(alice: Person, anyone: Anyone, has_event: bool) -> None:
    booked = table(alice)
    if has_event:
        notices.event(alice.user, dedupe_key=f"outcome:{booked.pk}")
    own = alice.get(f"/api/reservations/{booked.group_id}/tables/{booked.reservation_id}/calendar/").content.decode()
    path = create(alice)
    uid = str(Calendar.from_ical(own).events[0]["uid"])
    assert uid.startswith("event-" if has_event else "table-")
    assert [one["uid"] for one in events(anyone, path)] == [uid]
    cancel(booked)
    (event,) = events(anyone, path)
    assert (event["uid"], event["status"], event["sequence"]) == (uid, "CANCELLED", 1)


@pytest.mark.parametrize(
    ("state", "days_ago", "listed"),
    [("canceled", 29, 1), ("canceled", 31, 0), ("replaced", 1, 1), ("lost", 0, 0), ("claimed", 0, 0)],
)
def test_canceled_tables_are_listed_for_30_days(
    alice: Person, anyone: Anyone, state: str, days_ago: int, listed: int
) -> None:
    cancel(table(alice), days_ago=days_ago, state=state)
    assert [one["status"] for one in events(anyone, create(alice))] == ["CANCELLED"] * listed


def test_past_tables_are_listed_for_90_days(alice: Person, anyone: Anyone) -> None:
    for days in (80, 100):
        table(alice, ahead=10 + days // 10, date=timezone.now().date() - timedelta(days=days))
    assert len(events(anyone, create(alice))) == 1


def test_a_long_feed_keeps_the_latest_tables(alice: Person, anyone: Anyone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(booked_tables, "FEED_MOST", 2)
    days = [table(alice, ahead=ahead).date for ahead in (5, 9, 7)]
    assert [starts(one).date() for one in events(anyone, create(alice))] == sorted(days)[1:]


def test_a_feed_has_no_table_of_another_user(alice: Person, bob: Person, anyone: Anyone) -> None:
    table(bob)
    assert events(anyone, create(alice)) == []


def test_the_feed_of_a_concierge_names_the_client(dana: Person, anyone: Anyone) -> None:
    booked = table(dana)
    client = person(dana.user)
    booked.reservation.group.client = client
    booked.reservation.group.save()
    (event,) = events(anyone, create(dana))
    assert event["summary"] == f"Lilac & Vine for {client}"


def test_a_new_address_stops_the_old_one(alice: Person, anyone: Anyone) -> None:
    old = create(alice)
    new = path_of(alice.post(f"{API}renew/").json()["url"])
    assert old != new
    assert anyone.get(old).status_code == 404
    assert anyone.get(new).status_code == 200
    assert path_of(alice.get(API).json()["url"]) == new


def test_a_removed_feed_stops(alice: Person, anyone: Anyone) -> None:
    path = create(alice)
    for _ in range(2):
        assert alice.delete(API).json() == {"url": None, "created_at": None}
    assert anyone.get(path).status_code == 404
    acts = AuditEntry.objects.filter(act="calendar_address").order_by("id").values_list("facts__what", flat=True)
    assert list(acts) == ["created", "removed"]


@pytest.mark.parametrize("token", ["", "1", "1.x", "x.y", "1.", "²." + "a" * 43, "9" * 30 + ".a", "é", "-1.a"])
def test_a_wrong_token_is_404(alice: Person, anyone: Anyone, token: str) -> None:
    create(alice)
    reply = anyone.get(f"{API}tables.ics", token=token)
    assert (reply.status_code, reply.json()["code"]) == (404, "not_found")
    assert anyone.get(f"{API}tables.ics").status_code == 422


def test_the_signature_of_another_user_is_404(alice: Person, bob: Person, anyone: Anyone) -> None:
    mine, other = create(alice), create(bob)
    swapped = other.partition(".ics?token=")[0] + ".ics?token=" + f"{alice.user.pk}." + other.rpartition(".")[2]
    assert anyone.get(swapped).status_code == 404
    assert anyone.get(mine).status_code == 200


def test_closing_the_account_removes_the_feed(alice: Person, anyone: Anyone) -> None:
    path = create(alice)
    assert alice.delete("/api/users/me/", {"password": PASSWORD}).status_code == 200
    assert anyone.get(path).status_code == 404
    assert not CalendarFeed.objects.exists()


def test_a_stranger_who_used_the_account_loses_the_feed(alice: Person, anyone: Anyone) -> None:
    path = create(alice)
    address_reverted.send(type(alice.user), user_id=alice.user.pk, now=timezone.now())
    assert anyone.get(path).status_code == 404
    path = create(alice)
    unconfirmed_account_reset.send(type(alice.user), user_id=alice.user.pk, address="", now=timezone.now())
    assert anyone.get(path).status_code == 404


def test_an_unchanged_feed_is_304(alice: Person, anyone: Anyone) -> None:
    booked, path = table(alice), create(alice)
    first = anyone.get(path)
    assert first["Content-Type"] == "text/calendar; charset=utf-8"
    assert first["Cache-Control"] == "private, no-cache"
    again = anyone._client.get(path, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    cancel(booked)
    assert anyone._client.get(path, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_poll_of_a_feed_costs_three_queries(alice: Person, anyone: Anyone) -> None:
    table(alice, ahead=7)
    table(alice, ahead=9)
    path = create(alice)
    with CaptureQueriesContext(connection) as asked:
        assert len(events(anyone, path)) == 2
    assert len(asked) == 3


def test_head_and_a_trailing_slash_work(alice: Person, anyone: Anyone) -> None:
    path = create(alice)
    assert anyone._client.head(path).status_code == 200
    assert anyone.get(path.replace(".ics?", ".ics/?")).status_code == 200


def test_the_feed_is_counted_like_other_requests_without_sign_in(
    alice: Person, anyone: Anyone, settings: Settings
) -> None:
    path = create(alice)
    settings.API_RATE_ADDRESS = 1
    elsewhere: dict[str, Any] = {"REMOTE_ADDR": f"192.0.2.{timezone.now().second}"}
    statuses = {anyone._client.get(path, **elsewhere).status_code for _ in range(4)}
    assert 429 in statuses


def test_no_log_contains_the_token(alice: Person, anyone: Anyone, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("", "django", "django.request", "psycopg"):
        caplog.set_level(logging.DEBUG, logger=name or None)
    path = create(alice)
    anyone.get(path)
    alice.post(f"{API}renew/")
    anyone.get(path)
    assert "tables.ics" in caplog.text
    assert not contains_secret(caplog.text, path.rpartition(".")[2])


def test_a_disconnected_account_keeps_its_tables(alice: Person, anyone: Anyone) -> None:
    table(alice)
    PlatformAccount.objects.update(status="disconnected")
    assert len(events(anyone, create(alice))) == 1
