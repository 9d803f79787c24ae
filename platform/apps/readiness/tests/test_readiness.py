"""Readiness of a real request: each planted fault turns its own line red, and its cure green again."""

from collections.abc import Callable, Iterator
from datetime import time, timedelta
from typing import Any, NamedTuple

import pytest
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from apps.accounts.models import User
from apps.connections.models import ClockReading, PlatformAccount, SourceState
from apps.listing import kill_switches
from apps.notices.models import Delivery
from apps.notices.settings import channel_tests
from apps.readiness import calls as readiness_calls
from apps.readiness.models import SeenTerms
from apps.requests.models import Attempt, Reservation, ReservationGroup
from apps.requests.services import filing
from apps.requests.tests import factories
from apps.requests.tests.booked_table import RESY_LOGIN
from apps.venues.models import Venue
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

MINUTE = timedelta(minutes=1)
RELEASE_DAY = 12


@pytest.fixture
def release(simulator: Simulator, bob: Person) -> Iterator[ReservationGroup]:
    """A release request of Bob's, 40 minutes before its release, on which every line is ok."""
    account_id = bob.post("/api/resy/login/", RESY_LOGIN).json()["account"]["id"]
    rows = [row for row in simulator.http.get("/venues").json()["venues"] if row["source"] == "resy"]
    venue = make_venue(platform_venue_id=rows[0]["id"], venue_name="Lilac & Vine")
    account = PlatformAccount.objects.get(pk=account_id)
    group_id = filing.create_group(
        user_id=bob.user.pk, draft=factories.draft(venue, account=account), now=timezone.now()
    )
    ReservationGroup.objects.filter(pk=group_id).update(snipe_type="release", release_at=timezone.now() + 40 * MINUTE)
    SeenTerms.objects.create(
        venue=venue, party_size=2, slot_date=factories.day(), slot_time=time(19, 0), cancel_fee_cents=0, deposit_cents=0
    )
    channel_tests.send(user=bob.user, now=timezone.now())
    Delivery.objects.update(state="sent")
    ClockReading.objects.all().delete()
    renew(group_id, after=timedelta(0))
    yield ReservationGroup.objects.get(pk=group_id)
    simulator.clear_faults()
    simulator.http.post("/clock", json={"source": "resy", "skew_ms": 0})


def renew(group_id: int, *, after: timedelta) -> None:
    """Run the job that the page defers while a line is not ready, with a clock that is ahead by `after`."""
    readiness_calls.renew(group_id=group_id, now=timezone.now() + after)


def states(bob: Person, group: ReservationGroup) -> dict[str, str]:
    reply = bob.get(f"/api/reservations/{group.pk}/readiness/")
    assert reply.status_code == 200, reply.content
    return {line["check"]: line["state"] for line in reply.json()["lines"]}


class World(NamedTuple):
    simulator: Simulator
    group: ReservationGroup
    user: User


def member(world: World) -> Reservation:
    return world.group.reservations.select_related("venue", "account").get()


def account_of(world: World) -> Any:
    return PlatformAccount.objects.filter(reservations=member(world))


def venue_of(world: World) -> Any:
    return Venue.objects.filter(pk=member(world).venue_id)


def expire_session(world: World) -> None:
    account_of(world).update(status="needs_reconnect", attention_reason="needs_reconnect")


def sign_in_again(world: World) -> None:
    account_of(world).update(status="connected", attention_reason="", verified_at=timezone.now())


def remove_card(world: World) -> None:
    account_of(world).update(payment_method_id=None)
    SeenTerms.objects.update(cancel_fee_cents=2500)
    ReservationGroup.objects.filter(pk=world.group.pk).update(cancel_fee_ceiling_cents=2500)


def read_card(world: World) -> None:
    """Read the account again, after a card was added at the platform."""
    renew(world.group.pk, after=timedelta(seconds=20))


def skew(world: World, ms: int) -> None:
    world.simulator.http.post("/clock", json={"source": "resy", "skew_ms": ms}).raise_for_status()
    ClockReading.objects.update(read_at=None)
    renew(world.group.pk, after=timedelta(seconds=20 if ms else 40))


def close_clock(world: World) -> None:
    world.simulator.add_fault("503-html", "/")
    ClockReading.objects.update(read_at=None)
    renew(world.group.pk, after=timedelta(seconds=20))


def open_clock(world: World) -> None:
    world.simulator.clear_faults()
    renew(world.group.pk, after=timedelta(seconds=40))


def book_elsewhere(world: World) -> None:
    other = factories.group(world.user, venues=[make_venue()], dates=[factories.day(9)])
    request = other.reservations.get()
    Reservation.objects.filter(pk=request.pk).update(status="confirmed")
    factories.attempt(request, state="booked", date=member(world).date, platform_reservation_id="1")


def switch_off(world: World) -> None:
    kill_switches.switch_off(scope="platform", key="resy", reason="", by="a test", now=timezone.now())


def switch_on(world: World) -> None:
    kill_switches.switch_on(scope="platform", key="resy", by="a test")


def stop_breaker(world: World) -> None:
    SourceState.objects.create(platform="resy", state="stopped", reason="blocked", since=timezone.now())


Do = Callable[[World], Any]


