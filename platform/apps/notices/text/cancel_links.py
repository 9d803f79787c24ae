"""The links in messages that open the page on which a booked table can be canceled without signing in.

A link is for one booking and works until the time of the table. Its token is the attempt's id, the expiry (Unix
seconds) and an HMAC-SHA256 signature (32 bytes) that only this server can make. The signature includes the user's
e-mail address and password hash, so a changed address, a new password or a closed account ends all links of the user.
No table stores a token. apps.outcomes.cancel_links reads the tokens.
"""

from datetime import UTC, datetime
from typing import Final, NamedTuple
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from apps.accounts.models import User
from apps.accounts.sign_in.tokens import DIGITS, is_same, signature
from apps.notices.content.kinds import Booked, CancelDeadline, Notice
from apps.notices.models import Event

PURPOSE: Final = "cancel_table"
PAGE: Final = "/cancel-table"


class Parts(NamedTuple):
    """The parts of a token, before its signature is checked."""

    attempt_id: int
    expires_at: datetime


def path_of(event: Event, notice: Notice, *, user: User) -> str:
    """Return the path of the page that cancels the message's table. Return "" if the message is not about a booked
    table.
    """
    if not isinstance(notice, Booked | CancelDeadline):
        return ""
    # "outcome:12" and "cancel_deadline:12" name the attempt.
    key = (event.dedupe_key or "").rpartition(":")[2]
    if not key.isdecimal():
        return ""
    starts_at = datetime.combine(notice.date, notice.time, ZoneInfo(notice.time_zone)).astimezone(UTC)
    return path_for(attempt_id=int(key), expires_at=starts_at, user=user)


def path_for(*, attempt_id: int, expires_at: datetime, user: User) -> str:
    """Return the path of the cancellation page of one booking, with a token that is valid until `expires_at`."""
    return f"{PAGE}?{urlencode({'token': _token(attempt_id, int(expires_at.timestamp()), user)})}"


def parse(token: str) -> Parts | None:
    """Return the parts of a token without checking its signature, None if it is no token."""
    numbers = token.split(".")[:2]
    if len(numbers) < 2 or not all(one.isdecimal() and one.isascii() and len(one) < DIGITS for one in numbers):
        return None
    try:
        return Parts(int(numbers[0]), datetime.fromtimestamp(int(numbers[1]), UTC))
    except (OverflowError, ValueError, OSError):
        return None


def is_genuine(token: str, *, parts: Parts, user: User) -> bool:
    """Return whether this server made the token for this user, and the user's e-mail address and password are
    unchanged.
    """
    return is_same(_token(parts.attempt_id, int(parts.expires_at.timestamp()), user), token)


def _token(attempt_id: int, expires: int, user: User) -> str:
    text = f"{attempt_id}:{expires}:{user.pk}:{user.email}:{user.password}"
    return f"{attempt_id}.{expires}.{signature(PURPOSE, text)}"
