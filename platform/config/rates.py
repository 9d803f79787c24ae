"""How often one may ask: a counter in Valkey for each user, address and minute, shared by all web processes.

A request is counted before it is served, with one atomic step. Without Valkey requests pass: being there comes first,
and what guards sign-in, reset and codes counts in PostgreSQL (apps/accounts/throttle.py).
"""

import time
from collections.abc import Callable
from functools import cache
from typing import Final

import redis
import structlog
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from redis.backoff import NoBackoff
from redis.retry import Retry

from apps.accounts.throttle import client_address
from apps.accounts.tokens import BadToken, read_access
from apps.common.errors import Refusal
from config.api import answer

log = structlog.get_logger(__name__)

WINDOW: Final = 60
# Valkey answers within a millisecond; a request waits no longer for one that does not, and the next ones not at all.
# While Valkey is away one request in each pause tries it again.
TIMEOUT: Final = 0.2
PAUSE: Final = 5.0
FILING: Final = ("POST", "/api/reservations/")
# Signed by Stripe, and sent again when refused: who floods it with other things is turned away by the signature.
UNCOUNTED: Final = frozenset({"/api/stripe-integration/webhook/"})


def too_fast(*, seconds: int) -> Refusal:
    """429: more requests in a minute than anybody needs."""
    return Refusal("too_fast", 429, "That is a lot of requests at once. Please wait a moment.", retry_after=seconds)


def limited(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Refuse what goes over a limit, before any work is done for it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith("/api/") and request.path_info not in UNCOUNTED:
            wait = over(counters_of(request), now=time.time())
            if wait:
                return answer(request, too_fast(seconds=wait))
        return get_response(request)

    return middleware


def counters_of(request: HttpRequest) -> dict[str, int]:
    """The counters that this request adds to, each with its limit; none where a limit is 0."""
    if not (settings.API_RATE_USER or settings.API_RATE_ADDRESS or settings.API_RATE_FILING):
        return {}
    user = _user_of(request)
    if user is None:
        counters = {f"address:{client_address(request)}": settings.API_RATE_ADDRESS}
    else:
        counters = {f"user:{user}": settings.API_RATE_USER}
        if (request.method, request.path_info) == FILING:
            counters[f"filing:{user}"] = settings.API_RATE_FILING
    return {name: limit for name, limit in counters.items() if limit}


def _user_of(request: HttpRequest) -> int | None:
    """Whose token it is, by its signature alone: whether it still counts is decided by the endpoint."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    try:
        return read_access(token=token, now=timezone.now()).user_id
    except BadToken:
        return None


def over(counters: dict[str, int], *, now: float) -> int:
    """Count once in each; the whole seconds until the next minute when one is over its limit, else 0."""
    if not counters or now < _store.away_until:
        return 0
    minute = int(now // WINDOW)
    if _store.away_until:
        _store.away_until = now + PAUSE
    try:
        with _store.client(settings.REDIS_URL).pipeline(transaction=True) as pipe:
            for name in counters:
                pipe.incr(f"rate:{name}:{minute}")
                pipe.expire(f"rate:{name}:{minute}", 2 * WINDOW)
            counts = pipe.execute()[::2]
    except redis.RedisError as error:
        _store.away_until = now + PAUSE
        log.warning("rates not counted", error=type(error).__name__)
        return 0
    _store.away_until = 0.0
    if all(count <= limit for count, limit in zip(counts, counters.values(), strict=True)):
        return 0
    return max(1, int((minute + 1) * WINDOW - now))


class _Store:
    """The connection of this process, and until when it is left alone after a failure."""

    away_until = 0.0

    @staticmethod
    @cache
    def client(url: str) -> "redis.Redis":
        """One pool for the whole process."""
        no_retry = Retry(NoBackoff(), 0)
        return redis.Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=no_retry)


_store = _Store()
