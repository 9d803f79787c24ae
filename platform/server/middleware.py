"""Middleware of every HTTP request: id, trace and log record, security headers, and failures in the API's format."""

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from server import metrics
from server.answers import BUSY, NO_ANSWER, answer, refusal_for
from server.handler import TOO_BIG, TOO_LATE, UNANSWERED, is_marked
from server.parser import too_big
from snipers.telemetry import spans, trace

Handler = Callable[[HttpRequest], HttpResponse]

log = structlog.get_logger(__name__)

GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")
# A smaller body fits into one packet with its headers, compressed or not.
COMPRESSED_FROM_BYTES = 1200


@dataclass(kw_only=True)
class Exchange:
    """One request and its answer, for the log, the metrics and the trace. The last three fields are known late."""

    method: str
    path: str
    request_id: str
    route: str = "(none)"
    status: int = 500
    user_id: int | None = None


@contextmanager
def recorded(*, method: str, path: str, given_id: str, traceparent: str) -> Iterator[Exchange]:
    """Give a request an id and a trace inside the block. Then log and measure it.

    The client may send the id (X-Request-ID). Without a valid one, the trace id is used, so that one id finds all log
    records and spans of the request.
    """
    with spans.span("request", trace=trace.read(traceparent)) as span:
        trace_id = trace.id_of(span.trace)
        request_id = given_id if GIVEN_ID.fullmatch(given_id) else trace_id
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id, trace_id=trace_id)
        exchange = Exchange(method=method, path=path, request_id=request_id)
        started = time.perf_counter()
        yield exchange
        seconds = time.perf_counter() - started
        route, status = exchange.route, exchange.status
        metrics.observe(method=method, route=route, status=status, seconds=seconds, trace_id=trace_id)
        write = log.info if path.startswith(("/api/", "/mcp")) or status >= 500 else log.debug
        ms, user_id = round(seconds * 1000, 1), exchange.user_id
        write("request", method=method, path=path, status=status, ms=ms, user_id=user_id)
        span.describe(f"{method} {route}", status=status)
        if status >= 500:
            span.failed()


def request_scope(get_response: Handler) -> Handler:
    """Middleware that records each request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        given = {"given_id": "X-Request-ID", "traceparent": "traceparent"}
        headers = {name: request.headers.get(header, "") for name, header in given.items()}
        with recorded(method=request.method or "", path=request.path, **headers) as exchange:
            response = get_response(request)
            response["X-Request-ID"] = exchange.request_id
            match, identity = request.resolver_match, getattr(request, "auth", None)
            exchange.route = match.route if match is not None else "(none)"
            exchange.status = response.status_code
            exchange.user_id = identity.user.pk if identity else None
        return response

    return middleware


def security_headers(get_response: Handler) -> Handler:
    """Set the content security policy, which differs for pages, the admin and JSON.

    Also set the referrer policy of the admin, and forbid caching of the API's responses.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith("/admin"):
            response["Content-Security-Policy"] = settings.CSP_ADMIN
            # The admin's forms need an Origin that is not "null".
            response["Referrer-Policy"] = "same-origin"
            return response
        if request.path == settings.SERVICE_WORKER:
            response["Content-Security-Policy"] = settings.CSP_WORKER
        html = response.get("Content-Type", "").startswith("text/html")
        # A page with an inline script has set its own policy.
        response.setdefault("Content-Security-Policy", settings.CSP_PAGES if html else settings.CSP_DATA)
        if request.path.startswith("/api/"):
            # A response with an ETag has set its own Cache-Control.
            response.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def api_answers(get_response: Handler) -> Handler:
    """Adapt API requests and error responses.

    The API accepts paths with and without a trailing slash, and HEAD for GET. Failures outside the endpoints get the
    API's format, except pages with a policy. Requests that server/handler.py marked are refused.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        for mark, refusal in ((TOO_BIG, too_big()), (TOO_LATE, BUSY), (UNANSWERED, NO_ANSWER)):
            if is_marked(request, mark):
                return answer(request, refusal)
        # PostgreSQL refuses NUL in text.
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return answer(request, refusal_for(400))
        if request.path_info.startswith("/api/"):
            if not request.path_info.endswith("/"):
                request.path_info += "/"
            if request.method == "HEAD":
                # The server omits the body.
                request.method = "GET"
        response = get_response(request)
        if response.status_code < 400 or request.path.startswith(("/admin", "/static/", "/assets/")):
            return response
        if response.get("Content-Type", "").startswith("application/json") or "Content-Security-Policy" in response:
            return response
        refused = answer(request, refusal_for(response.status_code))
        if "Allow" in response:
            refused["Allow"] = response["Allow"]
        return refused

    return middleware


class CompressedAnswers(GZipMiddleware):
    """Compress larger answers of the API, so that a phone receives a list in two packets instead of eight.

    The size of a compressed answer can reveal a secret in it only to a site that can make the browser send the request
    (BREACH). Other sites cannot: requests carry a bearer token, not a cookie. An ETag becomes a weak one.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if not isinstance(response, HttpResponse) or not request.path.startswith("/api/"):
            return response
        if len(response.content) < COMPRESSED_FROM_BYTES:
            return response
        return super().process_response(request, response)
