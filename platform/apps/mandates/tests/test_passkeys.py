"""Approving with a passkey: a user who has one approves only with it, and each answer that is not valid is refused."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import pytest
from django.core import signing
from django.db import connection

from apps.accounts.models import AuditEntry
from apps.mandates import selectors
from apps.mandates.models import Mandate
from apps.mcp.tests.parts import program_of
from apps.passkeys import messages, services
from apps.passkeys.models import Passkey
from apps.passkeys.tests.authenticator import PRESENT, Device, with_passkey
from testing.users import Person, signed_in
from testing.venues import make_venue

from .factories import drafted

URL = "/api/mandates/"


@dataclass
class Case:
    """A user with a passkey and two drafts."""

    person: Person
    other: Person
    device: Device
    draft: Mandate
    second: Mandate

    def challenge(self, *, of: Person | None = None, draft: Mandate | None = None) -> dict[str, Any]:
        answer = (of or self.person).get(f"{URL}{(draft or self.draft).pk}/challenge/")
        assert answer.status_code == 200, answer.content
        found: dict[str, Any] = answer.json()
        return found

    def approve(self, assertion: Any, *, draft: Mandate | None = None) -> Any:
        draft = draft or self.draft
        body = {"digest": selectors.digest_of(draft), "assertion": assertion}
        return self.person.post(f"{URL}{draft.pk}/approve/", body)

    def signed(self, **changes: Any) -> Any:
        """Return the answer of the device, changed, to a right challenge."""
        for name, value in changes.items():
            setattr(self.device, name, value)
        return self.device.sign(self.challenge())

    def of_another_user(self) -> Any:
        with_passkey(self.other)
        draft = drafted(program_of(self.other.user), make_venue())
        return self.device.sign(self.challenge(of=self.other, draft=draft))

    def late(self, monkeypatch: pytest.MonkeyPatch) -> Any:
        assertion = self.device.sign(self.challenge())
        now = signing.time.time() + services.LIFETIME.total_seconds() + 1  # type: ignore[attr-defined]
        monkeypatch.setattr(signing.time, "time", lambda: now)  # type: ignore[attr-defined]
        return assertion

    def with_another_key(self) -> Any:
        forged = Device(credential_id=self.device.credential_id, count=9)
        return forged.sign(self.challenge())

    def with_other_device(self) -> Any:
        return Device().sign(self.challenge())

    def of_other_user_device(self) -> Any:
        return with_passkey(self.other).sign(self.challenge())

    def made_instead(self) -> Any:
        made = self.device.make(self.challenge())
        return made


@pytest.fixture
def case(bob: Person, charlie: Person) -> Case:
    venue, program = make_venue(), program_of(bob.user)
    device = with_passkey(bob)
    Passkey.objects.update(sign_count=5)
    device.count = 6
    return Case(bob, charlie, device, drafted(program, venue), drafted(program, venue, tables=1))


def test_a_draft_is_approved_with_the_passkey(case: Case) -> None:
    challenge = case.challenge()
    assert (challenge["relying_party"], challenge["credential_ids"]) == ("localhost", [case.device.id])
    answer = case.approve(case.device.sign(challenge))
    assert answer.json()["state"] == "approved"
    passkey = Passkey.objects.get()
    assert (passkey.sign_count, passkey.last_used_at is not None) == (6, True)
    assert AuditEntry.objects.get(act="mandate").facts["passkey"] == passkey.pk


def test_a_device_that_does_not_count_approves_again(case: Case) -> None:
    Passkey.objects.update(sign_count=0)
    case.device.count = 0
    for draft in (case.draft, case.second):
        assert case.approve(case.device.sign(case.challenge(draft=draft)), draft=draft).status_code == 200


def test_each_of_several_passkeys_approves(case: Case) -> None:
    second = with_passkey(case.person, "Security key")
    assert case.approve(second.sign(case.challenge())).status_code == 200
    assert [row.last_used_at is None for row in Passkey.objects.order_by("pk")] == [True, False]


def test_without_a_passkey_one_press_approves(case: Case) -> None:
    Passkey.objects.all().delete()
    assert case.challenge()["credential_ids"] == []
    assert case.approve(None).json()["state"] == "approved"
    assert AuditEntry.objects.get(act="mandate").facts["passkey"] is None


def test_declining_needs_no_passkey(case: Case) -> None:
    assert case.person.post(f"{URL}{case.draft.pk}/decline/").json()["state"] == "declined"


Wrong = Callable[[Case, pytest.MonkeyPatch], Any]
REFUSED: dict[str, tuple[Wrong, int, str, str]] = {
    name: (wrong, status, code, sentence)
    for (status, code, sentence), cases in {
        (403, "passkey_required", messages.REQUIRED): {"no assertion": lambda case, _: None},
        (403, "unknown_passkey", messages.UNKNOWN): {
            "an unknown credential": lambda case, _: case.with_other_device(),
            "the passkey of another user": lambda case, _: case.of_other_user_device(),
            "an empty assertion": lambda case, _: {},
            "an id that is no text": lambda case, _: {**case.signed(), "id": 7},
        },
        (403, "passkey_refused", messages.REFUSED): {
            "another origin": lambda case, _: case.signed(origin="https://evil.example"),
            "an IP address": lambda case, _: case.signed(origin="http://127.0.0.1:8000"),
            "another relying party": lambda case, _: case.signed(party="evil.example"),
            "a user who was not verified": lambda case, _: case.signed(flags=PRESENT),
            "a user who was not present": lambda case, _: case.signed(flags=0),
            "a counter that goes backward": lambda case, _: case.signed(count=4),
            "a counter that stays": lambda case, _: case.signed(count=5),
            "a counter that ended": lambda case, _: case.signed(count=0),
            "another key with the same id": lambda case, _: case.with_another_key(),
            "a new passkey in its place": lambda case, _: case.made_instead(),
            "no answer of the browser": lambda case, _: {"id": case.device.id},
            "an answer that is no object": lambda case, _: {"id": case.device.id, "response": []},
            "client data that is no JSON": lambda case, _: {
                "id": case.device.id,
                "rawId": case.device.id,
                "response": {"clientDataJSON": "AQID"},
            },
        },
        (409, "challenge_over", messages.CHALLENGE_OVER): {
            "the challenge of another user": lambda case, _: case.of_another_user(),
            "the challenge of another draft": lambda case, _: case.device.sign(case.challenge(draft=case.second)),
            "the challenge of another session": lambda case, _: case.device.sign(
                case.challenge(of=signed_in(case.person.user))
            ),
            "an expired challenge": lambda case, monkeypatch: case.late(monkeypatch),
            "a challenge that we did not make": lambda case, _: case.device.sign({"challenge": "AQID"}),
        },
    }.items()
    for name, wrong in cases.items()
}


@pytest.mark.parametrize(("wrong", "status", "code", "sentence"), REFUSED.values(), ids=list(REFUSED))
def test_what_is_not_valid_approves_nothing(
    case: Case, monkeypatch: pytest.MonkeyPatch, wrong: Wrong, status: int, code: str, sentence: str
) -> None:
    before = list(Passkey.objects.filter(user=case.person.user).values())
    answer = case.approve(wrong(case, monkeypatch))
    assert (answer.status_code, answer.json()["code"], answer.json()["message"]) == (status, code, sentence)
    assert set(Mandate.objects.values_list("state", flat=True)) == {"draft"}
    assert list(Passkey.objects.filter(user=case.person.user).values()) == before
    assert not AuditEntry.objects.filter(act="mandate").exists()


def test_a_challenge_counts_once(case: Case) -> None:
    Passkey.objects.update(sign_count=0)
    case.device.count = 0
    assertion = case.device.sign(case.challenge())
    assert case.approve(assertion).status_code == 200
    again = case.approve(assertion)
    assert (again.status_code, again.json()["code"]) == (409, "decided")
    other = case.approve(assertion, draft=case.second)
    assert (other.status_code, other.json()["code"]) == (409, "challenge_over")
    Mandate.objects.filter(pk=case.draft.pk).update(state="revoked")
    assert case.approve(assertion).json()["code"] == "decided"


def test_another_users_draft_has_no_challenge(case: Case) -> None:
    assert case.other.get(f"{URL}{case.draft.pk}/challenge/").status_code == 404


@pytest.mark.django_db(transaction=True)
def test_of_parallel_approvals_one_counts(bob: Person) -> None:
    device, draft = with_passkey(bob), drafted(program_of(bob.user), make_venue())
    assertion = device.sign(bob.get(f"{URL}{draft.pk}/challenge/").json())
    body = {"digest": selectors.digest_of(draft), "assertion": assertion}

    def approve(_: int) -> int:
        try:
            return bob.post(f"{URL}{draft.pk}/approve/", body).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(approve, range(4))) == [200, 409, 409, 409]
    assert AuditEntry.objects.filter(act="mandate").count() == 1
