from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from apps.accounts import selectors
from apps.accounts.models import AuditEntry, Session
from apps.accounts.sign_in import sessions
from testing.users import PASSWORD, Anyone, Person, signed_in

URL = "/api/users/sessions/"
ME = "/api/users/me/"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


def id_of(person: Person) -> str:
    assert person.tokens is not None
    return person.tokens.refresh_token.partition(".")[0]


def test_devices_are_listed_last_used_first(anyone: Anyone, alice: Person) -> None:
    login = {"email": alice.user.email, "password": PASSWORD}
    anyone._client.post("/api/users/login/", login, "application/json", headers={"User-Agent": FIREFOX})
    Session.objects.filter(pk=id_of(alice)).update(last_used_at=timezone.now() - timedelta(hours=1))
    newest, mine = alice.get(URL).json()
    assert (newest["device"], newest["current"]) == ("Firefox on Linux", False)
    assert (mine["id"], mine["device"], mine["current"]) == (id_of(alice), "Unknown browser", True)
    assert set(mine) == {"id", "device", "created_at", "last_used_at", "expires_at", "current"}
    assert all(mine[name].endswith("Z") for name in ("created_at", "last_used_at", "expires_at"))


def test_refresh_updates_the_last_use(anyone: Anyone, alice: Person) -> None:
    assert alice.tokens is not None
    Session.objects.update(last_used_at=timezone.now() - timedelta(days=1))
    before = alice.get(URL).json()[0]["last_used_at"]
    anyone.post("/api/users/token/refresh/", {"refresh_token": alice.tokens.refresh_token})
    assert alice.get(URL).json()[0]["last_used_at"] > before


def test_ended_sessions_and_those_of_others_are_not_listed(alice: Person, bob: Person) -> None:
    signed_in(alice.user).post("/api/users/logout/")
    Session.objects.filter(pk=id_of(signed_in(alice.user))).update(expires_at=timezone.now())
    assert [session["id"] for session in alice.get(URL).json()] == [id_of(alice)]


def test_list_is_bounded_and_takes_two_queries(
    alice: Person, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    monkeypatch.setattr(selectors, "MOST_SESSIONS", 4)
    for _ in range(6):
        signed_in(alice.user)
    with django_assert_num_queries(2):
        assert len(alice.get(URL).json()) == 4


def test_one_device_is_signed_out_at_once(anyone: Anyone, alice: Person) -> None:
    phone, laptop = signed_in(alice.user), signed_in(alice.user)
    assert phone.tokens is not None
    response = alice.delete(f"{URL}{id_of(phone)}/")
    assert (response.status_code, response.json()) == (200, {"message": "We signed out that device."})
    assert phone.get(ME).status_code == 401
    assert anyone.post("/api/users/token/refresh/", {"refresh_token": phone.tokens.refresh_token}).status_code == 401
    assert (alice.get(ME).status_code, laptop.get(ME).status_code) == (200, 200)


def test_signing_a_device_out_twice_succeeds_and_is_audited_once(alice: Person) -> None:
    phone = signed_in(alice.user)
    assert [alice.delete(f"{URL}{id_of(phone)}/").status_code for _ in range(2)] == [200, 200]
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id, entry.facts) == ("session_ended", alice.user.pk, {"ended": 1})


def test_current_device_can_be_signed_out(alice: Person) -> None:
    assert alice.delete(f"{URL}{id_of(alice)}/").status_code == 200
    assert alice.get(ME).status_code == 401


def test_session_of_another_user_is_not_found(alice: Person, bob: Person) -> None:
    theirs = alice.delete(f"{URL}{id_of(bob)}/")
    missing = alice.delete(f"{URL}{uuid4()}/")
    assert (theirs.status_code, theirs.json()) == (missing.status_code, missing.json())
    assert theirs.status_code == 404
    assert bob.get(ME).status_code == 200


def test_invalid_id_is_refused(alice: Person) -> None:
    assert alice.delete(f"{URL}x/").status_code == 422


@pytest.mark.parametrize(
    ("others", "message"),
    [
        (0, "We signed out 0 other devices."),
        (1, "We signed out 1 other device."),
        (2, "We signed out 2 other devices."),
    ],
)
def test_all_other_devices_are_signed_out(alice: Person, bob: Person, others: int, message: str) -> None:
    devices = [signed_in(alice.user) for _ in range(others)]
    assert alice.post(f"{URL}revoke-others/").json() == {"message": message}
    assert [device.get(ME).status_code for device in devices] == [401] * others
    assert (alice.get(ME).status_code, bob.get(ME).status_code) == (200, 200)
    assert [entry.facts for entry in AuditEntry.objects.all()] == [{"ended": others}] * bool(others)


@pytest.mark.django_db
def test_sessions_require_sign_in(anyone: Anyone) -> None:
    statuses = [
        anyone.get(URL).status_code,
        anyone.delete(f"{URL}{uuid4()}/").status_code,
        anyone.post(f"{URL}revoke-others/").status_code,
    ]
    assert statuses == [401, 401, 401]


def test_ended_session_cannot_refresh(alice: Person) -> None:
    assert alice.tokens is not None
    sessions.end_other_sessions(user_id=alice.user.pk, keep=None, now=timezone.now())
    assert alice.post("/api/users/token/refresh/", {"refresh_token": alice.tokens.refresh_token}).status_code == 401
    assert alice.get(URL).status_code == 401
