"""Hostile input for every operation: missing rights, unknown fields, bad tokens, sizes and numbers."""

import base64
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import jwt
import pytest
from django.conf import settings
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.sign_in.tokens import make_access
from testing.users import Anyone, Person, signed_in

from .documented import OPERATIONS, WITH_BODY, Operation, at, objects

RIGHTS: dict[str, Any] = {
    "is_vip": True, "is_concierge": True, "is_staff": True, "is_superuser": True, "is_active": True, "tier": "premium",
    "subscription_type": "premium", "has_had_free_trial": False, "trial_ends_at": "2099-01-01T00:00:00Z", "price": 0,
    "amount": 0, "customer": "cus_1", "coupon": "free", "success_url": "https://evil.example/",
}  # fmt: skip
WHOLE_NUMBERS = [0, -1, 2**31, 2**63 - 1, 2**63, 10**40]
NOT_NUMBERS = ["x", "1.5", "1e3", "٣", "%F0%9F%8D%95", "1%20", "null", "%C3%28", "1;DROP%20TABLE%20app_user"]

each_body = pytest.mark.parametrize("operation", WITH_BODY, ids=lambda one: one.name)


def rights_of(user: User) -> dict[str, Any]:
    """Return the stored fields that decide a user's rights."""
    return {**User.objects.values(*sorted(RIGHTS.keys() & {field.name for field in User._meta.fields})).get(pk=user.pk)}


@each_body
def test_unknown_fields_are_refused_by_name_and_grant_no_right(dana: Person, operation: Operation) -> None:
    before = rights_of(dana.user)
    for steps, schema in objects(operation.body_schema or {}, operation.body):
        added = {name: value for name, value in {**RIGHTS, "nonsense": 1}.items() if name not in schema["properties"]}
        sent = operation.body
        at(sent, steps).update(added)

        refused = dana.send(operation.method, operation.address(), sent)

        assert refused.status_code == 422
        named = {".".join(map(str, (*steps, name))) for name in added}
        assert named <= refused.json()["errors"].keys()
        assert {refused.json()["errors"][name] for name in named} == {"This field isn't known."}
    assert rights_of(dana.user) == before
    assert User.objects.count() == 1


def forged(user: User, session: Any) -> dict[str, str]:
    """Return tokens that are forged, of another kind, or expired."""
    now = timezone.now()
    good = make_access(user_id=user.pk, session_id=session, now=now)
    claims = jwt.decode(good, options={"verify_signature": False})
    header, payload, signature = good.split(".")

    def unsigned(alg: str) -> str:
        head = base64.urlsafe_b64encode(json.dumps({"alg": alg, "typ": "JWT"}).encode()).rstrip(b"=").decode()
        return f"{head}.{payload}."

    return {
        "alg none": unsigned("none"),
        "alg None": unsigned("None"),
        "a foreign key": jwt.encode(claims, "a-key-that-is-long-enough-for-anybody-123", algorithm="HS256"),
        "the key itself": jwt.encode(claims, settings.SECRET_KEY, algorithm="HS256"),
        "an empty key id": jwt.encode(claims, "0" * 32, algorithm="HS256", headers={"kid": "../../dev/null"}),
        "over": make_access(user_id=user.pk, session_id=session, now=now - timedelta(minutes=16)),
        "another user": f"{header}.{payload[:-2]}AA.{signature}",
        "cut off": good[:-1],
        "no session": make_access(user_id=user.pk, session_id=uuid4(), now=now),
        "nothing": "",
        "noise": "not.a.token",
    }


def test_every_operation_requires_sign_in(alice: Person) -> None:
    token = forged(alice.user, alice.user.sessions.get().pk)["a foreign key"]
    for operation in OPERATIONS:
        if operation.is_signed_in:
            for headers in ({}, {"Authorization": f"Bearer {token}"}):
                assert_not_signed_in(alice, operation, headers)


def test_forged_and_foreign_tokens_are_refused(alice: Person) -> None:
    assert alice.tokens is not None
    tokens = {**forged(alice.user, alice.user.sessions.get().pk), "a refresh token": alice.tokens.refresh_token}
    headers = [f"Bearer {token}" for token in tokens.values()]
    for given in (*headers, alice.tokens.access_token, f"Basic {alice.tokens.access_token}"):
        assert_not_signed_in(alice, next(one for one in OPERATIONS if one.is_signed_in), {"Authorization": given})


