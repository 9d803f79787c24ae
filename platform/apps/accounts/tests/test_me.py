from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.accounts.models import AuditEntry, User
from testing.users import PASSWORD, Anyone, Person

URL = "/api/users/me/"


def test_me_shows_user_plan_and_entitlements(alice: Person) -> None:
    body = alice.get(URL).json()
    assert body["email"] == "alice@example.org"
    assert body["subscription_type"] == "standard"
    assert body["trial_ends_at"].endswith("Z")
    assert body["entitlements"]["active_limit"] == 5
    assert body["resy_accounts"] == body["ot_accounts"] == []


def test_ended_trial_counts_as_no_plan(alice: Person) -> None:
    User.objects.update(trial_ends_at=timezone.now() - timedelta(seconds=1))
    body = alice.get(URL).json()
    assert (body["subscription_type"], body["entitlements"]["can_reserve"]) == ("none", False)


def test_me_lists_live_accounts_without_their_tokens(alice: Person, bob: Person, connect: Callable[..., Any]) -> None:
    live = connect(user=alice.user, sealed_token="the-sealed-token")
    connect(user=alice.user, username="old@resy.example", status="disconnected")
    connect(user=bob.user)
    response = alice.get(URL)
    assert response.json()["resy_accounts"] == [
        {
            "id": live.pk,
            "resy_username": "alice@resy.example",
            "display_name": "Alice Example",
            "is_concierge": False,
            "status": "connected",
            "verified_at": None,
            "cards": [],
        }
    ]
    assert b"the-sealed-token" not in response.content


def test_me_takes_two_queries(
    alice: Person, django_assert_num_queries: DjangoAssertNumQueries, connect: Callable[..., Any]
) -> None:
    for number in range(3):
        connect(user=alice.user, username=f"{number}@resy.example")
    with django_assert_num_queries(2):
        alice.get(URL)


def test_me_requires_sign_in(anyone: Anyone, db: None) -> None:
    assert anyone.get(URL).status_code == 401
    assert anyone.patch(URL, {"first_name": "Eve"}).status_code == 401


def test_change_writes_only_the_given_fields(alice: Person) -> None:
    response = alice.patch(URL, {"first_name": " Alicia ", "phone": "+442079460123", "current_password": PASSWORD})
    assert response.status_code == 200
    alice.user.refresh_from_db()
    assert (alice.user.first_name, alice.user.last_name, alice.user.phone) == ("Alicia", "Example", "+442079460123")
    assert response.json()["first_name"] == "Alicia"


@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"first_name": ""}, {"first_name": "First name is required!"}),
        ({"last_name": " "}, {"last_name": "Last name is required!"}),
        ({"email": "x"}, {"email": "Must be valid email"}),
        ({"phone": "2125550123"}, {"phone": "Country Code is required"}),
    ],
)
def test_change_follows_the_rules_of_sign_up(alice: Person, changes: dict[str, str], errors: dict[str, str]) -> None:
    response = alice.patch(URL, changes)
    assert response.status_code == 400
    assert response.json()["errors"] == errors


@pytest.mark.parametrize(
    "changes",
    [
        {"is_vip": True}, {"is_concierge": True}, {"is_staff": True}, {"is_superuser": True}, {"tier": "premium"},
        {"subscription_type": "premium"}, {"trial_ends_at": None}, {"has_had_free_trial": False}, {"id": 1},
        {"password": "Table4two!"}, {"referred_by": 1}, {"entitlements": {}},
    ],
)  # fmt: skip
def test_forbidden_fields_are_refused_and_change_nothing(alice: Person, changes: dict[str, Any]) -> None:
    before = User.objects.values().get()
    response = alice.patch(URL, changes)
    assert response.status_code == 422
    assert response.json()["message"] == f"Unknown field: {next(iter(changes))}."
    assert User.objects.values().get() == before


def test_address_of_another_user_is_refused(alice: Person, bob: Person) -> None:
    assert alice.patch(URL, {"email": "BOB@example.org", "current_password": PASSWORD}).status_code == 409


def test_own_address_in_another_case_is_accepted(alice: Person) -> None:
    assert alice.patch(URL, {"email": "ALICE@example.org"}).json()["email"] == "alice@example.org"


def test_changes_of_the_address_are_throttled(alice: Person) -> None:
    forms = [{"email": f"a{number}@example.org", "current_password": PASSWORD} for number in range(6)]
    statuses = [alice.patch(URL, form).status_code for form in forms]
    assert statuses == [200] * 5 + [429]
    assert alice.patch(URL, {"first_name": "Alicia"}).status_code == 200


def test_change_that_keeps_the_address_sends_no_mail(alice: Person) -> None:
    alice.patch(URL, {"email": "ALICE@example.org", "first_name": "Alicia"})
    assert not outbox.outbox
    assert not AuditEntry.objects.exists()


def test_what_new_requests_accept_if_nobody_comes_is_chosen_once_and_changed_later(alice: Person) -> None:
    assert alice.get(URL).json()["cancel_fee_per_guest_cents"] is None
    for cents in (2500, 0, 100_000):
        reply = alice.patch(URL, {"cancel_fee_per_guest_cents": cents})
        assert (reply.status_code, reply.json()["cancel_fee_per_guest_cents"]) == (200, cents)
    for wrong in (-1, 100_001, "ten", 1.5):
        assert alice.patch(URL, {"cancel_fee_per_guest_cents": wrong}).status_code == 422
    assert alice.patch(URL, {"first_name": "Alice"}).json()["cancel_fee_per_guest_cents"] == 100_000
