"""GET and PATCH /api/notices/: the user's notifications, and the newest one that was read."""

from typing import Any

import pytest
from django.utils import timezone

from apps.notices import services
from apps.notices.events import notifications
from apps.notices.tests import factories as event_factories
from apps.requests.tests.factories import day, group
from testing.users import Anyone, Person
from testing.venues import make_venue

PATH = "/api/notices/"
ENDED = {"what": "ended", "group_status": "unsuccessful"}


def tell(person: Person, *, type: str = "reservation.changed", times: int = 1, **fields: Any) -> None:
    """Append events for the user, by default about a request that has ended."""
    body = {**event_factories.body(), **(ENDED if type == "reservation.changed" else {}), **fields}
    for _ in range(times):
        services.append(user_id=person.user.pk, type=type, body=body, now=timezone.now())


def outcome(person: Person, kind: str) -> None:
    services.append(
        user_id=person.user.pk,
        type="reservation.outcome",
        now=timezone.now(),
        body={
            "group_id": 1, "reservation_id": 2, "attempt_id": 3, "kind": kind, "group_status": "active",
            "member_status": "active", "venue_name": "Lilac & Vine", "date": "2026-12-04", "time": "19:15",
            "party_size": 2, "seating": "Bar", "reason": None, "reason_text": None, "account_name": "Alice Example",
        },
    )  # fmt: skip


def seqs(person: Person, **query: Any) -> list[int]:
    return [event["seq"] for event in person.get(PATH, **query).json()["events"]]


@pytest.mark.parametrize("what", ["replaced", "override_failed", "resumed"])
def test_the_result_of_an_override_is_a_notification(alice: Person, what: str) -> None:
    tell(alice, what=what, group_status="active")
    assert seqs(alice) == [1]


@pytest.mark.parametrize("what", ["filed", "paused", "unpaused", "canceled", "stopping", "edited"])
def test_a_users_own_action_is_no_notification(alice: Person, what: str) -> None:
    tell(alice, what=what)
    assert alice.get(PATH).json() == {
        "events": [], "groups": [], "more": False, "seen": 0, "unseen": 0, "last_seq": 1,
    }  # fmt: skip


def test_an_end_without_a_booking_is_a_notification(alice: Person) -> None:
    tell(alice, group_status="unsuccessful")
    tell(alice, group_status="confirmed")
    assert seqs(alice) == [1]


def test_outcomes_accounts_and_plans_are_notifications_newest_first(alice: Person) -> None:
    for kind in ("booked", "lost", "refused"):
        outcome(alice, kind)
    services.append(
        user_id=alice.user.pk,
        type="user.notice",
        body={"what": "payment_failed", "text": "Your payment didn't go through."},
        now=timezone.now(),
    )
    services.append(
        user_id=alice.user.pk,
        type="account.attention",
        body={
            "account_id": 1, "platform": "resy", "username": "a@example.org", "status": "needs_reconnect",
            "reason": "needs_reconnect", "reason_text": "Your login has expired.",
        },
        now=timezone.now(),
    )  # fmt: skip
    assert seqs(alice) == [5, 4, 3, 2, 1]


def test_older_notifications_follow_page_by_page(alice: Person) -> None:
    tell(alice, times=3)
    first = alice.get(PATH, limit=2).json()
    assert ([event["seq"] for event in first["events"]], first["more"]) == ([3, 2], True)
    rest = alice.get(PATH, limit=2, before=2).json()
    assert ([event["seq"] for event in rest["events"]], rest["more"]) == ([1], False)


def test_read_notifications_stay_read(alice: Person) -> None:
    tell(alice, times=2)
    tell(alice, what="paused")
    tell(alice)
    assert alice.get(PATH).json()["unseen"] == 3
    assert alice.patch(PATH, {"seen": 2}).json() == {"seen": 2, "unseen": 1, "last_seq": 4}
    assert alice.patch(PATH, {"seen": 1}).json() == {"seen": 2, "unseen": 1, "last_seq": 4}
    assert (alice.get(PATH).json()["seen"], seqs(alice)) == (2, [4, 2, 1])


def test_a_seen_number_beyond_the_last_event_hides_nothing(alice: Person) -> None:
    tell(alice)
    assert alice.patch(PATH, {"seen": 2**40}).json() == {"seen": 1, "unseen": 0, "last_seq": 1}
    tell(alice)
    assert alice.get(PATH).json()["unseen"] == 1


def test_a_user_without_events_has_read_number_0(alice: Person) -> None:
    assert alice.patch(PATH, {"seen": 7}).json() == {"seen": 0, "unseen": 0, "last_seq": 0}


def test_unread_notifications_are_counted_up_to_100(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifications, "MAX_UNSEEN", 2)
    tell(alice, times=3)
    assert alice.get(PATH).json()["unseen"] == 2


def test_a_group_is_named_by_its_restaurants(bob: Person) -> None:
    places = [make_venue(venue_name="Lilac & Vine"), make_venue(venue_name="Salt Hay")]
    filed = group(bob.user, venues=places, dates=[day(7), day(8)])
    tell(bob, group_id=filed.pk)
    assert bob.get(PATH).json()["groups"] == [{"group_id": filed.pk, "venue_names": ["Lilac & Vine", "Salt Hay"]}]


def test_another_users_restaurants_are_not_named(alice: Person, bob: Person) -> None:
    filed = group(alice.user)
    tell(bob, group_id=filed.pk)
    assert bob.get(PATH).json()["groups"] == []


def test_each_user_has_own_notifications_and_seen_number(alice: Person, bob: Person) -> None:
    tell(alice)
    tell(bob, times=2)
    bob.patch(PATH, {"seen": 2})
    assert (seqs(alice), alice.get(PATH).json()["unseen"]) == ([1], 1)


@pytest.mark.parametrize("query", [{"before": 0}, {"before": 2**63}, {"limit": 0}, {"limit": 101}, {"before": "x"}])
def test_a_query_that_does_not_parse_is_refused(alice: Person, query: dict[str, Any]) -> None:
    assert alice.get(PATH, **query).status_code == 422


@pytest.mark.parametrize("body", [{}, {"seen": 0}, {"seen": -1}, {"seen": True}, {"seen": 2**63}, {"seen": 1, "x": 1}])
def test_a_seen_number_that_does_not_parse_is_refused(alice: Person, body: dict[str, Any]) -> None:
    assert alice.patch(PATH, body).status_code == 422


def test_reading_requires_sign_in(anyone: Anyone) -> None:
    assert (anyone.get(PATH).status_code, anyone.patch(PATH, {"seen": 1}).status_code) == (401, 401)
