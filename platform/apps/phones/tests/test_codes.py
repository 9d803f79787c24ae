"""A phone is confirmed by a code that is texted to it."""

import json
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import Settings

from apps.accounts.models import AuditEntry, Throttle, User
from apps.accounts.security import code_limits
from apps.notices.models import Event, PhoneCode
from apps.phones import codes as phone_codes
from apps.senders.tests.outside import FakeTwilio
from testing.users import PASSWORD, Person, make_user, signed_in

ME = "/api/users/me/"
SEND = "/api/users/phone/send_code/"
CONFIRM = "/api/users/phone/confirm/"
PHONE = "+12125550100"


@pytest.fixture(autouse=True)
def texts(settings: Settings, tmp_path: Path) -> Path:
    settings.SMS_FILE_PATH = str(tmp_path)
    return tmp_path


@pytest.fixture
def ada(db: None) -> Person:
    """A user with an unconfirmed phone."""
    return signed_in(make_user("Ada", phone_confirmed_at=None))


def sent(texts: Path) -> list[dict[str, str]]:
    files = sorted(texts.glob("*.json"), key=lambda path: path.stat().st_mtime_ns)
    return [json.loads(path.read_text()) for path in files]


def code_in(texts: Path) -> str:
    (code,) = re.findall(r"[0-9]{6}", sent(texts)[-1]["body"])
    return str(code)


def wrong(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06}"


def refused(reply: Any) -> tuple[int, str, str]:
    return reply.status_code, reply.json()["code"], reply.json()["message"]


def confirmed(person: Person) -> bool:
    return bool(person.get(ME).json()["phone_confirmed"])


def test_the_code_that_was_texted_confirms_the_phone(ada: Person, texts: Path) -> None:
    assert ada.post(SEND).json() == {"message": "We sent a code to +1 212-555-0100."}
    (text,) = sent(texts)
    code = code_in(texts)
    assert text["to"] == PHONE
    assert text["body"] == f"{code} is your Tablehawk code. It works for 10 minutes. Don't share it with anyone."
    assert not confirmed(ada)
    assert ada.post(CONFIRM, {"code": f" {code} "}).json() == {"message": "Your phone number is confirmed."}
    assert confirmed(ada)
    assert AuditEntry.objects.filter(act="phone_confirmed").count() == 1
    assert refused(ada.post(CONFIRM, {"code": code})) == (
        409,
        "already_confirmed",
        "Your phone number is already confirmed.",
    )
    assert refused(ada.post(SEND))[:2] == (409, "already_confirmed")


def test_a_wrong_code_changes_nothing_and_five_exhaust_it(ada: Person, texts: Path) -> None:
    ada.post(SEND)
    code = code_in(texts)
    for text in (wrong(code), "", "x", "é", "1" * 7):
        reply = ada.post(CONFIRM, {"code": text})
        assert refused(reply) == (400, "wrong_code", "That isn't the code we sent. Check it and try again.")
        assert set(reply.json()["errors"]) == {"code"}
    reply = ada.post(CONFIRM, {"code": code})
    assert refused(reply) == (400, "exhausted_code", "Too many wrong codes. Ask for a new one.")
    assert not confirmed(ada)
    ada.post(SEND)
    assert ada.post(CONFIRM, {"code": code_in(texts)}).status_code == 200


def test_an_expired_code_changes_nothing(ada: Person, texts: Path) -> None:
    ada.post(SEND)
    assert PhoneCode.objects.get().expires_at - timezone.now() <= timedelta(minutes=10)
    PhoneCode.objects.update(expires_at=timezone.now())
    reply = ada.post(CONFIRM, {"code": code_in(texts)})
    assert refused(reply) == (400, "expired_code", "This code has expired. Ask for a new one.")
    assert not confirmed(ada)


def test_a_code_is_good_for_its_user_and_its_phone_only(ada: Person, texts: Path) -> None:
    eve = signed_in(make_user("Eve", phone_confirmed_at=None))
    ada.post(SEND)
    code = code_in(texts)
    sentence = "We haven't sent a code to this phone number yet. Ask for one first."
    assert refused(eve.post(CONFIRM, {"code": code})) == (400, "no_code", sentence)
    form = {"phone": "+442079460123", "current_password": PASSWORD}
    assert ada.patch(ME, form).status_code == 200
    assert refused(ada.post(CONFIRM, {"code": code})) == (400, "no_code", sentence)
    assert not confirmed(ada)


def test_a_newer_code_replaces_the_older(ada: Person, texts: Path) -> None:
    ada.post(SEND)
    older = code_in(texts)
    ada.post(SEND)
    newer = code_in(texts)
    if older != newer:
        assert refused(ada.post(CONFIRM, {"code": older}))[1] == "wrong_code"
    assert ada.post(CONFIRM, {"code": newer}).status_code == 200


def test_a_changed_phone_has_to_be_confirmed_again(alice: Person) -> None:
    assert confirmed(alice)
    assert alice.patch(ME, {"phone": "+442079460123", "current_password": PASSWORD}).json()["phone_confirmed"] is False
    assert AuditEntry.objects.filter(act="phone_changed").count() == 1


