"""The endpoints POST /api/opentable/phone_login/ and /verify_phone_2fa/, and the account that they connect."""

from datetime import timedelta

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from apps.accounts.models import Throttle
from apps.accounts.security import code_limits
from apps.connections import platforms
from apps.connections.models import PlatformAccount
from apps.connections.sign_in import code_login, codes
from snipers.clients.credentials import SealedBox, SealedToken
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch
from testing.simulator import Simulator
from testing.users import Anyone, Person

START, VERIFY, LOGOUT = (f"/api/opentable/{call}/" for call in ("phone_login", "verify_phone_2fa", "logout"))
CHECK = "/api/opentable/check_opentable_auth/"
PHONE = "+12125550123"
CODE = "123456"
FIRST_STEP, SECOND_STEP = "/api/v1/2fa/start", "/api/v1/2fa/confirm"


def ask(person: Person, phone: str = PHONE, **more: str) -> str:
    """Request a code, which is the first step, and return its correlation id."""
    reply = person.post(START, {"phone": phone, **more})
    assert reply.status_code == 200, reply.content
    correlation_id: str = reply.json()["correlation_id"]
    return correlation_id


def with_code(correlation_id: str, **changes: str) -> dict[str, str]:
    return {"code": CODE, "correlation_id": correlation_id, "phone": PHONE, **changes}


def connect(person: Person) -> PlatformAccount:
    reply = person.post(VERIFY, with_code(ask(person)))
    assert reply.status_code == 200, reply.content
    return PlatformAccount.objects.get(pk=reply.json()["account"]["id"])


def test_the_code_connects_the_account_with_a_sealed_token(simulator: Simulator, alice: Person) -> None:
    first = alice.post(START, {"phone": PHONE}).json()
    reply = alice.post(VERIFY, with_code(first["correlation_id"]))

    assert first["message"] == "OpenTable sent a code to +1 212-555-0123."
    assert (reply.status_code, reply.json()["message"]) == (200, "Successfully connected")
    account = PlatformAccount.objects.get()
    assert reply.json()["account"]["ot_username"] == account.username == PHONE
    assert (account.user, account.platform, account.status) == (alice.user, "opentable", "connected")
    assert account.platform_user_id
    token = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(account.sealed_token))
    assert token not in account.sealed_token
    assert token.encode() not in reply.content
    assert [one["id"] for one in alice.get("/api/users/me/").json()["ot_accounts"]] == [account.pk]


@pytest.mark.parametrize(
    ("form", "again"),
    [
        ({"phone": "+1 212 555 0123"}, PHONE),
        ({"phone": "2125550123"}, "2125550123"),
        ({"phone": "2125550123", "country_code": "+1"}, "12125550123"),
        ({"phone": "(212) 555-0123", "country_code": "1"}, "212-555-0123"),
    ],
)
def test_number_with_and_without_country_code_is_accepted(
    simulator: Simulator, alice: Person, form: dict[str, str], again: str
) -> None:
    assert alice.post(VERIFY, with_code(ask(alice, **form), phone=again)).status_code == 200
    assert PlatformAccount.objects.get().username == PHONE


@pytest.mark.parametrize(
    ("form", "status", "field"),
    [
        ({"phone": "+1212555012"}, 400, "phone"),
        ({"phone": "212555"}, 400, "phone"),
        ({"phone": "+" + "1" * 19}, 400, "phone"),
        ({"phone": ""}, 400, "phone"),
        ({"phone": "9" * 61}, 422, "phone"),
        ({}, 422, "phone"),
        ({"phone": PHONE, "country_code": "x"}, 422, "country_code"),
    ],
)
def test_invalid_phone_gets_no_code(
    simulator: Simulator, alice: Person, form: dict[str, str], status: int, field: str
) -> None:
    before = simulator.count_calls(FIRST_STEP)
    reply = alice.post(START, form)
    assert (reply.status_code, list(reply.json()["errors"])) == (status, [field])
    assert simulator.count_calls(FIRST_STEP) == before


@pytest.mark.parametrize("wrong", ["000000", "12345", "1234567890123", "", "12345a"])
def test_a_wrong_code_is_refused(simulator: Simulator, alice: Person, wrong: str) -> None:
    reply = alice.post(VERIFY, with_code(ask(alice), code=wrong))
    assert (reply.status_code, reply.json()["code"], reply.json()["message"]) == (400, "wrong_code", "Wrong code")
    assert not PlatformAccount.objects.exists()


