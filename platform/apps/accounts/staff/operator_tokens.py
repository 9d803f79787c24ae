"""Operator tokens, with which the operators' command line signs in to the admin API.

A token belongs to a member of staff. It is valid only while that user may enter the admin: is active, is staff, and has
an authenticator app where STAFF_SECOND_FACTOR requires one. Only `manage.py operator_token` makes tokens, because a
person who can run it has signed in to the cluster. The database stores only a hash.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Final

from django.conf import settings
from django.db import transaction

from apps.accounts import messages
from apps.accounts.models import OperatorToken, User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.staff.login import find_device
from apps.common.hashing import hash_secret

# Programs that search for leaked secrets find tokens by this prefix.
PREFIX: Final = "thop_"
RANDOM_BYTES: Final = 32
LONGEST_DAYS: Final = 365
# `last_used_at` is written at most this often, so that a live view does not write once a second.
USE_GRANULARITY: Final = timedelta(minutes=1)


class NoToken(Exception):
    """A token cannot be made: the user may not enter the admin, or the number of days is not
    allowed.

    The text of the exception is a sentence for the operator.
    """


@dataclass(frozen=True, slots=True)
class Operator:
    """The user and the token of a request to the admin API."""

    user: User
    token: OperatorToken

    @property
    def label(self) -> str:
        """The name under which changes are recorded."""
        return f"{self.user.first_name} {self.user.last_name} (ops, token {self.token.name})"


def make_token(*, user: User, name: str, may_write: bool, days: int, now: datetime) -> tuple[OperatorToken, str]:
    """Make a token that is valid for `days`. Return its row and its text, which cannot be shown again.

    Raises NoToken if the user may not enter the admin, or if `days` is not between 1 and LONGEST_DAYS.
    """
    if not _may_operate(user):
        raise NoToken(messages.NOT_AN_OPERATOR)
    if not 1 <= days <= LONGEST_DAYS:
        raise NoToken(messages.token_days(most=LONGEST_DAYS))
    text = PREFIX + token_urlsafe(RANDOM_BYTES)
    with transaction.atomic():
        row = OperatorToken.objects.create(
            user=user,
            name=name[:60],
            token_hash=hash_secret(text),
            may_write=may_write,
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
        audit.record(
            Act.OPERATOR_TOKEN, user_id=user.pk, now=now, did="made", token=row.pk, name=row.name, may_write=may_write
        )
    return row, text


def revoke_token(row: OperatorToken, *, now: datetime, address: str = "") -> bool:
    """End a token at once. Return False if it was revoked before."""
    with transaction.atomic():
        changed = OperatorToken.objects.filter(pk=row.pk, revoked_at=None).update(revoked_at=now)
        if changed:
            audit.record(
                Act.OPERATOR_TOKEN,
                user_id=row.user_id,
                by_id=None,
                now=now,
                address=address,
                did="revoked",
                token=row.pk,
                name=row.name,
            )
    return bool(changed)


def revoke_tokens(*, user_id: int, now: datetime, address: str = "") -> None:
    """End all tokens of a user, because the user's password or authenticator may be known to somebody else."""
    for row in OperatorToken.objects.filter(user_id=user_id, revoked_at=None).order_by("pk"):
        revoke_token(row, now=now, address=address)


def find_operator(text: str, *, now: datetime) -> Operator | None:
    """Return the operator of a valid token, otherwise None."""
    if not text.startswith(PREFIX):
        return None
    found = OperatorToken.objects.select_related("user").filter(
        token_hash=hash_secret(text), revoked_at=None, expires_at__gt=now
    )
    row = found.first()
    if row is None or not _may_operate(row.user):
        return None
    if row.last_used_at is None or now - row.last_used_at >= USE_GRANULARITY:
        OperatorToken.objects.filter(pk=row.pk).update(last_used_at=now)
    return Operator(user=row.user, token=row)


def _may_operate(user: User) -> bool:
    if not (user.is_active and user.is_staff):
        return False
    return not settings.STAFF_SECOND_FACTOR or find_device(user) is not None
