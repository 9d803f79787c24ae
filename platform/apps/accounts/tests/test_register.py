from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from apps.accounts import services
from apps.accounts.models import AuditEntry, Session, User
from apps.accounts.tests.forms import sign_up_form
from apps.accounts.tests.mailed import ask
from testing.users import Anyone, Person

pytestmark = pytest.mark.django_db
URL = "/api/users/register/"


def test_sign_up_signs_the_new_user_in(anyone: Anyone) -> None:
    response = anyone.post(URL, sign_up_form(email="Ada@Example.org"))
    assert response.status_code == 201
    body = response.json()
    assert body["message"]
    user = User.objects.get()
    assert body["user"]["id"] == user.pk
    assert body["user"]["email"] == user.email == "ada@example.org"
    assert (body["user"]["subscription_type"], body["user"]["has_had_free_trial"]) == ("none", False)
    assert Session.objects.filter(user=user).count() == 1
    assert body["user"]["access_token"]
    assert body["user"]["refresh_token"]


@pytest.mark.parametrize(("header", "locale"), [("en-GB,en-US;q=0.9,en;q=0.8", "en-GB"), ("", "en-US")])
def test_sign_up_stores_the_locale_of_the_browser(header: str, locale: str) -> None:
    Client(headers={"Accept-Language": header}).post(URL, sign_up_form(), "application/json")
    assert User.objects.get().locale == locale


@pytest.mark.usefixtures("product_password_cost")
def test_password_is_stored_as_argon2id_only(anyone: Anyone) -> None:
    anyone.post(URL, sign_up_form())
    assert User.objects.get().password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")


def test_trial_can_start_at_sign_up(anyone: Anyone, settings: Settings) -> None:
    settings.SIGNUP_TRIAL_DAYS = 10
    before = timezone.now()
    body = anyone.post(URL, sign_up_form()).json()["user"]
    assert (body["subscription_type"], body["has_had_free_trial"]) == ("standard", True)
    ends = User.objects.get().trial_ends_at
    assert ends is not None
    assert timedelta(days=10) <= ends - before < timedelta(days=10, minutes=1)


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("first_name", " ", "First name is required!"),
        ("last_name", "", "Last name is required!"),
        ("email", "ada", "Must be valid email"),
        ("phone", "2125550123", "Country Code is required"),
        ("phone", "+1212555012", "Phone number must have exactly 10 digits."),
        ("password", "table4two!", "One uppercase character"),
        ("password", "TABLE4TWO!", "One lowercase character"),
        ("password", "Tablefortwo!", "One number"),
        ("password", "Table4two", "One special character"),
        ("password", "Tab4le!", "Must be at least 8 characters in length"),
        ("password", "Aa1!" + "x" * 125, "Must be at most 128 characters in length"),
        ("password", "P@ssw0rd", "This password is too common. Choose another one."),
    ],
)
def test_invalid_field_is_refused_with_the_specifications_sentence(
    anyone: Anyone, field: str, value: str, sentence: str
) -> None:
    response = anyone.post(URL, sign_up_form(**{field: value}))
    assert response.status_code == 400
    assert response.json() == {"message": sentence, "code": "bad_form", "errors": {field: sentence}}
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "field",
    [
        "id", "is_vip", "is_concierge", "is_staff", "is_superuser", "is_active", "tier", "subscription_type",
        "trial_ends_at", "has_had_free_trial", "entitlements", "groups",
    ],
)  # fmt: skip
def test_a_field_that_no_client_may_set_is_refused_by_name(anyone: Anyone, field: str) -> None:
    response = anyone.post(URL, sign_up_form(**{field: True}))
    assert response.status_code == 422
    assert response.json()["message"] == f"Unknown field: {field}."
    assert not User.objects.exists()


@pytest.mark.parametrize("email", ["alice@example.org", "ALICE@Example.ORG"])
def test_a_taken_address_is_refused(anyone: Anyone, alice: Person, email: str) -> None:
    response = anyone.post(URL, sign_up_form(email=email))
    assert response.status_code == 409
    assert response.json()["code"] == "email_taken"
    assert User.objects.count() == 1


def test_sign_ups_with_taken_addresses_are_throttled(
    anyone: Anyone, alice: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "TAKEN_LIMIT", 3)
    statuses = [anyone.post(URL, sign_up_form(email=alice.user.email)).status_code for _ in range(4)]
    assert statuses == [409, 409, 409, 429]
    response = anyone.post(URL, sign_up_form())
    assert response.status_code == 429
    assert 0 < int(response["Retry-After"]) <= 900


def test_taken_addresses_in_the_profile_count_with_sign_ups(
    alice: Person, bob: Person, charlie: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "TAKEN_LIMIT", 3)
    assert ask(alice, "free@example.org").status_code == 200
    statuses = [ask(person, charlie.user.email).status_code for person in (alice, bob, alice, bob)]
    assert statuses == [409, 409, 409, 429]


def test_successful_sign_ups_are_not_throttled(anyone: Anyone, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "TAKEN_LIMIT", 3)
    for number in range(5):
        assert anyone.post(URL, sign_up_form(email=f"ada{number}@example.org")).status_code == 201


@pytest.mark.parametrize("changes", [{"email": "a" * 50_000 + "@example.org"}, {"first_name": 7}, {"password": None}])
def test_a_form_that_does_not_parse_is_refused(anyone: Anyone, changes: dict[str, Any]) -> None:
    response = anyone.post(URL, sign_up_form(**changes))
    assert response.status_code == 422
    assert set(response.json()["errors"]) == set(changes)


def test_sign_up_is_audited(anyone: Anyone) -> None:
    user_id = anyone.post(URL, sign_up_form()).json()["user"]["id"]
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id, entry.address, entry.facts) == ("signed_up", user_id, "127.0.0.1", {})


@pytest.mark.django_db(transaction=True)
def test_concurrent_sign_ups_with_one_address_succeed_once() -> None:
    def attempt(number: int) -> int:
        try:
            return Anyone().post(URL, sign_up_form(first_name="Ada" + "a" * number)).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(attempt, range(4))) == [201, 409, 409, 409]
    assert Session.objects.count() == AuditEntry.objects.count() == 1