def test_wrong_codes_are_limited_even_with_new_codes(simulator: Simulator, alice: Person) -> None:
    tries = [alice.post(VERIFY, with_code(ask(alice), code="000000")) for _ in range(7)]
    assert [reply.status_code for reply in tries] == [400] * 5 + [429] * 2
    assert int(tries[-1]["Retry-After"]) > 0
    assert alice.post(VERIFY, with_code(ask(alice))).status_code == 429


def test_wrong_codes_for_one_phone_are_limited_over_all_users(
    simulator: Simulator, alice: Person, bob: Person, charlie: Person
) -> None:
    statuses = [
        who.post(VERIFY, with_code(asked, code="000000")).status_code
        for who in (alice, bob, charlie)
        for asked in [ask(who)] * 5
    ]
    assert statuses == [400] * 10 + [429] * 5
    assert alice.post(VERIFY, with_code(ask(alice, "+12125550199"), phone="+12125550199")).status_code == 429


def test_a_code_that_is_sent_again_connects(simulator: Simulator, alice: Person) -> None:
    first, second = ask(alice), ask(alice)
    assert simulator.count_calls(FIRST_STEP) >= 2
    assert alice.post(VERIFY, with_code(first, code="000000")).status_code == 400
    assert alice.post(VERIFY, with_code(second)).status_code == 200


def test_sent_codes_are_limited(simulator: Simulator, alice: Person, bob: Person) -> None:
    assert [alice.post(START, {"phone": PHONE}).status_code for _ in range(11)] == [200] * 10 + [429]
    # The limit of a phone applies over all users.
    assert bob.post(START, {"phone": PHONE}).status_code == 429
    assert bob.post(START, {"phone": "+12125550199"}).status_code == 200


@pytest.mark.parametrize(
    ("name", "limit", "phone"),
    [
        ("FROM_ADDRESS", 4, "+1212555"),
        ("ABROAD", 3, "+44207946"),
        # Jamaica shares the calling code of the United States.
        ("ABROAD", 3, "+1876555"),
        ("CODES_IN_ALL", 5, "+1212555"),
    ],
)
def test_sent_codes_are_limited_for_address_country_and_installation(
    simulator: Simulator, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch, name: str, limit: int, phone: str
) -> None:
    monkeypatch.setattr(code_login if name == "CODES_IN_ALL" else code_limits, name, limit)
    sent = simulator.count_calls(FIRST_STEP)
    replies = [(alice, bob)[n % 2].post(START, {"phone": f"{phone}{1000 + n}"}) for n in range(limit + 2)]
    assert [reply.status_code for reply in replies] == [200] * limit + [429] * 2
    assert simulator.count_calls(FIRST_STEP) == sent + limit
    assert replies[-1].json()["message"] == "Too many tries. Wait a few minutes, then try again."


def test_limit_of_one_country_does_not_apply_to_another(
    simulator: Simulator, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_limits, "ABROAD", 1)
    phones = ["+442079460101", "+442079460102", "+492125550101", "+12125550101"]
    assert [alice.post(START, {"phone": phone}).status_code for phone in phones] == [200, 429, 200, 200]


def test_success_refunds_only_its_own_try(simulator: Simulator, alice: Person) -> None:
    other = ask(alice, "+12125550199")
    statuses = []
    for _ in range(4):
        statuses.append(alice.post(VERIFY, with_code(other, code="000000", phone="+12125550199")).status_code)
        statuses.append(alice.post(VERIFY, with_code(ask(alice))).status_code)
    statuses.append(alice.post(VERIFY, with_code(other, code="000000", phone="+12125550199")).status_code)
    statuses.append(alice.post(VERIFY, with_code(ask(alice))).status_code)
    assert statuses == [400, 200] * 4 + [400, 429]


def test_correlation_id_is_valid_for_its_user_and_phone_only(
    simulator: Simulator, alice: Person, charlie: Person
) -> None:
    mine = ask(alice)
    tampered = mine[:-1] + ("A" if mine[-1] != "A" else "B")
    before = simulator.count_calls(SECOND_STEP)
    refused = [
        charlie.post(VERIFY, with_code(mine)),
        alice.post(VERIFY, with_code(mine, phone="+12125550124")),
        alice.post(VERIFY, with_code(mine, phone="")),
        alice.post(VERIFY, with_code(tampered)),
        alice.post(VERIFY, with_code("")),
    ]
    assert {(reply.status_code, reply.json()["code"]) for reply in refused} == {(400, "stale_code")}
    assert simulator.count_calls(SECOND_STEP) == before
    assert alice.post(VERIFY, with_code(mine)).status_code == 200


