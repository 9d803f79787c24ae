"""The user stops a request while it replaces an old booking. The snipers' side is their own SQL statements."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db import connections

from apps.connections.models import PlatformAccount
from apps.requests.models import Attempt, Reservation, ReservationGroup
from apps.requests.stops.stopping import Answer, Stop
from apps.requests.tests import factories
from apps.requests.tests.sniper import Clock, Sniper, stop, wait_for_a_blocked_session
from testing.simulator import Simulator
from testing.users import Person, make_user
from testing.venues import make_venue

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sniper() -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


@dataclass(frozen=True)
class Override:
    """A booked table of the user, and a claim by another reservation that is to replace the table."""

    old: Reservation
    new: Reservation
    attempt: int

    def read(self) -> list[tuple[str, str]]:
        """Return status and reason of both requests."""
        rows = Reservation.objects.filter(pk__in=[self.old.pk, self.new.pk]).order_by("pk")
        return [(row.status, row.reason) for row in rows]


@pytest.fixture
def override(sniper: Sniper) -> Override:
    user = make_user("Alice", tier="premium")
    old, new = (factories.group(user, dates=[factories.day(7 + number)]).reservations.get() for number in range(2))
    first = sniper.claim(old)
    assert first is not None
    sniper.record(first, "booked", named="741")
    ReservationGroup.objects.filter(pk=new.group_id).update(override_reservations=True)
    Reservation.objects.filter(pk=new.pk).update(date=old.date, ends_at=old.ends_at)
    new.refresh_from_db()
    attempt = sniper.claim(new)
    assert attempt is not None
    return Override(old, new, attempt)


@pytest.mark.parametrize("how", [Stop.PAUSE, Stop.DELETE])
def test_no_old_booking_is_released_after_a_stop(sniper: Sniper, override: Override, how: Stop) -> None:
    assert stop(override.new, how) is Answer.STOPPING
    assert not sniper.mark_old_booking(override.attempt, "741")
    sniper.record(override.attempt, "refused", "conflict")
    assert override.read()[0] == ("confirmed", "")
    assert stop(override.new, how) is Answer.STOPPED


@pytest.mark.parametrize("how", [Stop.PAUSE, Stop.DELETE])
def test_a_stop_after_the_old_booking_was_released_waits_for_the_new_one(
    sniper: Sniper, override: Override, how: Stop
) -> None:
    assert sniper.mark_old_booking(override.attempt, "741")
    clock = Clock(meanwhile=lambda: sniper.record(override.attempt, "booked", named="752", old_booking_gone=True))
    assert stop(override.new, how, clock=clock) is Answer.ALREADY_BOOKED
    assert override.read() == [("canceled", "replaced"), ("confirmed", "")]


def test_a_stop_of_a_failed_override_leaves_the_old_request_watching(sniper: Sniper, override: Override) -> None:
    assert sniper.mark_old_booking(override.attempt, "741")
    clock = Clock(meanwhile=lambda: sniper.record(override.attempt, "lost", "override_failed", old_booking_gone=True))
    assert stop(override.new, Stop.DELETE, clock=clock) is Answer.STOPPED
    assert override.read() == [("active", "override_failed"), ("canceled", "canceled_by_you")]
    assert stop(override.old, Stop.PAUSE) is Answer.STOPPED
    assert sniper.claim(override.old) is None


def test_a_stop_of_the_old_request_during_an_override_answers_booked(sniper: Sniper, override: Override) -> None:
    assert stop(override.old, Stop.DELETE) is Answer.ALREADY_BOOKED
    sniper.record(override.attempt, "booked", named="752")
    assert stop(override.old, Stop.DELETE) is Answer.STOPPED
    assert override.read() == [("canceled", "replaced"), ("confirmed", "")]


@pytest.mark.parametrize(("how", "status"), [(Stop.PAUSE, "paused"), (Stop.DELETE, "canceled")])
def test_a_failed_override_does_not_start_a_stopped_group_again(
    sniper: Sniper, override: Override, how: Stop, status: str
) -> None:
    other = Reservation.objects.get(pk=override.old.pk)
    other.pk, other.date, other.status = None, other.date + timedelta(days=1), "active"
    other.save()
    assert stop(override.old, how) is Answer.STOPPED
    sniper.record(override.attempt, "lost", "override_failed", old_booking_gone=True)
    assert override.read() == [(status, "override_failed"), ("active", "")]
    assert sniper.claim(override.old) is None


def test_a_stop_during_the_end_of_a_failed_override_stops_the_old_request(sniper: Sniper, override: Override) -> None:
    def pause() -> Answer:
        try:
            return stop(override.old, Stop.PAUSE)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        with sniper.connection.transaction():
            sniper.record(override.attempt, "lost", "override_failed", old_booking_gone=True)
            paused = pool.submit(pause)
            wait_for_a_blocked_session()
        assert paused.result(60) is Answer.STOPPED
    assert override.read() == [("paused", ""), ("active", "")]


def test_an_override_replaces_a_table_booked_before_the_account_was_connected_again(
    sniper: Sniper, simulator: Simulator, bob: Person
) -> None:
    login = {"email": "bob@example.com", "password": "table-for-two"}
    account_id = bob.post("/api/resy/login/", login).json()["account"]["id"]
    old = factories.group(bob.user).reservations.get()
    first = sniper.claim(old)
    assert first is not None
    sniper.record(first, "booked", named="741")
    bob.post("/api/resy/logout/", {"accountId": account_id})
    again = PlatformAccount.objects.get(pk=bob.post("/api/resy/login/", login).json()["account"]["id"])
    body = factories.body(at=[make_venue()], account=again, override_reservations=True)
    group_id = bob.post("/api/reservations/", body).json()["group"]["group_id"]
    attempt = sniper.claim(Reservation.objects.get(group_id=group_id))
    assert attempt is not None
    assert Attempt.objects.get(pk=attempt).replaces == first
    sniper.record(attempt, "booked", named="752")
    old.refresh_from_db()
    assert (old.status, old.reason) == ("canceled", "replaced")
