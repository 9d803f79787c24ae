"""Rate limits of the API: counters in Valkey for each minute, shared by all web processes.

A request with a valid access token, or of a program (server/key_auth.py), counts for its user, any other request for
its network address. Calls of WITHOUT_TOKEN always count for the address. The admin API and the pages of visitors count
by address only. A request is counted, in one atomic step, before it is served. Answers to programs say what is left, in
RateLimit headers. Without Valkey requests pass, because availability comes first. The limits that guard sign-in,
password reset and codes count in PostgreSQL too (docs/decisions/0140). /mcp counts in server/mcp_server.py.
"""

import math
import time
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

import redis
import structlog
from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from redis.backoff import NoBackoff
from redis.retry import Retry

from apps.accounts.security.throttle import client_address
from apps.accounts.sign_in.tokens import BadToken, read_access
from apps.common.errors import Refusal
from server import messages
from server.answers import answer
from server.key_auth import program_of

log = structlog.get_logger(__name__)

WINDOW: Final = 60
# Valkey usually answers within a millisecond. After a timeout or an error, only one request in PAUSE seconds calls it.
TIMEOUT: Final = 0.2
PAUSE: Final = 5.0
FILING: Final = ("POST", "/api/reservations/")
# Sign-in, sign-up and reset. A token must not lift the limit of the network address, because anybody can sign up
# and send the token of that account.
WITHOUT_TOKEN: Final = frozenset(
    f"/api/users/{name}/" for name in ("login", "register", "request_password_reset", "verify_reset_password")
)
# The admin API. A live view of an operator reads once a second, a hand-over of cells twice a second.
OPERATIONS: Final = "/api/ops/"
# Restaurants for visitors. They have a limit of their own, because a page of restaurants causes many calls,
# and because they must not use up the limit of sign-in.
PUBLIC: Final = "/api/public/"
LIMITED: Final = ("/api/", "/oauth/token/", "/oauth/revoke/")
# Not counted: Stripe signs these calls and repeats refused ones, and unsigned calls fail early at the signature.
UNCOUNTED: Final = frozenset({"/api/stripe-integration/webhook/"})


def too_fast(*, seconds: int) -> Refusal:
    """Return the refusal (429) for a client that is over this minute's limit."""
    return Refusal("too_fast", 429, messages.TOO_FAST, retry_after=seconds)


def limited(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that refuses an API request over a rate limit (429) before the endpoint does any work."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path_info.startswith(LIMITED) and request.path_info not in UNCOUNTED:
            usage = count(counters_of(request), now=time.time())
            response = answer(request, too_fast(seconds=usage.wait)) if usage.wait else get_response(request)
            if getattr(request, "program", None) is not None:
                for name, value in usage.headers().items():
                    response[name] = value
            return response
        return get_response(request)

    return middleware


class Usage(NamedTuple):
    """What a request has left: pairs of a limit and the number of requests before it is reached, and the seconds until
    the next minute. `wait` is these seconds if a limit is exceeded, otherwise 0."""

    left: list[tuple[int, int]]
    reset: int
    wait: int

    def headers(self) -> dict[str, str]:
        """Return the headers about the limit that is reached first. Without a limit there are none."""
        if not self.left:
            return {}
        limit, remaining = min(self.left, key=lambda one: one[1])
        return {
            "RateLimit-Limit": str(limit),
            "RateLimit-Remaining": str(remaining),
            "RateLimit-Reset": str(self.reset),
            "RateLimit-Policy": ", ".join(f"{limit};w={WINDOW}" for limit, _ in self.left),
        }


NOT_COUNTED: Final = Usage([], 0, 0)


def counters_of(request: HttpRequest) -> dict[str, int]:
    """Return the names of this request's counters with their limits. A limit of 0 means that nothing is counted."""
    if request.path_info.startswith(OPERATIONS):
        return _limited(f"operations:{client_address(request)}", settings.API_RATE_OPERATIONS)
    if request.path_info.startswith(PUBLIC):
        return _limited(f"public:{client_address(request)}", settings.API_RATE_PUBLIC)
    if not (settings.API_RATE_USER or settings.API_RATE_ADDRESS or settings.API_RATE_FILING):
        return {}
    user = _user_of(request)
    if user is None or request.path_info in WITHOUT_TOKEN:
        return user_counter(None, address=client_address(request))
    files = (request.method, request.path_info) == FILING
    return user_counter(user, address="") | (filing_counter(user) if files else {})


def user_counter(user: int | None, *, address: str) -> dict[str, int]:
    """Return the counter of a user or, without one, of a network address, in the form of `counters_of`.

    A program counts for its user only, because many users' programs call from the few addresses of a vendor.
    """
    if user is None:
        return _limited(f"address:{address}", settings.API_RATE_ADDRESS)
    return _limited(f"user:{user}", settings.API_RATE_USER)


def filing_counter(user: int) -> dict[str, int]:
    """Return the counter of a user's filings, in the form of `counters_of`."""
    return _limited(f"filing:{user}", settings.API_RATE_FILING)


def _limited(name: str, limit: int) -> dict[str, int]:
    return {name: limit} if limit else {}


def _user_of(request: HttpRequest) -> int | None:
    """Return the id of the user of the access token or of the program, or None without a valid one.

    Only the token's signature and expiry are checked. The endpoint checks the session.
    """
    try:
        if (program := program_of(request)) is not None:
            return int(program.user.pk)
    except OperationalError:
        # The endpoint meets the failure again, and answers it.
        return None
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    try:
        return read_access(token=token, now=timezone.now()).user_id
    except BadToken:
        return None


def count(counters: dict[str, int], *, now: float) -> Usage:
    """Increment each counter, and return what is left.

    `counters` maps names to limits. While Valkey is unavailable, count nothing and return NOT_COUNTED.
    """
    if not counters or now < _store.away_until:
        return NOT_COUNTED
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
        log.warning("requests are not counted for rate limits", error=type(error).__name__)
        return NOT_COUNTED
    _store.away_until = 0.0
    reset = math.ceil((minute + 1) * WINDOW - now)
    used = list(zip(counts, counters.values(), strict=True))
    is_over = any(number > limit for number, limit in used)
    return Usage([(limit, max(0, limit - number)) for number, limit in used], reset, reset if is_over else 0)


class _Store:
    """This process's connection pool for Valkey. After a failure, Valkey is not called before `away_until` (Unix
    seconds)."""

    away_until = 0.0

    @staticmethod
    @cache
    def client(url: str) -> "redis.Redis":
        no_retry = Retry(NoBackoff(), 0)
        return redis.Redis.from_url(url, socket_timeout=TIMEOUT, socket_connect_timeout=TIMEOUT, retry=no_retry)


_store = _Store()
