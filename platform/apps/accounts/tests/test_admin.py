from collections.abc import Callable
from typing import Any

from django.test import Client

from apps.accounts.testing import PASSWORD, Person

LOGIN = "/admin/login/?next=/admin/"


def sign_in(person: Person, password: str = PASSWORD) -> Client:
    client = Client()
    client.post(LOGIN, {"username": person.user.email, "password": password})
    return client


def test_staff_signs_in_and_sees_people_without_their_hashes(staff: Person, alice: Person) -> None:
    client = sign_in(staff)
    assert alice.user.email in client.get("/admin/accounts/user/?q=alice").content.decode()
    page = client.get(f"/admin/accounts/user/{alice.user.pk}/change/").content.decode()
    assert "argon2" not in page
    assert alice.user.last_name in page


def test_sessions_and_accounts_show_no_token(staff: Person, alice: Person, connect: Callable[..., Any]) -> None:
    client = sign_in(staff)
    account = connect(user=alice.user, sealed_token="the-sealed-token")
    session = alice.user.sessions.get()
    for path in (
        "/admin/accounts/session/",
        f"/admin/accounts/session/{session.pk}/change/",
        "/admin/connections/platformaccount/",
        f"/admin/connections/platformaccount/{account.pk}/change/",
    ):
        response = client.get(path)
        assert response.status_code == 200
        assert session.current_hash not in response.content.decode()
        assert "the-sealed-token" not in response.content.decode()


def test_who_is_no_staff_does_not_get_in(alice: Person) -> None:
    assert sign_in(alice).get("/admin/").status_code == 302


def test_guessing_is_throttled_here_too(staff: Person) -> None:
    for _ in range(5):
        assert sign_in(staff, "wrong").get("/admin/").status_code == 302
    assert sign_in(staff).get("/admin/").status_code == 302
