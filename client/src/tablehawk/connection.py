"""The connection to a Tablehawk server: address, API key, waits after 429, repeated calls, and errors as exceptions."""

import json
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final, Protocol, TypeVar

import httpx

from tablehawk.rest import AuthenticatedClient
from tablehawk.rest.models import RefusalOut
from tablehawk.rest.types import Response

Answer = TypeVar("Answer")
# How often a call is repeated after a lost answer, if an Idempotency-Key makes that safe, and the wait before.
REPEATS: Final = 2
REPEAT_SECONDS: Final = 1.0


class Refused(Exception):
    """The server refused a call. `text` is the sentence for people, `code` is stable, `fields` has invalid fields."""

    def __init__(self, text: str, *, code: str, status: int, fields: Mapping[str, str] | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
        self.status = status
        self.fields = dict(fields or {})


class NoConnection(Exception):
    """The server did not answer. A call that creates something may nevertheless have succeeded."""


class _Received(Protocol):
    """What httpx and the generated code both have."""

    @property
    def status_code(self) -> int: ...
    @property
    def headers(self) -> Any: ...
    @property
    def content(self) -> bytes: ...


Reply = TypeVar("Reply", bound=_Received)


class Client:
    """A connection with an API key or, if `auth` sets the header Authorization of each request, with what it sets.

    `rest` is the generated client, which all generated functions accept. `longest_wait` is the longest time in seconds
    for which a call waits because of a rate limit.
    """

    def __init__(
        self,
        server: str,
        key: str,
        *,
        auth: httpx.Auth | None = None,
        timeout: float = 15.0,
        longest_wait: float = 60.0,
    ) -> None:
        self.server = server.rstrip("/")
        self.rest = AuthenticatedClient(
            base_url=self.server,
            token=key,
            timeout=httpx.Timeout(timeout),
            headers={"User-Agent": f"tablehawk-python/{_version()}"},
            httpx_args={} if auth is None else {"auth": auth},
        )
        self._longest_wait = longest_wait

    def call(self, operation: Callable[..., Response[Answer | RefusalOut]], **given: Any) -> Answer:
        """Call an operation, the `sync_detailed` of a generated module, and return its answer.

        With `idempotency_key`, the call is repeated if its answer is lost. Raises Refused, NoConnection.
        """
        repeats = REPEATS if given.get("idempotency_key") else 0
        try:
            answer = self._send(lambda: operation(client=self.rest, **given), repeats=repeats).parsed
        except (KeyError, TypeError, ValueError) as error:
            raise self._unreadable() from error
        if answer is None or isinstance(answer, RefusalOut):
            raise self._unreadable()
        return answer

    def request(self, method: str, path: str, **given: Any) -> Any:
        """Send a request as httpx does and return its JSON, also where it has values that this package doesn't know.

        Raises Refused, NoConnection.
        """
        received = self._send(lambda: self.rest.get_httpx_client().request(method, path, **given), repeats=0)
        try:
            return json.loads(received.content)
        except ValueError as error:
            raise self._unreadable() from error

    def _send(self, send: Callable[[], Reply], *, repeats: int) -> Reply:
        waited = 0.0
        while True:
            try:
                received = send()
            except (httpx.TransportError, httpx.InvalidURL) as error:
                if not repeats:
                    raise NoConnection(f"We can't reach {self.server}. Check the address and your network.") from error
                repeats -= 1
                time.sleep(REPEAT_SECONDS)
                continue
            if received.status_code < 400:
                return received
            wait = _seconds(received.headers.get("Retry-After"))
            if received.status_code != 429 or wait is None or waited + wait > self._longest_wait:
                raise self._refused(received)
            waited += wait
            time.sleep(wait)

    def _refused(self, received: _Received) -> Refused:
        try:
            body = json.loads(received.content)
            fields = body.get("errors") or {}
            return Refused(body["message"], code=body["code"], status=int(received.status_code), fields=fields)
        except (AttributeError, KeyError, TypeError, ValueError):
            return self._unreadable(status=int(received.status_code))

    def _unreadable(self, *, status: int = 0) -> Refused:
        text = f"{self.server} didn't answer as this package expects. Check the address, or update the package."
        return Refused(text, code="unreadable_answer", status=status)


def _seconds(header: str | None) -> float | None:
    return float(header) if header and header.isdecimal() else None


def _version() -> str:
    try:
        return version("tablehawk")
    except PackageNotFoundError:
        return "source"
