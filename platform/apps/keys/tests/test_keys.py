import re
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.accounts import account_closure
from apps.accounts.models import AuditEntry
from apps.accounts.sign_in import password_reset
from apps.accounts.sign_in.sessions import TokenPair
from apps.accounts.signals import address_reverted
from apps.common.errors import Refusal
from apps.keys import services
from apps.keys.models import ApiKey, Scope
from testing.users import PASSWORD, Anyone, Person

from .factories import with_key

KEYS = "/api/keys/"
READ = "/api/reservations/counts/"


def form(**changes: Any) -> dict[str, Any]:
    return {"name": "Kitchen display", "scopes": ["requests:read"], "days": 90, "password": PASSWORD, **changes}


def sending(text: str) -> Anyone:
    return Anyone(tokens=TokenPair(text, ""))


def test_a_key_is_shown_once_and_calls_the_api(alice: Person) -> None:
    made = alice.post(KEYS, form(scopes=["venues:read", "requests:read", "venues:read"]))
    assert made.status_code == 201
    shown = made.json()
    assert sending(shown.pop("key")).get(READ).status_code == 200
    assert shown["scopes"] == ["requests:read", "venues:read"]
    (listed,) = alice.get(KEYS).json()
    assert listed | {"last_used_at": None} == shown
    assert listed["last_used_at"]


def test_a_key_can_be_recognized_without_the_database(alice: Person) -> None:
    text = alice.post(KEYS, form()).json()["key"]
    assert re.fullmatch("thk_[0-9A-Za-z]{49}", text)
    number = 0
    for digit in text[-6:]:
        number = number * 62 + services.ALPHABET.index(digit)
    assert number == zlib.crc32(text[4:-6].encode())
    broken = text[:-1] + ("0" if text[-1] != "0" else "1")
    for nonsense in (broken, text[:-1], text + "0", text[4:], f"thk_{'0' * 49}"):
        with CaptureQueriesContext(connection) as queries:
            assert sending(nonsense).get(READ).status_code == 401
        assert not queries.captured_queries


def test_the_database_has_a_hash_and_the_audit_log_no_key(alice: Person) -> None:
    text = alice.post(KEYS, form()).json()["key"]
    row = ApiKey.objects.get()
    assert alice.delete(f"{KEYS}{row.pk}/").status_code == 200
    assert len(row.key_hash) == 64
    facts = list(AuditEntry.objects.filter(act="api_key").order_by("pk").values_list("facts", flat=True))
    assert [one["did"] for one in facts] == ["made", "revoked"]
    assert facts[0]["scopes"] == "requests:read"
    assert text[4:] not in str(facts)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": " "}, "name"), ({"name": "x" * 61}, "name"), ({"scopes": []}, "scopes"),
        ({"scopes": ["everything"]}, "scopes.0"), ({"days": 0}, "days"), ({"days": 366}, "days"),
    ],
)  # fmt: skip
def test_a_key_needs_a_name_scopes_and_an_end(alice: Person, change: dict[str, Any], field: str) -> None:
    refused = alice.post(KEYS, form(**change))
    assert (refused.status_code, set(refused.json()["errors"])) == (422, {field})
    assert not ApiKey.objects.exists()


def test_a_key_needs_the_password(alice: Person) -> None:
    refused = alice.post(KEYS, form(password="Wrong4table!"))
    assert (refused.status_code, refused.json()["errors"].keys()) == (400, {"password"})
    assert not ApiKey.objects.exists()


def test_a_revoked_key_is_refused_at_once(alice: Person) -> None:
    program = with_key(alice.user, Scope.REQUESTS_READ)
    assert program.get(READ).status_code == 200
    path = f"{KEYS}{ApiKey.objects.get().pk}/"
    assert alice.delete(path).json() == {"message": "That key no longer works."}
    refused = program.get(READ)
    assert (refused.status_code, refused.json()["code"]) == (401, "not_signed_in")
    assert refused["WWW-Authenticate"].startswith("Bearer resource_metadata=")
    assert alice.delete(path).status_code == 404
    assert alice.get(KEYS).json() == []


