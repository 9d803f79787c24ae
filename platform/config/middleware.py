"""What every HTTP request passes: its id, trace and log line, security headers, the API's shape for every failure."""

import re
import time
from collections.abc import Callable

import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse

from config import metrics
from config.api import BUSY, answer, refusal_for
from config.handler import came_too_late
from config.limits import is_too_big
from config.parser import too_big
from snipers.telemetry import spans, trace

Handler = Callable[[HttpRequest], HttpResponse]

log = structlog.get_logger(__name__)

GIVEN_ID = re.compile(r"[A-Za-z0-9-]{8,64}")


def request_scope(get_response: Handler) -> Handler:
    """Give the request an id and a trace, and write one line and one measurement when it is answered.

    Without an id of its own a request is called by its trace: then one word finds all that it brought about.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        with spans.span("request", trace=trace.read(request.headers.get("traceparent", ""))) as span:
            trace_id = trace.id_of(span.trace)
            request_id = given if GIVEN_ID.fullmatch(given) else trace_id
            structlog.contextvars.clear_contextvars()
            structlog.contextvars.bind_contextvars(request_id=request_id, trace_id=trace_id)
            started = time.perf_counter()
            response = get_response(request)
            seconds = time.perf_counter() - started
            response["X-Request-ID"] = request_id
            match = request.resolver_match
            route = match.route if match is not None else "(none)"
            metrics.observe(method=request.method or "", route=route, status=response.status_code, seconds=seconds)
            _write_line(request, response, seconds)
            span.is_about(f"{request.method} {route}", status=response.status_code)
            if response.status_code >= 500:
                span.failed()
        return response

    return middleware


def _write_line(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    identity = getattr(request, "auth", None)
    write = log.info if request.path.startswith("/api/") or response.status_code >= 500 else log.debug
    write(
        "request",
        method=request.method,
        path=request.path,
        status=response.status_code,
        ms=round(seconds * 1000, 1),
        user_id=identity.user.pk if identity else None,
    )


def security_headers(get_response: Handler) -> Handler:
    """Say what a browser may do with each answer: pages, the admin and JSON each have their own policy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.path.startswith("/admin"):
            response["Content-Security-Policy"] = settings.CSP_ADMIN
            # The admin's forms need an Origin that is not "null".
            response["Referrer-Policy"] = "same-origin"
            return response
        html = response.get("Content-Type", "").startswith("text/html")
        response["Content-Security-Policy"] = settings.CSP_PAGES if html else settings.CSP_DATA
        if request.path.startswith("/api/"):
            # A list with an ETag says itself how long it may be kept.
            response.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def api_answers(get_response: Handler) -> Handler:
    """Keep the API's manners where no endpoint is reached: both slash forms, HEAD, and a sentence in every refusal."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if is_too_big(request):
            return answer(request, too_big())
        if came_too_late(request):
            return answer(request, BUSY)
        # PostgreSQL refuses NUL in text; no path or query of ours has one.
        if "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            return answer(request, refusal_for(400))
        if request.path_info.startswith("/api/"):
            if not request.path_info.endswith("/"):
                request.path_info += "/"
            if request.method == "HEAD":
                # Answered like GET; the server leaves the body out.
                request.method = "GET"
        response = get_response(request)
        if response.status_code < 400 or request.path.startswith(("/admin", "/static/", "/assets/")):
            return response
        if response.get("Content-Type", "").startswith("application/json"):
            return response
        refusal = answer(request, refusal_for(response.status_code))
        if "Allow" in response:
            refusal["Allow"] = response["Allow"]
        return refusal

    return middleware
