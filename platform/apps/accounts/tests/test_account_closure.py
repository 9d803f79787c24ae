from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
from django.core import mail as outbox
from django.utils import timezone

from apps.accounts import account_closure
from apps.accounts.models import AuditEntry, PasswordReset, Session, User
from apps.accounts.sign_in import password_reset
from apps.accounts.signals import account_closing
from apps.accounts.tests.forms import sign_up_form
from apps.common.errors import Refusal
from testing.users import PASSWORD, Anyone, Person, signed_in

ME = "/api/users/me/"
RIGHT = {"password": PASSWORD}


@pytest.fixture
def received() -> Iterator[list[tuple[int, str]]]:
    """The user's id and e-mail address at the time of each `account_closing` signal."""
    found: list[tuple[int, str]] = []

    def closing(*, user_id: int, now: datetime, **_: Any) -> None:
        found.append((user_id, User.objects.get(pk=user_id).email))

    account_closing.connect(closing)
    yield found
    account_closing.disconnect(closing)


def test_closing_erases_personal_data_and_ends_all_sessions(anyone: Anyone, alice: Person) -> None:
    phone = signed_in(alice.user)
    password_reset.renew_link(user=alice.user, now=timezone.now())
    response = alice.delete(ME, RIGHT)
    assert (response.status_code, response.json()) == (200, {"message": "Your account is closed."})
    assert (alice.get(ME).status_code, phone.get(ME).status_code) == (401, 401)
    assert anyone.post("/api/users/login/", {"email": alice.user.email, **RIGHT}).status_code == 401
    assert not Session.objects.exists()
    assert not PasswordReset.objects.exists()
    left = str(User.objects.values().get())
    for personal in ("Alice", "alice", "Example", alice.user.phone, alice.user.password):
        assert personal not in left


def test_address_of_a_closed_account_can_sign_up_again(anyone: Anyone, alice: Person) -> None:
    alice.delete(ME, RIGHT)
    assert anyone.post("/api/users/register/", sign_up_form(email=alice.user.email)).status_code == 201


def test_closing_removes_permissions_and_preferences(staff: Person) -> None:
    staff.delete(ME, RIGHT)
    user = User.objects.get()
    assert not any((user.is_active, user.is_staff, user.is_superuser, user.email_notifications))


def test_closing_changes_no_other_user(alice: Person, bob: Person) -> None:
    User.objects.filter(pk=bob.user.pk).update(referred_by=alice.user)
    alice.delete(ME, RIGHT)
    assert bob.get(ME).json()["email"] == "bob@example.org"


def test_signal_is_sent_before_anything_changes(alice: Person, received: list[tuple[int, str]]) -> None:
    alice.delete(ME, RIGHT)
    assert received == [(alice.user.pk, "alice@example.org")]


def test_refusal_of_a_receiver_keeps_the_account_open(alice: Person) -> None:
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


def test_closing_is_audited_and_notifies_the_user(alice: Person) -> None:
    alice.delete(ME, RIGHT)
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id, entry.facts) == ("account_closed", alice.user.pk, {})
    (mail,) = outbox.outbox
    assert (mail.to, mail.subject) == (["alice@example.org"], "Your Tablehawk account is closed")


def test_closing_requires_the_password_and_is_throttled(alice: Person) -> None:
    wrong = [alice.delete(ME, {"password": "Wrong4table!"}) for _ in range(6)]
    assert [response.status_code for response in wrong] == [400] * 5 + [429]
    assert wrong[0].json()["errors"] == {"password": "That isn't your current password."}
    assert alice.delete(ME, RIGHT).status_code == 429
    assert alice.get(ME).status_code == 200


def test_concurrent_reset_keeps_the_account_open(alice: Person) -> None:
    user = User.objects.get()
    User.objects.update(password="another hash")
    with pytest.raises(Refusal) as refusal:
        account_closure.close_account(user=user, password=PASSWORD, address="", now=timezone.now())
    assert refusal.value.status == 401
    assert User.objects.get().is_active


@pytest.mark.django_db
def test_closing_requires_sign_in(anyone: Anyone) -> None:
    assert anyone.delete(ME, RIGHT).status_code == 401


@pytest.mark.parametrize("body", [None, {}, {"password": None}, {**RIGHT, "user_id": 1}])
def test_malformed_body_closes_nothing(alice: Person, body: Any) -> None:
    assert alice.delete(ME, body).status_code == 422
    assert alice.get(ME).status_code == 200