def test_without_a_phone_there_is_nothing_to_confirm(ada: Person) -> None:
    User.objects.update(phone="")
    assert ada.post(SEND).json()["errors"] == {"phone": "Add a phone number to your profile first."}
    assert refused(ada.post(CONFIRM, {"code": "123456"}))[1] == "no_code"


def test_codes_are_limited_for_a_user_a_phone_and_the_installation(
    ada: Person, texts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert [ada.post(SEND).status_code for _ in range(6)] == [200] * 5 + [429]
    neighbor = signed_in(make_user("Ben", phone_confirmed_at=None))
    assert neighbor.post(SEND).status_code == 429
    monkeypatch.setattr(phone_codes, "CODES_IN_ALL", 6)
    others = [make_user(name, phone=f"+1917555010{n}", phone_confirmed_at=None) for n, name in enumerate(("Cy", "Di"))]
    assert [signed_in(other).post(SEND).status_code for other in others] == [200, 429]
    assert len(sent(texts)) == 6


def test_five_hundred_texts_from_one_address_are_refused_and_others_still_get_theirs(
    texts: Path, monkeypatch: pytest.MonkeyPatch, db: None
) -> None:
    """Fresh accounts pump texts from one network address; a user elsewhere gets a code as before."""
    monkeypatch.setattr(phone_codes, "CODES_IN_ALL", code_limits.FROM_ADDRESS + 1)
    pumped = []
    for number in range(60):
        mallory = signed_in(make_user(f"Mallory{number}", phone=f"+1212555{number:04}", phone_confirmed_at=None))
        pumped.append(send_from(mallory, "198.51.100.7"))
    assert pumped == [200] * code_limits.FROM_ADDRESS + [429] * (60 - code_limits.FROM_ADDRESS)
    ada = signed_in(make_user("Ada", phone="+19175550199", phone_confirmed_at=None))
    assert send_from(ada, "203.0.113.9") == 200


def send_from(person: Person, host: str) -> int:
    return person._client.generic("POST", SEND, headers=person._headers(), REMOTE_ADDR=host).status_code


def test_a_code_needs_a_confirmed_email_address(ada: Person, texts: Path) -> None:
    User.objects.update(email_confirmed_at=None)
    sentence = "Confirm your email address first. Then we can text a code to your phone."
    assert refused(ada.post(SEND)) == (409, "email_unconfirmed", sentence)
    User.objects.update(email_confirmed_at=timezone.now())
    assert ada.post(SEND).status_code == 200
    assert len(sent(texts)) == 1


def test_codes_abroad_are_limited_for_each_country(texts: Path, settings: Settings, db: None) -> None:
    settings.SMS_CALLING_CODES = ["+1", "+44", "+33"]
    found = []
    for number in range(code_limits.ABROAD + 1):
        user = make_user(f"Uma{number}", phone=f"+4479460{number:05}", phone_confirmed_at=None)
        found.append(send_from(signed_in(user), f"192.0.2.{number}"))
    assert found == [200] * code_limits.ABROAD + [429]
    other = signed_in(make_user("Odile", phone="+33612345678", phone_confirmed_at=None))
    assert send_from(other, "192.0.2.200") == 200


@pytest.mark.parametrize("phone", ["+442125550123", "+18765550100", "+18095550100", "+19005551234", "+881812345678"])
def test_phones_of_other_countries_and_paid_numbers_get_no_code(ada: Person, texts: Path, phone: str) -> None:
    User.objects.update(phone=phone)
    reply = ada.post(SEND)
    assert (reply.status_code, list(reply.json()["errors"])) == (400, ["phone"])
    assert sent(texts) == []
    assert not Throttle.objects.exists()


def test_phone_codes_require_sign_in(ada: Person) -> None:
    stranger = type(ada)(user=ada.user, tokens=None)
    assert [stranger.post(path, {"code": "1"}).status_code for path in (SEND, CONFIRM)] == [401, 401]


@pytest.mark.parametrize(
    ("code", "status", "sentence"),
    [
        (21614, 400, "Text messages don't reach this phone number."),
        (20429, 503, "We can't send text messages right now. Try again in a few minutes."),
    ],
)
def test_a_code_that_cannot_be_sent_has_a_sentence(
    ada: Person, twilio: FakeTwilio, code: int, status: int, sentence: str
) -> None:
    twilio.behave = code
    reply = ada.post(SEND)
    assert (reply.status_code, reply.json()["message"]) == (status, sentence)


def test_no_log_line_event_row_or_answer_holds_a_code(
    ada: Person, texts: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    answers = [ada.post(SEND).content]
    code = code_in(texts)
    rows = [*PhoneCode.objects.values_list("code_hash", "phone")]
    answers.append(ada.post(CONFIRM, {"code": code}).content)
    facts = [*AuditEntry.objects.values_list("facts", flat=True), *Event.objects.values_list("payload", flat=True)]
    assert "phone/confirm" in caplog.text
    kept = [*(record.getMessage() for record in caplog.records), str(rows), str(answers), str(facts)]
    assert not [text for text in kept if re.search(rf"(?<!\w){code}(?!\w)", text)]
