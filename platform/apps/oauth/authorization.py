"""Authorization requests: what a program asks for, and the user's answer. The user's browser sends both with the query
of the program's request; django-oauth-toolkit checks it and creates the code.
"""

from dataclasses import dataclass
from typing import Any, Final, NoReturn

from django.conf import settings
from django.db import transaction
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.oauth2_backends import _add_iss_to_redirect
from oauth2_provider.views.mixins import OAuthLibMixin
from oauthlib.oauth2.rfc6749 import errors

from apps.accounts.security.throttle import Guard, origin
from apps.accounts.sign_in import passwords, sessions
from apps.accounts.sign_in.auth import SignedInRequest
from apps.common.errors import Refusal
from apps.keys.models import Scope
from apps.oauth import messages, services
from apps.oauth.models import ConnectedProgram

LIBRARY: Final = OAuthLibMixin()
# Authorization requests of a user in 15 minutes. Each may cause a call to the address that it names.
MOST_REQUESTS: Final = 60
UNKNOWN: Final = (errors.InvalidClientIdError, errors.MissingClientIdError)
BAD_RETURN: Final = (
    errors.InvalidRedirectURIError, errors.MismatchingRedirectURIError, errors.MissingRedirectURIError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Asked:
    """A valid authorization request. `client` is the library's row of the program."""

    client: Any
    scopes: list[Scope]
    credentials: dict[str, Any]


def read(request: SignedInRequest) -> Asked:
    """Check an authorization request. Raises Refusal 400 if it is not valid: the user is not sent to any address."""
    when = origin(request)["now"]
    Guard(action="authorization", account=str(request.auth.user.pk), limit=MOST_REQUESTS).count(now=when)
    try:
        scopes, credentials = LIBRARY.validate_authorization_request(request)
    except (OAuthToolkitError, ValueError) as error:
        _refuse(error)
    # A token is for the whole site, for the REST API or for the MCP server (RFC 8707).
    resources = request.GET.getlist("resource") or [settings.PUBLIC_URL]
    if not {one.rstrip("/") for one in resources} <= {f"{settings.PUBLIC_URL}{path}" for path in ("", "/api", "/mcp")}:
        raise Refusal("bad_authorization", 400, messages.bad_authorization(reason=messages.OTHER_RESOURCE))
    client = credentials.pop("request").client
    return Asked(client, list(map(Scope, scopes)), {**credentials, "resource": resources})


def answer(request: SignedInRequest, *, allow: bool, password: str) -> str:
    """Allow or deny what the program asks for. Return the program's address, with a code or with the denial.

    Raises Refusal: 400 for an invalid request or a wrong password, 429 after five wrong passwords.
    """
    asked, user, when = read(request), request.auth.user, origin(request)
    if allow:
        # A stolen access token must not be enough for access of months, as with API keys.
        passwords.require_password(user=user, password=password, field="password", now=when["now"])
    request.user = user
    with transaction.atomic():
        if allow:
            sessions.lock_user(user)
            given: dict[str, Any] = {"scopes": [], "created_at": when["now"]}
            row, _ = ConnectedProgram.objects.get_or_create(user=user, client=asked.client, defaults=given)
            row.scopes = sorted({*row.scopes, *asked.scopes})
            row.save()
            services.record("allowed", row, **when)
        try:
            uri, *_ = LIBRARY.create_authorization_response(request, " ".join(asked.scopes), asked.credentials, allow)
        except OAuthToolkitError as error:
            if allow:
                _refuse(error)
            denial: str = LIBRARY.error_response(error)[1]["url"]
            uri = _add_iss_to_redirect(denial, settings.PUBLIC_URL)
    return str(uri)


def _refuse(error: Exception) -> NoReturn:
    fault = getattr(error, "oauthlib_error", None)
    if isinstance(fault, UNKNOWN):
        raise Refusal("unknown_program", 400, messages.UNKNOWN_PROGRAM) from None
    if isinstance(fault, BAD_RETURN):
        raise Refusal("bad_return_address", 400, messages.BAD_RETURN_ADDRESS) from None
    reason = fault.description if isinstance(fault, errors.OAuth2Error) else ""
    raise Refusal("bad_authorization", 400, messages.bad_authorization(reason=reason).strip()) from None
