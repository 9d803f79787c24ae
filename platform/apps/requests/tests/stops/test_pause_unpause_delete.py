"""The endpoints POST .../pause/, POST .../unpause/ and DELETE /api/reservations/{group_id}/."""

import pytest
from django.utils import timezone

from apps.connections import signals
from apps.notices.models import Event
from apps.requests.models import Reservation, TimelineEntry
from apps.requests.tests import factories
from testing.platform_accounts import make_account
from testing.users import Person
from testing.venues import make_venue


def path(group_id: int, action: str = "") -> str:
    return f"/api/reservations/{group_id}/{action}"


def published() -> list[str]:
    return [event.payload["what"] for event in Event.objects.order_by("id")]


def test_pause_unpause_and_delete_publish_events(alice: Person) -> None:
    group_id = factories.group(alice.user).pk

    paused = alice.post(path(group_id, "pause/"))
    assert (paused.status_code, paused.json()["group"]["status"]) == (200, "paused")
    assert paused.json()["message"] == "Request paused."
    unpaused = alice.post(path(group_id, "unpause/"))
    assert (unpaused.status_code, unpaused.json()["group"]["status"]) == (200, "active")
    deleted = alice.delete(path(group_id))
    assert (deleted.status_code, deleted.json()["group"]["status"]) == (200, "canceled")
    assert deleted.json()["group"]["members"][0]["reason_text"] == "You canceled it."

    assert published() == ["filed", "paused", "unpaused", "canceled"]
    kinds = TimelineEntry.objects.order_by("id").values_list("kind", flat=True)
    assert list(kinds) == ["filed", "paused", "unpaused", "canceled"]