@pytest.mark.parametrize(
    ("check", "plant", "cure"),
    [
        ("session", expire_session, sign_in_again),
        ("card", remove_card, read_card),
        ("clock", lambda world: skew(world, 4000), lambda world: skew(world, 0)),
        ("clock", close_clock, open_clock),
        ("venue", lambda world: venue_of(world).update(gates=["tock"]), lambda world: venue_of(world).update(gates=[])),
        ("venue", lambda world: venue_of(world).update(closed_at=timezone.now()),
         lambda world: venue_of(world).update(closed_at=None)),
        ("platform", switch_off, switch_on),
        ("platform", stop_breaker, lambda _: SourceState.objects.update(state="healthy", reason="")),
        ("fee", lambda _: SeenTerms.objects.update(cancel_fee_cents=2500),
         lambda world: ReservationGroup.objects.filter(pk=world.group.pk).update(cancel_fee_ceiling_cents=2500)),
        ("meal", book_elsewhere, lambda _: Attempt.objects.update(state="canceled")),
        ("channel", lambda _: User.objects.update(email_notifications=False, phone_notifications=False),
         lambda _: User.objects.update(email_notifications=True)),
        ("channel", lambda _: Delivery.objects.update(state="failed"), lambda _: Delivery.objects.update(state="sent")),
    ],
)  # fmt: skip
def test_each_planted_fault_turns_its_line_red_and_its_cure_green(
    simulator: Simulator, bob: Person, release: ReservationGroup, check: str, plant: Do, cure: Do
) -> None:
    world = World(simulator, release, bob.user)
    assert set(states(bob, release).values()) == {"ok"}
    plant(world)
    found = states(bob, release)
    assert {name for name, state in found.items() if state == "failed"} == {check}, found
    cure(world)
    assert set(states(bob, release).values()) == {"ok"}


def test_a_page_with_a_red_line_has_the_account_read_again(
    simulator: Simulator, bob: Person, release: ReservationGroup, queued_jobs: Callable[[], list[str]]
) -> None:
    states(bob, release)
    assert "renew_readiness" not in " ".join(queued_jobs())
    remove_card(World(simulator, release, bob.user))
    for _ in range(3):
        states(bob, release)
    assert [name for name in queued_jobs() if "renew_readiness" in name] == ["apps.reservations.tasks.renew_readiness"]


def set_listing(world: World, **state: bool) -> None:
    venue = venue_of(world).get()
    listing = {"source": "resy", "venue_id": venue.platform_venue_id, **state}
    world.simulator.http.post("/listings", json=listing).raise_for_status()


@pytest.mark.parametrize("state", ["tock", "closed"])
def test_a_red_venue_is_read_again_and_turns_green(
    simulator: Simulator, bob: Person, release: ReservationGroup, state: str
) -> None:
    world = World(simulator, release, bob.user)
    ReservationGroup.objects.update(release_at=timezone.now() + 20 * MINUTE)
    set_listing(world, **{state: True})
    renew(release.pk, after=timedelta(0))
    assert states(bob, release)["venue"] == "failed"
    set_listing(world)
    renew(release.pk, after=timedelta(seconds=20))
    assert states(bob, release)["venue"] == "ok"


def test_a_red_venue_without_an_obstacle_of_its_page_is_not_read(
    simulator: Simulator, bob: Person, release: ReservationGroup
) -> None:
    world = World(simulator, release, bob.user)
    venue_of(world).update(opted_out=True)
    renew(release.pk, after=timedelta(0))
    assert venue_of(world).get().read_at is None


@pytest.fixture
def set_cards(simulator: Simulator) -> Iterator[Callable[[int], None]]:
    """Sets the number of Bob's cards at Resy, 0 or 1. Afterwards he has one."""

    def post(cards: int) -> None:
        change = {"source": "resy", "user": RESY_LOGIN["email"], "cards": cards}
        simulator.http.post("/accounts", json=change).raise_for_status()

    yield post
    post(1)


def test_an_open_page_finds_new_faults_shortly_before_a_release(
    bob: Person,
    release: ReservationGroup,
    simulator: Simulator,
    queued_jobs: Callable[[], list[str]],
    set_cards: Callable[[int], None],
) -> None:
    world = World(simulator, release, bob.user)
    states(bob, release)
    assert "renew_readiness" not in " ".join(queued_jobs())
    ReservationGroup.objects.update(release_at=timezone.now() + 20 * MINUTE)
    states(bob, release)
    assert len([name for name in queued_jobs() if "renew_readiness" in name]) == 1
    set_cards(0)
    renew(release.pk, after=timedelta(seconds=50))
    assert account_of(world).get().payment_method_id is not None
    renew(release.pk, after=timedelta(seconds=70))
    assert account_of(world).get().payment_method_id is None
    assert venue_of(world).get().read_at is not None


def test_pages_whose_lines_are_ready_cause_at_most_twenty_calls_a_minute(
    simulator: Simulator, bob: Person, release: ReservationGroup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness_calls, "OPEN_PAGE_CALLS_A_MINUTE", 0)
    ReservationGroup.objects.update(release_at=timezone.now() + 20 * MINUTE)
    world = World(simulator, release, bob.user)
    renew(release.pk, after=timedelta(seconds=70))
    assert venue_of(world).get().read_at is None
    remove_card(world)
    renew(release.pk, after=timedelta(seconds=70))
    assert account_of(world).get().payment_method_id is not None


@pytest.fixture
def queued_jobs(db: None) -> Callable[[], list[str]]:
    return lambda: list(ProcrastinateJob.objects.values_list("task_name", flat=True))


def test_readiness_of_another_user_is_not_found(release: ReservationGroup, charlie: Person) -> None:
    assert charlie.get(f"/api/reservations/{release.pk}/readiness/").status_code == 404
    assert charlie.post(f"/api/reservations/{release.pk}/rehearse/").status_code == 404


def test_a_paused_request_has_no_lines(bob: Person, release: ReservationGroup) -> None:
    Reservation.objects.update(status="paused")
    reply = bob.get(f"/api/reservations/{release.pk}/readiness/").json()
    assert (reply["lines"], reply["rehearse_at"]) == ([], None)
