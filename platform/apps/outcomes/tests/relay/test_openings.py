"""An opening that a watcher wrote becomes one event, and messages, for the user of a notify-only request."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.notices.models import Delivery, Event
from apps.outcomes.relay import openings, upkeep
from apps.requests.models import Opening, Reservation, TimelineEntry, WatchState
from apps.requests.services import filing
from apps.requests.tests import factories
from apps.requests.tests.sniper import Sniper
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue

PAGE = "https://resy.com/cities/ny/venues/lupa"


@pytest.fixture
def sniper(transactional_db: None) -> Iterator[Sniper]:
    watcher = Sniper()
    yield watcher
    watcher.connection.close()


def notify_only(who: Person, *, with_account: bool = True) -> Reservation:
    """A filed notify-only request."""
    venue = make_venue(venue_name="Lupa", url_slug="lupa", location_slug="ny")
    account = who.user.platform_accounts.first() or make_account(user=who.user)
    ids = {account.platform: account.pk} if with_account else {}
    draft = factories.draft(venue, account=account, notify_only=True, account_ids=ids)
    group_id = filing.create_group(user_id=who.user.pk, draft=draft, now=timezone.now())
    return Reservation.objects.get(group_id=group_id)


def opened(request: Reservation, *, at: time = time(19, 30), tables: int = 1) -> None:
    """Store the rows that a watcher writes for an opening."""
    entry = TimelineEntry.objects.create(
        reservation=request, kind="opened", slot_time=at, seating="Bar", party_size=2, tables=tables
    )
    Opening.objects.create(entry=entry, reservation=request)


def events(who: Person) -> list[dict[str, Any]]:
    return [one.payload for one in Event.objects.filter(user=who.user, type="reservation.opening").order_by("seq")]


def publish(now: datetime | None = None) -> int:
    return openings.publish_openings(now=now or timezone.now())


def test_a_watchers_entry_is_queued_and_published_once(sniper: Sniper, alice: Person) -> None:
    request = notify_only(alice)
    row = (request.pk, None, timezone.now(), "opened", "", time(19, 30), "Bar", 2, None, 7, 2)
    names = ("reservation_id", "attempt_id", "at", "kind", "reason", "time", "seating", "party_size", "duration_ms")
    sniper.run(
        "write_timeline", **{name: [value] for name, value in zip((*names, "checks", "tables"), row, strict=True)}
    )
    assert publish() == 1
    assert publish() == 0
    (event,) = events(alice)
    assert {name: event[name] for name in ("group_id", "venue_name", "time", "seating", "tables", "page")} == {
        "group_id": request.group_id,
        "venue_name": "Lupa",
        "time": "19:30",
        "seating": "Bar",
        "tables": 2,
        "page": f"{PAGE}?date={request.date}&seats=2",
    }
    assert {one.channel for one in Delivery.objects.filter(kind="table_open")} == {"email"}
    (listed,) = alice.get("/api/notices/").json()["events"]
    assert listed["type"] == "reservation.opening"


def test_without_plan_and_account_the_user_is_notified_too(nora: Person) -> None:
    opened(notify_only(nora, with_account=False))
    assert publish() == 1
    assert [event["time"] for event in events(nora)] == ["19:30"]
    assert {one.channel for one in Delivery.objects.filter(kind="table_open")} == {"email"}


def test_a_table_that_flaps_is_reported_once_and_messages_are_bounded(alice: Person) -> None:
    request, now = notify_only(alice), timezone.now()
    for _ in range(3):
        opened(request)
    for minute in range(10):
        opened(request, at=time(18, 30 + minute))
    assert publish(now) == 13
    assert len(events(alice)) == 11
    assert Delivery.objects.filter(kind="table_open", channel="email").count() == 6


def test_the_same_table_is_reported_again_after_half_an_hour(alice: Person) -> None:
    request, now = notify_only(alice), timezone.now()
    for minutes in (0, 29, 31):
        opened(request)
        TimelineEntry.objects.filter(kind="opened").update(at=now + timedelta(minutes=minutes))
        publish(now + timedelta(minutes=minutes))
    assert len(events(alice)) == 2


@pytest.mark.parametrize("changes", [{"status": "paused"}, {"status": "canceled"}])
def test_a_request_that_is_no_longer_active_gets_no_event(alice: Person, changes: dict[str, str]) -> None:
    request = notify_only(alice)
    opened(request)
    Reservation.objects.filter(pk=request.pk).update(**changes)
    assert (publish(), events(alice)) == (1, [])


def test_no_watcher_can_claim_for_it(sniper: Sniper, alice: Person) -> None:
    request = notify_only(alice)
    assert sniper.claim(request) is None
    request.group.notify_only = False
    request.group.save()
    assert sniper.claim(request) is not None


def test_an_open_table_and_an_expired_account_are_shown(alice: Person) -> None:
    request = notify_only(alice)
    WatchState.objects.create(reservation=request, state="table_open", held_time="19:30")
    request.group.user.platform_accounts.update(status="needs_reconnect")
    (member,) = alice.get(f"/api/reservations/{request.group_id}/").json()["members"]
    assert (member["watch"]["state"], member["watch"]["held_time"]) == ("table_open", "19:30")
    assert member["watch"]["held_fee_cents"] is None


def test_at_its_end_it_is_unsuccessful_and_says_how_often_it_notified(alice: Person) -> None:
    request = notify_only(alice)
    opened(request)
    opened(request)
    publish()
    Reservation.objects.filter(pk=request.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    assert upkeep.end_due(now=timezone.now()) == 1
    (member,) = alice.get(f"/api/reservations/{request.group_id}/").json()["members"]
    assert (member["status"], member["reason"]) == ("unsuccessful", "notify_over")
    assert member["reason_text"] == "The time for your notifications is over. We booked nothing, as you asked."
    assert {one.facts["openings"] for one in Delivery.objects.filter(kind="unsuccessful")} == {1}
