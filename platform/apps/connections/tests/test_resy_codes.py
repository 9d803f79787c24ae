"""The endpoints that send and confirm a code and answer a challenge, at Resy, and the account that they connect."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings

from apps.accounts.models import Throttle
from apps.common.formatting import format_phone
from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.connections.sign_in import codes
from snipers.clients.credentials import SealedBox, SealedToken
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch
from testing.simulator import Simulator
from testing.users import Anyone, Person

SEND, CONFIRM, ANSWER = (f"/api/platforms/resy/{call}/" for call in ("send_code", "confirm_code", "answer_challenge"))
CODE = "123456"
SEND_OR_CONFIRM, CHALLENGE = "/4/auth/mobile", "/4/auth/challenge"
NUMBERS = itertools.count(1000)


@dataclass(frozen=True)
class Diner:
    phone: str
    email: str


@pytest.fixture
def diner(simulator: Simulator) -> Diner:
    """A diner that the simulator does not know yet, so that Resy asks for the e-mail address after the code."""
    number = next(NUMBERS)
    return Diner(phone=f"+1646555{number}", email=f"diner{number}@example.com")


@pytest.fixture(autouse=True)
def _switches(simulator: Simulator) -> Iterator[None]:
    yield
    simulator.switch(code_challenge=False, sign_in_captcha=False)


def ask(person: Person, **to: str) -> str:
    """Request a code, which is the first step, and return its correlation id."""
    reply = person.post(SEND, to)
    assert reply.status_code == 200, reply.content
    correlation_id: str = reply.json()["correlation_id"]
    return correlation_id


def confirm(person: Person, correlation_id: str, code: str = CODE) -> Any:
    return person.post(CONFIRM, {"code": code, "correlation_id": correlation_id})


def challenged(person: Person, diner: Diner) -> str:
    """Return the correlation id of a challenge."""
    reply = confirm(person, ask(person, phone=diner.phone))
    correlation_id: str = reply.json()["challenge"]["correlation_id"]
    return correlation_id


def answer(person: Person, correlation_id: str, **answers: str) -> Any:
    return person.post(ANSWER, {"correlation_id": correlation_id, "answers": answers})


def refusal(reply: Any) -> tuple[int, str, str]:
    return reply.status_code, reply.json()["code"], reply.json()["message"]


def test_r2_account_without_a_password_connects_with_a_code(simulator: Simulator, alice: Person, diner: Diner) -> None:
    first = alice.post(SEND, {"phone": diner.phone}).json()
    assert first["message"] == f"Resy sent a code to {format_phone(diner.phone)}."
    asked = confirm(alice, first["correlation_id"]).json()
    assert (asked["account"], asked["message"]) == (None, "Resy accepted the code and asks for one more thing.")
    assert asked["challenge"]["properties"] == [{"name": "em_address", "label": "Email address"}]
    assert not PlatformAccount.objects.exists()

    reply = answer(alice, asked["challenge"]["correlation_id"], em_address=diner.email)
    assert (reply.status_code, reply.json()["message"]) == (200, "Successfully connected")
    account = PlatformAccount.objects.get()
    assert reply.json()["account"]["username"] == account.username == diner.phone
    assert (account.user, account.platform, account.status) == (alice.user, "resy", "connected")
    token = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(account.sealed_token))
    assert token.encode() not in reply.content

    # It has no password, and from now on the code alone is enough.
    assert alice.post("/api/resy/login/", {"email": diner.email, "password": "table-for-two"}).status_code == 400
    again = confirm(alice, ask(alice, phone=diner.phone)).json()
    assert (again["account"]["id"], again["challenge"]) == (account.pk, None)
    assert PlatformAccount.objects.count() == 1


def test_code_by_email_connects(simulator: Simulator, alice: Person) -> None:
    reply = confirm(alice, ask(alice, email="Code.By.Mail@example.com"))
    assert reply.json()["account"]["username"] == "code.by.mail@example.com"


def test_challenge_of_a_code_by_email_asks_for_the_number(simulator: Simulator, alice: Person) -> None:
    confirm(alice, ask(alice, email="with.number@example.com"))
    simulator.switch(code_challenge=True)
    asked = confirm(alice, ask(alice, email="with.number@example.com")).json()
    assert [one["name"] for one in asked["challenge"]["properties"]] == ["mobile_number"]


@pytest.mark.parametrize(
    ("form", "status", "field"),
    [
        ({"phone": "+1212555012"}, 400, "phone"),
        ({"phone": ""}, 400, "phone"),
        ({"email": "nobody"}, 400, "email"),
        ({"email": ""}, 400, "email"),
        ({"phone": "+12125550123", "email": "a@example.com"}, 400, "phone"),
        ({}, 400, "phone"),
        ({"phone": "2125550123", "country_code": "x"}, 422, "country_code"),
        ({"phone": 1}, 422, "phone"),
    ],
)
def test_invalid_address_gets_no_code(
    simulator: Simulator, alice: Person, form: dict[str, str], status: int, field: str
) -> None:
    before = simulator.count_calls(SEND_OR_CONFIRM)
    reply = alice.post(SEND, form)
    assert (reply.status_code, list(reply.json()["errors"])) == (status, [field])
    assert simulator.count_calls(SEND_OR_CONFIRM) == before


def test_r2_wrong_expired_and_exhausted_codes_have_their_own_sentences(
    simulator: Simulator, alice: Person, diner: Diner
) -> None:
    mine = ask(alice, phone=diner.phone)
    assert [refusal(confirm(alice, mine, "000000")) for _ in range(5)] == [
        (400, "wrong_code", "This code is wrong. You have 4 tries left."),
        (400, "wrong_code", "This code is wrong. You have 3 tries left."),
        (400, "wrong_code", "This code is wrong. You have 2 tries left."),
        (400, "wrong_code", "This code is wrong. You have 1 try left."),
        (400, "code_exhausted", "This code was entered wrong too often. Ask for a new one."),
    ]
    mine = ask(alice, phone=diner.phone)
    # A second sign-in with the same number uses the code up.
    confirm(alice, ask(alice, phone=diner.phone))
    assert refusal(confirm(alice, mine)) == (400, "code_expired", "This code has expired. Ask for a new one.")
    assert not PlatformAccount.objects.exists()


@pytest.mark.parametrize("wrong", ["", "12345a", "12345678901"])
def test_text_that_is_no_code_is_not_sent_to_resy(
    simulator: Simulator, alice: Person, diner: Diner, wrong: str
) -> None:
    mine, before = ask(alice, phone=diner.phone), simulator.count_calls(SEND_OR_CONFIRM)
    assert confirm(alice, mine, wrong).json()["code"] == "wrong_code"
    assert simulator.count_calls(SEND_OR_CONFIRM) == before


def test_wrong_answer_states_the_tries_left_and_keeps_the_challenge(
    simulator: Simulator, alice: Person, diner: Diner
) -> None:
    mine = challenged(alice, diner)
    assert refusal(answer(alice, mine, em_address="nobody")) == (
        400,
        "wrong_answer",
        "This doesn't match your Resy account. You have 4 tries left.",
    )
    assert answer(alice, mine, mobile_number=diner.phone).json()["errors"] == {"em_address": "Please answer this"}
    assert answer(alice, mine, em_address=diner.email).status_code == 200
    assert refusal(answer(alice, mine, em_address=diner.email)) == (
        400,
        "code_expired",
        "This sign-in has expired. Ask for a new code.",
    )


def test_r2_demanded_captcha_is_said_plainly(simulator: Simulator, alice: Person, diner: Diner) -> None:
    simulator.switch(sign_in_captcha=True)
    sentence = "Resy asks for a check that only you can pass. Sign in at Resy once, then come back and try again."
    by_password = alice.post("/api/resy/login/", {"email": diner.email, "password": "table-for-two"})
    for reply in (alice.post(SEND, {"phone": diner.phone}), alice.post(SEND, {"email": diner.email}), by_password):
        assert refusal(reply) == (409, "captcha_required", sentence)


def test_sent_codes_are_limited_for_user_and_address(
    simulator: Simulator, alice: Person, diner: Diner, bob: Person
) -> None:
    assert [alice.post(SEND, {"email": diner.email}).status_code for _ in range(11)] == [200] * 10 + [429]
    assert bob.post(SEND, {"email": diner.email}).status_code == 429
    # OpenTable's codes are counted apart.
    assert alice.post("/api/opentable/phone_login/", {"phone": diner.phone}).status_code == 200


def test_wrong_codes_are_limited_for_user_and_address(
    simulator: Simulator, alice: Person, diner: Diner, bob: Person
) -> None:
    tries = [confirm(alice, mine, "000000") for mine in (ask(alice, phone=diner.phone) for _ in "12") for _ in "12345"]
    assert [reply.status_code for reply in tries] == [400] * 10
    # A new code does not help before the time is over, also not another user.
    assert confirm(alice, ask(alice, email=diner.email)).status_code == 429
    assert confirm(bob, ask(bob, phone=diner.phone)).status_code == 429


def test_limit_at_resy_is_no_failure_of_resy(simulator: Simulator, alice: Person, diner: Diner) -> None:
    simulator.add_fault("429", SEND_OR_CONFIRM, retry_after=90)
    reply = alice.post(SEND, {"phone": diner.phone})
    assert refusal(reply) == (429, "codes_limited", "Resy sends no more codes for now. Try again later.")
    assert reply["Retry-After"] == "90"


def test_correlation_id_is_valid_for_its_user_and_step_only(
    simulator: Simulator, alice: Person, diner: Diner, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = ask(alice, phone=diner.phone)
    tampered = mine[:-1] + ("A" if mine[-1] != "A" else "B")
    opentable = alice.post("/api/opentable/phone_login/", {"phone": diner.phone}).json()["correlation_id"]
    refused = [
        confirm(charlie, mine),
        *(confirm(alice, one) for one in (tampered, "", opentable)),
        answer(alice, mine, em_address=diner.email),
    ]
    second = confirm(alice, mine).json()["challenge"]["correlation_id"]
    refused += [confirm(alice, second), answer(charlie, second, em_address=diner.email)]
    monkeypatch.setattr(codes, "CODE_LIFE", timedelta(seconds=-1))
    refused.append(answer(alice, second, em_address=diner.email))
    assert {(reply.status_code, reply.json()["code"]) for reply in refused} == {(400, "stale_code")}


@pytest.mark.parametrize(
    ("kind", "code"),
    [("503-html", "sign_in_blocked"), ("403-html", "sign_in_blocked"), ("419", "platform_unavailable")],
)
def test_unavailable_platform_answers_503(
    simulator: Simulator, alice: Person, diner: Diner, kind: str, code: str
) -> None:
    mine, second = ask(alice, phone=diner.phone), challenged(alice, diner)
    for step in (SEND_OR_CONFIRM, CHALLENGE):
        simulator.add_fault(kind, step)
    for reply in (
        alice.post(SEND, {"phone": diner.phone}),
        confirm(alice, mine),
        answer(alice, second, em_address=diner.email),
    ):
        assert (reply.status_code, reply.json()["code"]) == (503, code)
    assert not Throttle.objects.filter(key__startswith="resy_co", failures__gt=0).exists()
    simulator.clear_faults()


def test_code_and_tokens_are_not_stored_or_logged(
    simulator: Simulator, alice: Person, diner: Diner, search: SecretSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = ask(alice, phone=diner.phone)
    replies = [confirm(alice, mine, "654321"), confirm(alice, mine), confirm(alice, "stale")]
    replies.append(answer(alice, replies[1].json()["challenge"]["correlation_id"], em_address=diner.email))
    token = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(PlatformAccount.objects.get().sealed_token))
    monkeypatch.setattr(platforms, "confirm_code", lambda **_: 1 / 0)
    replies.append(confirm(alice, mine))
    assert [reply.status_code for reply in replies] == [400, 200, 400, 200, 500]
    search.add_answers(*replies, alice.get("/api/platforms/resy/accounts/"), alice.get("/api/events/"))
    search.assert_absent(CODE, "654321", token)


def test_code_reconnects_an_account(simulator: Simulator, alice: Person, diner: Diner) -> None:
    answer(alice, challenged(alice, diner), em_address=diner.email)
    PlatformAccount.objects.update(status="needs_reconnect", attention_reason="needs_reconnect")
    assert confirm(alice, ask(alice, phone=diner.phone)).status_code == 200
    account = PlatformAccount.objects.get()
    assert (account.status, account.attention_reason) == ("connected", "")


def test_number_of_accounts_is_limited(simulator: Simulator, alice: Person, diner: Diner) -> None:
    for number in range(20):
        make_account(user=alice.user, username=f"a{number}@example.com")
    reply = answer(alice, challenged(alice, diner), em_address=diner.email)
    assert refusal(reply)[:2] == (409, "too_many_accounts")


@pytest.mark.parametrize("path", [SEND, CONFIRM, ANSWER])
def test_connect_by_code_requires_sign_in(anyone: Anyone, db: None, path: str) -> None:
    assert anyone.post(path, {}).status_code == 401