def test_correlation_id_expires(simulator: Simulator, alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = ask(alice)
    monkeypatch.setattr(codes, "CODE_LIFE", timedelta(seconds=-1))
    assert alice.post(VERIFY, with_code(mine)).json()["code"] == "stale_code"


LIMITED = (429, "codes_limited")
AWAY = (503, "platform_unavailable")


@pytest.mark.parametrize(("kind", "first"), [("503-html", AWAY), ("429", LIMITED), ("403-html", AWAY)])
def test_unavailable_platform_answers_503(
    simulator: Simulator, alice: Person, kind: str, first: tuple[int, str]
) -> None:
    mine = ask(alice)
    for step in (FIRST_STEP, SECOND_STEP):
        simulator.add_fault(kind, step, source="opentable")
    replies = [alice.post(START, {"phone": PHONE}), alice.post(VERIFY, with_code(mine))]
    assert [(reply.status_code, reply.json()["code"]) for reply in replies] == [first, AWAY]
    assert all("OpenTable" in reply.json()["message"] for reply in replies)
    assert not Throttle.objects.filter(key__startswith="opentable_code:", failures__gt=0).exists()


def test_code_and_token_are_not_stored_or_logged(
    simulator: Simulator, alice: Person, search: SecretSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = ask(alice)
    replies = [
        alice.post(VERIFY, with_code(mine, code="654321")),
        alice.post(VERIFY, with_code(mine)),
        alice.post(VERIFY, with_code("stale")),
        alice.post(VERIFY, with_code(mine, more="1")),
    ]
    account = PlatformAccount.objects.get()
    token = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(account.sealed_token))
    simulator.add_fault("503-html", SECOND_STEP, source="opentable")
    replies.append(alice.post(VERIFY, with_code(mine)))
    monkeypatch.setattr(platforms, "confirm_code", lambda **_: 1 / 0)
    replies.append(alice.post(VERIFY, with_code(mine)))

    assert [reply.status_code for reply in replies] == [400, 200, 400, 422, 503, 500]
    search.add_answers(*replies, alice.get("/api/platforms/opentable/accounts/"), alice.get("/api/events/"))
    search.assert_absent(CODE, "654321", token)


def test_right_code_after_wrong_ones_connects(simulator: Simulator, alice: Person) -> None:
    mine = ask(alice)
    assert [alice.post(VERIFY, with_code(mine, code="000000")).status_code for _ in range(4)] == [400] * 4
    assert alice.post(VERIFY, with_code(mine)).status_code == 200
    assert set(Throttle.objects.filter(key__startswith="opentable_code").values_list("failures", flat=True)) == {4}


def test_repeated_sign_in_renews_the_row(simulator: Simulator, alice: Person) -> None:
    before = connect(alice)
    PlatformAccount.objects.update(status="needs_reconnect", attention_reason="needs_reconnect")
    after = connect(alice)
    assert (after.pk, after.status, after.attention_reason) == (before.pk, "connected", "")


def test_check_calls_opentable(simulator: Simulator, alice: Person) -> None:
    account = connect(alice)
    hour_ago = timezone.now() - timedelta(hours=1)
    PlatformAccount.objects.update(verified_at=hour_ago)
    assert alice.get(CHECK).json() == {"opentable_signed_in": True}
    foreign = SealedBox(django_settings.SEAL_KEYS).seal("no token of theirs").text
    Throttle.objects.all().delete()
    PlatformAccount.objects.update(verified_at=hour_ago, sealed_token=foreign)
    assert alice.get(CHECK).json() == {"opentable_signed_in": False}
    account.refresh_from_db()
    assert (account.status, account.attention_notified) == ("needs_reconnect", False)


def test_an_account_is_disconnected(alice: Person, charlie: Person) -> None:
    account = make_account(user=alice.user, platform="opentable", username=PHONE)
    assert charlie.post(LOGOUT, {"accountId": account.pk}).status_code == 404
    reply = alice.post(LOGOUT, {"accountId": account.pk})
    assert (reply.status_code, reply.json()) == (200, {"message": "Successfully disconnected"})
    account.refresh_from_db()
    assert (account.status, account.sealed_token) == ("disconnected", "")


def test_resy_account_is_not_found(alice: Person) -> None:
    account = make_account(user=alice.user)
    assert alice.post(LOGOUT, {"accountId": account.pk}).status_code == 404


@pytest.mark.parametrize("path", [START, VERIFY, LOGOUT])
def test_connect_requires_sign_in(anyone: Anyone, db: None, path: str) -> None:
    assert anyone.post(path, {}).status_code == 401
