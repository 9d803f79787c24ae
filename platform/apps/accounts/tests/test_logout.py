from apps.accounts.models import AuditEntry, Session
from testing.users import Anyone, Person, signed_in

URL = "/api/users/logout/"
ME = "/api/users/me/"


def test_the_access_tokens_session_ends_at_once(alice: Person) -> None:
    assert alice.post(URL).status_code == 200
    assert alice.get(ME).status_code == 401
    assert Session.objects.get().revoked_at is not None


def test_a_refresh_token_alone_ends_its_session(anyone: Anyone, alice: Person) -> None:
    assert alice.tokens is not None
    assert anyone.post(URL, {"refresh_token": alice.tokens.refresh_token}).status_code == 200
    assert alice.get(ME).status_code == 401


def test_another_device_stays_signed_in(alice: Person) -> None:
    phone = signed_in(alice.user)
    alice.post(URL)
    assert phone.get(ME).status_code == 200


def test_sign_out_always_succeeds_and_ends_no_other_session(anyone: Anyone, alice: Person) -> None:
    assert alice.tokens is not None
    forged = f"{alice.tokens.refresh_token.partition('.')[0]}.{'x' * 43}"
    for body in (None, {}, {"refresh_token": None}, {"refresh_token": "x"}, {"refresh_token": forged}):
        assert anyone.post(URL, body).json() == {"message": "Successfully logged out"}
    assert alice.get(ME).status_code == 200


def test_sign_out_is_audited_once(alice: Person) -> None:
    assert alice.tokens is not None
    for _ in range(2):
        alice.post(URL, {"refresh_token": alice.tokens.refresh_token})
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id) == ("signed_out", alice.user.pk)
