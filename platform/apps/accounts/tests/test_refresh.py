from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.models import AuditEntry, Session, User
from apps.accounts.sign_in import sessions, tokens
from apps.common.errors import Refusal
from testing.users import Anyone, Person

URL = "/api/users/token/refresh/"


def refresh_of(person: Person) -> str:
    assert person.tokens is not None
    return person.tokens.refresh_token


def works(access_token: str) -> bool:
    return sessions.identify(token=access_token, now=timezone.now()) is not None


def test_refresh_returns_two_valid_tokens(anyone: Anyone, alice: Person) -> None:
    first = anyone.post(URL, {"refresh_token": refresh_of(alice)})
    assert first.status_code == 200
    assert first.json()["refresh_token"] != refresh_of(alice)
    assert works(first.json()["access_token"])
    assert anyone.post(URL, {"refresh_token": first.json()["refresh_token"]}).status_code == 200


def test_a_second_tab_within_the_grace_gets_the_same_new_token(anyone: Anyone, alice: Person) -> None:
    first, second = (anyone.post(URL, {"refresh_token": refresh_of(alice)}).json() for _ in range(2))
    assert first["refresh_token"] == second["refresh_token"]
    assert anyone.post(URL, {"refresh_token": second["refresh_token"]}).status_code == 200


def test_reuse_after_the_grace_ends_the_whole_session(anyone: Anyone, alice: Person) -> None:
    new = anyone.post(URL, {"refresh_token": refresh_of(alice)}).json()
    Session.objects.update(rotated_at=timezone.now() - timedelta(seconds=11))
    assert anyone.post(URL, {"refresh_token": refresh_of(alice)}).status_code == 401
    assert anyone.post(URL, {"refresh_token": new["refresh_token"]}).status_code == 401
    assert not works(new["access_token"])


def test_reuse_is_audited_once(anyone: Anyone, alice: Person) -> None:
    stolen = f"{refresh_of(alice)[:-1]}x"
    for _ in range(2):
        anyone.post(URL, {"refresh_token": stolen})
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.user_id) == ("refresh_reused", alice.user.pk)


def test_refreshes_of_one_session_are_limited(
    anyone: Anyone, alice: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "REFRESH_LIMIT", 3)
    statuses = [anyone.post(URL, {"refresh_token": refresh_of(alice)}).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert anyone.post(URL, {"refresh_token": refresh_of(bob)}).status_code == 200


def test_a_token_from_two_rotations_ago_ends_the_session_even_within_the_grace(anyone: Anyone, alice: Person) -> None:
    first = anyone.post(URL, {"refresh_token": refresh_of(alice)}).json()
    second = anyone.post(URL, {"refresh_token": first["refresh_token"]}).json()
    assert anyone.post(URL, {"refresh_token": refresh_of(alice)}).status_code == 401
    assert anyone.post(URL, {"refresh_token": second["refresh_token"]}).status_code == 401


def test_another_session_of_the_user_survives(anyone: Anyone, alice: Person) -> None:
    other = sessions.open_session(user=alice.user, user_agent="phone", now=timezone.now())
    anyone.post(URL, {"refresh_token": f"{refresh_of(alice)[:-1]}x"})
    assert not works(alice.tokens.access_token if alice.tokens else "")
    assert works(other.access_token)


def test_concurrent_refreshes_get_the_same_token(alice: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two browser tabs read the session's row before either of them rotates the token."""
    now = timezone.now()
    winner = []
    rotate = sessions._rotate

    def overtaken(presented: tokens.RefreshToken, at: object) -> bool:
        assert rotate(presented, now)
        winner.append(tokens.next_refresh(presented).text())
        return rotate(presented, now)

    monkeypatch.setattr(sessions, "_rotate", overtaken)
    loser = sessions.refresh_session(text=refresh_of(alice), address="", now=now)
    assert [loser.refresh_token] == winner


def test_an_expired_session_is_over(anyone: Anyone, alice: Person) -> None:
    Session.objects.update(expires_at=timezone.now())
    assert anyone.post(URL, {"refresh_token": refresh_of(alice)}).status_code == 401


def test_inactive_user_cannot_refresh(anyone: Anyone, alice: Person) -> None:
    User.objects.update(is_active=False)
    assert anyone.post(URL, {"refresh_token": refresh_of(alice)}).status_code == 401


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    ["", "x", f"{uuid4()}.", f"{uuid4()}.{'x' * 43}", f"{uuid4()}.{'é' * 43}", "nonsense." + "x" * 43, "x" * 1000],
    ids=["empty", "a letter", "no secret", "unknown session", "not ASCII", "no session", "too long"],
)
def test_malformed_token_is_refused(anyone: Anyone, text: str) -> None:
    response = anyone.post(URL, {"refresh_token": text})
    assert response.status_code == 401
    assert response.json()["code"] == "session_over"


def test_access_token_is_refused_as_refresh_token(anyone: Anyone, alice: Person) -> None:
    assert alice.tokens is not None
    assert anyone.post(URL, {"refresh_token": alice.tokens.access_token}).status_code == 401


def test_only_hashes_are_stored(alice: Person) -> None:
    session = Session.objects.get()
    secret = refresh_of(alice).partition(".")[2]
    assert secret not in {session.current_hash, session.previous_hash}
    assert secret not in repr(tokens.parse_refresh(refresh_of(alice)))
    assert refresh_of(alice) not in repr(alice.tokens)


def test_refusal_contains_no_token(alice: Person) -> None:
    with pytest.raises(Refusal) as refusal:
        sessions.refresh_session(text=refresh_of(alice) + "x", address="", now=timezone.now())
    assert refresh_of(alice) not in str(refusal.value.body())


@pytest.mark.django_db(transaction=True)
def test_many_concurrent_tabs_get_the_same_token(alice: Person) -> None:
    def attempt(_: int) -> str:
        try:
            pair = sessions.refresh_session(text=refresh_of(alice), address="", now=timezone.now())
            return pair.refresh_token
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        (token,) = set(pool.map(attempt, range(6)))
    assert sessions.refresh_session(text=token, address="", now=timezone.now()).access_token


def test_rotation_never_extends_a_session_past_ninety_days(anyone: Anyone, alice: Person) -> None:
    begun = timezone.now() - timedelta(days=80)
    Session.objects.update(created_at=begun)
    assert anyone.post(URL, {"refresh_token": refresh_of(alice)}).status_code == 200
    assert Session.objects.get().expires_at == begun + timedelta(days=90)
    late = timezone.now() + timedelta(days=11)
    with pytest.raises(Refusal, match="Your session has ended"):
        sessions.refresh_session(
            text=tokens.next_refresh(tokens.parse_refresh(refresh_of(alice))).text(), address="", now=late
        )
