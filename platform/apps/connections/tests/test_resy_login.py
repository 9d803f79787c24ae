from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.utils import timezone

from apps.connections import platforms, signals
from apps.connections.models import PlatformAccount
from snipers.clients.credentials import SealedBox, SealedToken
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch
from testing.simulator import Simulator
from testing.users import Anyone, Person

URL = "/api/resy/login/"
FORM = {"email": "Ada@Example.com", "password": "table-for-two"}


@pytest.fixture
def received() -> Any:
    """The arguments of each account_connected signal."""
    signals_received: list[dict[str, Any]] = []

    def receive(sender: type, **kwargs: Any) -> None:
        signals_received.append({"account_id": kwargs["account_id"], "renewed": kwargs["renewed"]})

    signals.account_connected.connect(receive)
    yield signals_received
    signals.account_connected.disconnect(receive)


def test_sign_in_stores_a_sealed_token(simulator: Simulator, alice: Person) -> None:
    response = alice.post(URL, FORM)
    assert response.status_code == 200
    body = response.json()
    account = PlatformAccount.objects.get()
    assert body["message"] == "Successfully connected"
    assert body["account"]["id"] == account.pk
    assert body["account"]["resy_username"] == account.username == "ada@example.com"
    assert body["account"]["status"] == "connected"
    assert account.user == alice.user
    assert account.platform_user_id
    assert account.payment_method_id
    token = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(account.sealed_token))
    assert token not in account.sealed_token
    assert token.encode() not in response.content


