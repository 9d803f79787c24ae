"""Counts, existing restaurants, closed dates and timelines."""

from datetime import timedelta

import pytest
from django.utils import timezone

from apps.requests.models import Reservation, TimelineEntry, WatchState
from apps.requests.tests import factories
from testing.users import Person
from testing.venues import make_venue

COUNTS = "/api/reservations/counts/"
EXISTING = "/api/reservations/existing-restaurants/"
DATES = "/api/reservations/get-unique-unactive-dates-by-group/"


def test_counts_are_requests_against_the_limit(bob: Person) -> None:
    group = factories.group(bob.user, venues=[make_venue(), make_venue()], dates=[factories.day(7), factories.day(8)])
    first = group.reservations.order_by("id").first()
    assert first is not None
    Reservation.objects.filter(pk=first.pk).update(status="paused")
    assert bob.get(COUNTS).json() == {"active_reservations": 3, "total_reservations": 3, "limit": 25}

    # A paused request with a call in flight still counts.
    factories.attempt(first, state="unknown")
    assert bob.get(COUNTS).json() == {"active_reservations": 3, "total_reservations": 4, "limit": 25}


def test_the_limit_follows_the_plan(alice: Person, erin: Person, nora: Person) -> None:
    assert [who.get(COUNTS).json()["limit"] for who in (alice, erin, nora)] == [5, None, 0]


def test_existing_restaurants_have_their_reason(bob: Person, charlie: Person) -> None:
    lupa, minetta, frevo = (make_venue(venue_name=name) for name in ("Lupa", "Minetta", "Frevo"))
    factories.group(charlie.user, venues=[lupa])
    factories.group(bob.user, venues=[lupa], dates=[factories.day(8), factories.day(7)])
    factories.group(bob.user, venues=[minetta], dates=[factories.day(9)]).reservations.update(status="confirmed")
    factories.group(bob.user, venues=[frevo], dates=[factories.day(10)]).reservations.update(status="canceled")

    assert bob.get(EXISTING).json()["existing_restaurants"] == [
        {
            "venue": lupa.pk,
            "venue_name": "Lupa",
            "why": "active_task",
            "dates": [factories.day(7).isoformat(), factories.day(8).isoformat()],
        },
        {"venue": minetta.pk, "venue_name": "Minetta", "why": "booking", "dates": [factories.day(9).isoformat()]},
    ]


def test_dates_that_are_booked_ended_or_past_are_closed(bob: Person) -> None:
    days = [factories.day(7 + n) for n in range(5)]
    group = factories.group(bob.user, venues=[make_venue(), make_venue()], dates=days)
    on = group.reservations.filter
    on(date=days[0]).update(status="canceled")
    first_booked = on(date=days[0]).first()
    assert first_booked is not None
    on(pk=first_booked.pk).update(status="confirmed")
    on(date=days[1]).update(status="unsuccessful")
    on(date=days[2]).update(ends_at=timezone.now() - timedelta(seconds=1))
    on(date=days[3]).update(status="paused")

    reply = bob.post(DATES, {"group_id": group.pk})
    assert reply.json() == {"dates": [day.isoformat() for day in days[:3]]}


def test_closed_dates_require_an_own_group(alice: Person, charlie: Person) -> None:
    group_id = factories.group(alice.user).pk
    without = alice.post(DATES, {})
    assert (without.status_code, without.json()["message"]) == (400, "group_id is required")
    assert charlie.post(DATES, {"group_id": group_id}).status_code == 404


def test_the_timeline_is_newest_first(bob: Person) -> None:
    venues = [make_venue(venue_name="Lupa"), make_venue(venue_name="Minetta")]
    lupa, minetta = factories.group(bob.user, venues=venues).reservations.order_by("id")
    WatchState.objects.create(reservation=minetta, state="watching", checks=30)
    lost = factories.attempt(lupa, state="lost")
    factories.attempt(lupa, state="booked")
    for kind, checks in (("seen", 40), ("booking", 40), ("lost", 41)):
        TimelineEntry.objects.create(
            reservation=lupa,
            attempt=lost,
            at=timezone.now(),
            kind=kind,
            reason="taken" if kind == "lost" else "",
            slot_time=lost.slot_time,
            seating="Bar",
            party_size=2,
            duration_ms=61.5,
            checks=checks,
        )

    reply = bob.get(f"/api/reservations/{lupa.group_id}/timeline/").json()

    assert [entry["kind"] for entry in reply["entries"]] == ["lost", "booking", "seen", "filed", "filed"]
    newest = reply["entries"][0]
    assert (newest["venue_name"], newest["date"]) == ("Lupa", lupa.date.isoformat())
    assert (newest["reason"], newest["reason_text"]) == ("taken", "Lost to another diner.")
    assert (newest["time"], newest["seating"], newest["duration_ms"], newest["checks"]) == ("19:00", "Bar", 61.5, 41)
    assert reply["totals"] == {"checks": 71, "seen": 1, "attempts": 2, "lost": 1, "booked": 1}


@pytest.mark.parametrize("path", ["timeline/", ""])
def test_another_users_timeline_is_not_found(alice: Person, charlie: Person, path: str) -> None:
    group_id = factories.group(alice.user).pk
    assert charlie.get(f"/api/reservations/{group_id}/{path}").status_code == 404
