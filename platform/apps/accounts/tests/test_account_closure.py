from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from apps.accounts import account_closure, password_reset
from apps.accounts.models import AuditEntry, PasswordReset, Session, User
from apps.accounts.signals import account_closing
from apps.accounts.tests.forms import sign_up_form
from apps.common.errors import Refusal
from testing.users import PASSWORD, Anyone, Person, signed_in

ME = "/api/users/me/"
RIGHT = {"password": PASSWORD}


@pytest.fixture
def heard() -> Iterator[list[tuple[int, str]]]:
    """Whom a receiver is told of, with the address that they have at that moment."""
    found: list[tuple[int, str]] = []

    def closing(*, user_id: int, now: datetime, **_: Any) -> None:
        found.append((user_id, User.objects.get(pk=user_id).email))

    account_closing.connect(closing)
    yield found
    account_closing.disconnect(closing)


def test_the_person_is_forgotten_and_signed_out_everywhere(anyone: Anyone, alice: Person) -> None:
    phone = signed_in(alice.user)
    password_reset.renew(user=alice.user, now=timezone.now())
    response = alice.delete(ME, RIGHT)
    assert (response.status_code, response.json()) == (200, {"message": "Your account was closed."})
    assert (alice.get(ME).status_code, phone.get(ME).status_code) == (401, 401)
    assert anyone.post("/api/users/login/", {"email": alice.user.email, **RIGHT}).status_code == 401
    assert not Session.objects.exists()
    assert not PasswordReset.objects.exists()
    left = str(User.objects.values().get())
    for personal in ("Alice", "alice", "Example", alice.user.phone, alice.user.password):
        assert personal not in left


def test_the_address_may_sign_up_again(anyone: Anyone, alice: Person) -> None:
    alice.delete(ME, RIGHT)
    assert anyone.post("/api/users/register/", sign_up_form(email=alice.user.email)).status_code == 201


def test_rights_and_preferences_are_gone(staff: Person) -> None:
    staff.delete(ME, RIGHT)
    user = User.objects.get()
    assert not any((user.is_active, user.is_staff, user.is_superuser, user.email_notifications))


def test_others_stay(alice: Person, bob: Person) -> None:
    User.objects.filter(pk=bob.user.pk).update(referred_by=alice.user)
    alice.delete(ME, RIGHT)
    assert bob.get(ME).json()["email"] == "bob@example.org"


def test_the_apps_above_are_told_while_everything_is_as_it_was(alice: Person, heard: list[tuple[int, str]]) -> None:
    alice.delete(ME, RIGHT)
    assert heard == [(alice.user.pk, "alice@example.org")]


def test_an_app_above_may_keep_the_account_open(alice: Person) -> None:
    def refuse(**_: Any) -> None:
        raise Refusal("in_flight", 409, "A table is being booked for you. Please try again in a moment.")

    account_closing.connect(refuse)
    try:
        response = alice.delete(ME, RIGHT)
    finally:
        account_closing.disconnect(refuse)
    assert (response.status_code, response.json()["code"]) == (409, "in_flight")
    assert alice.get(ME).json()["email"] == "alice@example.org"
    assert not AuditEntry.objects.exists()
    assert not outbox.outbox


def test_it_is_noted_and_said_goodbye_to(alice: Person) -> None:
    alice.delete(ME, RIGHT)
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id, entry.facts) == ("account_closed", alice.user.pk, {})
    (told,) = outbox.outbox
    assert (told.to, told.subject) == (["alice@example.org"], "Your Tablehawk account is closed")


def test_a_wrong_password_closes_nothing_and_guessing_is_throttled(alice: Person) -> None:
    wrong = [alice.delete(ME, {"password": "Wrong4table!"}) for _ in range(6)]
    assert [response.status_code for response in wrong] == [400] * 5 + [429]
    assert wrong[0].json()["errors"] == {"password": "That is not your current password."}
    assert alice.delete(ME, RIGHT).status_code == 429
    assert alice.get(ME).status_code == 200


def test_a_reset_that_was_first_keeps_the_account_open(alice: Person) -> None:
    user = User.objects.get()
    User.objects.update(password="another hash")
    with pytest.raises(Refusal) as refusal:
        account_closure.close_account(user=user, password=PASSWORD, address="", now=timezone.now())
    assert refusal.value.status == 401
    assert User.objects.get().is_active


@pytest.mark.django_db
def test_who_is_not_signed_in_closes_nothing(anyone: Anyone) -> None:
    assert anyone.delete(ME, RIGHT).status_code == 401


@pytest.mark.parametrize("body", [None, {}, {"password": None}, {**RIGHT, "user_id": 1}])
def test_a_body_that_does_not_parse_closes_nothing(alice: Person, body: Any) -> None:
    assert alice.delete(ME, body).status_code == 422
    assert alice.get(ME).status_code == 200
