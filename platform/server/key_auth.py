"""Authentication of programs by API keys and OAuth access tokens: the one check of both and of their scopes.

Both are sent like an access token of a session: `Authorization: Bearer thk_…` or `tho_…`. They are read from the
database for each request, before the request is counted: server/rates.py counts a program for its user, and any other
text for its network address. WebSockets accept none.
"""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from apps.accounts.security.throttle import Guard, client_address
from apps.accounts.sign_in.sessions import Identity
from apps.common.errors import Refusal
from apps.keys import messages, services
from apps.keys.answers import KeyIdentity
from apps.keys.models import Scope
from apps.keys.programs import KEY, Program, scope_missing
from apps.oauth import services as oauth

# Unknown, expired and revoked keys and tokens from one network address in 15 minutes.
WRONG_KEYS: Final = 100
# What an OAuth token has to be issued for (RFC 8707): the path of the REST API, or another one of this site.
REST_API: Final = "/api"


class KeyAuth:
    """Ninja's authentication of one operation by programs. Without a `scope`, the operation refuses every program."""

    def __init__(self, scope: Scope | None) -> None:
        self._scope = scope

    def __call__(self, request: HttpRequest) -> Identity | None:
        """Return the user of a program. Return None without a valid key or token (401).

        Raises Refusal: 403 if the program lacks the scope, 429 over a limit.
        """
        if not _text_of(request):
            return None
        program = program_of(request)
        if program is None:
            _count_wrong(address=client_address(request), now=timezone.now())
            return None
        if self._scope not in program.scopes:
            raise refusal_of(self._scope)
        return KeyIdentity(program.user, UUID(int=0))


def program_of(request: Any) -> Program | None:
    """Return the program that sends a request of the REST API, None without one. It is read once for each request."""
    if not hasattr(request, "program"):
        text = _text_of(request)
        request.program = find_program(text, now=timezone.now()) if text else None
    return request.program  # type: ignore[no-any-return] # set above


def find_program(text: str, *, now: datetime, resource: str = REST_API) -> Program | None:
    """Return the program with this bearer text, None if there is none any more, or if its token is not for the path
    `resource`. Nothing is cached."""
    if services.is_well_formed(text):
        key = services.find_key(text, now=now)
        if key is None:
            return None
        services.record_use(key, now=now)
        return Program(user=key.user, scopes=frozenset(key.scopes), client_id=f"{KEY}{key.pk}")
    found = oauth.find_program(text, resource=f"{settings.PUBLIC_URL}{resource}", now=now)
    if found is None:
        return None
    row, scopes = found
    services.record_use(row, now=now)
    return Program(user=row.user, scopes=scopes, client_id=row.client.client_id)


def admit(text: str, *, resource: str, address: str, now: datetime) -> Program | None:
    """Return the program with this bearer text, otherwise None, and count a wrong text for the network address.

    Raises Refusal 429 after WRONG_KEYS wrong ones.
    """
    program = find_program(text, now=now, resource=resource) if _is_of_program(text) else None
    if program is None and _is_of_program(text):
        _count_wrong(address=address, now=now)
    return program


def refusal_of(scope: Scope | None) -> Refusal:
    """Return the refusal (403) of a program without the scope, or of any program if there is no scope."""
    if scope is None:
        return Refusal("keys_refused", 403, messages.KEYS_REFUSED)
    return scope_missing(scope)


def _text_of(request: HttpRequest) -> str:
    """Return the text that a request sends as its key or token, "" if it sends none."""
    scheme, _, text = request.headers.get("Authorization", "").partition(" ")
    return text if scheme.lower() == "bearer" and _is_of_program(text) else ""


def _is_of_program(text: str) -> bool:
    """Whether a bearer text is one of programs by its form. Access tokens of sessions are none."""
    return services.is_well_formed(text) or services.is_well_formed(text, prefix=oauth.PREFIX)


def _count_wrong(*, address: str, now: datetime) -> None:
    Guard(action="api_key", address=address, limit=WRONG_KEYS).count(now=now)
