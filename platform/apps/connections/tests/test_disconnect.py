from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps as django_apps
from django.db.models import Model
from django.utils import timezone

from apps.connections import signals
from apps.connections.models import PlatformAccount
from testing.platform_accounts import make_account
from testing.users import Anyone, Person

URL = "/api/resy/logout/"


@pytest.fixture
def received() -> Iterator[list[int]]:
    """The account id of each account_disconnected signal. Asserts that the row is already disconnected when the signal
    is sent."""
    accounts: list[int] = []

    def receive(sender: type, account_id: int, **kwargs: Any) -> None:
        assert PlatformAccount.objects.get(pk=account_id).status == "disconnected"
        accounts.append(account_id)

    signals.account_disconnected.connect(receive)
    yield accounts
    signals.account_disconnected.disconnect(receive)


def test_disconnect_erases_the_token_and_sends_the_signal(alice: Person, received: list[int]) -> None:
    account = make_account(user=alice.user, attention_notified=False)
    response = alice.post(URL, {"accountId": account.pk})
    assert (response.status_code, response.json()) == (200, {"message": "Successfully disconnected"})
    account.refresh_from_db()
    assert (account.status, account.sealed_token, account.attention_notified) == ("disconnected", "", True)
    assert account.disconnected_at is not None
    assert received == [account.pk]
    assert alice.get("/api/users/me/").json()["resy_accounts"] == []


def test_repeated_disconnect_sends_the_signal_again(alice: Person, received: list[int]) -> None:
    account = make_account(user=alice.user)
    assert [alice.post(URL, {"accountId": account.pk}).status_code for _ in range(2)] == [200, 200]
    assert received == [account.pk, account.pk]


def test_another_account_of_the_user_stays(alice: Person) -> None:
    first = make_account(user=alice.user)
    second = make_account(user=alice.user, username="b@resy.example")
    alice.post(URL, {"accountId": first.pk})
    second.refresh_from_db()
    assert second.status == "connected"


def test_account_of_another_user_or_platform_is_not_found(alice: Person, bob: Person, received: list[int]) -> None:
    theirs = make_account(user=bob.user)
    opentable = make_account(user=alice.user, platform="opentable")
    for account_id in (theirs.pk, opentable.pk, 987_654_321):
        response = alice.post(URL, {"accountId": account_id})
        assert response.status_code == 404
        assert response.json() == {"message": "We couldn't find that account.", "code": "not_found"}
    theirs.refresh_from_db()
    assert theirs.status == "connected"
    assert not received


@pytest.mark.parametrize("account_id", [None, "x", 0, -1, 2**63, True, 1.5, [1]])
def test_invalid_id_is_refused(alice: Person, account_id: Any) -> None:
    assert alice.post(URL, {"accountId": account_id}).status_code == 422


def test_disconnect_requires_sign_in(anyone: Anyone, db: None) -> None:
    assert anyone.post(URL, {"accountId": 1}).status_code == 401


def test_token_stays_while_an_attempt_is_open(alice: Person) -> None:
    account = make_account(user=alice.user)
    now = timezone.now()
    make_open_attempt(account, now=now)
    alice.post(URL, {"accountId": account.pk})
    account.refresh_from_db()
    assert (account.status, account.sealed_token) == ("disconnected", "sealed")


def make_open_attempt(account: PlatformAccount, *, now: datetime) -> None:
    """Create an attempt in flight. It finds the models by name, because this app may not import apps.reservations."""
    group = create(
        "ReservationGroup", user=account.user, diner_key="user:1", party_size=2, start_time="18:00", end_time="20:00"
    )
    venue = django_apps.get_model("venues", "Venue")._default_manager.create(platform_venue_id=1)
    ends_at = now + timedelta(hours=1)
    request = create("Reservation", group=group, venue=venue, account=account, date=now.date(), ends_at=ends_at)
    create(
        "Attempt", reservation=request, account=account, group_id=group.pk, diner_key="user:1", platform="resy",
        venue_id=venue.pk, platform_venue_id=1, date=now.date(), meal="dinner", slot_key="k", slot_time="19:00",
        party_size=2, state="claimed", owner="test", epoch=1, seen_at=now, claimed_at=now, send_by=now, grace_until=now,
    )  # fmt: skip


def create(model: str, **fields: Any) -> Model:
    saved: Model = django_apps.get_model("reservations", model)._default_manager.create(**fields)
    return saved
