import pytest

from apps.accounts.testing import PASSWORD, Anyone, Person, signed_in

URL = "/api/users/change_password/"
NEW = "Another4table?"


def test_it_sets_the_password_and_signs_other_devices_out(anyone: Anyone, alice: Person) -> None:
    phone = signed_in(alice.user)
    assert alice.post(URL, {"old_password": PASSWORD, "new_password": NEW}).status_code == 200
    assert alice.get("/api/users/me/").status_code == 200
    assert phone.get("/api/users/me/").status_code == 401
    login = "/api/users/login/"
    assert anyone.post(login, {"email": alice.user.email, "password": NEW}).status_code == 200
    assert anyone.post(login, {"email": alice.user.email, "password": PASSWORD}).status_code == 401


@pytest.mark.parametrize(
    ("old", "new", "errors"),
    [
        ("wrong", NEW, {"old_password": "That is not your current password."}),
        (PASSWORD, "short", {"new_password": "One uppercase character"}),
        (
            PASSWORD,
            "P@ssw0rd",
            {"new_password": "This password is one of the most common ones. Please choose another."},
        ),
    ],
)
def test_a_wrong_or_weak_password_changes_nothing(alice: Person, old: str, new: str, errors: dict[str, str]) -> None:
    before = alice.user.password
    response = alice.post(URL, {"old_password": old, "new_password": new})
    assert response.status_code == 400
    assert response.json()["errors"] == errors
    alice.user.refresh_from_db()
    assert alice.user.password == before


def test_guessing_the_old_password_is_throttled(alice: Person) -> None:
    wrong = {"old_password": "wrong", "new_password": NEW}
    assert [alice.post(URL, wrong).status_code for _ in range(6)] == [400] * 5 + [429]
