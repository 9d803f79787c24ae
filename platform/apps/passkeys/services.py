"""Passkeys: adding, removing and using them.

A challenge is signed by us for its user, session and subject, and lives five minutes. It counts once, because what it
confirms ends its subject: the digest of a draft that waits, or, for a new passkey, the list of those before it.
"""

from datetime import datetime, timedelta
from secrets import token_urlsafe
from typing import Any, Final

from django.core.signing import BadSignature, TimestampSigner
from django.db import transaction
from django.db.models import QuerySet
from django.utils.http import urlsafe_base64_encode

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.audit import Act
from apps.accounts.sign_in import passwords, sessions
from apps.accounts.sign_in.sessions import Identity
from apps.common.errors import Refusal, not_found
from apps.passkeys import messages, verification
from apps.passkeys.models import Passkey
from apps.passkeys.schemas import ChallengeOut, Json

MOST_PASSKEYS: Final = 10
LIFETIME: Final = timedelta(minutes=5)


def list_passkeys(*, user: User) -> QuerySet[Passkey]:
    """Return the user's passkeys, newest first."""
    return Passkey.objects.filter(user=user).order_by("-pk")


def begin_adding(*, identity: Identity, password: str, now: datetime) -> ChallengeOut:
    """Return the challenge of a new passkey. Raises Refusal: 400 for a wrong password, 429 after five of them."""
    passwords.require_password(user=identity.user, password=password, field="password", now=now)
    return begin(identity=identity, subject=str(_known(identity.user)))


def begin(*, identity: Identity, subject: str) -> ChallengeOut:
    """Return a challenge with which the user's session may confirm `subject` with a passkey."""
    challenge = urlsafe_base64_encode(_signer(identity, subject).sign(token_urlsafe(16)).encode())
    party, known = verification.relying_party(), _known(identity.user)
    return ChallengeOut(challenge=challenge, relying_party=party, credential_ids=known)


@transaction.atomic
def add(*, identity: Identity, name: str, credential: Json, address: str, now: datetime) -> Passkey:
    """Store a passkey that the browser has made. Raises Refusal: 403 if it is not valid, 409 as `_check_challenge`, for
    one that was added before, and for more than MOST_PASSKEYS."""
    user = sessions.lock_user(identity.user)
    known = _known(user)
    challenge = _check_challenge(credential, identity, str(known))
    row = verification.new_passkey(credential, challenge=challenge)
    if Passkey.objects.filter(credential_id=row.credential_id).exists():
        raise Refusal("known_passkey", 409, messages.KNOWN)
    if len(known) >= MOST_PASSKEYS:
        raise Refusal("too_many_passkeys", 409, messages.too_many(most=MOST_PASSKEYS))
    row.user, row.name = user, name
    row.save()
    audit.record(Act.PASSKEY, user_id=user.pk, now=now, address=address, did="added", passkey=row.pk)
    return row


def remove(*, user: User, passkey_id: int, password: str, address: str, now: datetime) -> None:
    """Remove a passkey. Raises Refusal: 400 for a wrong password, 404 for another user's, 429 after five wrong ones."""
    passwords.require_password(user=user, password=password, field="password", now=now)
    if not _remove(Passkey.objects.filter(user=user, pk=passkey_id), address=address, now=now):
        raise not_found("passkey")


def forget_passkeys(*, user_id: int, now: datetime, address: str = "", **_: Any) -> None:
    """Remove all passkeys of a user whose account is closed, or because somebody else may have added them."""
    _remove(Passkey.objects.filter(user_id=user_id), address=address, now=now)


def require_passkey(*, identity: Identity, subject: str, assertion: Json | None, now: datetime) -> int | None:
    """Check that a user with a passkey has confirmed `subject` with it, in the transaction of what is confirmed.

    Return the id of the passkey, None if the user has none. Raises Refusal: 403 without an assertion, for an unknown
    passkey and for an assertion that is not valid, 409 as `_check_challenge`.
    """
    rows = {row.credential_id: row for row in list_passkeys(user=identity.user).select_for_update()}
    if assertion is None:
        if rows:
            raise Refusal("passkey_required", 403, messages.REQUIRED)
        return None
    row = rows.get(str(assertion.get("id")))
    if row is None:
        raise Refusal("unknown_passkey", 403, messages.UNKNOWN)
    challenge = _check_challenge(assertion, identity, subject)
    row.sign_count = verification.check_signature(assertion, challenge=challenge, passkey=row)
    row.last_used_at = now
    row.save(update_fields=["sign_count", "last_used_at"])
    return row.pk


def _known(user: User) -> list[str]:
    return list(list_passkeys(user=user).values_list("credential_id", flat=True))


def _signer(identity: Identity, subject: str) -> TimestampSigner:
    return TimestampSigner(salt=f"{__name__} {identity.user.pk} {identity.session_id} {subject}")


def _check_challenge(credential: Json, identity: Identity, subject: str) -> str:
    """Return the challenge that a credential has signed. Raises Refusal: 403 if the credential is malformed, 409 if the
    challenge was not made for this user, session and subject, or has expired."""
    challenge = verification.read_challenge(credential)
    try:
        _signer(identity, subject).unsign(challenge, max_age=LIFETIME)
    except BadSignature:
        raise Refusal("challenge_over", 409, messages.CHALLENGE_OVER) from None
    return challenge


@transaction.atomic
def _remove(rows: QuerySet[Passkey], *, address: str, now: datetime) -> bool:
    """Remove `rows`, and record each in the audit log. Return whether there was one."""
    found = list(rows.select_for_update().order_by("pk"))
    for row in found:
        audit.record(Act.PASSKEY, user_id=row.user_id, now=now, address=address, did="removed", passkey=row.pk)
        row.delete()
    return bool(found)
