"""A release request that missed its release becomes a cancel request once, if its user wants that."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connections, transaction
from django.utils import timezone

from apps.notices.models import Delivery, Event
from apps.outcomes.relay import missed_releases
from apps.outcomes.rules.missed_releases import LATEST, SOONEST
from apps.requests import change_records
from apps.requests.models import Attempt, Reservation, ReservationGroup, TimelineEntry
from apps.requests.tests import factories
from apps.requests.tests.sniper import Sniper
from apps.venues.catalog import release_knowledge
from apps.venues.models import Venue
from snipers.domain.release_learning import ReleaseObservation
from testing.platform_accounts import make_account
from testing.users import Person, make_user
from testing.venues import make_venue

PATH = "/api/reservations/"
NEW_YORK = ZoneInfo("America/New_York")


def file_release(who: Person, *, dates: list[date] | None = None, **wanted: Any) -> ReservationGroup:
    """File a release request that continues as a cancel request. Its release was SOONEST ago."""
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    fields = {
        "snipe_type": "release",
        "release_date": factories.day(2).isoformat(),
        "release_time": "10:00",
        "continue_as_cancel": True,
        "dates": [day.isoformat() for day in dates or [factories.day()]],
        **wanted,
    }
    reply = who.post(PATH, factories.body(at=[make_venue()], account=account, **fields))
    assert reply.status_code == 201, reply.content
    open_book(ReservationGroup.objects.latest("id"))
    return ReservationGroup.objects.latest("id")


def open_book(group: ReservationGroup, *, ago: timedelta = SOONEST) -> None:
    ReservationGroup.objects.filter(pk=group.pk).update(release_at=timezone.now() - ago)


def run() -> int:
    return missed_releases.continue_missed(now=timezone.now())


def notified() -> tuple[int, int, int]:
    """Return the numbers of events, of messages and of timeline entries about missed releases."""
    return (
        Event.objects.filter(payload__what="continued").count(),
        Delivery.objects.filter(kind="release_missed", channel="email").count(),
        TimelineEntry.objects.filter(kind="continued").count(),
    )


@pytest.mark.parametrize(("sent", "expected"), [({}, False), ({"continue_as_cancel": None}, False)])
def test_a_request_without_the_field_ends_with_the_release_day(
    bob: Person, sent: dict[str, Any], expected: bool
) -> None:
    body = factories.body(
        at=[make_venue()],
        account=make_account(user=bob.user),
        snipe_type="release",
        release_date=factories.day(2).isoformat(),
        release_time="10:00",
        **sent,
    )
    group = bob.post(PATH, body).json()["group"]
    assert group["continue_as_cancel"] is expected
    end_of_day = datetime.combine(factories.day(3), time(0, 0), NEW_YORK).astimezone(UTC)
    assert Reservation.objects.get().ends_at == end_of_day
    open_book(ReservationGroup.objects.get(), ago=LATEST)
    assert run() == 0
    assert ReservationGroup.objects.get().snipe_type == "release"


def test_only_release_requests_continue(bob: Person) -> None:
    account = make_account(user=bob.user)
    made = bob.post(PATH, factories.body(at=[make_venue()], account=account, continue_as_cancel=True)).json()["group"]
    assert made["continue_as_cancel"] is False


@pytest.mark.parametrize(("sent", "expected"), [({}, True), ({"continue_as_cancel": False}, False)])
def test_an_edit_without_the_field_keeps_it(bob: Person, sent: dict[str, Any], expected: bool) -> None:
    group = file_release(bob)
    body = factories.body(
        at=[Venue.objects.get()],
        account=bob.user.platform_accounts.get(),
        snipe_type="release",
        release_date=factories.day(2).isoformat(),
        release_time="10:00",
        **sent,
    )
    edited = bob.send("PUT", f"{PATH}{group.pk}/", body)
    assert edited.json()["group"]["continue_as_cancel"] is expected


def test_a_missed_release_becomes_a_cancel_request_once(bob: Person) -> None:
    file_release(bob)
    before = Reservation.objects.get()
    assert [run() for _ in range(3)] == [1, 0, 0]

    group, request = ReservationGroup.objects.get(), Reservation.objects.get()
    assert (group.snipe_type, group.release_date, group.release_time) == ("cancel", None, None)
    assert (request.status, request.revision) == ("active", before.revision + 1)
    window = datetime.combine(request.date, time(18, 30), NEW_YORK).astimezone(UTC)
    assert (before.ends_at, request.ends_at) == (window, window)
    assert notified() == (1, 1, 1)
    shown = bob.get(f"{PATH}{group.pk}/").json()
    assert (shown["snipe_type"], shown["release_at"], shown["continue_as_cancel"]) == ("cancel", None, False)
    assert datetime.fromisoformat(shown["missed_release_at"]) < timezone.now()
    (entry,) = [one for one in bob.get(f"{PATH}{group.pk}/timeline/").json()["entries"] if one["kind"] == "continued"]
    assert (
        entry["reason_text"]
        == "No table at the release. We keep watching for cancellations until the date, as you asked."
    )


def test_a_cancel_request_that_missed_its_release_can_be_edited_paused_and_unpaused(bob: Person) -> None:
    group = file_release(bob)
    assert run() == 1
    body = factories.body(at=[Venue.objects.get()], account=bob.user.platform_accounts.get(), party_size=4)
    assert bob.send("PUT", f"{PATH}{group.pk}/", body).json()["group"]["missed_release_at"] is None
    assert bob.post(f"{PATH}{group.pk}/pause/").status_code == 200
    assert bob.post(f"{PATH}{group.pk}/unpause/").json()["group"]["status"] == "active"
    assert run() == 0


def test_a_release_is_not_missed_before_its_burst_has_ended(bob: Person) -> None:
    group = file_release(bob)
    open_book(group, ago=SOONEST - timedelta(seconds=1))
    assert run() == 0


def test_at_a_venue_that_opens_late_the_longer_burst_counts(bob: Person) -> None:
    group = file_release(bob)
    venue, instant = Venue.objects.get(), ReservationGroup.objects.get().release_at
    assert instant is not None
    instant = instant.astimezone(NEW_YORK).replace(hour=10, minute=0, second=0, microsecond=0)
    late = timedelta(seconds=90)
    openings = [instant - timedelta(days=ago) for ago in range(1, 9)]
    release_knowledge.record(
        venue_id=venue.pk,
        found=[
            ReleaseObservation(
                service_date=at.date() + timedelta(days=30),
                closed_at=at + late - timedelta(seconds=1),
                open_at=at + late,
            )
            for at in openings
        ],
    )
    for seconds, missed in ((60, 0), (119, 1)):
        ReservationGroup.objects.filter(pk=group.pk).update(release_at=instant)
        assert missed_releases.continue_missed(now=instant + timedelta(seconds=seconds)) == missed


@pytest.mark.parametrize("state", ["claimed", "unknown"])
def test_a_group_with_a_call_in_flight_waits_for_its_end(bob: Person, state: str) -> None:
    file_release(bob)
    attempt = factories.attempt(Reservation.objects.get(), state=state)
    assert run() == 0
    Attempt.objects.filter(pk=attempt.pk).update(state="lost")
    assert run() == 1


@pytest.mark.parametrize("end", ["paused", "canceled", "confirmed", "unsuccessful"])
def test_a_stopped_or_booked_request_stays_as_it_is(bob: Person, end: str) -> None:
    file_release(bob)
    Reservation.objects.update(status=end)
    assert run() == 0
    assert notified() == (0, 0, 0)


@pytest.mark.parametrize("how", ["pause", "delete"])
def test_a_pending_stop_comes_first(bob: Person, how: str) -> None:
    file_release(bob)
    Reservation.objects.update(stop=how)
    assert run() == 0


def test_a_request_that_is_unpaused_after_its_release_continues_then(bob: Person) -> None:
    group = file_release(bob)
    assert bob.post(f"{PATH}{group.pk}/pause/").status_code == 200
    assert run() == 0
    assert bob.post(f"{PATH}{group.pk}/unpause/").status_code == 200
    assert run() == 1


def test_only_the_dates_without_a_table_continue(bob: Person) -> None:
    file_release(bob, dates=[factories.day(7), factories.day(8)])
    booked = Reservation.objects.earliest("date")
    factories.attempt(booked, state="booked", platform_reservation_id="7")
    Reservation.objects.filter(pk=booked.pk).update(status="confirmed")
    assert run() == 1
    message = Delivery.objects.get(kind="release_missed", channel="email").facts
    assert (message["booked"], len(message["requests"])) == (1, 1)
    assert TimelineEntry.objects.get(kind="continued").reservation_id != booked.pk


def test_a_request_for_one_table_in_all_that_has_it_does_not_continue(bob: Person) -> None:
    file_release(bob, dates=[factories.day(7), factories.day(8)], one_table=True)
    booked = Reservation.objects.earliest("date")
    factories.attempt(booked, state="booked", platform_reservation_id="7")
    Reservation.objects.filter(pk=booked.pk).update(status="confirmed")
    assert run() == 0
    assert notified() == (0, 0, 0)


def test_all_dates_of_a_request_for_one_table_in_all_continue_together(bob: Person) -> None:
    file_release(bob, dates=[factories.day(7), factories.day(8)], one_table=True)
    assert run() == 1
    assert notified() == (1, 1, 2)
    assert ReservationGroup.objects.get().one_table


def test_a_relay_that_dies_before_its_commit_changes_nothing(bob: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    file_release(bob)

    def die(**_: object) -> None:
        raise SystemExit

    with monkeypatch.context() as patched:
        patched.setattr(change_records, "publish_change", die)
        with pytest.raises(SystemExit):
            run()
    assert ReservationGroup.objects.get().snipe_type == "release"
    assert notified() == (0, 0, 0)
    assert run() == 1
    assert notified() == (1, 1, 1)


class TestConcurrently:
    """Two relays, or a relay and a watcher, with connections of their own."""

    pytestmark = pytest.mark.django_db(transaction=True)

    @pytest.fixture
    def sniper(self, transactional_db: None) -> Iterator[Sniper]:
        watcher = Sniper()
        yield watcher
        watcher.connection.close()

    @pytest.fixture
    def request_row(self, transactional_db: None) -> Reservation:
        user = make_user("Bob", tier="premium")
        group = factories.group(user)
        ReservationGroup.objects.filter(pk=group.pk).update(
            snipe_type="release", continue_as_cancel=True, release_at=timezone.now() - SOONEST
        )
        return group.reservations.get()

    def test_of_two_relays_one_continues_it(self, request_row: Reservation) -> None:
        def relay() -> int:
            try:
                return run()
            finally:
                connections.close_all()

        with ThreadPoolExecutor(2) as pool:
            done = [one.result() for one in [pool.submit(relay) for _ in range(2)]]
        assert sorted(done) == [0, 1]
        assert notified()[0] == 1

    def test_a_claim_of_the_release_request_gets_no_row_afterwards(
        self, sniper: Sniper, request_row: Reservation
    ) -> None:
        read = sniper.read(request_row)
        assert run() == 1
        assert sniper.claim(request_row, read=read) is None
        assert sniper.claim(request_row) is not None

    def test_a_claim_before_it_is_recorded_first(self, sniper: Sniper, request_row: Reservation) -> None:
        attempt = sniper.claim(request_row)
        assert attempt is not None
        assert run() == 0
        sniper.record(attempt, "booked", named="R-1")
        assert run() == 0
        request_row.refresh_from_db()
        assert request_row.status == "confirmed"

    def test_after_a_stop_nothing_continues_and_nothing_is_claimed(
        self, sniper: Sniper, request_row: Reservation
    ) -> None:
        read = sniper.read(request_row)
        with transaction.atomic():
            Reservation.objects.filter(pk=request_row.pk).update(status="canceled")
        assert run() == 0
        assert sniper.claim(request_row, read=read) is None
