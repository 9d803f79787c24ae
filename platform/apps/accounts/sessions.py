"""Signed-in sessions: opening, reading, rotating and ending them. Each change is one conditional write."""

from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from uuid import UUID, uuid4

from django.db import connections, transaction
from django.db.models import F, Q
from django.db.models.functions import Least

from apps.accounts import audit, tokens
from apps.accounts.audit import Act
from apps.accounts.models import Session, User
from apps.accounts.rules.rotation import Verdict, judge
from apps.accounts.throttle import Guard
from apps.common.errors import Refusal, not_found

# A session renews itself every 15 minutes for each tab; a client that does it all the time is faulty.
REFRESH_LIMIT = 120


@dataclass(frozen=True, slots=True)
class Identity:
    """The user and the session of a good access token, both read from the database for this request."""

    user: User
    session_id: UUID


@dataclass(frozen=True, slots=True)
class TokenPair:
    """What a client stores."""

    access_token: str = field(repr=False)
    refresh_token: str = field(repr=False)


def session_over() -> Refusal:
    """401: the client has to sign in again."""
    return Refusal("session_over", 401, "Your session is over. Please sign in again.")


def open_session(*, user: User, user_agent: str, now: datetime) -> TokenPair:
    """Start a session for `user` and return its first tokens."""
    # What ran out long ago is of no use to anybody; a sign-in is the moment to forget it.
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
    """The living session and active user of an access token, read with one query; None when there is none."""
    try:
        claims = tokens.read_access(token=token, now=now)
    except tokens.BadToken:
        return None
    alias = Session.objects.db
    with connections[alias].cursor() as cursor:
        cursor.execute(_identify(), [claims.session_id, claims.user_id, now])
        row = cursor.fetchone()
    return None if row is None else Identity(User.from_db(alias, _user_columns(), row), claims.session_id)


def holders(*, session_ids: Collection[UUID], now: datetime) -> dict[UUID, int]:
    """Return the id of the active user of each of these sessions that is alive, with one query."""
    living = Session.objects.filter(id__in=session_ids, revoked_at=None, expires_at__gt=now, user__is_active=True)
    return dict(living.values_list("id", "user_id"))


@cache
def _identify() -> str:
    """Written out: every request asks it, and the ORM takes longer to put it together than PostgreSQL to answer."""
    columns = ", ".join(f'u."{field.column}"' for field in User._meta.concrete_fields)
    return f"""
        SELECT {columns} FROM session s JOIN app_user u ON u.id = s.user_id
         WHERE s.id = %s AND s.user_id = %s AND s.revoked_at IS NULL AND s.expires_at > %s AND u.is_active
    """  # noqa: S608 - names of our own columns


@cache
def _user_columns() -> list[str]:
    return [field.attname for field in User._meta.concrete_fields]


def refresh_session(*, text: str, address: str, now: datetime) -> TokenPair:
    """Rotate a refresh token. Raises Refusal: 401 when it is not good (an old one ends its whole session), 429."""
    try:
        presented = tokens.parse_refresh(text)
    except tokens.BadToken:
        raise session_over() from None
    Guard(action="refresh", account=str(presented.session_id), address="", limit=REFRESH_LIMIT).count(now=now)
    session = _read(presented.session_id)
    verdict = _judge(presented, session, now)
    if verdict is Verdict.ROTATE and not _rotate(presented, now):
        # Another tab was first; the row now says whether this one is within the grace.
        session = _read(presented.session_id)
        verdict = _judge(presented, session, now)
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


def _judge(presented: tokens.RefreshToken, session: Session, now: datetime) -> Verdict:
    return judge(
        presented=presented.hash(),
        current=session.current_hash,
        previous=session.previous_hash,
        rotated_at=session.rotated_at,
        expires_at=session.expires_at,
        revoked_at=session.revoked_at,
        now=now,
    )


def _rotate(presented: tokens.RefreshToken, now: datetime) -> bool:
    """Move the session on to the next token; False when its current token is no longer the presented one."""
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
    """End one session of the user; its access tokens are refused from now on. False when it was over already."""
    return Session.objects.filter(id=session_id, user_id=user_id, revoked_at=None).update(revoked_at=now) == 1


def end_other_sessions(*, user_id: int, keep: UUID | None, now: datetime) -> int:
    """End every session of the user except `keep`; returns how many."""
    kept = [keep] if keep is not None else []
    return Session.objects.filter(user_id=user_id, revoked_at=None).exclude(id__in=kept).update(revoked_at=now)


def sign_out(*, identity: Identity | None, refresh: str | None, address: str, now: datetime) -> None:
    """End the session of an access token, of a refresh token, or both; never fails."""
    with transaction.atomic():
        if identity is not None and end_session(session_id=identity.session_id, user_id=identity.user.pk, now=now):
            audit.record(Act.SIGNED_OUT, user_id=identity.user.pk, now=now, address=address)
        held = _held(refresh) if refresh is not None else None
        if held is not None and end_session(session_id=held.pk, user_id=held.user_id, now=now):
            audit.record(Act.SIGNED_OUT, user_id=held.user_id, now=now, address=address)


def revoke(*, user: User, session_id: UUID, address: str, now: datetime) -> None:
    """End one session that the user sees in their list. Raises Refusal 404; ending it twice is no error."""
    with transaction.atomic():
        if end_session(session_id=session_id, user_id=user.pk, now=now):
            audit.record(Act.SESSION_ENDED, user_id=user.pk, now=now, address=address, ended=1)
        elif not Session.objects.filter(id=session_id, user=user).exists():
            raise not_found("session")


def revoke_others(*, identity: Identity, address: str, now: datetime) -> int:
    """End every session of the user but their present one; returns how many."""
    user_id = identity.user.pk
    with transaction.atomic():
        ended = end_other_sessions(user_id=user_id, keep=identity.session_id, now=now)
        if ended:
            audit.record(Act.SESSION_ENDED, user_id=user_id, now=now, address=address, ended=ended)
    return ended


def _held(text: str) -> Session | None:
    """The session of which this is the current or the previous refresh token."""
    try:
        presented = tokens.parse_refresh(text)
    except tokens.BadToken:
        return None
    held = Q(current_hash=presented.hash()) | Q(previous_hash=presented.hash())
    return Session.objects.filter(held, id=presented.session_id).first()
