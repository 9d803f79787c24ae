"""Edits at the same time as the snipers' own statements. After an edit has been answered, no reservation that it
removed is booked."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date, time
from typing import Any

import pytest
from django.db import connections, transaction
from django.utils import timezone

from apps.common.errors import Refusal
from apps.requests.models import Attempt, Reservation
from apps.requests.services import editing
from apps.requests.stops import stopping
from apps.requests.stops.stopping import Answer, Stop
from apps.requests.tests import factories
from apps.requests.tests.sniper import Clock, Sniper, wait_for_a_blocked_session
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
    return factories.group(make_user("Bob", tier="premium")).reservations.get()


def edit(request: Reservation, *, dates: list[date] | None = None, clock: Clock | None = None, **wanted: Any) -> bool:
    """Edit the request's group as its user. By default, change the party size from two to four."""
    clock = clock or Clock()
    account = request.account
    assert account is not None
    values: dict[str, Any] = {"party_size": 4, **wanted}
    return editing.edit_group(
        user_id=request.group.user_id,
        group_id=request.group_id,
        draft=factories.draft(request.venue, account=account, dates=tuple(dates or [request.date]), **values),
        now=timezone.now(),
        deadline=clock.deadline(),
    )


@pytest.mark.parametrize(
    "wanted",
    [
        {"party_size": 4},
        {"party_size": 2, "end_time": time(19, 30)},
        {"party_size": 2, "override_reservations": True},
        {"party_size": 2, "fee_ceiling_cents": 2500},
        {"party_size": 2},
    ],
)
def test_a_claim_read_before_an_edit_gets_no_row(
    sniper: Sniper, request_row: Reservation, wanted: dict[str, Any]
) -> None:
    before = sniper.read(request_row)
    edit(request_row, **wanted)
    assert sniper.claim(request_row, read=before) is None
    assert sniper.claim(request_row) is not None


def test_a_withdrawn_request_can_not_be_claimed(sniper: Sniper, request_row: Reservation) -> None:
    edit(request_row, dates=[factories.day(9)])
    assert sniper.claim(request_row) is None
    added = request_row.group.reservations.get(date=factories.day(9))
    assert sniper.claim(added) is not None


def test_an_edit_waits_for_a_call_in_flight_that_is_lost(sniper: Sniper, request_row: Reservation) -> None:
    attempt = sniper.claim(request_row)
    assert attempt is not None

    clock = Clock(meanwhile=lambda: sniper.record(attempt, "lost", "taken"))
    assert edit(request_row, clock=clock) is False
    assert 0 < clock.seconds < 1
    request_row.group.refresh_from_db()
    assert request_row.group.party_size == 4


def test_an_edit_during_a_booking_is_refused_as_too_late(sniper: Sniper, request_row: Reservation) -> None:
    attempt = sniper.claim(request_row)
    assert attempt is not None

    with pytest.raises(Refusal) as refused:
        edit(request_row, clock=Clock(meanwhile=lambda: sniper.record(attempt, "booked", named="741")))
    assert (refused.value.status, refused.value.code) == (409, "already_booked")
    request_row.group.refresh_from_db()
    assert request_row.group.party_size == 2


def test_an_edit_keeps_a_date_booked_meanwhile_and_changes_the_others(sniper: Sniper) -> None:
    group = factories.group(make_user("Bob", tier="premium"), dates=[factories.day(7), factories.day(8)])
    first, second = group.reservations.order_by("date")
    attempt = sniper.claim(first)
    assert attempt is not None

    clock = Clock(meanwhile=lambda: sniper.record(attempt, "booked", named="741"))
    assert edit(first, dates=[factories.day(7), factories.day(8)], clock=clock) is True
    assert Attempt.objects.get().party_size == 2
    assert list(group.reservations.order_by("date").values_list("status", flat=True)) == ["confirmed", "active"]
    assert sniper.read(second)["party_size"] == 4


def test_an_edit_is_refused_while_a_call_stays_open(sniper: Sniper, request_row: Reservation) -> None:
    attempt = sniper.claim(request_row)
    assert attempt is not None
    sniper.record(attempt, "unknown")

    clock = Clock()
    with pytest.raises(Refusal) as refused:
        edit(request_row, clock=clock)
    assert (refused.value.status, refused.value.code) == (409, "booking")
    assert 2.5 < clock.seconds <= 3
    request_row.refresh_from_db()
    assert (request_row.revision, request_row.group.party_size) == (1, 2)


def test_a_claim_that_waits_for_an_edit_gets_no_row(sniper: Sniper, request_row: Reservation) -> None:
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            edit(request_row, party_size=2, end_time=time(22, 30))
            claimed = pool.submit(sniper.claim, request_row)
            wait_for_a_blocked_session()
        assert claimed.result(60) is None
    assert not Attempt.objects.exists()


def test_an_edit_that_waits_for_a_claim_sees_its_attempt(sniper: Sniper, request_row: Reservation) -> None:
    def change() -> str:
        try:
            edit(request_row)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "edited"

    with ThreadPoolExecutor(1) as pool:
        with sniper.connection.transaction():
            assert sniper.claim(request_row) is not None
            changed = pool.submit(change)
            wait_for_a_blocked_session()
        assert changed.result(60) == "booking"


def test_a_delete_that_waits_for_an_edit_cancels_what_the_edit_adds(request_row: Reservation) -> None:
    def delete() -> Answer:
        try:
            return stopping.stop_group(
                user_id=request_row.group.user_id, group_id=request_row.group_id, stop=Stop.DELETE, now=timezone.now()
            )
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            edit(request_row, dates=[request_row.date, factories.day(9)])
            deleted = pool.submit(delete)
            wait_for_a_blocked_session()
        assert deleted.result(60) is Answer.STOPPED
    assert set(Reservation.objects.values_list("status", flat=True)) == {"canceled"}


def test_concurrent_edits_and_claims_leave_no_call_for_a_removed_request() -> None:
    user = make_user("Vera", tier="premium", is_vip=True)
    requests = [
        factories.group(user, dates=[factories.day(7 + n)], venues=[make_venue()]).reservations.get() for n in range(12)
    ]
    groups = [request.group for request in requests]
    together = threading.Barrier(2)

    def claim_all() -> list[int | None]:
        watcher = Sniper()
        try:
            known = [(watcher.watch(request), watcher.read(request)) for request in requests]
            return [
                (together.wait(60), watcher.claim(request, epoch=epoch, read=read))[1]
                for request, (epoch, read) in zip(requests, known, strict=True)
            ]
        finally:
            watcher.connection.close()

    def edit_one(request: Reservation) -> str:
        together.wait(60)
        try:
            edit(request)
        except Refusal as refusal:
            return refusal.code
        return "edited"

    def edit_all() -> list[str]:
        try:
            return [edit_one(request) for request in requests]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        claims, answers = pool.submit(claim_all), pool.submit(edit_all)
        for group, attempt, answer in zip(groups, claims.result(60), answers.result(60), strict=True):
            group.refresh_from_db()
            assert (answer, group.party_size) == (("edited", 4) if attempt is None else ("booking", 2))
