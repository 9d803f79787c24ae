"""Authentication of programs at the REST API and at /mcp: the one check of a key and of its scope.

A key is sent like an access token: `Authorization: Bearer thk_…`. It is read with one query for each request. A program
with a key counts for its network address and for its user (server/rates.py). WebSockets accept no key.
"""

import time
from datetime import datetime
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
from apps.keys.programs import Program
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
        if scheme.lower() != "bearer":
            return None
        program = admit(text, address=client_address(request), now=timezone.now())
        if program is None:
            return None
        if wait := rates.count(rates.counters_of_user(request, program.user.pk), now=time.time()):
            raise rates.too_fast(seconds=wait)
        if self._scope not in program.scopes:
            raise refusal_of(self._scope)
        return KeyIdentity(program.user, UUID(int=0))


def find_program(text: str, *, now: datetime) -> Program | None:
    """Return the program with this bearer text, None if there is none any more. Nothing is cached."""
    key = services.find_key(text, now=now)
    if key is None:
        return None
    services.record_use(key, now=now)
    return Program(user=key.user, scopes=frozenset(key.scopes), client_id=f"key:{key.pk}")


def admit(text: str, *, address: str, now: datetime) -> Program | None:
    """Return the program with this bearer text, otherwise None. Access tokens of sessions are no programs.

    Raises Refusal 429 after WRONG_KEYS unknown texts from the network address.
    """
    if not services.is_well_formed(text):
        return None
    program = find_program(text, now=now)
    if program is None:
        Guard(action="api_key", address=address, limit=WRONG_KEYS).count(now=now)
    return program


def refusal_of(scope: Scope | None) -> Refusal:
    """Return the refusal (403) of a key without the scope, or of any key if there is no scope."""
    if scope is None:
        return Refusal("keys_refused", 403, messages.KEYS_REFUSED)
    return Refusal("scope_missing", 403, messages.scope_missing(scope=scope))
