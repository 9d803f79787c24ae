"""The endpoint POST /api/reservations/bulk/."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.notices.models import Event
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.stops import stopping
from apps.requests.stops.call_deadline import CallDeadline
from apps.requests.stops.stopping import Answer, Stop
from apps.requests.tests import factories
from testing.users import Anyone, Person
from testing.venues import make_venue

PATH = "/api/reservations/bulk/"


def groups(who: Person, count: int) -> list[int]:
    return [factories.group(who.user, dates=[factories.day(7 + n)]).pk for n in range(count)]


def sent(who: Person, action: str, ids: list[int]) -> dict[str, Any]:
    reply = who.post(PATH, {"action": action, "group_ids": ids})
    assert reply.status_code == 200, reply.json()
    answer: dict[str, Any] = reply.json()
    return answer


def codes(answer: dict[str, Any]) -> list[tuple[int, bool, str]]:
    return [(one["group_id"], one["done"], one["code"]) for one in answer["results"]]


def test_many_groups_are_paused_unpaused_and_deleted(alice: Person) -> None:
    ids = groups(alice, 3)
    for action, code, status in [
        ("pause", "stopped", "paused"),
        ("unpause", "active", "active"),
        ("delete", "stopped", "canceled"),
    ]:
        answer = sent(alice, action, ids)
        assert codes(answer) == [(group_id, True, code) for group_id in ids]
        assert [(group["group_id"], group["status"]) for group in answer["groups"]] == [
            (group_id, status) for group_id in reversed(ids)
        ]
    published = [event.payload["what"] for event in Event.objects.order_by("id")]
    assert published == ["filed"] * 3 + ["paused"] * 3 + ["unpaused"] * 3 + ["canceled"] * 3


def test_a_refused_group_does_not_affect_the_others(bob: Person, charlie: Person) -> None:
    booked, over, free = groups(bob, 3)
    foreign = factories.group(charlie.user).pk
    Reservation.objects.filter(group_id=booked).update(status="confirmed")
    Reservation.objects.filter(group_id=over).update(status="unsuccessful")

    answer = sent(bob, "pause", [foreign, booked, free, over, free, 2**40])

    assert codes(answer) == [
        (foreign, False, "not_found"),
        (booked, False, "already_booked"),
        (free, True, "stopped"),
        (over, False, "over"),
        (2**40, False, "not_found"),
    ]
    assert answer["results"][1]["message"] == "Too late to stop: the table is already booked."
    assert {group["group_id"] for group in answer["groups"]} == {booked, over, free}
    assert Reservation.objects.get(group_id=foreign).status == "active"


def test_groups_over_the_limit_are_refused_one_by_one(alice: Person) -> None:
    first, second = groups(alice, 2)
    sent(alice, "pause", [first, second])
    for n in range(4):
        factories.group(alice.user, dates=[factories.day(20 + n)])
    assert codes(sent(alice, "unpause", [first, second])) == [(first, True, "active"), (second, False, "over_limit")]


def test_all_groups_are_stopped_before_the_wait_for_calls_in_flight(alice: Person) -> None:
    ids = groups(alice, 3)
    for group_id in ids[:2]:
        factories.attempt(Reservation.objects.get(group_id=group_id))
    clock, waits = 0.0, []

    def sleep(seconds: float) -> None:
        nonlocal clock
        clock += seconds
        waits.append(Reservation.objects.filter(status="paused").count())

    answers = stopping.stop_groups(
        user_id=alice.user.pk,
        group_ids=ids,
        stop=Stop.PAUSE,
        now=timezone.now(),
        deadline=CallDeadline(sleep=sleep, monotonic=lambda: clock),
    )

    assert answers == {ids[0]: Answer.STOPPING, ids[1]: Answer.STOPPING, ids[2]: Answer.STOPPED}
    assert set(waits) == {1}
    assert clock <= 3


def test_more_requests_in_a_group_take_no_more_queries(bob: Person) -> None:
    def paused(venues: int, first_day: int) -> int:
        places = [make_venue() for _ in range(venues)]
        ids = [factories.group(bob.user, venues=places, dates=[factories.day(first_day + n)]).pk for n in range(2)]
        with CaptureQueriesContext(connection) as captured:
            sent(bob, "pause", ids)
        return len(captured)

    assert paused(1, 7) == paused(5, 17)


@pytest.mark.parametrize(
    "body",
    [
        {"action": "pause", "group_ids": []},
        {"action": "pause", "group_ids": list(range(1, 102))},
        {"action": "pause", "group_ids": ["1x"]},
        {"action": "eat", "group_ids": [1]},
        {"action": "pause"},
    ],
)
def test_a_body_that_does_not_parse_is_refused(alice: Person, body: dict[str, Any]) -> None:
    group_id = factories.group(alice.user).pk
    assert alice.post(PATH, body).status_code == 422
    assert ReservationGroup.objects.get(pk=group_id).reservations.get().status == "active"


def test_bulk_actions_require_sign_in(anyone: Anyone) -> None:
    assert anyone.post(PATH, {"action": "pause", "group_ids": [1]}).status_code == 401
