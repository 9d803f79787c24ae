"""HTTP calls to hosts that users choose: Web Push endpoints, the servers of chat apps, the descriptions of programs. No
other module sends with the package requests. Connections to MQTT brokers are made here too.

A host name is resolved when the connection is made, each of its addresses must be public, and the connection goes to
one of the checked addresses. So a name that changes its address between check and connection reaches no internal host.
Redirects are not followed, proxies and .netrc of the environment are not used, and at most 4 kB of an answer are read
unless the caller asks for more. One call takes at most 8 s, however slowly the name server and the host answer.

The background worker makes the calls and resolves the names, so that a silent name server holds no request. Only for
descriptions of programs (apps/oauth/documents.py) web processes do so, each at most two at a time.
"""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import timedelta
from queue import Empty, SimpleQueue
from typing import Any, Final
from urllib.parse import urlsplit

import requests
from django.conf import settings
from django.db import connection
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.exceptions import NewConnectionError

from apps.senders.rules.hosts import HTTPS_PORT, is_loopback, is_public, url_fault

from .base import INTERNAL_ADDRESS, Answer, Verdict, requested_pause

CONNECT_SECONDS: Final = 3.0
READ_SECONDS: Final = 8.0
# The limit of resolving a name, and of a whole call with it.
RESOLVE_SECONDS: Final = 2.0
TOTAL_SECONDS: Final = 8.0
MAX_ANSWER: Final = 4096


class InternalHost(Exception):
    """The host name or one of its addresses is not public."""


