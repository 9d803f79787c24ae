"""Signed-in sessions: opening, reading, rotating and ending them. Each change is one conditional write."""

from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID, uuid4

from django.db.models import F, Q

from apps.accounts import tokens
from apps.accounts.models import Session, User
from apps.accounts.rules.rotation import Verdict, judge
from apps.common.errors import Refusal


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
    session = (
        Session.objects.select_related("user")
        .filter(
            id=claims.session_id,
            user_id=claims.user_id,
            revoked_at=None,
            expires_at__gt=now,
            user__is_active=True,
        )
        .first()
    )
    return None if session is None else Identity(session.user, session.id)


def refresh_session(*, text: str, now: datetime) -> TokenPair:
    """Rotate a refresh token. Raises Refusal 401 when it is not good; an old one ends its whole session."""
    try:
        presented = tokens.parse_refresh(text)
    except tokens.BadToken:
        raise session_over() from None
    session = _read(presented.session_id)
    verdict = _judge(presented, session, now)
    if verdict is Verdict.ROTATE and not _rotate(presented, now):
        # Another tab was first; the row now says whether this one is within the grace.
        session = _read(presented.session_id)
        verdict = _judge(presented, session, now)
    if verdict is Verdict.REUSED:
        end_session(session_id=session.pk, user_id=session.user_id, now=now)
    if verdict in (Verdict.REUSED, Verdict.DEAD):
        raise session_over()
    access = tokens.make_access(user_id=session.user_id, session_id=session.pk, now=now)
    return TokenPair(access, tokens.next_refresh(presented).text())


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
        expires_at=now + tokens.REFRESH_LIFE,
    )
    return changed == 1


def end_session(*, session_id: UUID, user_id: int, now: datetime) -> bool:
    """End one session of the user; its access tokens are refused from now on. False when it was over already."""
    return Session.objects.filter(id=session_id, user_id=user_id, revoked_at=None).update(revoked_at=now) == 1


def end_other_sessions(*, user_id: int, keep: UUID | None, now: datetime) -> int:
    """End every session of the user except `keep`; returns how many."""
    kept = [keep] if keep is not None else []
    return Session.objects.filter(user_id=user_id, revoked_at=None).exclude(id__in=kept).update(revoked_at=now)


def end_by_refresh(*, text: str, now: datetime) -> bool:
    """End the session that a refresh token belongs to; False when it is not its current or previous token."""
    try:
        presented = tokens.parse_refresh(text)
    except tokens.BadToken:
        return False
    held = Q(current_hash=presented.hash()) | Q(previous_hash=presented.hash())
    return Session.objects.filter(held, id=presented.session_id, revoked_at=None).update(revoked_at=now) == 1
