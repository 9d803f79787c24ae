"""API keys: making, finding and revoking them.

A key is PREFIX, a secret of 43 letters and digits (256 random bits) and a checksum of six. Programs that search for
leaked secrets find keys by the prefix and check them by the checksum, and so does `find_key`, without a query. The
database stores only a hash.
"""

import string
import zlib
from datetime import datetime, timedelta
from secrets import choice
from typing import Any, Final

from django.db import transaction
from django.db.models import Q, QuerySet

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in import passwords, sessions
from apps.common.database.statements import Param, Statement
from apps.common.errors import Refusal, not_found
from apps.common.hashing import hash_secret
from apps.keys import messages
from apps.keys.models import ApiKey, IdempotentCall, Scope, UsedByProgram
from apps.keys.programs import KEY
from apps.keys.signals import program_revoked

PREFIX: Final = "thk_"
ALPHABET: Final = string.digits + string.ascii_letters
SECRET_LENGTH: Final = 43
CHECKSUM_LENGTH: Final = 6
MOST_KEYS: Final = 20
LONGEST_DAYS: Final = 365
# `last_used_at` is written at most this often, so that a program that polls does not write at each call.
USE_GRANULARITY: Final = timedelta(minutes=1)
# Keys that have ended are deleted after this time, when their user makes another key.
KEPT: Final = timedelta(days=30)


def make_key(
    *, user: User, name: str, scopes: list[Scope], days: int, password: str, address: str, now: datetime
) -> tuple[ApiKey, str]:
    """Make a key that is valid for `days`. Return its row and its text, which cannot be shown again.

    Raises Refusal: 400 for a wrong password, 409 for more than MOST_KEYS live keys, 429 after five wrong passwords.
    """
    passwords.require_password(user=user, password=password, field="password", now=now)
    text = new_text()
    with transaction.atomic():
        # The lock makes parallel calls of one user wait for each other, so their keys are counted.
        sessions.lock_user(user)
        if _live(now).filter(user=user).count() >= MOST_KEYS:
            raise Refusal("too_many_keys", 409, messages.too_many(most=MOST_KEYS))
        ApiKey.objects.filter(Q(expires_at__lt=now - KEPT) | Q(revoked_at__lt=now - KEPT), user=user).delete()
        row = ApiKey.objects.create(
            user=user,
            name=name,
            scopes=sorted(set(scopes)),
            key_hash=hash_secret(text),
            created_at=now,
            expires_at=now + timedelta(days=days),
        )
        _audit("made", row, address=address, now=now)
    return row, text


def list_keys(*, user: User) -> QuerySet[ApiKey]:
    """Return the user's keys that were not revoked, newest first. Some may have expired."""
    return ApiKey.objects.filter(user=user, revoked_at=None).order_by("-pk")


def revoke_key(*, user: User, key_id: int, address: str, now: datetime) -> None:
    """End a key at once, in all processes. Raises Refusal 404 for another user's key, or one that was revoked."""
    if not _revoke(ApiKey.objects.filter(pk=key_id, user=user), address=address, now=now):
        raise not_found("API key")


def revoke_keys(*, user_id: int, now: datetime, address: str = "", **_: Any) -> None:
    """End all keys of a user, because somebody else may have made them."""
    _revoke(ApiKey.objects.filter(user_id=user_id), address=address, now=now)


def forget_keys(*, user_id: int, **_: Any) -> None:
    """Delete all keys of a closed account, and its calls with an Idempotency-Key."""
    ApiKey.objects.filter(user_id=user_id).delete()
    IdempotentCall.objects.filter(user_id=user_id).delete()


def is_well_formed(text: str, *, prefix: str = PREFIX) -> bool:
    """Whether a text is a key by its prefix, length and checksum."""
    secret, checksum = text[len(prefix) : -CHECKSUM_LENGTH], text[-CHECKSUM_LENGTH:]
    return text.startswith(prefix) and len(secret) == SECRET_LENGTH and checksum == _checksum(secret)


def find_key(text: str, *, now: datetime) -> ApiKey | None:
    """Return the live key with this text and its user, otherwise None. Nothing is cached, so a revoked key ends at
    once."""
    return next(iter(LIVE.rows(hash=hash_secret(text), now=now)), None)


def record_use(row: UsedByProgram, *, now: datetime) -> None:
    """Store that a key or a program's access was used, at most once in USE_GRANULARITY."""
    last = now - USE_GRANULARITY
    if row.last_used_at is None or row.last_used_at <= last:
        unwritten = Q(last_used_at=None) | Q(last_used_at__lte=last)
        type(row)._default_manager.filter(unwritten, pk=row.pk).update(last_used_at=now)


def _live(now: datetime | Param) -> QuerySet[ApiKey]:
    return ApiKey.objects.filter(revoked_at=None, expires_at__gt=now)


LIVE: Final[Statement[ApiKey]] = Statement(
    lambda: _live(Param("now")).select_related("user").filter(key_hash=Param("hash"), user__is_active=True)
)


@transaction.atomic
def _revoke(keys: QuerySet[ApiKey], *, address: str, now: datetime) -> bool:
    """Revoke the live and expired ones of `keys`, and record each in the audit log. Return whether there was one."""
    rows = list(keys.filter(revoked_at=None).select_for_update().order_by("pk"))
    ApiKey.objects.filter(pk__in=[row.pk for row in rows]).update(revoked_at=now)
    for row in rows:
        _audit("revoked", row, address=address, now=now)
        program = {"user_id": row.user_id, "client_id": f"{KEY}{row.pk}"}
        program_revoked.send(ApiKey, **program, address=address, now=now)
    return bool(rows)


def _audit(did: str, key: ApiKey, *, address: str, now: datetime) -> None:
    scopes = " ".join(key.scopes)
    audit.record(
        Act.API_KEY, user_id=key.user_id, now=now, address=address, did=did, key=key.pk, name=key.name, scopes=scopes
    )


def new_text(prefix: str = PREFIX) -> str:
    """Return the text of a new key, or of another secret with the same format."""
    secret = "".join(choice(ALPHABET) for _ in range(SECRET_LENGTH))
    return prefix + secret + _checksum(secret)


def _checksum(secret: str) -> str:
    """Return the CRC-32 of a secret with the digits of ALPHABET."""
    number, digits = zlib.crc32(secret.encode()), ""
    while len(digits) < CHECKSUM_LENGTH:
        number, digit = divmod(number, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits
