"""Opens, reads and ends sessions of signed-in devices, and rotates their refresh tokens."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import F, Q
from django.db.models.functions import Least

from apps.accounts import messages
from apps.accounts.models import Session, User
from apps.accounts.rules.rotation import Verdict, classify_refresh
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import tokens
from apps.common.database.statements import fetch_all
from apps.common.errors import Refusal, not_found

# Refreshes of one session in 15 minutes. A correct client refreshes once in that time for each open tab.
REFRESH_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Identity:
    """The user and the session of a valid access token, both read from the database for this request."""

    user: User
    session_id: UUID


@dataclass(frozen=True, slots=True)
class TokenPair:
    """The access token and the refresh token that a client stores."""

    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)


def session_over() -> Refusal:
    """Return the refusal (401) that asks the client to sign in again."""
    return Refusal("session_over", 401, messages.SESSION_OVER)


def lock_user(user: User) -> User:
    """Lock the row of `user` in the caller's transaction, and return its current state.

    Raises Refusal 401 if the account was closed or its password changed after `user` was read. Without this check, the
    caller could overwrite the result of a password reset.
    """
    rows = User.objects.select_for_update(no_key=True)
    locked = rows.filter(pk=user.pk, password=user.password, is_active=True).first()
    if locked is None:
        raise session_over()
    return locked


def open_session(*, user: User, user_agent: str, now: datetime) -> TokenPair:
    """Start a session for `user` and return its first tokens. The user's expired sessions are deleted."""
    Session.objects.filter(user=user, expires_at__lte=now).delete()
    refresh = tokens.first_refresh(uuid4())
    Session.objects.create(
        id=refresh.session_id,
        user=user,
        current_hash=refresh.hash(),
        created_at=now,
        expires_at=now + tokens.REFRESH_LIFE,
        user_agent=user_agent[:300],
    )
    access = tokens.make_access(user_id=user.pk, session_id=refresh.session_id, now=now)
    return TokenPair(access, refresh.text())


def identify(*, token: str, now: datetime) -> Identity | None:
    """Return the user and the session of an access token, read with one query.

    Returns None if the token is invalid, the session has ended or the user is not active.
    """
    try:
        claims = tokens.read_access(token=token, now=now)
    except tokens.BadToken:
        return None
    statement, columns = _identify_sql()
    for row in fetch_all(statement, [claims.session_id, claims.user_id, now]):
        return Identity(User.from_db(connection.alias, columns, row), claims.session_id)
    return None


def find_session_users(*, session_ids: Collection[UUID], now: datetime) -> dict[UUID, int]:
    """Return {session id: user id} of the given sessions that are live and have an active user, with one query."""
    live = Session.objects.filter(id__in=session_ids, revoked_at=None, expires_at__gt=now, user__is_active=True)
    return dict(live.values_list("id", "user_id"))


@cache
def _identify_sql() -> tuple[str, list[str]]:
    """Return the SQL of `identify` and the names of its columns.

    It is built once and cached, because the ORM takes longer to build this query than PostgreSQL takes to run it.
    """
    fields = User._meta.concrete_fields
    columns = ", ".join(f'u."{field.column}"' for field in fields)
    statement = f"""
        SELECT {columns} FROM session s JOIN app_user u ON u.id = s.user_id
         WHERE s.id = %s AND s.user_id = %s AND s.revoked_at IS NULL AND s.expires_at > %s AND u.is_active
    """  # noqa: S608 - our own column names
    return statement, [field.attname for field in fields]


def refresh_session(*, text: str, address: str, now: datetime) -> TokenPair:
    """Exchange a refresh token for a new pair of tokens.

    A refresh token that was replaced more than ten seconds ago may be stolen, so its session ends. Raises Refusal: 401
    for an invalid or old token, 429 after REFRESH_LIMIT refreshes of a session in 15 minutes.
    """
    try:
        presented = tokens.parse_refresh(text)
    except tokens.BadToken:
        raise session_over() from None
    Guard(action="refresh", account=str(presented.session_id), limit=REFRESH_LIMIT).count(now=now)
    session = _read(presented.session_id)
    verdict = classify_refresh(presented.hash(), session, now=now)
    if verdict is Verdict.ROTATE and not _rotate(presented, now):
        # Another tab has rotated the token since the row was read. Classify the token again by the new row.
        session = _read(presented.session_id)
        verdict = classify_refresh(presented.hash(), session, now=now)
    if verdict is Verdict.REUSED:
        _end_stolen(session, address=address, now=now)
    if verdict in (Verdict.REUSED, Verdict.DEAD):
        raise session_over()
    access = tokens.make_access(user_id=session.user_id, session_id=session.pk, now=now)
    return TokenPair(access, tokens.next_refresh(presented).text())


