"""Forbidden fields and invalid values in every request body of accounts."""

from typing import Any

import pytest

from apps.accounts.models import User
from apps.accounts.tests.forms import sign_up_form
from testing.users import PASSWORD, Person

BODIES: dict[str, tuple[str, dict[str, Any]]] = {
    "/api/users/register/": ("POST", sign_up_form()),
    "/api/users/login/": ("POST", {"email": "alice@example.org", "password": PASSWORD}),
    "/api/users/token/refresh/": ("POST", {"refresh_token": "x"}),
    "/api/users/logout/": ("POST", {"refresh_token": "x"}),
    "/api/users/me/": ("PATCH", {"first_name": "Alicia"}),
    "/api/users/notifications/": ("PATCH", {"email_notifications": False}),
    "/api/users/change_password/": ("POST", {"old_password": PASSWORD, "new_password": "Another4table?"}),
    "/api/users/request_password_reset/": ("POST", {"email": "alice@example.org"}),
    "/api/users/verify_reset_password/?token=x&uid=1": ("POST", {"password": "Another4table?"}),
}
FIELDS = [(path, field) for path, (_, body) in BODIES.items() for field in body]
FORBIDDEN = (
    "is_vip", "is_concierge", "is_staff", "is_superuser", "is_active", "tier", "subscription_type", "trial_ends_at",
    "has_had_free_trial", "id", "price", "entitlements",
)  # fmt: skip


# Values that are invalid for every field.
VALUES: tuple[Any, ...] = (
    "x" * 50_000, "x" * 50_000 + "@example.org", 7, -(10**30), 1.5, [],
    ["x"] * 1000, {"a": {"a": {}}}, "\x00", "\ud800",
)  # fmt: skip
NO_OBJECTS = (b"", b"null", b"[]", b'"x"', b"7", b"{", b"\xff", b"[" * 100_000, b'{"email": NaN}')


@pytest.mark.parametrize("path", BODIES)
def test_forbidden_field_is_refused_by_name_and_changes_nothing(alice: Person, path: str) -> None:
    before = list(User.objects.values())
    method, body = BODIES[path]
    for field in FORBIDDEN:
        response = alice.send(method, path, {**body, field: True})
        assert response.status_code == 422
        assert response.json() == {
            "message": f"Unknown field: {field}.",
            "code": "invalid",
            "errors": {field: "This field isn't known."},
        }
    assert list(User.objects.values()) == before


@pytest.mark.parametrize(("path", "field"), FIELDS)
def test_value_of_wrong_type_or_size_is_refused_with_a_sentence(alice: Person, path: str, field: str) -> None:
    before = list(User.objects.values())
    method, body = BODIES[path]
    for value in VALUES:
        response = alice.send(method, path, {**body, field: value})
        assert response.status_code in (400, 422), value
        assert response.json()["message"]
    assert list(User.objects.values()) == before


# Log-out needs no body.
@pytest.mark.parametrize("path", [path for path in BODIES if path != "/api/users/logout/"])
def test_body_that_is_not_an_object_is_refused_with_a_sentence(alice: Person, path: str) -> None:
    for body in NO_OBJECTS:
        response = alice.send(BODIES[path][0], path, body)
        assert response.status_code == 422, body[:20]
        assert response.json()["message"]


@pytest.mark.parametrize("query", ["token=x", "uid=1", "", f"token=x&uid={'9' * 5000}", f"token={'x' * 5000}&uid=1"])
def test_malformed_reset_link_is_refused(alice: Person, query: str) -> None:
    response = alice.post(f"/api/users/verify_reset_password/?{query}", {"password": "Another4table?"})
    assert response.status_code == 422
    assert response.json()["message"]
