"""A stolen access token does not allow changes that outlast the token, and the owner can end the session of the
token."""

from django.core import mail as outbox

from apps.accounts.models import Throttle, User
from apps.accounts.tests.mailed import ME, ask, confirm
from testing.users import PASSWORD, Anyone, Person, signed_in

GUESSES = ("Password1!", "Alice2026!", "Table4two", "table4two!")


def test_stolen_access_token_cannot_take_over_an_account(anyone: Anyone, alice: Person) -> None:
    thief = signed_in(alice.user)
    before = User.objects.values().get(pk=alice.user.pk)

    # The address and the phone need the password.
    for change in ({"email": "thief@example.org"}, {"phone": "+442079460123"}):
        reply = thief.patch(ME, change)
        assert (reply.status_code, reply.json()["errors"]) == (
            400,
            {"current_password": "Enter your current password."},
        )
    for guess in GUESSES:
        reply = ask(thief, "thief@example.org", guess)
        assert (reply.status_code, reply.json()["errors"]) == (
            400,
            {"current_password": "That isn't your current password."},
        )
    reply = thief.patch(ME, {"phone": "+442079460123", "current_password": "Wrong4table!"})
    assert reply.status_code == 400
    # After too many guesses the right password is refused too; tries for phone and address are counted together.
    assert ask(thief, "thief@example.org").status_code == 429

    # A reset for the pending address sends no mail: it is not the account's.
    assert anyone.post("/api/users/request_password_reset/", {"email": "thief@example.org"}).status_code == 200
    assert not outbox.outbox

    # The password cannot be changed, the account cannot be closed.
    form = {"old_password": "Wrong4table!", "new_password": "Another4table?"}
    assert thief.post("/api/users/change_password/", form).status_code == 429
    assert thief.delete(ME, {"password": "Wrong4table!"}).status_code == 429
    assert User.objects.values().get(pk=alice.user.pk) == before

    # The owner sees the other session and ends it.
    others = [one for one in alice.get("/api/users/sessions/").json() if not one["current"]]
    assert len(others) == 1
    assert alice.delete(f"/api/users/sessions/{others[0]['id']}/").status_code == 200
    assert thief.get(ME).status_code == 401
    assert alice.get(ME).status_code == 200


def test_reset_for_the_pending_address_sends_no_mail(anyone: Anyone, alice: Person) -> None:
    assert ask(alice, "pending@example.org").status_code == 200
    outbox.outbox.clear()
    assert anyone.post("/api/users/request_password_reset/", {"email": "pending@example.org"}).status_code == 200
    assert not outbox.outbox
    assert anyone.post("/api/users/login/", {"email": "pending@example.org", "password": PASSWORD}).status_code == 401


def test_session_that_resends_the_link_ends_with_the_change(alice: Person, anyone: Anyone) -> None:
    thief = signed_in(alice.user)
    assert ask(alice, "new@example.org").status_code == 200
    Throttle.objects.all().delete()
    assert thief.post("/api/users/email/resend/").status_code == 200
    assert confirm(anyone, "new@example.org").status_code == 200
    assert thief.get(ME).status_code == 401
    assert alice.get(ME).status_code == 200
