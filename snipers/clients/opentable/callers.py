"""Authentication of calls to OpenTable: as the application, or as a diner of the app or of the web site.

This module keeps the application's token, and a cache of account data (names, e-mail, phone, cards), which every
booking call repeats. A diner's token is decrypted for one call at a time.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

from snipers.clients.credentials import SealedToken
from snipers.clients.errors import KeyRefused
from snipers.clients.opentable import payloads
from snipers.clients.opentable.payloads import Diner
from snipers.clients.replies import OPENTABLE_DINER, Reply, raise_failure
from snipers.clients.wire import CallOptions, Timeouts, Wire
from snipers.domain.access import Access

MAX_CACHED_DINERS = 64
UNKNOWN_APPLICATION = dict.fromkeys((400, 401, 403), KeyRefused)


@dataclass(slots=True)
class ApplicationToken:
    """The token of our application, "" before the first call. The platform clients of one process may share it.

    `access` is the application that the token belongs to.
    """

    text: str = field(default="", repr=False)
    access: Access | None = field(default=None, repr=False)

    def of(self, access: Access) -> str:
        """Return the token if it belongs to this application, otherwise ""."""
        return self.text if self.access == access else ""


class Callers:
    """Sends authenticated calls. `access` names our application; `unseal` opens a token or raises NeedsReconnect."""

    def __init__(
        self,
        *,
        wire: Wire,
        access: Access,
        unseal: Callable[[SealedToken], str],
        app_token: ApplicationToken | None = None,
    ) -> None:
        self._wire = wire
        self._access = access
        self._unseal = unseal
        self._app_token = app_token or ApplicationToken()
        self._app_token_lock = asyncio.Lock()
        # The account data by sealed token. Concurrent bookings share one task, so an account is read only once.
        self._diners: dict[str, asyncio.Task[Diner]] = {}

    def set_access(self, access: Access) -> None:
        """Identify us as this application from the next call on."""
        self._access = access

    def close(self) -> None:
        """Cancel the account reads in progress."""
        for reading in self._diners.values():
            reading.cancel()

    def app(self, token: SealedToken) -> dict[str, str]:
        """Return the headers of a call to the app's API as the diner with this token."""
        return {"Authorization": f"Bearer {self._unseal(token)}"}

    def web(self, token: SealedToken) -> dict[str, str]:
        """Return the headers of a call to the web site as the diner with this token."""
        return {"Cookie": f"otSession={self._unseal(token)}", "x-csrf-token": str(uuid4())}

    async def as_application(
        self, method: str, path: str, *, body: dict[str, Any], answer: float = 10.0, last: bytes = b""
    ) -> Reply:
        """Call with the application's token. After a 401, renew the token and repeat the call once.

        `answer` is the timeout of the reply in seconds, and `last` is as in Wire.call().
        """
        token = await self._application()
        reply = await self._call(token, method, path, body, answer, last)
        if reply.status != 401:
            return reply
        token = await self._application(instead_of=token)
        return await self._call(token, method, path, body, answer, last)

    async def renew_application(self) -> None:
        """Request a new token of our application. Raises KeyRefused if OpenTable does not accept the application."""
        await self._application(instead_of=self._app_token.of(self._access))

    def diner(self, token: SealedToken) -> asyncio.Task[Diner]:
        """Return the task that reads the data of the token's account.

        The data is cached. If the task fails, the next call of this method starts a new one.
        """
        reading = self._diners.get(token.text)
        if reading is None:
            if len(self._diners) >= MAX_CACHED_DINERS:
                self._diners.pop(next(iter(self._diners)))
            reading = self._diners[token.text] = asyncio.create_task(self.read_diner(token))
            reading.add_done_callback(lambda done: self._forget_failed(token, done))
        return reading

    def forget(self, token: SealedToken) -> None:
        """Remove the data of the token's account from the cache."""
        self._diners.pop(token.text, None)

    async def read_diner(self, token: SealedToken) -> Diner:
        """Read the data of the token's account from OpenTable. Raises NeedsReconnect."""
        reply = await self._wire.call(
            "GET",
            "/api/v3/user/",
            headers=self.app(token),
            query={"loadInvitations": 1},
            timeouts=Timeouts(answer=5.0),
        )
        raise_failure(reply, OPENTABLE_DINER)
        return payloads.diner(reply.data)

    def _forget_failed(self, token: SealedToken, reading: asyncio.Task[Diner]) -> None:
        failed = reading.cancelled() or reading.exception() is not None
        if failed and self._diners.get(token.text) is reading:
            self.forget(token)

    async def _call(
        self, token: str, method: str, path: str, body: dict[str, Any], answer: float, last: bytes
    ) -> Reply:
        headers, timeouts = {"Authorization": f"Bearer {token}"}, Timeouts(answer=answer)
        return await self._wire.call(
            method, path, headers=headers, body=body, timeouts=timeouts, options=CallOptions(last=last)
        )

    async def _application(self, *, instead_of: str = "") -> str:
        async with self._app_token_lock:
            access = self._access
            if self._app_token.of(access) in ("", instead_of):
                form = {"grant_type": "client_credentials", "client_id": access.application_id}
                if access.secret:
                    form["client_secret"] = access.secret
                reply = await self._wire.call("POST", "/oauth/consumer/token", form=form, timeouts=Timeouts())
                raise_failure(reply, UNKNOWN_APPLICATION)
                self._app_token.text, self._app_token.access = payloads.app_token(reply.data), access
            return self._app_token.text
