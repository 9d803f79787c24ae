"""A kill switch stops sign-ins, codes, checks and cards at its platform or account."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from apps.accounts.models import Throttle
from apps.common.errors import Refusal
from apps.connections import cards
from apps.connections.models import KillSwitch, PlatformAccount
from snipers.clients.base import Card
from testing.platform_accounts import make_account
from testing.simulator import Simulator
from testing.users import Person

SENTENCE = "We've paused everything at {} for now. Try again later."
PHONE = "+12125550123"


def switch_off(scope: str, key: Any) -> None:
    KillSwitch.objects.create(scope=scope, key=str(key), reason="a test", created_by="a test")


def test_resy_sign_in_is_refused(simulator: Simulator, alice: Person) -> None:
    switch_off("platform", "resy")
    before = simulator.count_calls("/4/auth/password")
    reply = alice.post("/api/resy/login/", {"email": "ada@example.com", "password": "table-for-two"})
    assert (reply.status_code, reply.json()["code"]) == (503, "switched_off")
    assert (reply.json()["message"], reply["Retry-After"]) == (SENTENCE.format("Resy"), "300")
    assert simulator.count_calls("/4/auth/password") == before
    assert not Throttle.objects.exists()


def test_opentable_codes_are_refused(simulator: Simulator, alice: Person) -> None:
    asked = alice.post("/api/opentable/phone_login/", {"phone": PHONE}).json()["correlation_id"]
    switch_off("platform", "opentable")
    before = [simulator.count_calls(path) for path in ("/api/v1/2fa/start", "/api/v1/2fa/confirm")]
    code = {"phone": PHONE, "code": "123456", "correlation_id": asked}
    replies = [
        alice.post("/api/opentable/phone_login/", {"phone": PHONE}),
        alice.post("/api/opentable/verify_phone_2fa/", code),
    ]
    assert [reply.json()["message"] for reply in replies] == [SENTENCE.format("OpenTable")] * 2
    assert [simulator.count_calls(path) for path in ("/api/v1/2fa/start", "/api/v1/2fa/confirm")] == before
    KillSwitch.objects.all().delete()
    assert alice.post("/api/opentable/verify_phone_2fa/", code).status_code == 200


@pytest.mark.parametrize("scope", ["platform", "account"])
def test_page_check_answers_with_the_last_state(simulator: Simulator, alice: Person, scope: str) -> None:
    account = make_account(user=alice.user, sealed_token="garbage", verified_at=timezone.now() - timedelta(hours=1))
    switch_off(scope, account.platform if scope == "platform" else account.pk)
    assert alice.get("/api/resy/check_resy_auth/").json() == {"resy_signed_in": True}
    assert PlatformAccount.objects.get().status == "connected"


@pytest.mark.parametrize("scope", ["platform", "account"])
def test_card_is_refused(simulator: Simulator, alice: Person, scope: str) -> None:
    account = make_account(user=alice.user)
    switch_off(scope, account.platform if scope == "platform" else account.pk)
    card = Card(number="4242424242424242", exp_month=12, exp_year=2030, cvc="737")
    before = simulator.count_calls("/3/payment_methods")
    with pytest.raises(Refusal) as refused:
        cards.store_card(user=alice.user, account=account, card=card, now=timezone.now())
    assert (refused.value.status, refused.value.code) == (503, "switched_off")
    assert simulator.count_calls("/3/payment_methods") == before


def test_switch_applies_to_its_platform_only(simulator: Simulator, alice: Person) -> None:
    switch_off("platform", "opentable")
    reply = alice.post("/api/resy/login/", {"email": "ada@example.com", "password": "table-for-two"})
    assert reply.status_code == 200