def assert_not_signed_in(person: Person, operation: Operation, headers: dict[str, str]) -> None:
    body = json.dumps(operation.body)
    refused = person._client.generic(operation.method, operation.address(), body, "application/json", headers=headers)
    assert refused.status_code == 401, operation.name
    assert refused.json() == {"message": "Please log in first.", "code": "not_signed_in"}
    assert refused["WWW-Authenticate"].startswith("Bearer resource_metadata=")


def test_more_than_a_megabyte_is_refused(dana: Person) -> None:
    sent = json.dumps({"padding": "x" * settings.DATA_UPLOAD_MAX_MEMORY_SIZE})
    for operation in WITH_BODY:
        refused = dana.send(operation.method, operation.address(), sent)
        assert (refused.status_code, refused.json()["code"]) == (413, "too_big"), operation.name


@pytest.mark.parametrize("sent", [b"", b"{", b"[]"])
def test_a_body_that_is_not_an_object_is_refused_with_a_sentence(dana: Person, sent: bytes) -> None:
    for operation in WITH_BODY:
        # A new session, because an operation without a body may end all sessions.
        answer = signed_in(dana.user).send(operation.method, operation.address(), sent)
        if not operation.about["requestBody"].get("required") and sent == b"":
            assert answer.status_code == 200, operation.name
        else:
            assert_unreadable(answer)


# One parser reads the bodies of all operations.
@pytest.mark.parametrize(
    "sent", [b'"x"', b"null", b"\xff\xfe", b'{"a": "\\u0000"}', b'{"a": "\\ud800"}', b"[" * 50_000]
)
def test_a_body_that_json_cannot_hold_is_refused_with_a_sentence(dana: Person, sent: bytes) -> None:
    assert_unreadable(dana.post("/api/reservations/", sent))


def assert_unreadable(answer: Any) -> None:
    assert answer.status_code == 422
    content = json.loads(answer.content)
    assert content["code"] in ("not_json", "not_csv", "invalid")
    assert content["message"].endswith(".")


@pytest.mark.parametrize("value", [*WHOLE_NUMBERS, *NOT_NUMBERS])
def test_no_id_in_a_path_is_a_fault(dana: Person, value: object) -> None:
    for operation in OPERATIONS:
        for parameter in operation.parameters:
            answer = dana.send(operation.method, operation.address(**{parameter["name"]: value}), operation.body)
            assert answer.status_code in (404, 422), operation.name
            assert answer.json()["message"]


@each_body
def test_no_value_in_a_body_is_a_fault(dana: Person, operation: Operation) -> None:
    strange: list[Any] = [None, True, -1, 2**63, 10**40, 1e308, "", "x" * 50_000, [], {}, [[]], "\u202e\U0001f355", "١"]
    for steps, schema in objects(operation.body_schema or {}, operation.body):
        for name in schema["properties"]:
            for value in strange:
                sent = operation.body
                at(sent, steps)[name] = value
                answer = dana.send(operation.method, operation.address(), sent)
                assert answer.status_code < 500 or answer.json()["code"] == "platform_unavailable", (name, value)


@pytest.mark.parametrize("number", [61, 70_000])
def test_a_flood_of_dates_is_refused_by_the_shape(dana: Person, number: int) -> None:
    refused = dana.post(
        "/api/reservations/", {"reservation": {"snipe_type": "cancel", "dates": ["2026-12-01"] * number}}
    )
    assert (refused.status_code, refused.json()["errors"].keys()) == (422, {"reservation.dates"})


def test_a_million_dates_are_refused_by_size(dana: Person) -> None:
    refused = dana.post("/api/reservations/", {"reservation": {"dates": ["2026-12-01"] * 1_000_000}})
    assert (refused.status_code, refused.json()["code"]) == (413, "too_big")


def test_the_list_of_rights_is_about_what_the_user_has() -> None:
    assert {"tier", "is_vip", "is_concierge", "is_staff"} <= {field.name for field in User._meta.get_fields()}
    assert len(WITH_BODY) >= 12


def test_public_operations_need_no_token(anyone: Anyone, db: None) -> None:
    for operation in OPERATIONS:
        if not operation.is_signed_in and operation.method == "GET":
            # 400: the link of an example is not genuine.
            assert anyone.get(operation.address()).status_code in (200, 400, 404)
