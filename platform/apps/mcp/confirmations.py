"""Confirmations: a preview issues one, and the write that it has shown needs it.

A confirmation is valid for five minutes, once, for the same user, program, action and content. It is a nonce, the
second in which it ends, and a MAC over both and all of these. So a preview writes nothing: only a confirmation that was
used has a row, which is inserted in the transaction of the write. It is a row of idempotent calls, with the nonce as
the key: what is done with a confirmation is done once.
"""

import json
from datetime import datetime, timedelta
from secrets import token_hex
from typing import Any, Final, NamedTuple

from django.utils.crypto import constant_time_compare, salted_hmac

from apps.common.errors import Refusal
from apps.common.hashing import hash_secret
from apps.keys.models import IdempotentCall
from apps.keys.programs import Program
from apps.mcp import messages

LIFETIME: Final = timedelta(minutes=5)


class Deed(NamedTuple):
    """What a confirmation permits: this program does `action` with `content`, a JSON document."""

    program: Program
    action: str
    content: Any


def issue(deed: Deed, *, now: datetime) -> str:
    """Return a confirmation of the deed."""
    nonce, ends_at = token_hex(16), str(int((now + LIFETIME).timestamp()))
    return f"{nonce}.{ends_at}.{_mac(deed, nonce, ends_at)}"


def spend(text: str, deed: Deed, *, now: datetime) -> None:
    """Use a confirmation of the deed. The caller's transaction does the deed, so either both happen or nothing.

    Raises Refusal 409 if it is one of another deed, has expired or was used.
    """
    nonce, ends_at, mac = [*text.split("."), "", ""][:3]
    if not constant_time_compare(mac, _mac(deed, nonce, ends_at)):
        raise Refusal("confirmation_wrong", 409, messages.CONFIRMATION_WRONG)
    if now.timestamp() >= int(ends_at):
        raise Refusal("confirmation_expired", 409, messages.CONFIRMATION_EXPIRED)
    # A parallel use waits here until this transaction has ended.
    _, is_first = IdempotentCall.objects.get_or_create(
        user=deed.program.user, key_hash=hash_secret(nonce), defaults={"sent_hash": mac, "called_at": now}
    )
    if not is_first:
        raise Refusal("confirmation_used", 409, messages.CONFIRMATION_USED)


def _mac(deed: Deed, nonce: str, ends_at: str) -> str:
    signed = [nonce, ends_at, deed.program.user.pk, deed.program.client_id, deed.action, deed.content]
    return salted_hmac(__name__, json.dumps(signed, sort_keys=True), algorithm="sha256").hexdigest()