def test_a_key_of_another_user_cannot_be_revoked(alice: Person, bob: Person) -> None:
    program = with_key(alice.user, Scope.REQUESTS_READ)
    assert bob.delete(f"{KEYS}{ApiKey.objects.get().pk}/").status_code == 404
    assert program.get(READ).status_code == 200


def test_an_expired_key_is_refused_and_stays_in_the_list(alice: Person) -> None:
    program = with_key(alice.user, Scope.REQUESTS_READ, now=timezone.now() - timedelta(days=8), days=7)
    assert program.get(READ).status_code == 401
    assert len(alice.get(KEYS).json()) == 1


def test_keys_that_ended_long_ago_are_deleted(alice: Person) -> None:
    with_key(alice.user, Scope.SETTINGS, now=timezone.now() - timedelta(days=40), days=7)
    with_key(alice.user, Scope.SETTINGS, now=timezone.now() - timedelta(days=20), days=7)
    with_key(alice.user, Scope.SETTINGS)
    assert ApiKey.objects.count() == 2


def test_the_last_use_is_written_once_a_minute(alice: Person) -> None:
    with_key(alice.user, Scope.SETTINGS)
    now = timezone.now()
    written = []
    for seconds in (0, 30, 59, 60, 61):
        key = ApiKey.objects.get()
        services.record_use(key, now=now + timedelta(seconds=seconds))
        written.append((ApiKey.objects.get().last_used_at or now) - now)
    assert [one.seconds for one in written] == [0, 0, 0, 60, 60]


@pytest.mark.django_db(transaction=True)
def test_parallel_calls_make_at_most_twenty_keys(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("apps.accounts.sign_in.passwords.require_password", lambda **_: None)
    for _ in range(17):
        with_key(alice.user, Scope.SETTINGS)

    def make(_: int) -> str:
        try:
            with_key(alice.user, Scope.SETTINGS)
            return "made"
        except Refusal as refusal:
            return refusal.code
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        results = sorted(pool.map(make, range(6)))
    assert results == ["made"] * 3 + ["too_many_keys"] * 3


def test_a_revoked_key_makes_room_for_another(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_KEYS", 1)
    with_key(alice.user, Scope.SETTINGS)
    refused = alice.post(KEYS, form())
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_keys")
    alice.delete(f"{KEYS}{ApiKey.objects.get().pk}/")
    assert alice.post(KEYS, form()).status_code == 201


def test_unknown_keys_count_against_the_network_address(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.key_auth.WRONG_KEYS", 2)
    right, unknown = with_key(alice.user, Scope.REQUESTS_READ), sending(services.new_text())
    assert [unknown.get(READ).status_code for _ in range(3)] == [401, 401, 429]
    assert right.get(READ).status_code == 200


def test_a_new_password_keeps_keys_and_a_reset_revokes_them(anyone: Anyone, alice: Person) -> None:
    program = with_key(alice.user, Scope.REQUESTS_READ)
    change = {"old_password": PASSWORD, "new_password": "Another4table!"}
    assert alice.post("/api/users/change_password/", change).status_code == 200
    assert program.get(READ).status_code == 200

    alice.user.refresh_from_db()
    link = password_reset.renew_link(user=alice.user, now=timezone.now())
    path = f"/api/users/verify_reset_password/?token={link.token}&uid={link.uid}"
    assert anyone.post(path, {"password": PASSWORD}).status_code == 200
    assert program.get(READ).status_code == 401


def test_a_reverted_address_revokes_keys(alice: Person) -> None:
    program = with_key(alice.user, Scope.REQUESTS_READ)
    address_reverted.send(type(alice.user), user_id=alice.user.pk, now=timezone.now())
    assert program.get(READ).status_code == 401


def test_a_closed_account_has_no_keys(alice: Person) -> None:
    program = with_key(alice.user, Scope.REQUESTS_READ)
    account_closure.close_account(user=alice.user, password=PASSWORD, address="", now=timezone.now())
    assert program.get(READ).status_code == 401
    assert not ApiKey.objects.exists()
