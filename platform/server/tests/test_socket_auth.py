from uuid import uuid4

import pytest
from asgiref.sync import async_to_sync
from django.utils import timezone

from apps.accounts.models import User
from apps.accounts.sign_in import sessions
from server.socket_auth import AccessTokenVerifier, SessionTable
from testing.users import Person, signed_in

# The ports run in a thread with its own connection, so the tests need real transactions.
pytestmark = pytest.mark.django_db(transaction=True)

verify = async_to_sync(AccessTokenVerifier().verify)
ended = async_to_sync(SessionTable().ended)


def session_id_of(person: Person) -> str:
    assert person.tokens is not None
    return person.tokens.refresh_token.partition(".")[0]


def test_valid_access_token_returns_user_session_and_expiry(alice: Person) -> None:
    assert alice.tokens is not None
    principal = verify(alice.tokens.access_token)
    assert principal is not None
    assert (principal.user_id, principal.session_id) == (alice.user.pk, session_id_of(alice))
    assert 0 < (principal.expires_at - timezone.now()).total_seconds() <= 15 * 60


def test_refresh_token_is_refused(alice: Person) -> None:
    assert alice.tokens is not None
    assert verify(alice.tokens.refresh_token) is None
    assert verify("") is None


def test_ended_session_is_refused(alice: Person) -> None:
    assert alice.tokens is not None
    alice.post("/api/users/logout/")
    assert verify(alice.tokens.access_token) is None


def test_revoked_unknown_and_inactive_sessions_count_as_ended(alice: Person, bob: Person) -> None:
    phone = signed_in(alice.user)
    alice.post("/api/users/logout/")
    User.objects.filter(pk=bob.user.pk).update(is_active=False)
    unknown = str(uuid4())
    asked = [session_id_of(alice), session_id_of(phone), session_id_of(bob), unknown]
    assert ended(asked) == {session_id_of(alice), session_id_of(bob), unknown}
    assert ended([]) == set()


def test_refresh_keeps_the_session_live(alice: Person) -> None:
    assert alice.tokens is not None
    sessions.refresh_session(text=alice.tokens.refresh_token, address="", now=timezone.now())
    assert ended([session_id_of(alice)]) == set()
