"""Passkeys: who adds and removes them, and what is refused."""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.core import signing
from django.utils import timezone
from pytest_django import Settings

from apps.accounts import account_closure, signals
from apps.accounts.models import AuditEntry, User
from apps.keys.models import Scope
from apps.keys.tests.factories import with_key
from apps.oauth.tests.factories import with_token
from apps.passkeys import messages, services
from apps.passkeys.models import Passkey
from testing.secret_search import dump_database
from testing.users import PASSWORD, Person, signed_in

from .authenticator import PRESENT, URL, Device, begin, with_passkey

Change = Callable[[Device], None]


def add(person: Person, credential: Any, name: str = "My phone") -> Any:
    return person.post(URL, {"name": name, "credential": credential})


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def last_deed(person: Person) -> Any:
    return AuditEntry.objects.filter(act="passkey", user=person.user).latest("pk").facts["did"]


def test_a_passkey_is_added_listed_and_audited(bob: Person) -> None:
    challenge = begin(bob)
    assert (challenge["relying_party"], challenge["credential_ids"]) == ("localhost", [])
    device = Device()
    shown = add(bob, device.make(challenge)).json()
    assert (shown["name"], shown["last_used_at"]) == ("My phone", None)
    with_passkey(bob, "Security key")
    assert [one["name"] for one in bob.get(URL).json()] == ["Security key", "My phone"]
    assert device.id in begin(bob)["credential_ids"]
    entries = AuditEntry.objects.filter(act="passkey").order_by("pk")
    assert entries[0].facts == {"did": "added", "passkey": shown["id"]}


@pytest.mark.parametrize("password", ["", "wrong"])
def test_adding_and_removing_need_the_password(bob: Person, password: str) -> None:
    with_passkey(bob)
    path = f"{URL}{Passkey.objects.get().pk}/"
    for answer in (bob.post(f"{URL}challenge/", {"password": password}), bob.delete(path, {"password": password})):
        assert answer.status_code == 400
        assert list(answer.json()["errors"]) == ["password"]
    assert Passkey.objects.count() == 1
    assert bob.delete(path, {"password": PASSWORD}).json() == {"message": messages.REMOVED}
    assert not Passkey.objects.exists()
    assert last_deed(bob) == "removed"


def test_the_sixth_wrong_password_is_refused(bob: Person) -> None:
    for _ in range(5):
        bob.post(f"{URL}challenge/", {"password": "wrong"})
    assert bob.post(f"{URL}challenge/", {"password": PASSWORD}).status_code == 429


def test_no_program_has_to_do_with_passkeys(bob: Person) -> None:
    with_passkey(bob)
    path = f"{URL}{Passkey.objects.get().pk}/"
    for program in (with_key(bob.user, *Scope), with_token(bob.user, *Scope)):
        for answer in (
            program.get(URL),
            program.post(f"{URL}challenge/", {"password": PASSWORD}),
            add(program, Device().make({"challenge": "AQID"})),
            program.delete(path, {"password": PASSWORD}),
        ):
            assert refused(answer) == (403, "keys_refused")
    assert Passkey.objects.count() == 1


def test_another_user_sees_and_removes_no_passkey(bob: Person, charlie: Person) -> None:
    with_passkey(bob)
    assert charlie.get(URL).json() == []
    assert charlie.delete(f"{URL}{Passkey.objects.get().pk}/", {"password": PASSWORD}).status_code == 404
    assert Passkey.objects.count() == 1


WRONG_DEVICES: dict[str, Change] = {
    "another origin": lambda device: setattr(device, "origin", "https://evil.example"),
    "the origin of an IP address": lambda device: setattr(device, "origin", "http://127.0.0.1:8000"),
    "another port": lambda device: setattr(device, "origin", "http://localhost:9000"),
    "another relying party": lambda device: setattr(device, "party", "evil.example"),
    "a user who was not verified": lambda device: setattr(device, "flags", PRESENT),
    "a user who was not present": lambda device: setattr(device, "flags", 0),
    "a longer id than any device has": lambda device: setattr(device, "credential_id", bytes(1024)),
}


@pytest.mark.parametrize("change", WRONG_DEVICES.values(), ids=list(WRONG_DEVICES))
def test_a_passkey_that_is_not_valid_is_not_added(bob: Person, change: Change) -> None:
    device = Device()
    change(device)
    answer = add(bob, device.make(begin(bob)))
    assert refused(answer) == (403, "passkey_refused")
    assert answer.json()["message"] == messages.REFUSED
    assert not Passkey.objects.exists()


