import json
from itertools import pairwise
from uuid import uuid4

import pytest
from django.contrib.auth.hashers import check_password
from django.core import mail as outbox
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.accounts.models import AuditEntry, PasswordReset, Throttle, User
from apps.accounts.sign_in import password_reset, passwords
from apps.common.errors import Refusal
from testing.users import PASSWORD, Anyone, Person, signed_in

URL = "/api/users/change_password/"
NEW = "Another4table?"


def test_change_sets_the_password_and_signs_out_other_devices(anyone: Anyone, alice: Person) -> None:
    phone = signed_in(alice.user)
    assert alice.post(URL, {"old_password": PASSWORD, "new_password": NEW}).status_code == 200
    assert alice.get("/api/users/me/").status_code == 200
    assert phone.get("/api/users/me/").status_code == 401
    login = "/api/users/login/"
    assert anyone.post(login, {"email": alice.user.email, "password": NEW}).status_code == 200
    assert anyone.post(login, {"email": alice.user.email, "password": PASSWORD}).status_code == 401


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        ("wrong", NEW, {"old_password": "That isn't your current password."}),
        (PASSWORD, "short", {"new_password": "One uppercase character"}),
        (
            PASSWORD,
            "P@ssw0rd",
            {"new_password": "This password is too common. Choose another one."},
        ),
    ],
)
def test_wrong_or_weak_password_changes_nothing(alice: Person, old: str, new: str, errors: dict[str, str]) -> None:
    before = alice.user.password
    response = alice.post(URL, {"old_password": old, "new_password": new})
    assert response.status_code == 400
    assert response.json()["errors"] == errors
    alice.user.refresh_from_db()
    assert alice.user.password == before


def test_guessing_the_old_password_is_throttled(alice: Person) -> None:
    wrong = {"old_password": "wrong", "new_password": NEW}
    assert [alice.post(URL, wrong).status_code for _ in range(6)] == [400] * 5 + [429]


PASSWORD_FORMS = [
    ("PATCH", "/api/users/me/", {"email": "new@example.org", "current_password": "wrong"}),
    ("PATCH", "/api/users/me/", {"phone": "+12125550177", "current_password": "wrong"}),
    ("POST", URL, {"old_password": "wrong", "new_password": NEW}),
    ("DELETE", "/api/users/me/", {"password": "wrong"}),
]


@given(st.lists(st.sampled_from(PASSWORD_FORMS), min_size=6, max_size=6), st.permutations(range(6)))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_all_forms_that_ask_for_the_password_share_one_guard_of_the_user(
    alice: Person, forms: list[tuple[str, str, dict[str, str]]], hosts: list[int]
) -> None:
    """A thief with a stolen access token gets five tries, whatever the forms and network addresses."""
    Throttle.objects.all().delete()
    found = [
        alice._client.generic(
            method, path, json.dumps(body), "application/json",
            headers=alice._headers(), REMOTE_ADDR=f"192.0.2.{host}",
        ).status_code
        for (method, path, body), host in zip(forms, hosts, strict=True)
    ]  # fmt: skip
    assert found == [400] * 5 + [429]


def test_the_guard_of_one_user_leaves_others_alone(alice: Person, bob: Person) -> None:
    for _ in range(6):
        alice.post(URL, {"old_password": "wrong", "new_password": NEW})
    assert bob.post(URL, {"old_password": PASSWORD, "new_password": NEW}).status_code == 200


def test_change_invalidates_earlier_reset_links(alice: Person) -> None:
    password_reset.renew_link(user=alice.user, now=timezone.now())
    alice.post(URL, {"old_password": PASSWORD, "new_password": NEW})
    assert not PasswordReset.objects.exists()


def test_repeated_changes_are_limited_so_that_a_reset_link_survives(alice: Person) -> None:
    passwords_in_turn = [PASSWORD, NEW, PASSWORD, NEW, PASSWORD]
    found = [
        alice.post(URL, {"old_password": old, "new_password": new}).status_code
        for old, new in pairwise(passwords_in_turn)
    ]
    assert found == [200] * 3 + [429]
    password_reset.renew_link(user=alice.user, now=timezone.now())
    assert alice.post(URL, {"old_password": NEW, "new_password": PASSWORD}).status_code == 429
    assert PasswordReset.objects.exists()


def test_after_a_change_another_reset_link_is_sent_even_at_the_limit(
    anyone: Anyone, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(password_reset, "MOST_LINKS", 1)
    ask = {"email": alice.user.email}
    anyone.post("/api/users/request_password_reset/", ask)
    assert alice.post(URL, {"old_password": PASSWORD, "new_password": NEW}).status_code == 200
    assert not PasswordReset.objects.exists()
    anyone.post("/api/users/request_password_reset/", ask)
    assert PasswordReset.objects.exists()


def test_change_keeps_the_reset_link_of_an_unconfirmed_address(alice: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(email_confirmed_at=None)
    password_reset.renew_link(user=alice.user, now=timezone.now())
    assert alice.post(URL, {"old_password": PASSWORD, "new_password": NEW}).status_code == 200
    assert PasswordReset.objects.exists()


def test_change_notifies_the_user_and_is_audited(alice: Person) -> None:
    alice.post(URL, {"old_password": PASSWORD, "new_password": NEW})
    (mail,) = outbox.outbox
    assert (mail.to, mail.subject) == ([alice.user.email], "Your Tablehawk password was changed")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.by_id, entry.facts) == ("password_changed", alice.user.pk, {})


def test_concurrent_reset_is_not_undone(alice: Person) -> None:
    now = timezone.now()
    user = User.objects.get()
    passwords.set_password(user=alice.user, password="Reset4table?", keep=None, now=now)
    with pytest.raises(Refusal) as refusal:
        passwords.change_password(user=user, session_id=uuid4(), old=PASSWORD, new=NEW, address="", now=now)
    assert refusal.value.status == 401
    assert check_password("Reset4table?", User.objects.get().password)
