"""Operations through the admin API of the web tower, for machines that do not have the database's address.

The token is sent only as a header, and only to the origin of `url`: a redirect is an error, and plain HTTP is accepted
only for this machine.
"""

import http.client
import json
import ssl
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self
from urllib.parse import urlencode, urlsplit

from snipers.ops import wire
from snipers.ops.port import Unavailable
from snipers.ops.results import CommandRefused, CommandResult, ExitCode, Row
from snipers.store import rows
from snipers.store.records import Desired

PREFIX: Final = "/api/ops/"
TIMEOUT_SECONDS: Final = 15.0
# A probe takes at most 30 s in the web tower.
PROBE_TIMEOUT_SECONDS: Final = 40.0
MOST_BYTES: Final = 64_000_000
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
# Status of the answer -> exit code of a refusal. Other statuses mean REFUSED.
EXIT_CODES: Final = {404: ExitCode.NOT_FOUND, 422: ExitCode.USAGE}
NOT_ACCEPTED: Final = "The admin API does not accept the operator token: it is wrong, expired or revoked."


class RemoteOperations:
    """An operator's access through the admin API at `url`, such as https://ops.example. `token` is an operator token.

    Raises CommandRefused unless the URL has the form https://host, or http:// with a host name of
    this machine.
    """

    def __init__(self, *, url: str, token: str, dry_run: bool = False) -> None:
        parts = urlsplit(url)
        host = parts.hostname or ""
        if parts.scheme not in ("http", "https") or not host or parts.username or parts.query or parts.path.strip("/"):
            raise CommandRefused("The URL of the admin API has the form https://host.", code=ExitCode.USAGE)
        if parts.scheme == "http" and host not in LOOPBACK:
            raise CommandRefused(
                "The admin API is used over https; http is for this machine only.", code=ExitCode.USAGE
            )
        self._https, self._host, self._port = parts.scheme == "https", host, parts.port
        self._token = token
        self._timeout = TIMEOUT_SECONDS
        self._connection: http.client.HTTPConnection | None = None
        self.dry_run = dry_run

    def __repr__(self) -> str:
        return f"RemoteOperations({self._host})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def read(self, name: str, **params: Any) -> Sequence[Row]:
        """Run one of the named reads and return its rows."""
        found: Sequence[Row] = self._call("GET", f"reads/{name}/", query=params)["rows"]
        return found

    def desired(self) -> list[Desired]:
        """Return the venues that need a watcher."""
        return [rows.desired(row) for row in self.read("desired")]

    def status_rows(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of the system's status, with one call."""
        found: Mapping[str, Sequence[Row]] = self._call("GET", "status/")
        return found

    def change(self, name: str, *, reason: str, **params: Any) -> CommandResult:
        """Make one of the named changes."""
        body = {"reason": reason, "dry_run": self.dry_run, "params": params}
        found = self._call("POST", f"changes/{name}/", body=body)
        return CommandResult(message=found["says"], data=found)

    def probe(self, source: str, *, force: bool) -> Sequence[Row]:
        """Have the web tower probe a platform. Return a row for each call, with the fields of ProbeAnswer."""
        # A kept connection has the shorter timeout, so it is closed.
        self._close()
        self._timeout = PROBE_TIMEOUT_SECONDS
        try:
            found: Sequence[Row] = self._call("POST", f"probes/{source}/", body={"force": force})["rows"]
        finally:
            self._close()
            self._timeout = TIMEOUT_SECONDS
        return found

    def _call(self, method: str, path: str, *, query: Mapping[str, Any] | None = None, body: Any = None) -> Any:
        target = PREFIX + path + (f"?{urlencode(query, doseq=True)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        status, content = self._send(method, target, data)
        try:
            found = wire.decode(content)
        except ValueError:
            raise Unavailable(f"The admin API answered {status} without JSON.") from None
        if status == 200:
            return found
        if status == 401:
            raise CommandRefused(NOT_ACCEPTED)
        message = str(found.get("message", "")) if isinstance(found, dict) else ""
        if status >= 500:
            raise Unavailable(message or f"The admin API answered {status}.")
        code = EXIT_CODES.get(status, ExitCode.REFUSED)
        raise CommandRefused(message or f"The admin API answered {status}.", code=code)

    def _send(self, method: str, target: str, data: bytes | None) -> tuple[int, bytes]:
        """Send one request and return the status and the body. If a kept connection turns out to be closed, a read is
        sent again.
        """
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if data is not None:
            headers["Content-Type"] = "application/json"
        kept = self._connection is not None
        try:
            connection = self._connection or self._connect()
            self._connection = connection
            connection.request(method, target, data, headers)
            answer = connection.getresponse()
            content = answer.read(MOST_BYTES)
            return answer.status, content
        except (OSError, http.client.HTTPException) as error:
            self._close()
            if kept and method == "GET":
                return self._send(method, target, data)
            raise Unavailable(f"The admin API does not answer ({type(error).__name__}).") from None

    def _connect(self) -> http.client.HTTPConnection:
        if self._https:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(self._host, self._port, timeout=self._timeout, context=context)
        return http.client.HTTPConnection(self._host, self._port, timeout=self._timeout)

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None
