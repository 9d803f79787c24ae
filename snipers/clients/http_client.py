"""The base of all clients: transport, decryption of tokens, clock samples, and the sending of the booking call."""

from collections.abc import Mapping
from typing import Any, Self

from snipers.clients.base import NeedsReconnect, TimeSample, Unavailable, Unsent
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.clients.wire import Reply, Timeouts, Wire
from snipers.domain.outcome import Refused, Unknown
from snipers.domain.vocabulary import Reason

# The answer must arrive before the attempt may be settled: send deadline 2 s + 8 s < grace 13 s.
BOOK_ANSWER_SECONDS = 8.0
CLOCK_TIMEOUTS = Timeouts(connect=2.0, answer=2.0)


class HttpClient:
    """Base class of BookingClient implementations. One object serves many accounts, in one event loop."""

    def __init__(self, *, wire: Wire, box: SealedBox) -> None:
        self._wire = wire
        self._box = box

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        await self._wire.aclose()

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
        """Send the booking call exactly once. Return the platform's reply, or an outcome if there is none."""
        timeouts = Timeouts(connect=send_within, answer=BOOK_ANSWER_SECONDS)
        try:
            return await self._wire.call("POST", path, headers=headers, form=form, body=body, timeouts=timeouts)
        except Unsent:
            return Refused(Reason.UNSENT)
        except Unavailable as error:
            return Unknown(str(error))
