"""Canceling a booked table on its diner's request, against the simulator."""

from collections.abc import Iterator, Mapping
from datetime import datetime, time, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

import icalendar
import pytest
from django.utils import timezone

from apps.connections.models import PlatformAccount, SourceState
from apps.notices.models import Delivery, Event
from apps.outcomes import requested_cancellations
from apps.outcomes.requested_cancellations import GIVE_UP_AFTER, RETRY_AFTER
from apps.requests.models import Attempt, Reservation, TimelineEntry
from apps.requests.services import filing
from apps.requests.tests import factories
from apps.requests.tests.booked_table import Table
from apps.requests.tests.sniper import Sniper
from apps.reservations.housekeeping import Housekeeping
from snipers.clients import registry
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

pytestmark = pytest.mark.django_db(transaction=True)
# For tests in which a platform is called to cancel the table.
at_both_platforms = pytest.mark.parametrize("table", ["resy", "opentable"], indirect=True)

CANCEL = {"resy": "/3/cancel", "opentable": "/api/v3/reservation/{rid}/{confirmationNumber}"}
LIST = {"resy": "/3/user/reservations", "opentable": "/user/dining-dashboard"}
CANCELED = ("canceled", "canceled", "table_canceled_by_you")


@pytest.fixture(autouse=True)
def no_faults(simulator: Simulator) -> Iterator[None]:
    yield
    simulator.clear_faults()


def press_cancel(booked: Table, by: Person | None = None) -> Any:
    return (by or booked.person).post(f"/api/reservations/{booked.group.pk}/tables/{booked.request.pk}/cancel/")


def break_calls(booked: Table, kind: str, paths: Mapping[str, str] = CANCEL, **more: Any) -> None:
    platform = booked.account.platform
    booked.simulator.add_fault(kind, paths[platform], source=platform, **more)


def run(booked: Table, *, after: timedelta = timedelta(0)) -> datetime:
    """Run the table's cancellation with a clock that is ahead by `after`. Return that clock's time."""
    now = timezone.now() + after
    requested_cancellations.run_next(now=now, attempt_id=booked.attempt.pk)
    return now


def is_booked_at_the_platform(booked: Table) -> bool:
    found = booked.simulator.http.get("/bookings").json()["bookings"]
    return any(str(one["reservation_id"]) == booked.number and one["status"] == "booked" for one in found)


def events(what: str) -> int:
    return Event.objects.filter(payload__what=what).count()


@at_both_platforms
def test_a_booked_table_is_canceled_at_the_platform(table: Table) -> None:
    reply = press_cancel(table)
    assert (reply.status_code, reply.json()["code"]) == (202, "canceling")
    assert reply.json()["group"]["members"][0]["booked"]["canceling"] is True
    run(table)
    assert not is_booked_at_the_platform(table)
    assert table.state() == CANCELED
    assert (events("canceling_table"), events("table_canceled")) == (1, 1)
    kinds = list(TimelineEntry.objects.filter(attempt=table.attempt).order_by("id").values_list("kind", flat=True))
    assert kinds[-2:] == ["canceling_table", "canceled"]
    assert not Delivery.objects.filter(kind="table_canceled").exists()


def test_a_second_press_asks_the_platform_once(table: Table) -> None:
    before = table.simulator.count_calls(CANCEL[table.account.platform])
    assert [press_cancel(table).status_code for _ in range(2)] == [202, 202]
    run(table)
    run(table, after=RETRY_AFTER * 2)
    assert press_cancel(table).status_code == 202
    assert table.simulator.count_calls(CANCEL[table.account.platform]) == before + 1
    assert events("table_canceled") == 1


@at_both_platforms
@pytest.mark.parametrize("kind", ["cut-after-commit", "503-html"])
def test_a_call_without_an_answer_is_settled_by_a_second_one(table: Table, kind: str) -> None:
    press_cancel(table)
    break_calls(table, kind, times=1)
    run(table)
    assert not is_booked_at_the_platform(table)
    assert table.state() == CANCELED


@at_both_platforms
def test_a_404_keeps_a_listed_table_booked_and_is_tried_again(table: Table) -> None:
    press_cancel(table)
    before = table.simulator.count_calls(CANCEL[table.account.platform])
    break_calls(table, "404")
    run(table)
    assert table.state() == ("booked", "confirmed", "")
    assert table.simulator.count_calls(CANCEL[table.account.platform]) == before + 1
    table.simulator.clear_faults()
    run(table, after=RETRY_AFTER * 2)
    assert not is_booked_at_the_platform(table)
    assert table.state() == CANCELED


@at_both_platforms
def test_a_404_for_ten_minutes_keeps_the_table_and_notifies_the_user(table: Table) -> None:
    press_cancel(table)
    break_calls(table, "404")
    run(table, after=GIVE_UP_AFTER)
    assert is_booked_at_the_platform(table)
    assert table.state() == ("booked", "confirmed", "")
    assert requested_cancellations.due_at(attempt_id=table.attempt.pk) is None
    assert events("cancel_failed") == 1


@at_both_platforms
def test_a_connection_that_is_cut_every_time_keeps_the_table_until_the_list_shows_its_end(table: Table) -> None:
    press_cancel(table)
    break_calls(table, "503-html")
    run(table)
    assert is_booked_at_the_platform(table)
    assert table.state() == ("booked", "confirmed", "")
    assert requested_cancellations.due_at(attempt_id=table.attempt.pk) is not None
    table.simulator.clear_faults()
    run(table, after=RETRY_AFTER + timedelta(seconds=1))
    assert not is_booked_at_the_platform(table)
    assert table.state() == CANCELED


