"""In whose name a call to OpenTable is made: nobody's, or a diner's on the app's or the web site's surface.

Owns the application's own token and what was read of each account (names, e-mail, phone, cards), which every booking
repeats. A diner's token is opened for one call at a time.
"""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from snipers.clients.base import Blocked, Malformed, NeedsReconnect
from snipers.clients.credentials import SealedToken
from snipers.clients.opentable import payloads
from snipers.clients.opentable.payloads import Diner
from snipers.clients.wire import Reply, Timeouts, Wire, refuse_unwelcome

MOST_DINERS = 64


class Callers:
    """`app_id` is our name as an application; `unseal` opens a token and raises NeedsReconnect."""

    def __init__(self, *, wire: Wire, app_id: str, unseal: Callable[[SealedToken], str]) -> None:
        self._wire = wire
        self._app_id = app_id
        self._unseal = unseal
        self._app_token = ""
        self._one_at_a_time = asyncio.Lock()
        # By sealed token.
        self._diners: dict[str, asyncio.Task[Diner]] = {}

    def close(self) -> None:
        """Stop reading accounts."""
        for asking in self._diners.values():
            asking.cancel()

    def app(self, token: SealedToken) -> dict[str, str]:
        """Return the headers of a diner who uses the app."""
        return {"Authorization": f"Bearer {self._unseal(token)}"}

    def web(self, token: SealedToken) -> dict[str, str]:
        """Return the headers of a diner on the web site."""
        return {"Cookie": f"otSession={self._unseal(token)}", "x-csrf-token": str(uuid4())}

    async def for_nobody(self, method: str, path: str, *, body: dict[str, Any], answer: float = 10.0) -> Reply:
        """Call with the application's own token. One that is no longer good is replaced, once."""
        token = await self._application()
        reply = await self._as_application(token, method, path, body, answer)
        if reply.status != 401:
            return reply
        token = await self._application(instead_of=token)
        return await self._as_application(token, method, path, body, answer)

    def diner(self, token: SealedToken) -> asyncio.Task[Diner]:
        """Return the one reading of that account, under way or done. A failed one is made again next time."""
        asking = self._diners.get(token.text)
        if asking is None:
            if len(self._diners) >= MOST_DINERS:
                self._diners.pop(next(iter(self._diners)))
            asking = self._diners[token.text] = asyncio.create_task(self.read_diner(token))
            asking.add_done_callback(lambda done: self._forget_failed(token, done))
        return asking

    def forget(self, token: SealedToken) -> None:
        """Read that account again when it is needed next."""
        self._diners.pop(token.text, None)

    async def read_diner(self, token: SealedToken) -> Diner:
        """Ask whose token it is. Raises NeedsReconnect."""
        reply = await self._wire.call(
            "GET",
            "/api/v3/user/",
            headers=self.app(token),
            query={"loadInvitations": 1},
            timeouts=Timeouts(answer=5.0),
        )
        refuse_unwelcome(reply)
        expect(reply)
        return payloads.diner(reply.data)

    def _forget_failed(self, token: SealedToken, asking: asyncio.Task[Diner]) -> None:
        failed = asking.cancelled() or asking.exception() is not None
        if failed and self._diners.get(token.text) is asking:
            self.forget(token)

    async def _as_application(self, token: str, method: str, path: str, body: dict[str, Any], answer: float) -> Reply:
        headers = {"Authorization": f"Bearer {token}"}
        return await self._wire.call(method, path, headers=headers, body=body, timeouts=Timeouts(answer=answer))

    async def _application(self, *, instead_of: str = "") -> str:
        async with self._one_at_a_time:
            if self._app_token in ("", instead_of):
                form = {"grant_type": "client_credentials", "client_id": self._app_id}
                reply = await self._wire.call("POST", "/oauth/consumer/token", form=form, timeouts=Timeouts())
                refuse_unwelcome(reply)
                if reply.status not in (200, 201):
                    raise Blocked("the platform does not know our application")
                self._app_token = payloads.app_token(reply.data)
            return self._app_token


def expect(reply: Reply) -> None:
    """Raise unless the call succeeded; only what no caller explains otherwise comes here."""
    if reply.status == 401:
        raise NeedsReconnect("the platform does not accept the token")
    if reply.status not in (200, 201):
        raise Malformed(f"status {reply.status} was not expected")
