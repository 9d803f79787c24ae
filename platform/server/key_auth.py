"""Authentication of the REST API by API keys: the one check of a key and of its scope.

A key is sent like an access token: `Authorization: Bearer thk_…`. It is read with one query for each request, before
the request is counted: server/rates.py counts a valid key for its user, any other for its network address. WebSockets
accept no key.
"""

from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.security.throttle import Guard, client_address
from apps.accounts.sign_in.sessions import Identity
from apps.common.errors import Refusal
from apps.keys import messages, services
from apps.keys.answers import KeyIdentity
from apps.keys.models import ApiKey, Scope

# Unknown, expired and revoked keys from one network address in 15 minutes.
WRONG_KEYS: Final = 100


def text_of(request: HttpRequest) -> str:
    """Return the text that a request sends as its API key, "" if it sends none that is well-formed."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    return text if scheme.lower() == "bearer" and services.is_well_formed(text) else ""


def key_of(request: Any) -> ApiKey | None:
    """Return the valid API key of a request, None without one. It is read once for each request."""
    if not hasattr(request, "api_key"):
        text = text_of(request)
        request.api_key = services.find_key(text, now=timezone.now()) if text else None
    return request.api_key  # type: ignore[no-any-return] # set above


class KeyAuth:
    """Ninja's authentication of one operation by API keys. Without a `scope`, the operation refuses every key."""

    def __init__(self, scope: Scope | None) -> None:
        self._scope = scope

    def __call__(self, request: HttpRequest) -> Identity | None:
        """Return the user of a valid key. Return None without one (401).

        Raises Refusal: 403 if the key lacks the scope, 429 over a limit.
        """
        if not text_of(request):
            return None
        now, key = timezone.now(), key_of(request)
        if key is None:
            Guard(action="api_key", address=client_address(request), limit=WRONG_KEYS).count(now=now)
            return None
        if self._scope not in key.scopes:
            raise refusal_of(self._scope)
        services.record_use(key, now=now)
        return KeyIdentity(key.user, UUID(int=0))


def refusal_of(scope: Scope | None) -> Refusal:
    """Return the refusal (403) of a key without the scope, or of any key if there is no scope."""
    if scope is None:
        return Refusal("keys_refused", 403, messages.KEYS_REFUSED)
    return Refusal("scope_missing", 403, messages.scope_missing(scope=scope))
