"""Sign-in of staff: limited per network address, with an authenticator code, valid for twelve hours."""

import time
from io import StringIO
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice
from pytest_django import Settings

from apps.accounts.models import AuditEntry
from apps.accounts.staff import login as staff_login
from testing.users import PASSWORD, Person

LOGIN = "/admin/login/?next=/admin/"


def sign_in(person: Person, *, password: str = PASSWORD, code: str = "") -> tuple[Client, int]:
    client = Client()
    form = {"username": person.user.email, "password": password, "otp_token": code}
    return client, client.post(LOGIN, form).status_code


def inside(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def enroll(person: Person) -> TOTPDevice:
    call_command("staff_second_factor", person.user.email, stdout=StringIO())
    return TOTPDevice.objects.get(user=person.user)


def code_of(device: TOTPDevice, *, steps: int = 0) -> str:
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    totp.time = time.time() + steps * device.step
    return f"{totp.token():06}"


def test_sign_ins_from_one_address_are_limited_for_all_accounts_together(
    staff: Person, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(staff_login, "ADDRESS_LIMIT", 4)
    statuses = [sign_in(person, password="wrong")[1] for person in (staff, alice, bob) for _ in range(2)]
    assert statuses == [200] * 4 + [429] * 2
    client, status = sign_in(staff)
    assert (status, inside(client)) == (429, False)


def test_successful_sign_in_refunds_only_its_own_try(staff: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_login, "ADDRESS_LIMIT", 3)
    assert sign_in(staff, password="wrong")[1] == 200
    assert [sign_in(staff)[1] for _ in range(3)] == [302] * 3
    assert [sign_in(staff, password="wrong")[1] for _ in range(3)] == [200, 200, 429]


def test_production_refuses_staff_without_an_authenticator(staff: Person, settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True
    client, status = sign_in(staff)
    assert (status, inside(client)) == (200, False)
    client.force_login(staff.user)
    assert not inside(client)


def test_user_with_an_authenticator_needs_its_code(staff: Person, settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = False
    device = enroll(staff)
    client, status = sign_in(staff)
    assert (status, inside(client)) == (200, False)
    client, status = sign_in(staff, code=code_of(device))
    assert (status, inside(client)) == (302, True)
    assert AuditEntry.objects.filter(act="signed_in", user_id=staff.user.pk).count() == 1


def test_a_code_works_once_and_wrong_codes_pause_the_device(staff: Person, settings: Settings) -> None:
    settings.STAFF_SECOND_FACTOR = True
    device = enroll(staff)
    used = code_of(device)
    assert sign_in(staff, code=used)[1] == 302
    assert sign_in(staff, code=used)[1] == 200
    # The wrong code above started a pause, so even the next right code is refused.
    assert sign_in(staff, code=code_of(device, steps=1))[1] == 200


def test_login_form_has_a_code_field(client: Client, db: None) -> None:
    page = client.get(LOGIN).content.decode()
    assert 'name="otp_token"' in page
    assert 'form="login-form"' in page


def test_a_staff_session_ends_after_twelve_hours(staff: Person) -> None:
    client, _ = sign_in(staff)
    assert client.session.get_expiry_age() == 12 * 60 * 60


def test_command_replaces_the_authenticator_of_staff_only(staff: Person, alice: Person) -> None:
    first = enroll(staff)
    out = StringIO()
    call_command("staff_second_factor", staff.user.email, stdout=out)
    device = TOTPDevice.objects.get()
    assert device.key != first.key
    url = out.getvalue().strip().splitlines()[-1]
    assert parse_qs(urlsplit(url).query)["issuer"] == ["Tablehawk"]
    with pytest.raises(CommandError, match="No active member of staff"):
        call_command("staff_second_factor", alice.user.email)
    assert device.key not in str(AuditEntry.objects.values_list("facts", flat=True))
