"""Authentication of the REST API by API keys: the one check of a key and of its scope.

A key is sent like an access token: `Authorization: Bearer thk_…`. It is read with one query for each request. A program
with a key counts for its network address and for its user (server/rates.py). WebSockets accept no key.
"""

import time
from typing import Final
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.security.throttle import Guard, client_address
from apps.accounts.sign_in.sessions import Identity
from apps.common.errors import Refusal
from apps.keys import messages, services
from apps.keys.answers import KeyIdentity
from apps.keys.models import Scope
from server import rates

# Unknown, expired and revoked keys from one network address in 15 minutes.
WRONG_KEYS: Final = 100


class KeyAuth:
    """Ninja's authentication of one operation by API keys. Without a `scope`, the operation refuses every key."""

    def __init__(self, scope: Scope | None) -> None:
        self._scope = scope

    def __call__(self, request: HttpRequest) -> Identity | None:
        """Return the user of a valid key. Return None without one (401).

        Raises Refusal: 403 if the key lacks the scope, 429 over a limit.
        """
        scheme, _, text = request.headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not services.is_well_formed(text):
            return None
        now = timezone.now()
        key = services.find_key(text, now=now)
        if key is None:
            Guard(action="api_key", address=client_address(request), limit=WRONG_KEYS).count(now=now)
            return None
        if wait := rates.count(rates.counters_of_user(request, key.user_id), now=time.time()):
            raise rates.too_fast(seconds=wait)
        if self._scope not in key.scopes:
            raise refusal_of(self._scope)
        services.record_use(key, now=now)
        return KeyIdentity(key.user, UUID(int=0))


def refusal_of(scope: Scope | None) -> Refusal:
    """Return the refusal (403) of a key without the scope, or of any key if there is no scope."""
    if scope is None:
        return Refusal("keys_refused", 403, messages.KEYS_REFUSED)
    return Refusal("scope_missing", 403, messages.scope_missing(scope=scope))
