"""Operations through the admin API of the web tower, for machines that do not have the database's address.

The token is sent only as a header, and only to the origin of `url`: a redirect is an error, and plain HTTP is accepted
only for this machine.
"""

import ssl
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self
from urllib.parse import urlsplit

import httpx

from snipers.ops import wire
from snipers.ops.port import Operations, Unavailable
from snipers.ops.results import CommandRefused, CommandResult, ExitCode, Row

PREFIX: Final = "/api/ops/"
TIMEOUT_SECONDS: Final = 15.0
# A probe takes at most 30 s in the web tower.
PROBE_TIMEOUT_SECONDS: Final = 40.0
LOOPBACK: Final = frozenset({"127.0.0.1", "::1", "localhost"})
# Status of the answer -> exit code of a refusal. Other statuses mean REFUSED.
EXIT_CODES: Final = {404: ExitCode.NOT_FOUND, 422: ExitCode.USAGE}
NOT_ACCEPTED: Final = "The admin API does not accept the operator token: it is wrong, expired or revoked."


class RemoteOperations(Operations):
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
        self._host = host
        self._client = httpx.Client(
            base_url=url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=TIMEOUT_SECONDS,
            verify=ssl.create_default_context(),
            trust_env=False,
        )
        self.dry_run = dry_run

    def __repr__(self) -> str:
        return f"RemoteOperations({self._host})"

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def read(self, name: str, **params: Any) -> Sequence[Row]:
        """Run one of the named reads and return its rows."""
        found: Sequence[Row] = self._call("GET", f"reads/{name}/", params=params)["rows"]
        return found

    def status_rows(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of the system's status, with one call."""
        found: Mapping[str, Sequence[Row]] = self._call("GET", "status/")
        return found

    def change(self, name: str, *, reason: str, **params: Any) -> CommandResult:
        """Make one of the named changes."""
        body = {"reason": reason, "dry_run": self.dry_run, "params": params}
        found = self._call("POST", f"changes/{name}/", json=body)
        return CommandResult(message=found["says"], data=found)

    def probe(self, source: str, *, force: bool) -> Sequence[Row]:
        """Have the web tower probe a platform. Return a row for each call, with the fields of ProbeAnswer."""
        body = {"force": force}
        found = self._call("POST", f"probes/{source}/", json=body, timeout=PROBE_TIMEOUT_SECONDS)
        rows: Sequence[Row] = found["rows"]
        return rows

    def _call(self, method: str, path: str, **options: Any) -> Any:
        try:
            reply = self._client.request(method, PREFIX + path, **options)
        except httpx.HTTPError as error:
            raise Unavailable(f"The admin API does not answer ({type(error).__name__}).") from None
        status = reply.status_code
        try:
            found = wire.decode(reply.content)
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
