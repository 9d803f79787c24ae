"""What happens to requests when their account's login expires or is renewed, and when the account is disconnected or
connected again."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.connections.models import PlatformAccount
from apps.notices.models import Event
from apps.outcomes.relay import account_flags
from apps.requests.models import Reservation, ReservationGroup
from apps.requests.tests import factories
from apps.reservations.housekeeping import Housekeeping
from testing.simulator import Simulator
from testing.users import Person

LOGIN = {"email": "ada@example.com", "password": "table-for-two"}


@pytest.fixture
def group(simulator: Simulator, alice: Person) -> ReservationGroup:
    """A request with an account that alice connected at the simulator."""
    assert alice.post("/api/resy/login/", LOGIN).status_code == 200
    return factories.group(alice.user)


def shown(alice: Person, group: ReservationGroup) -> tuple[str, str | None]:
    card = alice.get(f"/api/reservations/{group.pk}/").json()
    watch = card["members"][0]["watch"]
    return card["status"], watch and watch["state"]


def published() -> list[dict[str, Any]]:
    account_flags.publish_account_flags(now=timezone.now())
    return [event.payload for event in Event.objects.filter(type="account.attention").order_by("seq")]


def wakes(queries: CaptureQueriesContext, request: Reservation) -> bool:
    return any("notify_demand(" in query["sql"] and f"{{{request.venue_id}}}" in query["sql"] for query in queries)


def test_an_expired_login_is_notified_and_its_requests_continue_after_a_reconnect(
    simulator: Simulator, alice: Person, group: ReservationGroup
) -> None:
    request = group.reservations.get()
    PlatformAccount.objects.update(verified_at=timezone.now() - timedelta(days=2))
    simulator.add_fault("401", "/2/user")
    Housekeeping(clock=timezone.now).run_once()

    assert [(event["status"], event["reason"], event["reason_text"]) for event in published()] == [
        ("needs_reconnect", "needs_reconnect", "Your Resy login expired. Reconnect to resume.")
    ]
    assert alice.get("/api/platforms/resy/accounts/").json()[0]["attention"] == "needs_reconnect"
    assert shown(alice, group) == ("active", "needs_reconnect")

    simulator.clear_faults()
    with CaptureQueriesContext(connection) as queries:
        reply = alice.post("/api/resy/login/", LOGIN)
    assert (reply.status_code, reply.json()["account"]["id"]) == (200, request.account_id)
    assert wakes(queries, request)
    assert alice.get("/api/platforms/resy/accounts/").json()[0]["attention"] is None
    assert shown(alice, group)[0] == "active"
    assert shown(alice, group)[1] != "needs_reconnect"
    assert len(published()) == 1


def test_a_login_that_expires_soon_is_notified(alice: Person, group: ReservationGroup) -> None:
    ends = timezone.now() + timedelta(days=2)
    PlatformAccount.objects.update(token_expires_at=ends)
    housekeeping = Housekeeping(clock=timezone.now)
    for _ in range(2):
        housekeeping.run_once()
        sentence = "Your Resy login expires soon. Reconnect it to keep your requests running."
        assert [(event["status"], event["reason"], event["reason_text"]) for event in published()] == [
            ("connected", "expires_soon", sentence)
        ]
    assert shown(alice, group)[1] != "needs_reconnect"
    alice.post("/api/resy/login/", LOGIN)
    account = PlatformAccount.objects.get()
    assert account.attention_reason == ""
    assert account.token_expires_at is not None
    assert account.token_expires_at > ends


def test_requests_of_a_disconnected_account_pause_and_can_be_unpaused_after_a_reconnect(
    alice: Person, group: ReservationGroup
) -> None:
    request = group.reservations.get()
    reply = alice.post("/api/resy/logout/", {"accountId": request.account_id})
    assert (reply.status_code, reply.json()) == (200, {"message": "Successfully disconnected"})
    assert shown(alice, group) == ("paused", None)
    event = Event.objects.get(payload__what="paused").payload
    assert (event["group_id"], event["reason"]) == (group.pk, "account_disconnected")
    assert event["reason_text"] == "You disconnected the Resy account of this request."
    unpause = f"/api/reservations/{group.pk}/unpause/"
    assert (alice.post(unpause).status_code, alice.post(unpause).json()["code"]) == (409, "account_needed")

    again = alice.post("/api/resy/login/", LOGIN).json()["account"]["id"]
    assert again == request.account_id
    assert shown(alice, group)[0] == "paused"
    assert alice.post(unpause).status_code == 200
    assert group.reservations.get().account_id == again
