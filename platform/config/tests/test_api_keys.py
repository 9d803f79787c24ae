"""API keys, OAuth tokens and the REST API: which of them reaches which operation, and what its answers leave out.

The cases are generated from the OpenAPI document, so a new operation is covered at once.
"""

import logging
import re
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from oauth2_provider.models import AccessToken
from pytest_django import Settings

from apps.keys import services
from apps.keys.answers import CARD_FIELDS
from apps.keys.models import ApiKey, Scope
from apps.keys.programs import Program
from apps.keys.tests.factories import with_key
from apps.oauth import services as oauth
from apps.oauth.tests.factories import CLIENT_ID, with_token
from apps.requests.tests import client_factories
from apps.requests.tests.test_chosen_card import CARDS
from config import scopes
from config.api import RestApi
from server import rates
from server.key_auth import find_program
from testing.platform_accounts import make_account
from testing.secret_search import SecretSearch, dump_database
from testing.users import Person, make_user

from .documented import DOCUMENT, OPERATIONS, Operation

READ = "/api/reservations/counts/"
SIGNED_IN = [one for one in OPERATIONS if one.about["x-scope"] != "public"]
# Fields that are about cards in general, and hold no data of a card.
HARMLESS: set[str] = {"takes_cards", "has_password"}


def send(program: Person, operation: Operation) -> tuple[int, dict[str, Any]]:
    """Call an operation with the values of its examples. Return the status and the body of a refusal."""
    answer = program.send(operation.method, operation.address(), operation.body)
    return answer.status_code, answer.json() if answer.status_code >= 400 else {}


def fields(schema: dict[str, Any], seen: set[str]) -> set[str]:
    """Return the names of all fields in a schema and in those that it refers to."""
    found: set[str] = set()
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return set() if name in seen else fields(DOCUMENT["components"]["schemas"][name], seen | {name})
    for name, about in schema.get("properties", {}).items():
        if name not in CARD_FIELDS:
            found |= {name} | fields(about, seen)
    for part in [schema.get("items", {}), *schema.get("anyOf", []), *schema.get("oneOf", [])]:
        found |= fields(part, seen) if part else set()
    return found


def test_every_operation_names_its_scope() -> None:
    known = {*Scope, "none", "public"}
    assert {one.about["x-scope"] for one in OPERATIONS} == known
    for operation in OPERATIONS:
        assert operation.is_signed_in == (operation.about["x-scope"] != "public"), operation.name


def test_the_program_does_not_start_with_an_operation_without_a_scope() -> None:
    wrong = RestApi(title="wrong", urls_namespace="wrong")

    @wrong.get("/secrets/")
    def list_secrets(request: object) -> None: ...

    with pytest.raises(LookupError, match="list_secrets"):
        scopes.require_scopes(wrong)


@pytest.mark.parametrize("make", [with_key, with_token])
def test_a_program_reaches_exactly_the_operations_of_its_scope(dana: Person, make: Callable[..., Person]) -> None:
    programs = {scope: make(dana.user, scope) for scope in Scope}
    for operation in SIGNED_IN:
        needed = operation.about["x-scope"]
        for scope, program in programs.items():
            status, refusal = send(program, operation)
            code = refusal.get("code")
            if scope == needed:
                assert status != 401, operation.name
                assert code not in ("scope_missing", "keys_refused"), operation.name
            elif needed == "none":
                assert (status, code) == (403, "keys_refused"), (operation.name, scope)
            else:
                assert (status, code) == (403, "scope_missing"), (operation.name, scope)
                assert needed in refusal["message"]


@pytest.mark.parametrize("make", [with_key, with_token])
def test_a_missing_scope_is_named_in_the_header_too(dana: Person, make: Callable[..., Person]) -> None:
    refused = make(dana.user, Scope.VENUES_READ).get("/api/reservations/")
    challenge = refused["WWW-Authenticate"]
    assert challenge.startswith('Bearer error="insufficient_scope", scope="requests:read", resource_metadata="http')
    assert "WWW-Authenticate" not in make(dana.user, Scope.VENUES_READ).get("/api/keys/")


def test_no_scope_opens_accounts_passwords_plans_cards_or_keys() -> None:
    closed = (
        "/api/keys/", "/login/", "/logout/", "_login/", "_code/", "_2fa/", "_challenge/", "password/", "/cards/",
        "/stripe-integration/", "/sessions/", "/email/", "/phone/", "/api/calendar/", "/api/oauth/",
    )  # fmt: skip
    found = [one for one in SIGNED_IN if any(part in one.path for part in closed)]
    found += [one for one in SIGNED_IN if one.path == "/api/users/me/" and one.method != "GET"]
    assert len(found) > 25
    assert {one.name: one.about["x-scope"] for one in found} == {one.name: "none" for one in found}


def test_the_answers_to_a_key_have_no_field_of_a_card_or_token() -> None:
    words = ("card", "cc_", "cvc", "exp_month", "token", "secret", "password")
    for operation in SIGNED_IN:
        if operation.about["x-scope"] != "none":
            for status, answer in operation.about["responses"].items():
                for content in answer.get("content", {}).values() if status < "300" else ():
                    shown = fields(content["schema"], set()) - HARMLESS
                    wrong = {name for name in shown if any(word in name for word in words)}
                    assert wrong <= {"token_expires_at"}, operation.name


