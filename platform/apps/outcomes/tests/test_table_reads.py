"""A table that its diner canceled at the platform, read when the user asks about it, against the simulator."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.models import Throttle
from apps.outcomes import table_reads
from apps.requests.models import Attempt, Reservation
from apps.requests.tests import factories
from apps.requests.tests.booked_table import Table
from apps.weekly import filing, weeks
from apps.weekly.models import WeeklyRule
from testing.venues import make_venue

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("table", ["resy", "opentable"], indirect=True),
]
KEPT = ("booked", "confirmed", "")
GONE = ("canceled", "canceled", "canceled_at_platform")
STEP = timedelta(seconds=14)


def alone(table: Table) -> None:
    """Let our table, booked ten minutes ago, be the only one of the account."""
    for one in table.simulator.http.get("/bookings").json()["bookings"]:
        if one["status"] == "booked" and str(one["reservation_id"]) != table.number:
            table.simulator.http.post("/cancel", json={"reservation_id": one["reservation_id"]}).raise_for_status()
    Attempt.objects.filter(pk=table.attempt.pk).update(closed_at=timezone.now() - timedelta(minutes=10))


def pass_time() -> None:
    """Let STEP pass for what is stored."""
    Throttle.objects.all().delete()
    Attempt.objects.exclude(missing_since=None).update(missing_since=F("missing_since") - STEP)


def jobs() -> list[dict[str, Any]]:
    return [job.args for job in ProcrastinateJob.objects.filter(task_name=table_reads.TASK).order_by("id")]


def file_again(table: Table, **headers: str) -> Any:
    other = make_venue(reservation_source=table.account.platform)
    wanted = factories.body(at=[other], account=table.account)
    if table.account.platform == "opentable":
        wanted |= {"selectedResyAccount": None, "selectedOpenTableAccount": table.account.pk}
    return replace(table.person, headers=headers).post("/api/reservations/", wanted)


@pytest.mark.parametrize("headers", [{}, {"Idempotency-Key": "again"}])
def test_refusal_reads_the_account_and_the_second_empty_list_decides(table: Table, headers: dict[str, str]) -> None:
    alone(table)
    table.cancel("diner")
    assert file_again(table, **headers).json()["code"] == "already_booked"
    assert table.state() == KEPT
    assert jobs() == [{"account_id": table.account.pk, "again": False}]
    pass_time()
    assert file_again(table, **headers).status_code == 201
    assert table.state() == GONE


def test_opened_ticket_queues_two_readings_that_decide(table: Table) -> None:
    alone(table)
    table.cancel("diner")
    for _ in range(3):
        assert table.person.get(f"/api/reservations/{table.group.pk}/timeline/").status_code == 200
    assert jobs() == [{"account_id": table.account.pk, "again": True}]
    table_reads.read_account(**jobs()[0], now=timezone.now())
    assert table.state() == KEPT
    pass_time()
    table_reads.read_account(**jobs()[1], now=timezone.now())
    assert table.state() == GONE
    assert len(jobs()) == 2


def test_table_that_is_still_listed_stays_booked(table: Table) -> None:
    alone(table)
    for _ in range(3):
        assert file_again(table).json()["code"] == "already_booked"
        pass_time()
    assert (table.state(), jobs()) == (KEPT, [])


def test_account_is_read_once_in_ten_seconds(table: Table) -> None:
    alone(table)
    path = {"resy": "/3/user/reservations", "opentable": "/user/dining-dashboard"}[table.account.platform]
    before = table.simulator.count_calls(path)
    for _ in range(4):
        assert file_again(table).json()["code"] == "already_booked"
    first = table.simulator.count_calls(path) - before
    pass_time()
    file_again(table)
    assert first > 0
    assert table.simulator.count_calls(path) - before == 2 * first


@pytest.mark.parametrize("kind", ["503-html", "429", "schema-drift"])
def test_list_that_cannot_be_read_cancels_nothing(table: Table, kind: str) -> None:
    alone(table)
    path = {"resy": "/3/user/reservations", "opentable": "/user/dining-dashboard"}[table.account.platform]
    table.simulator.add_fault(kind, path, source=table.account.platform)
    for _ in range(3):
        assert file_again(table).json()["code"] == "already_booked"
        pass_time()
    assert table.state() == KEPT


def test_too_late_to_stop_is_answered_after_a_reading(table: Table) -> None:
    alone(table)
    table.cancel("diner")
    address = f"/api/reservations/{table.group.pk}/"
    assert table.person.delete(address).json()["code"] == "already_booked"
    pass_time()
    assert table.person.delete(address).status_code == 200
    assert table.state() == GONE


def paused_on_the_same_day(table: Table) -> str:
    """Return the path of another paused group of the diner, on the day of the booked table."""
    other = make_venue(reservation_source=table.account.platform)
    group = factories.group(table.person.user, venues=[other], dates=[table.request.date + timedelta(days=1)])
    path = f"/api/reservations/{group.pk}"
    assert table.person.post(f"{path}/pause/").status_code == 200
    Reservation.objects.filter(group=group).update(date=table.request.date)
    return path


@pytest.mark.parametrize("bulk", [False, True])
def test_unpausing_reads_the_account(table: Table, bulk: bool) -> None:
    path = paused_on_the_same_day(table)

    def unpause() -> str:
        if not bulk:
            reply = table.person.post(f"{path}/unpause/").json()
            return str(reply.get("code") or "active")
        wanted = {"action": "unpause", "group_ids": [int(path.rpartition("/")[2])]}
        return str(table.person.post("/api/reservations/bulk/", wanted).json()["results"][0]["code"])

    alone(table)
    assert unpause() == "already_booked"
    table.cancel("diner")
    pass_time()
    assert unpause() == "already_booked"
    pass_time()
    assert unpause() == "active"
    assert table.state() == GONE


def test_a_weekly_request_is_filed_after_a_reading(table: Table) -> None:
    alone(table)
    table.cancel("diner")
    table_reads.read_account(account_id=table.account.pk, now=timezone.now(), again=False)
    pass_time()
    venue, accounts = make_venue(reservation_source=table.account.platform), {table.account.platform: table.account.pk}
    rule = factories.weekly_rule(table.person.user, venue=venue, account_ids=accounts)
    monday = weeks.monday_of(table.request.date)
    WeeklyRule.objects.filter(pk=rule.pk).update(
        weekdays=[table.request.date.weekday()],
        first_week=monday,
        next_week=monday,
        due_at=timezone.now(),
    )
    assert filing.file_due(now=timezone.now()) == 1
    assert table.state() == GONE
