import base64
import json
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import jwt
import pytest
from django.conf import settings
from django.utils import timezone

from apps.accounts.sign_in import password_reset, tokens
from testing.users import Anyone, Person

ME = "/api/users/me/"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def unsigned(claims: dict[str, Any], **head: Any) -> str:
    parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode() for part in (head, claims)]
    return ".".join([*parts, ""])


def claims_of(person: Person) -> dict[str, Any]:
    assert person.tokens is not None
    claims: dict[str, Any] = jwt.decode(person.tokens.access_token, options={"verify_signature": False})
    return claims


def test_token_contains_only_session_and_user(alice: Person) -> None:
    claims = claims_of(alice)
    assert set(claims) == {"sub", "sid", "typ", "iat", "exp", "iss"}
    assert claims["exp"] - claims["iat"] == 15 * 60


def test_token_is_valid_for_exactly_fifteen_minutes() -> None:
    token = tokens.make_access(user_id=1, session_id=uuid4(), now=NOW)
    assert tokens.read_access(token=token, now=NOW + timedelta(minutes=14, seconds=59)).user_id == 1
    with pytest.raises(tokens.BadToken):
        tokens.read_access(token=token, now=NOW + timedelta(minutes=15))


@pytest.mark.parametrize(
    "head", [{"alg": "none"}, {"alg": "None"}, {"alg": "HS256"}, {"alg": "HS256", "kid": "/dev/null"}, {}]
)
def test_an_unsigned_token_is_refused(anyone: Anyone, alice: Person, head: dict[str, str]) -> None:
    assert_refused(alice, unsigned(claims_of(alice), **head))


@pytest.mark.parametrize("key", ["", "secret", "HS256", settings.SECRET_KEY])
@pytest.mark.parametrize("algorithm", ["HS256", "HS512"])
@pytest.mark.filterwarnings("ignore::jwt.warnings.InsecureKeyLengthWarning")
def test_a_token_signed_with_another_key_is_refused(alice: Person, key: str, algorithm: str) -> None:
    head = {"jwk": {"kty": "oct", "k": base64.urlsafe_b64encode(key.encode()).decode()}}
    assert_refused(alice, unsigned_or_signed(claims_of(alice), key, algorithm, head))


def unsigned_or_signed(claims: dict[str, Any], key: str, algorithm: str, head: dict[str, Any]) -> str:
    # Signed without PyJWT, because PyJWT refuses an empty key.
    return jwt.encode(claims, key, algorithm, head) if key else unsigned(claims, alg=algorithm, **head)


@pytest.mark.parametrize(
    "changes",
    [
        {"typ": "refresh"},
        {"typ": None},
        {"iss": "somebody"},
        {"sub": "x"},
        {"sub": ""},
        {"sub": "-1"},
        {"sid": "x"},
        {"sid": None},
        {"exp": 0},
        {"exp": "soon"},
        {"exp": 10**30},
        {"exp": [1]},
        {"sub": 1},
        {"sub": "9" * 40},
        {"sid": ["x"]},
        {"aud": "somebody"},
        {"nbf": 10**11},
    ],
)
def test_signed_token_with_other_claims_is_refused(alice: Person, changes: dict[str, Any]) -> None:
    claims = {**claims_of(alice), **changes}
    claims = {name: value for name, value in claims.items() if value is not None}
    assert_refused(alice, jwt.encode(claims, tokens._key("access"), "HS256"))


def test_refresh_token_and_reset_link_are_refused_as_access_token(alice: Person) -> None:
    assert alice.tokens is not None
    link = password_reset.renew_link(user=alice.user, now=timezone.now())
    for text in (alice.tokens.refresh_token, alice.tokens.refresh_token.partition(".")[2], link.token):
        assert_refused(alice, text)


def test_expired_token_of_a_live_session_is_refused(alice: Person) -> None:
    ended = timezone.now() - tokens.ACCESS_LIFE
    sid = UUID(claims_of(alice)["sid"])
    assert_refused(alice, tokens.make_access(user_id=alice.user.pk, session_id=sid, now=ended))


@pytest.mark.parametrize("depth", [100, 5_000, 20_000])
def test_deeply_nested_token_header_is_refused(alice: Person, depth: int) -> None:
    deep = base64.urlsafe_b64encode(b"[" * depth + b"]" * depth).rstrip(b"=").decode()
    assert_refused(alice, f"{deep}.{deep}.x")


def test_a_changed_token_is_refused(alice: Person) -> None:
    assert alice.tokens is not None
    head, claims, signature = alice.tokens.access_token.split(".")
    bob = {**claims_of(alice), "sub": "1"}
    other = base64.urlsafe_b64encode(json.dumps(bob).encode()).rstrip(b"=").decode()
    for text in (f"{head}.{other}.{signature}", f"{head}.{claims}.", f"{head}.{claims}", f"{head}.{claims}.{head}"):
        assert_refused(alice, text)


def test_token_with_the_session_of_another_user_is_refused(alice: Person, bob: Person) -> None:
    mixed = tokens.make_access(user_id=alice.user.pk, session_id=UUID(claims_of(bob)["sid"]), now=timezone.now())
    assert_refused(alice, mixed)


@pytest.mark.parametrize(
    "header", ["", "Bearer", "Bearer ", "Bearer a.b.c", "Basic x", "bearer  ", "Bearer é", "a" * 5000]
)
@pytest.mark.django_db
def test_authorization_header_without_bearer_is_refused(anyone: Anyone, header: str) -> None:
    response = anyone._client.get(ME, headers={"Authorization": header})
    assert response.status_code == 401
    assert response.json() == {"message": "Please log in first.", "code": "not_signed_in"}
    assert response["WWW-Authenticate"].startswith("Bearer resource_metadata=")


def assert_refused(person: Person, token: str) -> None:
    response = person._client.get(ME, headers={"Authorization": f"Bearer {token}"})
    assert response.status_code == 401
