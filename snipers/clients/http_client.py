"""What the clients of all platforms share: one wire, one box for tokens, a clock, and how the call that books is sent.

Which calls there are and what replies mean is each platform's own business.
"""

from collections.abc import Mapping
from typing import Any, Self

from snipers.clients.base import NeedsReconnect, TimeSample, Unavailable, Unsent
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken
from snipers.clients.wire import Reply, Timeouts, Wire
from snipers.domain.outcome import Refused, Unknown
from snipers.domain.vocabulary import Reason

# Booking must have its answer before anybody else may settle the attempt: send deadline 2 s + 8 s < grace 13 s.
BOOK_ANSWER_SECONDS = 8.0
CLOCK_TIMEOUTS = Timeouts(connect=2.0, answer=2.0)


class HttpClient:
    """The platform-free half of a BookingClient. One object serves many accounts; use it within one event loop."""

    def __init__(self, *, wire: Wire, box: SealedBox) -> None:
        self._wire = wire
        self._box = box

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exc_info: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """See BookingClient."""
        await self._wire.aclose()

    async def time(self) -> TimeSample:
        """See BookingClient."""
        return await self._wire.time(timeouts=CLOCK_TIMEOUTS)

    async def warm(self, *, connections: int) -> None:
        """See BookingClient."""
        await self._wire.warm(connections=connections)

    def _plain(self, token: SealedToken) -> str:
        """Open a token, for one call. Raises NeedsReconnect."""
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
        """Send the one call that books, once whatever happens; without a reply it has an outcome already."""
        timeouts = Timeouts(connect=send_within, answer=BOOK_ANSWER_SECONDS)
        try:
            return await self._wire.call("POST", path, headers=headers, form=form, body=body, timeouts=timeouts)
        except Unsent:
            return Refused(Reason.UNSENT)
        except Unavailable as error:
            return Unknown(str(error))
