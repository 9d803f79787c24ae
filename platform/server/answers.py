"""The responses for requests that are refused or fail, in the API's format: {message, code, errors?}."""

from typing import Any

import structlog
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from ninja.renderers import JSONRenderer

from apps.common.errors import Refusal
from apps.keys.answers import without_cards
from server import messages
from server.database import renew_broken

log = structlog.get_logger(__name__)


class Renderer(JSONRenderer):
    """Writes the answers of the API as JSON."""

    def render(self, request: HttpRequest, data: Any, *, response_status: int) -> Any:
        return super().render(request, without_cards(request, data), response_status=response_status)


RENDERER = Renderer()
JSON = f"{JSONRenderer.media_type}; charset={JSONRenderer.charset}"
CODES = {400: "bad_request", 401: "not_signed_in", 403: "not_allowed", 404: "not_found", 405: "wrong_method"}
SENTENCES = {
    400: messages.MALFORMED,
    401: messages.NOT_SIGNED_IN,
    403: messages.NOT_ALLOWED,
    404: messages.NOT_FOUND,
    405: messages.WRONG_METHOD,
    413: messages.TOO_BIG,
}
FAULT = Refusal("fault", 500, messages.FAULT)
UNAVAILABLE = Refusal("unavailable", 503, messages.UNAVAILABLE, retry_after=5)
BUSY = Refusal("busy", 503, messages.BUSY, retry_after=5)
NO_ANSWER = Refusal("unanswered", 503, messages.UNANSWERED)


def refusal_for(status: int) -> Refusal:
    """Return the refusal for a status that no endpoint chose, such as 404 for an unknown path."""
    if status >= 500:
        return FAULT
    return Refusal(CODES.get(status, "refused"), status, SENTENCES.get(status, messages.REFUSED))


def refusal_of(error: Exception, *, path: str) -> Refusal:
    """Return the refusal for an exception that a call has raised on this thread, and log an unexpected one."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, OperationalError):
        log.error("database unavailable", exc_info=error)
        renew_broken()
        return UNAVAILABLE
    log.error("unhandled exception", path=path, exc_info=error)
    return FAULT


def answer(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Return the response for a refusal."""
    content = RENDERER.render(request, refusal.body(), response_status=refusal.status)
    headers = headers_of(refusal, resource="/api")
    return HttpResponse(content, status=refusal.status, content_type=JSON, headers=headers)


def headers_of(refusal: Refusal, *, resource: str) -> dict[str, str]:
    """Return the headers of a refusal: when to try again, and for a program where it gets authorized for the path
    `resource` (RFC 9728), or the scope that it lacks (RFC 6750)."""
    headers = {} if refusal.retry_after is None else {"Retry-After": str(refusal.retry_after)}
    if refusal.status == 401 or refusal.challenge:
        metadata = f'resource_metadata="{settings.PUBLIC_URL}/.well-known/oauth-protected-resource{resource}"'
        headers["WWW-Authenticate"] = f"Bearer {', '.join(filter(None, (refusal.challenge, metadata)))}"
    return headers