def test_a_challenge_counts_for_its_user_session_and_once(
    bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, challenge = Device(), begin(bob)
    for other in (charlie, signed_in(bob.user)):
        assert refused(add(other, device.make(challenge))) == (409, "challenge_over")
    assert add(bob, device.make(challenge)).status_code == 201
    for again in (device, Device()):
        assert refused(add(bob, again.make(challenge))) == (409, "challenge_over")
    late = begin(bob)
    now = signing.time.time() + services.LIFETIME.total_seconds() + 1  # type: ignore[attr-defined]
    monkeypatch.setattr(signing.time, "time", lambda: now)  # type: ignore[attr-defined]
    assert refused(add(bob, Device().make(late))) == (409, "challenge_over")
    assert refused(add(bob, Device().make({"challenge": "AQID"}))) == (409, "challenge_over")
    assert Passkey.objects.count() == 1


def test_a_passkey_belongs_to_one_user(bob: Person, charlie: Person) -> None:
    device = with_passkey(bob)
    for person in (bob, charlie):
        assert refused(add(person, device.make(begin(person)))) == (409, "known_passkey")
    assert Passkey.objects.get().user == bob.user


def test_a_user_has_at_most_ten(bob: Person) -> None:
    for number in range(services.MOST_PASSKEYS):
        with_passkey(bob, f"Key {number}")
    assert refused(add(bob, Device().make(begin(bob)))) == (409, "too_many_passkeys")
    assert Passkey.objects.count() == 10


def test_hostile_answers_are_refused_and_cause_no_fault(bob: Person) -> None:
    """Parts of a valid answer are replaced or cut, and its bytes changed. Seed 81."""
    random, right = Random(81), Device().make(begin(bob))
    for number in range(300):
        wrong = deepcopy(right)
        place = random.choice([wrong, wrong["response"]])
        name = random.choice(list(place))
        text = place[name] if isinstance(place[name], str) else "x"
        at = random.randrange(len(text))
        changed = text[:at] + random.choice("AZ9_-=.") + text[at + 1 :]
        place[name] = random.choice([changed, text[:at], None, number, [], {}, "", text * 2])
        if random.random() < 0.1:
            del place[name]
        if wrong != right:
            assert add(bob, wrong).status_code in (201, 403, 409), wrong
        # A change of the counter or of the device's model is no fault.
        Passkey.objects.all().delete()


@pytest.mark.parametrize("body", [{}, {"name": ""}, {"name": "x" * 61}, {"name": "a\nb"}, {"credential": "text"}])
def test_a_body_that_is_no_passkey_is_refused(bob: Person, body: dict[str, Any]) -> None:
    assert bob.post(URL, {"name": "My phone", "credential": {}, **body}).status_code in (403, 422)


def test_our_pages_below_the_public_host_may_use_passkeys(bob: Person, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://tables.example.org"
    settings.ALLOWED_ORIGINS = [settings.PUBLIC_URL, "https://www.tables.example.org", "https://other.example"]
    party = "tables.example.org"
    for origin, status in {
        "https://tables.example.org": 201,
        "https://www.tables.example.org": 201,
        "https://other.example": 403,
        "https://www2.tables.example.org": 403,
        "http://tables.example.org": 403,
    }.items():
        challenge = begin(bob)
        assert challenge["relying_party"] == party
        assert add(bob, Device(origin=origin, party=party).make(challenge)).status_code == status, origin


@pytest.mark.parametrize("signal", [signals.password_reset, signals.address_reverted])
def test_passkeys_that_somebody_else_may_have_added_are_removed(bob: Person, charlie: Person, signal: Any) -> None:
    with_passkey(bob)
    with_passkey(charlie)
    signal.send(User, user_id=bob.user.pk, now=timezone.now(), address="")
    assert Passkey.objects.get().user == charlie.user
    assert last_deed(bob) == "removed"


def test_a_closed_account_keeps_no_passkey(bob: Person) -> None:
    device = with_passkey(bob, "Phone of Bob Quillfeather")
    account_closure.close_account(user=bob.user, password=PASSWORD, address="", now=timezone.now())
    assert not Passkey.objects.exists()
    assert not any(word in str(dump_database()) for word in ("Quillfeather", device.id))


def test_a_challenge_lives_five_minutes() -> None:
    assert services.LIFETIME == timedelta(minutes=5)
