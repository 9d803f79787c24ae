import json
from datetime import timedelta

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client
from django.utils import timezone

from apps.accounts import services
from apps.accounts.models import AuditEntry, Session, Throttle, User
from apps.accounts.sign_in import passwords
from apps.common.errors import Refusal
from testing.users import PASSWORD, Anyone, Person

URL = "/api/users/login/"
WRONG = {"message": "Email and password do not match.", "code": "wrong_credentials"}


def test_sign_in_returns_the_user_and_valid_tokens(anyone: Anyone, alice: Person) -> None:
    response = anyone.post(URL, {"email": "Alice@Example.org", "password": PASSWORD})
    assert response.status_code == 200
    body = response.json()
    assert body["message"] == "Successfully logged in"
    assert body["user"]["email"] == "alice@example.org"
    alice.user.refresh_from_db()
    assert alice.user.last_login is not None
    assert Session.objects.filter(user=alice.user).count() == 2


def test_sign_in_stores_the_locale_of_the_browser(alice: Person) -> None:
    for header, locale in (("en-GB,en;q=0.9", "en-GB"), ("de-DE", "en-GB-u-hc-h23")):
        Client(headers={"Accept-Language": header}).post(
            URL, {"email": alice.user.email, "password": PASSWORD}, "application/json"
        )
        alice.user.refresh_from_db()
        assert alice.user.locale == locale


def test_an_unknown_address_and_a_wrong_password_get_the_same_answer(anyone: Anyone, alice: Person) -> None:
    wrong = anyone.post(URL, {"email": alice.user.email, "password": "Table4three!"})
    unknown = anyone.post(URL, {"email": "nobody@example.org", "password": "Table4three!"})
    assert (wrong.status_code, wrong.json()) == (unknown.status_code, unknown.json()) == (401, WRONG)


def test_unknown_address_costs_one_hash(anyone: Anyone, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    hashed: list[str] = []
    monkeypatch.setattr("apps.accounts.services.make_password", hashed.append)
    anyone.post(URL, {"email": "nobody@example.org", "password": "Table4three!"})
    assert hashed == ["Table4three!"]


def test_inactive_user_cannot_sign_in(anyone: Anyone, alice: Person) -> None:
    User.objects.filter(pk=alice.user.pk).update(is_active=False)
    assert anyone.post(URL, {"email": alice.user.email, "password": PASSWORD}).json() == WRONG
    assert alice.get("/api/users/me/").status_code == 401


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("form", "errors"),
    [
        ({"email": "alice", "password": "x"}, {"email": "Must be valid email"}),
        ({"email": "alice@example.org", "password": ""}, {"password": "Password is required"}),
    ],
)
def test_invalid_form_is_refused(anyone: Anyone, form: dict[str, str], errors: dict[str, str]) -> None:
    response = anyone.post(URL, form)
    assert response.status_code == 400
    assert response.json()["errors"] == errors


def test_five_failures_lock_the_account_for_this_address_only(anyone: Anyone, alice: Person, bob: Person) -> None:
    wrong = {"email": alice.user.email, "password": "Table4three!"}
    assert [anyone.post(URL, wrong).status_code for _ in range(6)] == [401] * 5 + [429]
    right = anyone.post(URL, {"email": alice.user.email, "password": PASSWORD})
    assert right.status_code == 429
    assert 0 < int(right["Retry-After"]) <= 900
    assert anyone.post(URL, {"email": bob.user.email, "password": PASSWORD}).status_code == 200


def test_failures_from_one_address_are_limited_for_all_accounts_together(
    anyone: Anyone, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "FAILED_SIGN_INS", 4)
    right = {"email": bob.user.email, "password": PASSWORD}
    assert [anyone.post(URL, right).status_code for _ in range(5)] == [200] * 5
    wrong = [{"email": f"{number}@example.org", "password": PASSWORD} for number in range(6)]
    assert [anyone.post(URL, form).status_code for form in wrong] == [401] * 4 + [429] * 2
    assert anyone.post(URL, right).status_code == 429
    assert (
        anyone._client.generic("POST", URL, json.dumps(right), "application/json", REMOTE_ADDR="192.0.2.7").status_code
        == 200
    )


def test_lock_ends_with_its_window(anyone: Anyone, alice: Person) -> None:
    for _ in range(6):
        anyone.post(URL, {"email": alice.user.email, "password": "Table4three!"})
    Throttle.objects.update(window_ends_at=timezone.now() - timedelta(seconds=1))
    assert anyone.post(URL, {"email": alice.user.email, "password": PASSWORD}).status_code == 200


def test_success_clears_earlier_failures(anyone: Anyone, alice: Person) -> None:
    for password in ("a", "b", "c", "d", PASSWORD, "a", "b", "c", "d", PASSWORD):
        answer = anyone.post(URL, {"email": alice.user.email, "password": password})
        assert answer.status_code == (200 if password == PASSWORD else 401)


def test_throttle_stores_addresses_hashed(anyone: Anyone, alice: Person) -> None:
    anyone.post(URL, {"email": alice.user.email, "password": "Table4three!"})
    assert "alice" not in Throttle.objects.get(key__startswith="login:").key


def test_sign_in_deletes_expired_sessions(anyone: Anyone, alice: Person) -> None:
    Session.objects.update(expires_at=timezone.now())
    anyone.post(URL, {"email": alice.user.email, "password": PASSWORD})
    assert Session.objects.filter(user=alice.user).count() == 1


def test_sign_in_is_audited(anyone: Anyone, alice: Person) -> None:
    anyone.post(URL, {"email": alice.user.email, "password": PASSWORD})
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id, entry.address) == ("signed_in", alice.user.pk, "127.0.0.1")


@pytest.mark.parametrize("email", ["alice@example.org", "nobody@example.org"])
def test_lock_is_audited_once(anyone: Anyone, alice: Person, email: str) -> None:
    for _ in range(8):
        anyone.post(URL, {"email": email, "password": "Table4three!"})
    entry = AuditEntry.objects.get()
    assert entry.act == "sign_in_locked"
    assert entry.user_id == (alice.user.pk if email == alice.user.email else None)
    assert "nobody" not in str(AuditEntry.objects.values().get())


def test_password_changed_during_sign_in_opens_no_session(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    now = timezone.now()
    check = check_password

    def overtaken(password: str, encoded: str) -> bool:
        right = check(password, encoded)
        passwords.set_password(user=alice.user, password="Reset4table?", keep=None, now=now)
        return right

    monkeypatch.setattr(services, "check_password", overtaken)
    with pytest.raises(Refusal) as refusal:
        services.log_in(email=alice.user.email, password=PASSWORD, address="", user_agent="", locale="en-US", now=now)
    assert refusal.value.status == 401
    assert not Session.objects.filter(revoked_at=None).exists()