@pytest.mark.parametrize("make", [with_key, with_token])
def test_answers_and_refusals_to_a_program_leave_out_cards(dana: Person, make: Callable[..., Person]) -> None:
    account = make_account(user=dana.user, is_concierge=True, payment_method_id="1", payment_methods=CARDS)
    client = client_factories.person(dana.user)
    client_factories.card(client, account)
    group = client_factories.group(client)
    group.reservations.update(status="canceled")
    shown = f"/api/reservations/{group.pk}/"
    program, seen = make(dana.user, *Scope), []
    for person in (dana, program):
        answers = [person.get(path) for path in ("/api/clients/", "/api/users/me/", "/api/reservations/", shown)]
        answers.append(person.post(f"{shown}pause/"))
        assert [one.status_code for one in answers] == [200, 200, 200, 200, 409]
        seen.append([bool(re.search(r"4242|07/2029|2029|Visa", one.content.decode())) for one in answers])
    assert seen == [[True] * 5, [False] * 5]


@pytest.mark.parametrize("make", [with_key, with_token])
def test_calls_of_a_program_count_for_its_user(
    alice: Person, settings: Settings, monkeypatch: pytest.MonkeyPatch, make: Callable[..., Person]
) -> None:
    counted: list[str] = []

    def count(counters: dict[str, int], *, now: float) -> rates.Usage:
        counted.extend(counters)
        return rates.NOT_COUNTED

    monkeypatch.setattr(rates, "count", count)
    settings.API_RATE_ADDRESS = settings.API_RATE_USER = settings.API_RATE_FILING = 5
    program = make(alice.user, Scope.REQUESTS_WRITE)
    program.post("/api/reservations/", {})
    assert [one.partition(":")[0] for one in counted] == ["user", "filing"]


def test_a_token_is_for_its_resource_only(alice: Person, settings: Settings) -> None:
    now = timezone.now()
    program = with_token(alice.user, Scope.REQUESTS_READ, resource=f"{settings.PUBLIC_URL}/mcp")
    text = program.tokens.access_token if program.tokens else ""
    assert program.get(READ).status_code == 401
    assert find_program(text, now=now) is None
    found = find_program(text, now=now, resource="/mcp")
    assert found is not None
    assert found == Program(user=alice.user, scopes=frozenset({"requests:read"}), client_id=CLIENT_ID)
    assert find_program(oauth.new_access_token(None), now=now) is None


def test_none_of_a_thousand_keys_and_tokens_is_stored_or_logged(
    db: None, search: SecretSearch, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thousand keys, and a thousand tokens of OAuth, half of them refresh tokens."""
    for name in ("", "django", "django.request", "psycopg"):
        caplog.set_level(logging.DEBUG, logger=name or None)
    monkeypatch.setattr("apps.accounts.sign_in.passwords.require_password", lambda **_: None)
    programs = []
    for number in range(50):
        user = make_user(f"User{number}")
        programs += [with_key(user, Scope.REQUESTS_READ) for _ in range(services.MOST_KEYS)]
        programs += [with_token(user, Scope.REQUESTS_READ) for _ in range(services.MOST_KEYS // 2)]
    assert {program.get(READ).status_code for program in programs} == {200}
    # A part of them fails: without the scope, expired, revoked, and at an unknown path.
    now = timezone.now()
    ApiKey.objects.filter(pk__in=ApiKey.objects.values("pk")[50:100]).update(expires_at=now - timedelta(1))
    AccessToken.objects.filter(pk__in=AccessToken.objects.values("pk")[50:100]).update(expires=now - timedelta(1))
    ApiKey.objects.filter(pk__in=ApiKey.objects.values("pk")[:50]).update(revoked_at=now)
    oauth.revoke_programs(user_id=programs[0].user.pk, now=now)
    issued, answered = [program.tokens for program in programs if program.tokens], Counter[int]()
    for program, tokens in list(zip(programs, issued, strict=True))[::20]:
        for path in (READ, "/api/venues/", "/api/keys/", "/api/nothing/", "/healthz"):
            program.get(path)
        form = {"client_id": CLIENT_ID, "token": tokens.access_token, "refresh_token": tokens.refresh_token}
        for path, kind in (("/oauth/token/", "refresh_token"), ("/oauth/revoke/", "")):
            answered[Client().post(path, {**form, "grant_type": kind}).status_code] += 1
    # Some refresh tokens give new ones, and others are refused.
    assert answered.keys() == {200, 400}
    secrets = [text for tokens in issued for text in (tokens.access_token, tokens.refresh_token) if text]
    kinds = Counter(text[:4] for text in set(secrets))
    assert kinds == {services.PREFIX: 1000, oauth.PREFIX: 500, oauth.REFRESH_PREFIX: 500}
    assert "request" in caplog.text
    search.assert_absent(*secrets[:20], *secrets[-20:])
    texts = (caplog.text, dump_database(), search.server_log.read())
    hidden = {text[4:-6] for text in secrets}
    assert not any(hidden & parts(text) for text in texts)
    assert hidden & parts(f"a careless record of {secrets[7]}")


def parts(text: str) -> set[str]:
    """Return each run of letters and digits that is as long as the secret of a key."""
    runs = re.findall(rf"[0-9A-Za-z]{{{services.SECRET_LENGTH},}}", text)
    return {
        run[at : at + services.SECRET_LENGTH] for run in runs for at in range(len(run) - services.SECRET_LENGTH + 1)
    }