@at_both_platforms
def test_a_cancellation_that_fails_for_ten_minutes_keeps_the_table_and_notifies_the_user(table: Table) -> None:
    press_cancel(table)
    break_calls(table, "503-html")
    run(table, after=GIVE_UP_AFTER)
    assert table.state() == ("booked", "confirmed", "")
    assert requested_cancellations.due_at(attempt_id=table.attempt.pk) is None
    failed = Event.objects.get(payload__what="cancel_failed")
    assert f"Cancel it on {registry.find(table.account.platform).name}" in failed.payload["reason_text"]
    assert Delivery.objects.filter(event=failed, kind="cancel_failed", channel="email").count() == 1


@at_both_platforms
@pytest.mark.parametrize(
    ("kind", "says"),
    [
        ("not-allowed", "doesn't let this table be canceled any more. Call the restaurant."),
        ("card-declined", "couldn't charge the cancellation fee to your card, so you still have the table."),
    ],
)
def test_a_refused_cancellation_is_sent_once_and_its_cause_is_told(table: Table, kind: str, says: str) -> None:
    before = table.simulator.count_calls(CANCEL[table.account.platform])
    press_cancel(table)
    break_calls(table, kind)
    for tries in range(4):
        run(table, after=RETRY_AFTER * tries)
    assert table.simulator.count_calls(CANCEL[table.account.platform]) == before + 1
    assert table.state() == ("booked", "confirmed", "")
    failed = Event.objects.get(payload__what="cancel_failed")
    assert says in failed.payload["reason_text"]
    assert says in Delivery.objects.get(event=failed, kind="cancel_failed", channel="email").facts["cause"]
    assert not SourceState.objects.exclude(state="healthy").exists()


@at_both_platforms
def test_an_expired_login_keeps_the_table_and_flags_the_account(table: Table) -> None:
    press_cancel(table)
    break_calls(table, "401", LIST)
    run(table)
    assert table.state() == ("booked", "confirmed", "")
    assert events("cancel_failed") == 1
    assert PlatformAccount.objects.get(pk=table.account.pk).status == "needs_reconnect"
    assert press_cancel(table).status_code == 409


@at_both_platforms
def test_a_table_canceled_meanwhile_at_the_platform_counts_as_canceled(table: Table) -> None:
    table.simulator.http.post("/switches", json={"canceled_rows": True}).raise_for_status()
    press_cancel(table)
    table.cancel()
    run(table, after=timedelta(minutes=3))
    assert table.state() == CANCELED


def test_housekeeping_continues_a_cancellation_whose_job_was_lost(table: Table) -> None:
    press_cancel(table)
    Housekeeping(clock=timezone.now).run_once()
    assert table.state() == CANCELED


def test_nothing_is_canceled_while_an_override_replaces_the_table(table: Table, sniper: Sniper) -> None:
    other = factories.group(table.person.user, venues=[table.request.venue], dates=[factories.day(9)])
    factories.attempt(other.reservations.get(), replaces=table.attempt.pk)
    reply = press_cancel(table)
    assert (reply.status_code, reply.json()["code"]) == (409, "booking")


def test_only_the_owner_of_a_booked_table_can_cancel_it(table: Table, charlie: Person) -> None:
    assert press_cancel(table, by=charlie).status_code == 404
    waiting = factories.group(table.person.user, venues=[table.request.venue], dates=[factories.day(9)])
    reply = table.person.post(f"/api/reservations/{waiting.pk}/tables/{waiting.reservations.get().pk}/cancel/")
    assert (reply.status_code, reply.json()["code"]) == (409, "no_table")


def test_a_past_table_is_not_canceled(table: Table) -> None:
    Attempt.objects.filter(pk=table.attempt.pk).update(date=timezone.now().date() - timedelta(days=2))
    reply = press_cancel(table)
    assert (reply.status_code, reply.json()["code"]) == (409, "past")


@pytest.mark.parametrize("canceling", [False, True])
def test_an_override_takes_a_table_unless_it_is_being_canceled(table: Table, sniper: Sniper, canceling: bool) -> None:
    venue, user = make_venue(reservation_source=table.account.platform), table.person.user
    better = factories.draft(venue, account=table.account, dates=(table.request.date,), override_reservations=True)
    group_id = filing.create_group(user_id=user.pk, draft=better, now=timezone.now())
    if canceling:
        press_cancel(table)
    claimed = sniper.claim(Reservation.objects.get(group_id=group_id))
    assert (claimed is None) is canceling


def test_the_calendar_file_names_the_table_in_its_zone(table: Table, charlie: Person) -> None:
    address = f"/api/reservations/{table.group.pk}/tables/{table.request.pk}/calendar/"
    reply = table.person.get(address)
    assert reply["Content-Type"] == "text/calendar; charset=utf-8"
    event = cast(Any, icalendar.Calendar.from_ical(reply.content).walk("VEVENT")[0])
    assert event["SUMMARY"] == table.request.venue.venue_name
    assert event["DTSTART"].dt == datetime.combine(
        table.request.date, time(19), ZoneInfo(table.request.venue.time_zone)
    )
    assert table.number in event["DESCRIPTION"]
    assert charlie.get(address).status_code == 404
    press_cancel(table)
    run(table)
    assert table.person.get(address).status_code == 404
