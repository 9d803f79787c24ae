"""The base of all clients: transport, our access, decryption of tokens, clock samples, and the booking call."""

from collections.abc import Mapping
from typing import Any, Self

from snipers.clients.access import current_access
from snipers.clients.base import TimeSample
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.clients.errors import NeedsReconnect, Unavailable, Unsent
from snipers.clients.replies import Reply
from snipers.clients.wire import Timeouts, Wire
from snipers.domain.access import Access, StoredAccess
from snipers.domain.outcome import Refused, Unknown
from snipers.domain.vocabulary import Reason

# The answer must arrive before the attempt may be settled: send deadline 2 s + 8 s < grace 13 s.
BOOK_ANSWER_SECONDS = 8.0
CLOCK_TIMEOUTS = Timeouts(connect=2.0, answer=2.0)


class HttpClient:
    """Base class of BookingClient implementations. One object serves many accounts, in one event loop.

    `access` are the environment's values; set_access() replaces them.
    """

    def __init__(self, *, base_url: str, access: Access, box: SealedBox) -> None:
        self._environment = self._access = access
        self._wire = Wire(base_url=base_url, headers=self._headers(access))
        self._box = box

    def set_access(self, stored: StoredAccess | None) -> None:
        """Use the access that an operator has stored from the next call on; with None, the environment's."""
        self._access = current_access(environment=self._environment, stored=stored, box=self._box)
        self._wire.set_headers(self._headers(self._access))

    def _headers(self, access: Access) -> dict[str, str]:
        """Return the headers that every call sends."""
        return {"User-Agent": access.user_agent, "Accept": "application/json"}

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._wire.aclose()

    @property
    def wire(self) -> Wire:
        """The connections, for the calls of a catalog."""
        return self._wire

    async def time(self) -> TimeSample:
        return await self._wire.time(timeouts=CLOCK_TIMEOUTS)

    async def warm(self, *, connections: int) -> None:
        await self._wire.warm(connections=connections)

    def _plain(self, token: SealedToken) -> str:
        """Return a token in plain text, for one call. Raises NeedsReconnect."""
        try:
            return self._box.open(token)
        except BrokenSeal:
            raise NeedsReconnect("the stored token cannot be opened") from None

    async def _send_booking(
        self,
        path: str,
        *,
        headers: Mapping[str, str],
        form: Mapping[str, str] | None = None,
        body: Mapping[str, Any] | None = None,
        send_within: float,
    ) -> Reply | Refused | Unknown:
        """Send the booking call at most once, within `send_within` seconds.

        Return the platform's reply. Without a reply, return Refused if the call was not sent, Unknown if it may have
        been sent.
        """
        timeouts = Timeouts(connect=send_within, answer=BOOK_ANSWER_SECONDS)
        try:
            return await self._wire.call("POST", path, headers=headers, form=form, body=body, timeouts=timeouts)
        except Unsent:
            return Refused(Reason.UNSENT)
        except Unavailable as error:
            return Unknown(str(error))
