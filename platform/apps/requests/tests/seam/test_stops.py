"""Stops at the same time as the snipers' own statements. The transaction that locks the row first wins, and the answer
to the user says which one that was."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections, transaction
from django.utils import timezone

from apps.connections.models import KillSwitch
from apps.outcomes.relay import outcomes, upkeep
from apps.requests.models import Attempt, Reservation
from apps.requests.stops.stopping import Answer, Stop
from apps.requests.tests import factories
from apps.requests.tests.sniper import Clock, Sniper, stop, wait_for_a_blocked_session
from testing.users import make_user
from testing.venues import make_venue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sniper() -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


@pytest.fixture
def request_row() -> Reservation:
    return factories.group(make_user("Alice")).reservations.get()


@pytest.mark.parametrize(("how", "status"), [(Stop.PAUSE, "paused"), (Stop.DELETE, "canceled")])
def test_after_a_stop_no_claim_gets_a_row(sniper: Sniper, request_row: Reservation, how: Stop, status: str) -> None:
    assert stop(request_row, how) is Answer.STOPPED
    assert sniper.claim(request_row) is None
    request_row.refresh_from_db()
    assert (request_row.status, request_row.stop) == (status, "")


@pytest.mark.parametrize(
    ("how", "ends", "answer", "status"),
    [
        (Stop.PAUSE, "booked", Answer.ALREADY_BOOKED, "confirmed"),
        (Stop.PAUSE, "lost", Answer.STOPPED, "paused"),
        (Stop.DELETE, "booked", Answer.ALREADY_BOOKED, "confirmed"),
        (Stop.DELETE, "lost", Answer.STOPPED, "canceled"),
        (Stop.DELETE, "refused", Answer.STOPPED, "canceled"),
    ],
)
def test_a_stop_with_a_call_in_flight_answers_its_outcome(
    sniper: Sniper, request_row: Reservation, how: Stop, ends: str, answer: Answer, status: str
) -> None:
    attempt = sniper.claim(request_row)
    assert attempt is not None

    clock = Clock(meanwhile=lambda: sniper.record(attempt, ends, "taken"))
    assert stop(request_row, how, clock=clock) is answer
    assert clock.seconds < 1

    request_row.refresh_from_db()
    assert (request_row.status, request_row.stop) == (status, "")
    assert sniper.claim(request_row) is None


@pytest.mark.parametrize(("ends", "status"), [("booked", "confirmed"), ("lost", "canceled")])
def test_a_stop_is_answered_as_stopping_while_the_call_stays_open(
    sniper: Sniper, request_row: Reservation, ends: str, status: str
) -> None:
    attempt = sniper.claim(request_row)
    assert attempt is not None
    sniper.record(attempt, "unknown")

    clock = Clock()
    assert stop(request_row, Stop.DELETE, clock=clock) is Answer.STOPPING
    assert 2.5 < clock.seconds <= 3
    assert stop(request_row, Stop.PAUSE) is Answer.STOPPING
    request_row.refresh_from_db()
    assert (request_row.status, request_row.stop) == ("active", "delete")

    assert sniper.record(attempt, ends, "not_confirmed")
    request_row.refresh_from_db()
    assert (request_row.status, request_row.stop) == (status, "")
    assert outcomes.publish_outcomes(now=timezone.now()) == 1
    event = request_row.group.user.events.get(type="reservation.outcome").payload
    assert (event["member_status"], event["group_status"]) == (status, status)


def test_a_claim_that_waits_for_a_pause_gets_no_row(sniper: Sniper, request_row: Reservation) -> None:
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            Reservation.objects.select_for_update(no_key=True).get(pk=request_row.pk)
            claimed = pool.submit(sniper.claim, request_row)
            wait_for_a_blocked_session()
            Reservation.objects.filter(pk=request_row.pk).update(status="paused")
        assert claimed.result(60) is None
    assert not Attempt.objects.exists()


def test_a_pause_that_waits_for_a_claim_sees_its_attempt(sniper: Sniper, request_row: Reservation) -> None:
    def pause() -> Answer:
        try:
            return stop(request_row, Stop.PAUSE)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with sniper.connection.transaction():
            assert sniper.claim(request_row) is not None
            paused = pool.submit(pause)
            wait_for_a_blocked_session()
        assert paused.result(60) is Answer.STOPPING
    request_row.refresh_from_db()
    assert (request_row.status, request_row.stop) == ("active", "pause")


def test_an_end_that_waits_for_a_claim_leaves_the_request_to_its_outcome(
    sniper: Sniper, request_row: Reservation
) -> None:
    def end() -> int:
        try:
            return upkeep.end_due(now=request_row.ends_at)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with sniper.connection.transaction():
            assert sniper.claim(request_row) is not None
            ended = pool.submit(end)
            wait_for_a_blocked_session()
        assert ended.result(60) == 0
    request_row.refresh_from_db()
    assert request_row.status == "active"


def test_a_booked_table_ends_the_other_venues_of_its_date(sniper: Sniper) -> None:
    user = make_user("Bob", tier="premium")
    dates = [factories.day(7), factories.day(8)]
    group = factories.group(user, venues=[make_venue(), make_venue()], dates=dates)
    first = group.reservations.filter(date=dates[0]).order_by("id").first()
    assert first is not None
    attempt = sniper.claim(first)
    assert attempt is not None
    sniper.record(attempt, "booked")
    outcomes.publish_outcomes(now=timezone.now())

    rows = group.reservations.order_by("date", "id").values_list("status", "reason")
    assert list(rows) == [("confirmed", ""), ("canceled", "booked_elsewhere"), ("active", ""), ("active", "")]
    event = user.events.get(type="reservation.outcome").payload
    assert (event["member_status"], event["group_status"]) == ("confirmed", "active")


def test_concurrent_stops_and_claims_leave_no_stopped_request_with_an_open_call() -> None:
    user = make_user("Vera", is_vip=True)
    requests = [factories.group(user, dates=[factories.day(7 + n)]).reservations.get() for n in range(12)]
    together = threading.Barrier(2)

    def claim_all() -> list[int | None]:
        watcher = Sniper()
        try:
            epochs = [watcher.watch(request) for request in requests]
            return [
                (together.wait(60), watcher.claim(request, epoch=epoch))[1]
                for request, epoch in zip(requests, epochs, strict=True)
            ]
        finally:
            watcher.connection.close()

    def pause_all() -> list[Answer]:
        try:
            return [(together.wait(60), stop(request, Stop.PAUSE))[1] for request in requests]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        claims, answers = pool.submit(claim_all), pool.submit(pause_all)
        for request, attempt, answer in zip(requests, claims.result(60), answers.result(60), strict=True):
            request.refresh_from_db()
            expected = (Answer.STOPPED, "paused") if attempt is None else (Answer.STOPPING, "active")
            assert (answer, request.status) == expected


@pytest.mark.parametrize(
    ("scope", "key"),
    [
        ("platform", lambda request: "resy"),
        ("venue", lambda r: str(r.venue_id)),
        ("account", lambda r: str(r.account_id)),
    ],
    ids=["platform", "venue", "account"],
)
def test_a_kill_switch_prevents_claims(
    sniper: Sniper, request_row: Reservation, scope: str, key: Callable[[Reservation], object]
) -> None:
    switch = KillSwitch.objects.create(scope=scope, key=str(key(request_row)), reason="asked to", created_by="staff")
    assert sniper.claim(request_row) is None
    switch.delete()
    assert sniper.claim(request_row) is not None
