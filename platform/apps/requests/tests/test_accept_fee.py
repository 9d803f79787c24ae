"""POST /api/reservations/{group_id}/accept-fee/ raises the fee ceiling and changes nothing else."""

from typing import Any

import pytest
from django.utils import timezone

from apps.common.errors import Refusal
from apps.notices.models import Event
from apps.requests.models import Reservation, ReservationGroup, TimelineEntry
from apps.requests.services import editing
from testing.users import Anyone, Person

from . import factories
from .sniper import Clock


def accept(who: Person, group_id: int, cents: Any = 5000) -> Any:
    return who.post(f"/api/reservations/{group_id}/accept-fee/", {"fee_ceiling_cents": cents})


def test_accepting_a_fee_changes_the_ceiling_only(alice: Person) -> None:
    group = factories.group(alice.user)
    request = group.reservations.get()
    before = alice.get(f"/api/reservations/{group.pk}/").json()

    reply = accept(alice, group.pk)

    assert reply.status_code == 200
    assert reply.json()["group"] == {**before, "fee_ceiling_cents": 5000}
    request.refresh_from_db()
    # A claim names the revision that its watcher read, so no claim uses the old ceiling.
    assert request.revision == 2
    line = TimelineEntry.objects.latest("id")
    assert (line.kind, line.reason) == ("edited", "fee_accepted")
    assert Event.objects.latest("seq").payload["what"] == "edited"


@pytest.mark.parametrize(
    ("body", "raised"),
    [
        ({"cancel_fee_ceiling_cents": 5000}, (0, 5000)),
        ({"fee_ceiling_cents": 2500}, (2500, 1000)),
        ({"fee_ceiling_cents": 2500, "cancel_fee_ceiling_cents": 5000}, (2500, 5000)),
    ],
)
def test_only_the_named_limit_is_raised(alice: Person, body: dict[str, int], raised: tuple[int, int]) -> None:
    group = factories.group(alice.user)
    ReservationGroup.objects.update(cancel_fee_ceiling_cents=1000)
    card = alice.post(f"/api/reservations/{group.pk}/accept-fee/", body).json()["group"]
    assert (card["fee_ceiling_cents"], card["cancel_fee_ceiling_cents"]) == raised
    assert group.reservations.get().revision == 2


def test_a_lower_ceiling_changes_nothing(alice: Person) -> None:
    group = factories.group(alice.user)
    accept(alice, group.pk, 8000)
    events = Event.objects.count()
    assert accept(alice, group.pk, 5000).json()["group"]["fee_ceiling_cents"] == 8000
    assert Event.objects.count() == events
    assert group.reservations.get().revision == 2


@pytest.mark.parametrize("cents", [0, -1, 100_001, 12.5, "fifty", None])
def test_an_invalid_fee_is_refused(alice: Person, cents: Any) -> None:
    group = factories.group(alice.user)
    reply = accept(alice, group.pk, cents)
    assert reply.status_code == 422
    assert reply.json()["message"]
    assert ReservationGroup.objects.get(pk=group.pk).fee_ceiling_cents == 0


@pytest.mark.parametrize("body", [{}, {"unknown": False}, {"fee_ceiling_cents": None}])
def test_a_body_that_accepts_nothing_is_refused_with_what_is_missing(alice: Person, body: dict[str, Any]) -> None:
    reply = alice.post(f"/api/reservations/{factories.group(alice.user).pk}/accept-fee/", body)
    assert (reply.status_code, reply.json()["code"]) == (422, "invalid")
    assert reply.json()["message"] == "Name an amount to accept, or set unknown to true."


def test_another_users_group_is_not_found(alice: Person, charlie: Person) -> None:
    assert accept(charlie, factories.group(alice.user).pk).status_code == 404


def test_accepting_requires_sign_in(alice: Person, anyone: Anyone) -> None:
    assert accept(anyone, factories.group(alice.user).pk).status_code == 401  # type: ignore[arg-type] # nobody at all


@pytest.mark.parametrize(("status", "code"), [("confirmed", "already_booked"), ("canceled", "over")])
def test_a_finished_groups_fee_is_not_changed(alice: Person, status: str, code: str) -> None:
    group = factories.group(alice.user)
    group.reservations.update(status=status)
    reply = accept(alice, group.pk)
    assert (reply.status_code, reply.json()["code"]) == (409, code)


def test_a_fee_is_not_changed_while_a_call_is_in_flight(alice: Person) -> None:
    group = factories.group(alice.user)
    factories.attempt(group.reservations.get())
    clock = Clock()
    with pytest.raises(Refusal) as refused:
        editing.accept_fee(
            user_id=alice.user.pk,
            group_id=group.pk,
            fee_ceiling_cents=5000,
            now=timezone.now(),
            deadline=clock.deadline(),
        )
    assert (refused.value.status, refused.value.code) == (409, "booking")
    assert ReservationGroup.objects.get(pk=group.pk).fee_ceiling_cents == 0
    assert Reservation.objects.get(group=group).revision == 1