@pytest.mark.parametrize("action", ["pause/", ""])
def test_stopping_twice_publishes_once(alice: Person, action: str) -> None:
    group_id = factories.group(alice.user).pk
    method = "POST" if action else "DELETE"
    replies = [alice.send(method, path(group_id, action)) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [200, 200]
    assert len(published()) == 2


def test_unpausing_an_active_group_changes_nothing(alice: Person) -> None:
    group_id = factories.group(alice.user).pk
    assert alice.post(path(group_id, "unpause/")).status_code == 200
    assert published() == ["filed"]


def test_a_paused_group_can_be_deleted(alice: Person) -> None:
    group_id = factories.group(alice.user).pk
    alice.post(path(group_id, "pause/"))
    assert alice.delete(path(group_id)).json()["group"]["status"] == "canceled"


def test_a_paused_group_does_not_count_against_the_limit(alice: Person) -> None:
    groups = [factories.group(alice.user, dates=[factories.day(7 + n)]) for n in range(5)]
    alice.post(path(groups[0].pk, "pause/"))
    factories.group(alice.user, dates=[factories.day(20)])
    assert Reservation.objects.filter(status="active").count() == 5


def test_unpausing_over_the_limit_is_refused(alice: Person) -> None:
    group_id = factories.group(alice.user).pk
    alice.post(path(group_id, "pause/"))
    for n in range(5):
        factories.group(alice.user, dates=[factories.day(10 + n)])

    reply = alice.post(path(group_id, "unpause/"))

    assert (reply.status_code, reply.json()["code"]) == (409, "over_limit")
    assert reply.json()["message"] == (
        "Unpausing this reservation group will put you over your total allotted reservations. "
        "To unpause this group, please cancel other reservations you have active to make room"
    )
    assert Reservation.objects.filter(group_id=group_id, status="paused").exists()


def test_unpausing_on_a_taken_date_is_refused(alice: Person) -> None:
    group_id = factories.group(alice.user).pk
    alice.post(path(group_id, "pause/"))
    factories.group(alice.user)
    reply = alice.post(path(group_id, "unpause/"))
    assert (reply.status_code, reply.json()["code"]) == (409, "same_date")


def test_unpausing_beyond_the_plan_is_refused(bob: Person) -> None:
    group_id = factories.group(bob.user, venues=[make_venue(), make_venue()]).pk
    bob.post(path(group_id, "pause/"))
    bob.user.tier = "standard"
    bob.user.save(update_fields=["tier"])
    reply = bob.post(path(group_id, "unpause/"))
    assert (reply.status_code, reply.json()["message"]) == (402, "This Feature is Available for Pro Subscribers")


@pytest.mark.parametrize(
    ("status", "code"), [("confirmed", "already_booked"), ("unsuccessful", "over"), ("canceled", "over")]
)
@pytest.mark.parametrize("action", ["pause/", "unpause/", ""])
def test_final_requests_stay_final(alice: Person, status: str, code: str, action: str) -> None:
    group_id = factories.group(alice.user).pk
    Reservation.objects.update(status=status)
    reply = alice.send("POST" if action else "DELETE", path(group_id, action))

    if status == "canceled" and not action:
        assert reply.status_code == 200
    else:
        assert (reply.status_code, reply.json()["code"]) == (409, "over" if action == "unpause/" else code)
    assert Reservation.objects.get().status == status
    assert published() == ["filed"]


def test_a_refused_stop_answers_with_the_group(alice: Person) -> None:
    group_id = factories.group(alice.user).pk
    Reservation.objects.update(status="confirmed")
    reply = alice.post(path(group_id, "pause/"))
    assert reply.json()["message"] == "Too late to stop: the table is already booked."
    assert reply.json()["group"]["status"] == "confirmed"


def test_deleting_keeps_booked_dates(bob: Person) -> None:
    group = factories.group(bob.user, dates=[factories.day(7), factories.day(8)])
    group.reservations.filter(date=factories.day(7)).update(status="confirmed")
    reply = bob.delete(path(group.pk))
    assert (reply.status_code, reply.json()["group"]["status"]) == (200, "confirmed")
    assert [member["status"] for member in reply.json()["group"]["members"]] == ["confirmed", "canceled"]


@pytest.mark.parametrize(("method", "action"), [("POST", "pause/"), ("POST", "unpause/"), ("DELETE", "")])
def test_another_users_group_is_not_found_and_not_changed(
    alice: Person, charlie: Person, method: str, action: str
) -> None:
    group_id = factories.group(alice.user).pk
    foreign = charlie.send(method, path(group_id, action))
    missing = charlie.send(method, path(group_id + 1000, action))
    assert foreign.status_code == missing.status_code == 404
    assert foreign.json() == missing.json()
    assert Reservation.objects.get().status == "active"
    assert published() == ["filed"]


@pytest.mark.parametrize("group_id", ["0", "-1", "x", str(2**63)])
def test_an_invalid_id_is_refused(alice: Person, group_id: str) -> None:
    assert alice.get(f"/api/reservations/{group_id}/").status_code == 422
    assert alice.post(f"/api/reservations/{group_id}/pause/").status_code == 422


def test_requests_pause_with_their_disconnected_account(alice: Person) -> None:
    group = factories.group(alice.user)
    account = group.reservations.get().account
    assert account is not None
    alice.user.platform_accounts.update(status="disconnected")
    signals.account_disconnected.send(None, account_id=account.pk, now=timezone.now())

    member = alice.get(path(group.pk)).json()["members"][0]
    assert (member["status"], member["reason"]) == ("paused", "account_disconnected")
    assert Event.objects.get(payload__what="paused").payload["reason"] == "account_disconnected"
    assert alice.post(path(group.pk, "unpause/")).json()["code"] == "account_needed"


def test_unpausing_uses_the_only_other_account(alice: Person) -> None:
    group = factories.group(alice.user)
    alice.post(path(group.pk, "pause/"))
    alice.user.platform_accounts.update(status="disconnected")
    renewed = make_account(user=alice.user)
    group.reservations.update(payment_method_id="a card of the old account")

    assert alice.post(path(group.pk, "unpause/")).status_code == 200
    request = group.reservations.get()
    assert (request.account, request.payment_method_id) == (renewed, None)