def test_password_and_token_are_not_stored_or_logged(
    simulator: Simulator, alice: Person, search: SecretSearch, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = "not-the-password"
    replies = [
        alice.post(URL, FORM),
        alice.post(URL, {**FORM, "password": wrong}),
        alice.post(URL, {**FORM, "email": "x"}),
        alice.post(URL, {**FORM, "more": 1}),
    ]
    token = SealedBox(django_settings.SEAL_KEYS).open(SealedToken(PlatformAccount.objects.get().sealed_token))
    simulator.add_fault("503-html", "/4/auth/password")
    replies.append(alice.post(URL, FORM))
    monkeypatch.setattr(platforms, "sign_in", lambda **_: 1 / 0)
    replies.append(alice.post(URL, FORM))

    assert [reply.status_code for reply in replies] == [200, 400, 400, 422, 503, 500]
    search.add_answers(
        *replies, alice.get("/api/users/me/"), alice.get("/api/platforms/resy/accounts/"), alice.get("/api/events/")
    )
    search.assert_absent(FORM["password"], wrong, token)


def test_a_wrong_password_is_refused_with_the_specifications_sentence(simulator: Simulator, alice: Person) -> None:
    response = alice.post(URL, {**FORM, "password": "wrong"})
    assert response.status_code == 400
    assert response.json() == {
        "message": "Unable to connect Resy account: invalid email or password",
        "code": "resy_refused",
    }
    assert not PlatformAccount.objects.exists()


def test_repeated_sign_in_renews_the_row(simulator: Simulator, alice: Person, received: list[Any]) -> None:
    alice.post(URL, FORM)
    before = PlatformAccount.objects.get()
    PlatformAccount.objects.update(
        status="needs_reconnect", attention_reason="needs_reconnect", attention_notified=False, known_at=timezone.now()
    )
    alice.post(URL, {**FORM, "email": "ada@EXAMPLE.com"})
    after = PlatformAccount.objects.get()
    assert after.pk == before.pk
    assert after.sealed_token != before.sealed_token
    assert (after.status, after.attention_reason, after.attention_notified) == ("connected", "", True)
    assert after.known_at is None
    assert received == [{"account_id": after.pk, "renewed": False}, {"account_id": after.pk, "renewed": True}]


def test_connecting_again_after_a_disconnect_revives_the_row(
    simulator: Simulator, alice: Person, received: list[Any]
) -> None:
    first = alice.post(URL, FORM).json()["account"]["id"]
    alice.post("/api/resy/logout/", {"accountId": first})
    assert alice.post(URL, FORM).json()["account"]["id"] == first
    account = PlatformAccount.objects.get()
    assert (account.status, account.disconnected_at, account.known_at) == ("connected", None, None)
    assert account.sealed_token
    assert received[-1] == {"account_id": first, "renewed": True}


@pytest.mark.parametrize("status", ["connected", "needs_reconnect", "disconnected"])
def test_account_is_identified_by_the_platforms_id(simulator: Simulator, alice: Person, status: str) -> None:
    alice.post(URL, FORM)
    PlatformAccount.objects.update(username="ada.before@example.com", status=status)
    alice.post(URL, FORM)
    account = PlatformAccount.objects.get()
    assert (account.username, account.status) == ("ada@example.com", "connected")


@pytest.mark.parametrize("status", ["connected", "disconnected"])
def test_username_of_another_account_gets_a_new_row(simulator: Simulator, alice: Person, status: str) -> None:
    before = make_account(user=alice.user, username="ada@example.com", platform_user_id="1", status=status)
    alice.post(URL, FORM)
    after = PlatformAccount.objects.exclude(pk=before.pk).get()
    assert after.platform_user_id not in ("", "1")
    before.refresh_from_db()
    assert (before.platform_user_id, before.sealed_token, before.status) == ("1", "sealed", status)


def test_a_live_row_is_revived_before_a_disconnected_one(simulator: Simulator, alice: Person) -> None:
    alice.post(URL, FORM)
    live = PlatformAccount.objects.get()
    make_account(user=alice.user, platform_user_id=live.platform_user_id, status="disconnected")
    alice.post(URL, FORM)
    assert PlatformAccount.objects.exclude(status="disconnected").get().pk == live.pk


def test_late_disconnect_keeps_the_new_token(simulator: Simulator, alice: Person) -> None:
    account_id = alice.post(URL, FORM).json()["account"]["id"]

    def reconnect(sender: type, **_: Any) -> None:
        alice.post(URL, FORM)

    signals.account_disconnected.connect(reconnect)
    try:
        alice.post("/api/resy/logout/", {"accountId": account_id})
    finally:
        signals.account_disconnected.disconnect(reconnect)
    account = PlatformAccount.objects.get()
    assert account.status == "connected"
    assert account.sealed_token


def test_every_user_can_connect_several_accounts(simulator: Simulator, alice: Person) -> None:
    for name in ("ada", "ben"):
        assert alice.post(URL, {**FORM, "email": f"{name}@example.com"}).status_code == 200
    names = [one["resy_username"] for one in alice.get("/api/users/me/").json()["resy_accounts"]]
    assert names == ["ada@example.com", "ben@example.com"]


def test_number_of_accounts_is_limited(simulator: Simulator, alice: Person) -> None:
    for n in range(19):
        make_account(user=alice.user, username=f"{n}@example.com")
    gone = make_account(user=alice.user, username="gone@example.com", status="disconnected")
    make_account(user=alice.user, platform="opentable", username="+12125550123")
    assert alice.post(URL, FORM).status_code == 200
    refused = alice.post(URL, {**FORM, "email": "one.more@example.com"})
    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_accounts")
    assert alice.post(URL, FORM).status_code == 200
    assert alice.user.platform_accounts.filter(platform="resy").count() == 21
    # A row that becomes active again counts too.
    ada = PlatformAccount.objects.get(username="ada@example.com")
    PlatformAccount.objects.filter(pk=gone.pk).update(status="connected")
    PlatformAccount.objects.filter(pk=ada.pk).update(status="disconnected")
    assert alice.post(URL, FORM).status_code == 409


def test_two_users_may_connect_the_same_address(simulator: Simulator, alice: Person, bob: Person) -> None:
    assert [person.post(URL, FORM).status_code for person in (alice, bob)] == [200, 200]
    first, second = PlatformAccount.objects.order_by("id")
    assert (first.user, second.user) == (alice.user, bob.user)
    assert first.platform_user_id == second.platform_user_id
    alice.post("/api/resy/logout/", {"accountId": first.pk})
    alice.post(URL, FORM)
    second.refresh_from_db()
    assert (second.user, second.status) == (bob.user, "connected")
    assert PlatformAccount.objects.count() == 2


def test_account_of_a_concierge_is_concierge(simulator: Simulator, dana: Person) -> None:
    assert dana.post(URL, FORM).json()["account"]["is_concierge"]


@pytest.mark.parametrize(
    ("kind", "path", "code"),
    [
        # Finds are answered, so a page in place of a sign-in's answer means that only sign-ins are refused.
        ("503-html", "/4/auth/password", "sign_in_blocked"),
        ("500-short", "/4/auth/password", "sign_in_blocked"),
        ("403-html", "/4/auth/password", "sign_in_blocked"),
        ("429", "/4/auth/password", "platform_unavailable"),
        ("503-html", "*", "platform_unavailable"),
    ],
)
def test_unavailable_platform_answers_503(simulator: Simulator, alice: Person, kind: str, path: str, code: str) -> None:
    simulator.add_fault(kind, path)
    response = alice.post(URL, FORM)
    assert response.status_code == 503
    assert response.json()["code"] == code
    assert int(response["Retry-After"]) > 0


def test_unreachable_platform_answers_503(alice: Person, settings: Any) -> None:
    settings.RESY_BASE_URL = "http://127.0.0.1:9"
    assert alice.post(URL, FORM).status_code == 503


def test_outages_are_not_counted_and_wrong_passwords_are(simulator: Simulator, alice: Person) -> None:
    simulator.add_fault("503-html", "/4/auth/password", times=3)
    statuses = [alice.post(URL, {**FORM, "password": "wrong"}).status_code for _ in range(14)]
    assert statuses == [503] * 3 + [400] * 10 + [429]


def test_success_refunds_only_its_own_try(simulator: Simulator, alice: Person) -> None:
    """A guesser signs in with their own account between the tries. That does not reset the count of wrong passwords."""
    guess = {"email": "victim@example.com", "password": "wrong"}
    statuses = []
    for _ in range(12):
        statuses.append(alice.post(URL, guess).status_code)
        statuses.append(alice.post(URL, FORM).status_code)
    assert statuses == [400, 200] * 9 + [400] + [429] * 5


def test_tries_for_one_resy_address_are_limited_over_all_users(
    simulator: Simulator, alice: Person, bob: Person, charlie: Person
) -> None:
    guess = {"email": "Victim@example.com", "password": "wrong"}
    statuses = [person.post(URL, guess).status_code for person in (alice, bob) for _ in range(6)]
    assert statuses == [400] * 10 + [429] * 2
    assert charlie.post(URL, FORM).status_code == 200


def test_tries_from_one_address_are_limited_over_all_users(
    simulator: Simulator, alice: Person, bob: Person, charlie: Person, dana: Person
) -> None:
    statuses = [
        person.post(URL, {"email": f"{person.user.pk}{n // 9}@example.com", "password": "wrong"}).status_code
        for person in (alice, bob, charlie, dana)
        for n in range(9)
    ]
    assert statuses == [400] * 30 + [429] * 6


@pytest.mark.parametrize(
    ("form", "status", "field"),
    [
        ({"email": "x", "password": "y"}, 400, "email"),
        ({"email": "a@example.com", "password": ""}, 400, "password"),
        ({"email": "a@example.com"}, 422, "password"),
        ({**FORM, "sealed_token": "x"}, 422, "sealed_token"),
    ],
)
def test_invalid_form_makes_no_call(
    simulator: Simulator, alice: Person, form: dict[str, str], status: int, field: str
) -> None:
    before = simulator.count_calls("/4/auth/password")
    response = alice.post(URL, form)
    assert (response.status_code, list(response.json()["errors"])) == (status, [field])
    assert simulator.count_calls("/4/auth/password") == before


def test_connect_requires_sign_in(anyone: Anyone, db: None) -> None:
    assert anyone.post(URL, FORM).status_code == 401


def test_new_account_is_verified_now(simulator: Simulator, alice: Person) -> None:
    before = timezone.now()
    alice.post(URL, FORM)
    verified_at = PlatformAccount.objects.get().verified_at
    assert verified_at is not None
    assert timedelta(0) <= verified_at - before < timedelta(minutes=1)
