import re

import pytest
from django.db import IntegrityError
from django.db.models import F
from pytest_django import Settings

from apps.accounts.models import User
from apps.accounts.tests.forms import sign_up_form
from testing.users import Anyone, Person, make_user

URL = "/api/users/register/"


def test_me_shows_own_code_and_referral_link(alice: Person, settings: Settings) -> None:
    settings.PUBLIC_URL = "https://tablehawk.test"
    body = alice.get("/api/users/me/").json()
    assert body["referral_code"] == alice.user.referral_code
    assert body["referral_link"] == f"https://tablehawk.test/signup?ref={alice.user.referral_code}"


@pytest.mark.django_db
def test_every_user_has_a_unique_code() -> None:
    codes = {make_user(name).referral_code for name in ("Ada", "Bea", "Cleo")}
    assert len(codes) == 3
    assert all(re.fullmatch("[0-9A-F]{12}", code) for code in codes)


def test_code_sets_the_referrer_and_is_stored_with_the_link(anyone: Anyone, alice: Person) -> None:
    code = alice.user.referral_code.lower()
    form = sign_up_form(referral_code=f" {code} ", referral_link="https://example.org/signup?ref=x")
    assert anyone.post(URL, form).status_code == 201
    ada = User.objects.get(email="ada@example.org")
    assert (ada.referred_by, ada.referred_with, ada.referral_link) == (alice.user, code, form["referral_link"])


@pytest.mark.django_db
@pytest.mark.parametrize("code", ["NOBODYHASIT", "x" * 64, "'; drop table app_user", "é", "", None])
def test_unknown_code_does_not_prevent_a_sign_up(anyone: Anyone, code: str | None) -> None:
    assert anyone.post(URL, sign_up_form(referral_code=code)).status_code == 201
    ada = User.objects.get()
    assert (ada.referred_by, ada.referred_with) == (None, code or "")


@pytest.mark.django_db
def test_long_referral_link_is_cut(anyone: Anyone) -> None:
    link = "https://example.org/signup?ref=x&utm_content=" + "y" * 3000
    assert anyone.post(URL, sign_up_form(referral_link=link)).status_code == 201
    assert User.objects.get().referral_link == link[:300]


@pytest.mark.django_db
def test_referral_is_optional(anyone: Anyone) -> None:
    form = {name: value for name, value in sign_up_form().items() if not name.startswith("referral")}
    assert anyone.post(URL, form).status_code == 201


@pytest.mark.parametrize("changes", [{"phone": "+12125550123"}, {"is_active": False}])
def test_same_phone_or_closed_account_is_no_referrer(anyone: Anyone, alice: Person, changes: dict[str, object]) -> None:
    User.objects.update(**changes)
    assert anyone.post(URL, sign_up_form(referral_code=alice.user.referral_code)).status_code == 201
    assert User.objects.get(email="ada@example.org").referred_by is None


def test_database_refuses_self_referral(alice: Person) -> None:
    with pytest.raises(IntegrityError, match="nobody_refers_themselves"):
        User.objects.update(referred_by=F("id"))


def test_a_profile_change_sets_no_code(alice: Person) -> None:
    for field in ("referral_code", "referral_link", "referred_with"):
        assert alice.patch("/api/users/me/", {field: "MINE"}).json()["message"] == f"Unknown field: {field}."