@dataclass(slots=True)
class Exchange:
    """The progress of one call.

    `connected`: a connection was made. `internal`: the host is not public. `bad_certificate`: its certificate is
    invalid. `status` and `retry_after` (the requested pause) are those of the answer. `ends_at` is the time of the
    monotonic clock at which the call is broken off.
    """

    ends_at: float

    connected: bool = False
    internal: bool = False
    bad_certificate: bool = False
    status: int | None = None
    retry_after: timedelta = timedelta()
    _socket: socket.socket | None = None

    def seconds_left(self) -> float:
        """Return how long the call may still take. Raises TimeoutError if its time is over."""
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def hold(self, made: socket.socket) -> None:
        """Keep a copy of the connection to break it, because TLS takes the descriptor of the given one over."""
        self.close()
        self._socket, self.connected = made.dup(), True

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()

    def abort(self) -> None:
        """Break the connection, if there is one."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)

    def broken_reason(self) -> str:
        """Return the code that says why there was no answer."""
        if self.internal:
            return INTERNAL_ADDRESS
        if self.bad_certificate:
            return "bad_certificate"
        return "no_answer" if self.connected else "no_connection"

    def failure(self) -> Answer:
        """Return the answer for a call in which the host did not confirm the message. After a 5xx status or a broken
        connection, the verdict is UNKNOWN, because the host may have accepted it.
        """
        if self.internal:
            return Answer(verdict=Verdict.REFUSED, reason=INTERNAL_ADDRESS)
        if self.bad_certificate or not self.connected:
            return Answer(verdict=Verdict.LATER, reason=self.broken_reason())
        if self.status == 429:
            return Answer(verdict=Verdict.LATER, reason="slow_down", retry_after=self.retry_after)
        if self.status is not None and 300 <= self.status < 500:
            return Answer(verdict=Verdict.REFUSED, reason=f"refused_{self.status}")
        return Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")


_current: ContextVar[Exchange] = ContextVar("outbound_exchange")


@contextmanager
def exchange() -> Iterator[Exchange]:
    """Record the calls of the `with` block, and break them off after TOTAL_SECONDS.

    Outside a transaction, this thread's database connection goes back to the pool first: the call may be slow.
    """
    if not connection.in_atomic_block:
        connection.close()
    watched = Exchange(ends_at=time.monotonic() + TOTAL_SECONDS)
    timer = threading.Timer(TOTAL_SECONDS, watched.abort)
    timer.daemon = True
    token = _current.set(watched)
    timer.start()
    try:
        yield watched
    finally:
        timer.cancel()
        _current.reset(token)
        watched.close()


def public_addresses(host: str, port: int, *, seconds: float) -> list[str]:
    """Resolve a host name within `seconds` and return its addresses.

    Raises InternalHost if one of them is not public, OSError if the name cannot be resolved in time, UnicodeError if it
    is no host name, as "a..b". With NOTIFY_LOOPBACK, loopback addresses are allowed too.
    """
    found = _resolve(host, port, seconds=seconds)
    if not all(is_public(one) or (settings.NOTIFY_LOOPBACK and is_loopback(one)) for one in found):
        raise InternalHost
    return found


def _resolve(host: str, port: int, *, seconds: float) -> list[str]:
    """Resolve a name in another thread, because the system's resolver has no limit of its own.

    If the name server is silent, the thread ends later, with the resolver's own time-out.
    """
    answers: SimpleQueue[list[str] | OSError | UnicodeError] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put([str(one[4][0]) for one in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)])
        except (OSError, UnicodeError) as error:
            answers.put(error)

    threading.Thread(target=ask, name="resolve", daemon=True).start()
    try:
        answer = answers.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return answer


def check_address(url: str) -> None:
    """Check an address that a user has added: https to port 443, without a user name, and a public host.

    Raises InternalHost, OSError or UnicodeError as public_addresses() does. With NOTIFY_LOOPBACK, http and any port are
    allowed for loopback.
    """
    fault = url_fault(url, with_loopback=settings.NOTIFY_LOOPBACK)
    if fault == "unknown":
        raise UnicodeError
    if fault is not None:
        raise InternalHost
    parts = urlsplit(url)
    found = public_addresses(parts.hostname or "", parts.port or HTTPS_PORT, seconds=RESOLVE_SECONDS)
    if parts.scheme == "http" and not all(map(is_loopback, found)):
        raise InternalHost


def post(url: str, **options: Any) -> requests.Response:
    """Send one POST. Has the signature of requests.post. Call it inside `exchange`."""
    return request("POST", url, **options)


def request(method: str, url: str, *, most: int = MAX_ANSWER, **options: Any) -> requests.Response:
    """Send one request, and read at most `most` bytes of the answer. Otherwise has the signature of requests.request.
    Call it inside `exchange`.

    Raises RequestException without a call if the host has answered 429 in this exchange.
    """
    watched = _current.get()
    if watched.status == 429:
        raise requests.RequestException("the host has asked for a pause")
    options |= {
        "allow_redirects": False,
        "verify": True,
        "stream": True,
        "timeout": (CONNECT_SECONDS, READ_SECONDS),
    }
    with requests.Session() as session:
        session.trust_env = False
        for scheme in ("https://", "http://"):
            session.mount(scheme, _Adapter())
        try:
            reply = session.request(method, url, **options)
        except requests.exceptions.SSLError:
            watched.bad_certificate = True
            raise
        watched.status = reply.status_code
        watched.retry_after = requested_pause(reply.headers.get("Retry-After"))
        body = b""
        with suppress(Exception):
            body = reply.raw.read(most, decode_content=False)
        reply._content, reply._content_consumed = body, True  # type: ignore[attr-defined] # the rest is not read
        return reply


class GuardedRequests:
    """A replacement for the module `requests` in apprise's plugins: it has the names that they use, and its calls are
    checked.
    """

    request = staticmethod(request)
    post = staticmethod(post)
    codes = requests.codes
    RequestException = requests.RequestException
    exceptions = requests.exceptions


def connect(host: str, port: int) -> socket.socket:
    """Connect to a checked address of the host. Call it inside `exchange`.

    Raises InternalHost if the host is not public, OSError or UnicodeError without a connection.
    """
    watched = _current.get()
    try:
        seconds = min(RESOLVE_SECONDS, watched.seconds_left())
        address = public_addresses(host, port, seconds=seconds)[0]
    except InternalHost:
        watched.internal = True
        raise
    made = socket.create_connection((address, port), timeout=min(CONNECT_SECONDS, watched.seconds_left()))
    watched.hold(made)
    return made


def _connect(opening: HTTPConnection) -> socket.socket:
    """Connect to a checked address of the connection's host. Replaces the method with which urllib3 connects."""
    try:
        return connect(opening.host, opening.port)
    except InternalHost:
        raise NewConnectionError(opening, "the host is not public") from None
    except (OSError, UnicodeError) as error:
        raise NewConnectionError(opening, "no connection") from error


class _Connection(HTTPConnection):
    def _new_conn(self) -> socket.socket:
        return _connect(self)


class _SecureConnection(HTTPSConnection):
    def _new_conn(self) -> socket.socket:
        return _connect(self)


class _Pool(HTTPConnectionPool):
    ConnectionCls = _Connection


class _SecurePool(HTTPSConnectionPool):
    ConnectionCls = _SecureConnection


class _Adapter(HTTPAdapter):
    """An adapter of requests whose connections are made by `_connect`."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _SecurePool}
