"""A venue's page: the user's own requests there, the last openings that any request saw, and the last known fee."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.requests.models import Reservation, TimelineEntry
from apps.requests.tests import factories
from testing.users import Person
from testing.venues import make_venue


def activity(person: Person, venue_id: int) -> dict[str, Any]:
    body: dict[str, Any] = person.get(f"/api/reservations/venues/{venue_id}/").json()
    return body


def see(request: Reservation, *, at: datetime, kind: str = "seen", hour: int = 19, party: int | None = 2) -> None:
    TimelineEntry.objects.create(reservation=request, kind=kind, at=at, slot_time=time(hour), party_size=party)


def test_own_requests_are_active_paused_or_booked(bob: Person, charlie: Person) -> None:
    venue, other = make_venue(), make_venue()
    filed = {
        status: factories.group(bob.user, venues=[venue, other], dates=[factories.day(7 + number)])
        for number, status in enumerate(["active", "paused", "confirmed", "unsuccessful", "canceled"])
    }
    for status, group in filed.items():
        group.reservations.update(status=status)
    factories.group(charlie.user, venues=[venue])

    requests = activity(bob, venue.pk)["requests"]
    assert [(one["group_id"], one["status"]) for one in requests] == [
        (filed[status].pk, status) for status in ("confirmed", "paused", "active")
    ]
    assert requests[-1] == {
        "group_id": filed["active"].pk,
        "number": f"{filed['active'].pk:05d}",
        "snipe_type": "cancel",
        "status": "active",
        "party_size": 2,
        "start_time": "18:30",
        "end_time": "20:30",
        "time_windows": [{"start_time": "18:30", "end_time": "20:30"}],
        "release_at": None,
        "dates": [factories.day(7).isoformat()],
    }


def test_openings_are_those_of_all_users_and_name_none_of_them(alice: Person, bob: Person, charlie: Person) -> None:
    venue, other = make_venue(), make_venue()
    first, second, elsewhere = (
        factories.group(user.user, venues=[at], dates=[factories.day(ahead)]).reservations.get()
        for user, at, ahead in ((bob, venue, 7), (charlie, venue, 7), (bob, other, 8))
    )
    now = timezone.now()
    see(first, at=now - timedelta(hours=2))
    see(second, at=now - timedelta(hours=1), kind="passed_over")
    see(second, at=now - timedelta(hours=3), hour=20, party=None)
    see(second, at=now - timedelta(days=31), hour=21)
    see(elsewhere, at=now, hour=22)
    TimelineEntry.objects.create(reservation=first, kind="watching", at=now)

    body = activity(alice, venue.pk)
    cut = [(now - timedelta(hours=hours)).replace(second=0, microsecond=0) for hours in (1, 3)]
    assert [{**one, "seen_at": factories.instant(one["seen_at"])} for one in body["openings"]] == [
        {"date": first.date.isoformat(), "time": "19:00", "party_size": 2, "seen_at": cut[0]},
        {"date": first.date.isoformat(), "time": "20:00", "party_size": 2, "seen_at": cut[1]},
    ]
    assert body["requests"] == []


def test_the_fee_is_the_last_one_that_was_stated(alice: Person, bob: Person) -> None:
    venue = make_venue()
    request = factories.group(bob.user, venues=[venue], dates=[factories.day(8)]).reservations.get()
    assert activity(alice, venue.pk)["fee"] is None
    factories.attempt(request, state="refused", reason="held_back_fee", fee_cents=7_500)
    assert activity(alice, venue.pk)["fee"]["kind"] == "fee_or_deposit"
    at = datetime(2026, 11, 25, 14, tzinfo=UTC)
    factories.attempt(request, state="booked", deposit_cents=5_000, cancel_fee_cents=0, party_size=4, claimed_at=at)
    factories.attempt(request, state="lost")
    assert activity(alice, venue.pk)["fee"] == {
        "kind": "deposit",
        "cents": 5_000,
        "deposit_cents": 5_000,
        "cancel_fee_cents": 0,
        "party_size": 4,
        "currency": "USD",
        "free_hours": None,
        "at": "2026-11-25T14:00:00.000Z",
    }


@pytest.mark.parametrize("opted_out", [True, False])
def test_a_venue_that_is_not_listed_is_not_found(alice: Person, opted_out: bool) -> None:
    venue_id = make_venue(opted_out=True).pk if opted_out else 987_654_321
    assert alice.get(f"/api/reservations/venues/{venue_id}/").status_code == 404