def _end_stolen(session: Session, *, address: str, now: datetime) -> None:
    with transaction.atomic():
        if end_session(session_id=session.pk, user_id=session.user_id, now=now):
            audit.record(Act.REFRESH_REUSED, user_id=session.user_id, now=now, address=address)


def _read(session_id: UUID) -> Session:
    session = Session.objects.filter(id=session_id, user__is_active=True).first()
    if session is None:
        raise session_over()
    return session


def _rotate(presented: tokens.RefreshToken, now: datetime) -> bool:
    """Replace the session's current token by the successor of `presented`. Return False if
    `presented` is not the current token any more, or if the session has ended or expired."""
    changed = Session.objects.filter(
        id=presented.session_id, current_hash=presented.hash(), revoked_at=None, expires_at__gt=now
    ).update(
        previous_hash=F("current_hash"),
        current_hash=tokens.next_refresh(presented).hash(),
        rotated_at=now,
        last_used_at=now,
        expires_at=Least(now + tokens.REFRESH_LIFE, F("created_at") + tokens.SESSION_LIFE),
    )
    return changed == 1


def end_session(*, session_id: UUID, user_id: int, now: datetime) -> bool:
    """End one session of the user, which also invalidates its access tokens. Return False if it had already ended or
    does not exist."""
    return Session.objects.filter(id=session_id, user_id=user_id, revoked_at=None).update(revoked_at=now) == 1


def end_other_sessions(*, user_id: int, keep: UUID | None, now: datetime) -> int:
    """End every session of the user except the session `keep` (None: end every session).

    Return the number of ended sessions.
    """
    kept = [keep] if keep is not None else []
    return Session.objects.filter(user_id=user_id, revoked_at=None).exclude(id__in=kept).update(revoked_at=now)


def sign_out(*, identity: Identity | None, refresh: str | None, address: str, now: datetime) -> None:
    """End the session of `identity` and the session of the refresh token. An invalid refresh token is ignored."""
    ending = [(identity.session_id, identity.user.pk)] if identity is not None else []
    held = _find_by_refresh(refresh) if refresh is not None else None
    if held is not None:
        ending.append((held.pk, held.user_id))
    with transaction.atomic():
        for session_id, user_id in ending:
            if end_session(session_id=session_id, user_id=user_id, now=now):
                audit.record(Act.SIGNED_OUT, user_id=user_id, now=now, address=address)


def revoke_session(*, user: User, session_id: UUID, address: str, now: datetime) -> None:
    """End one session of the user. Does nothing if it has already ended. Raises Refusal 404 if the user has no session
    with this id."""
    with transaction.atomic():
        if end_session(session_id=session_id, user_id=user.pk, now=now):
            audit.record(Act.SESSION_ENDED, user_id=user.pk, now=now, address=address, ended=1)
        elif not Session.objects.filter(id=session_id, user=user).exists():
            raise not_found("session")


def revoke_other_sessions(*, identity: Identity, address: str, now: datetime) -> int:
    """End every session of the user except the current one. Return the number of ended sessions."""
    user_id = identity.user.pk
    with transaction.atomic():
        ended = end_other_sessions(user_id=user_id, keep=identity.session_id, now=now)
        if ended:
            audit.record(Act.SESSION_ENDED, user_id=user_id, now=now, address=address, ended=ended)
    return ended


def _find_by_refresh(text: str) -> Session | None:
    """Return the session that has this token as its current or previous refresh token, or None."""
    try:
        presented = tokens.parse_refresh(text)
    except tokens.BadToken:
        return None
    held = Q(current_hash=presented.hash()) | Q(previous_hash=presented.hash())
    return Session.objects.filter(held, id=presented.session_id).first()
