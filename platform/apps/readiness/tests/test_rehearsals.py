"""Rehearsals make the calls of a booking over real sockets, except for the booking call."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.readiness import rehearsals
from apps.readiness.models import Rehearsal, SeenTerms
from apps.requests.models import ReservationGroup
from apps.requests.services import filing
from apps.requests.tests import factories
from apps.requests.tests.booked_table import connect
from testing.simulator import Simulator
from testing.users import Person
from testing.venues import make_venue

LOCKS = "/api/v1/reservation/{rid}/lock"
PLATFORMS = pytest.mark.parametrize("platform", ["resy", "opentable"])


@pytest.fixture(autouse=True)
def no_faults(simulator: Simulator) -> Iterator[None]:
    simulator.http.post("/reset", json={})
    yield
    simulator.clear_faults()


def file(simulator: Simulator, bob: Person, platform: str) -> ReservationGroup:
    account = connect(bob, platform)
    rows = [row for row in simulator.http.get("/venues").json()["venues"] if row["source"] == platform]
    venue = make_venue(
        platform_venue_id=rows[0]["id"], venue_name="Lilac & Vine", reservation_source=platform, seating_types=[]
    )
    # Within the seven days that the venue opens ahead, also while the date in New York is still that of yesterday.
    draft = factories.draft(venue, account=account, dates=(factories.day(5),))
    group_id = filing.create_group(user_id=bob.user.pk, draft=draft, now=timezone.now())
    return ReservationGroup.objects.get(pk=group_id)


def free(simulator: Simulator, group: ReservationGroup, **terms: int) -> None:
    member = group.reservations.select_related("venue").get()
    where = {"source": member.venue.reservation_source, "venue_id": member.venue.platform_venue_id}
    simulator.http.post("/terms", json={**where, **terms}).raise_for_status()
    table = {"date": member.date.isoformat(), "time": "19:00", "party_size": 2}
    simulator.http.post("/free", json={**where, **table}).raise_for_status()


def rehearse(bob: Person, group: ReservationGroup) -> dict[str, Any]:
    """Press the button, run the job that it has queued, and return the rehearsal as the page reads it."""
    reply = bob.post(f"/api/reservations/{group.pk}/rehearse/")
    assert (reply.status_code, reply.json()["rehearsal"]["finished_at"]) == (202, None)
    requested_at = Rehearsal.objects.get(group=group).requested_at
    rehearsals.run(group_id=group.pk, requested_at=requested_at, now=timezone.now())
    done: dict[str, Any] = bob.get(f"/api/reservations/{group.pk}/readiness/").json()["rehearsal"]
    assert done["finished_at"] is not None
    return done


def parts(done: dict[str, Any]) -> list[tuple[str, bool]]:
    return [(step["part"], step["ok"]) for step in done["steps"]]


def booking_calls(simulator: Simulator) -> int:
    paths = simulator.http.get("/requests/stats").json()["by_path"]
    return sum(
        entry["count"]
        for entry in paths
        if entry["path"].startswith(("/3/book", "/api/v3/reservation", "/dapi/booking")) and "lock" not in entry["path"]
    )


@PLATFORMS
def test_a_rehearsal_sends_no_booking_call(simulator: Simulator, bob: Person, platform: str) -> None:
    group = file(simulator, bob, platform)
    free(simulator, group, fee_cents=2500)
    done = rehearse(bob, group)
    assert parts(done) == [("account", True), ("find", True), ("terms", True)], done
    assert all(step["duration_ms"] >= 0 for step in done["steps"][:2])
    assert booking_calls(simulator) == 0
    assert simulator.http.get("/bookings").json()["bookings"] == []
    assert not group.reservations.filter(attempts__isnull=False).exists()


def test_the_terms_of_a_rehearsal_decide_the_fee_line(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    free(simulator, group, fee_cents=2500)
    rehearse(bob, group)
    terms = SeenTerms.objects.get()
    assert (terms.cancel_fee_cents, terms.currency, terms.free_until is not None) == (5000, "USD", True)
    lines = bob.get(f"/api/reservations/{group.pk}/readiness/").json()["lines"]
    fee = next(line for line in lines if line["check"] == "fee")
    assert (fee["state"], fee["action"]["cancel_cents"]) == ("failed", 5000)
    reply = bob.post(f"/api/reservations/{group.pk}/accept-fee/", {"cancel_fee_ceiling_cents": 5000})
    assert reply.status_code == 200
    lines = bob.get(f"/api/reservations/{group.pk}/readiness/").json()["lines"]
    assert next(line["state"] for line in lines if line["check"] == "fee") == "ok"


def test_a_rehearsal_at_opentable_stops_before_the_hold(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "opentable")
    free(simulator, group)
    done = rehearse(bob, group)
    assert done["steps"][-1] == {
        "part": "terms",
        "ok": True,
        "text": "We stopped here, because OpenTable holds a table as soon as we read its terms.",
        "duration_ms": None,
    }
    assert simulator.count_calls(LOCKS) == 0


def test_without_a_table_only_the_search_is_tried(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    done = rehearse(bob, group)
    assert parts(done) == [("account", True), ("find", True)]
    assert done["steps"][1]["text"] == "Lilac & Vine has no table on sale, so only the search could be tried."


def test_an_expired_login_ends_the_rehearsal_and_flags_the_account(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    PlatformAccount.objects.update(sealed_token="sealed with a lost key")
    done = rehearse(bob, group)
    assert parts(done) == [("account", False)]
    assert PlatformAccount.objects.get().status == "needs_reconnect"


@pytest.mark.parametrize("path", ["/3/user/reservations", "/4/find", "/3/details"])
def test_a_platform_that_does_not_answer_fails_the_step(simulator: Simulator, bob: Person, path: str) -> None:
    group = file(simulator, bob, "resy")
    free(simulator, group)
    simulator.add_fault("503-html", path)
    done = rehearse(bob, group)
    assert done["steps"][-1]["text"] == "Resy didn't answer."
    assert not done["steps"][-1]["ok"]


def test_a_request_is_rehearsed_once_in_two_minutes(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    rehearse(bob, group)
    assert bob.post(f"/api/reservations/{group.pk}/rehearse/").status_code == 429


def test_a_job_that_runs_twice_calls_the_platform_once(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    rehearse(bob, group)
    before = simulator.count_calls("/3/user/reservations")
    requested_at = Rehearsal.objects.get(group=group).requested_at
    rehearsals.run(group_id=group.pk, requested_at=requested_at, now=timezone.now())
    assert simulator.count_calls("/3/user/reservations") == before


def test_a_lost_rehearsal_is_not_shown_as_running(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    bob.post(f"/api/reservations/{group.pk}/rehearse/")
    Rehearsal.objects.update(requested_at=timezone.now() - timedelta(minutes=3))
    assert bob.get(f"/api/reservations/{group.pk}/readiness/").json()["rehearsal"] is None


def test_a_paused_request_is_not_rehearsed(simulator: Simulator, bob: Person) -> None:
    group = file(simulator, bob, "resy")
    group.reservations.update(status="paused")
    assert bob.post(f"/api/reservations/{group.pk}/rehearse/").status_code == 409
