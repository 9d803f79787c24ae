"""Reservation lists of accounts, as settling reads them; a list that fails is read less and less often."""

import logging
from collections.abc import Callable

from snipers.clients.base import BookingClient, NeedsReconnect, PlatformError, Unavailable, Unsent
from snipers.clients.credentials import SealedToken
from snipers.domain.cadence import AWAY_CEILING, delay_after
from snipers.domain.settling import Held
from snipers.domain.vocabulary import Reason
from snipers.store.base import SnipeStore

log = logging.getLogger(__name__)

# Somebody waits for the truth: it comes within half a minute after the platform is back, and that is a pause and two
# reads a grace apart.
LONGEST_PAUSE = 10.0


class AccountLists:
    """Reads accounts for one watcher's settling; one whose token ran out is flagged."""

    def __init__(self, *, store: SnipeStore, client: BookingClient, monotonic: Callable[[], float]) -> None:
        self._store = store
        self._client = client
        self._monotonic = monotonic
        self._unreadable: dict[int, tuple[int, float]] = {}

    async def read(self, *, account_id: int, sealed_token: str, usable: bool) -> list[Held] | None:
        """Read one account now; None when it cannot be read, or was asked in vain a moment ago."""
        failures, again = self._unreadable.get(account_id, (0, 0.0))
        if self._monotonic() < again:
            return None
        try:
            held = await self._client.reservations(token=SealedToken(sealed_token))
        except PlatformError as error:
            if isinstance(error, NeedsReconnect) and usable:
                reason = Reason.NEEDS_RECONNECT.value
                await self._store.flag_account(account_id=account_id, sealed_token=sealed_token, reason=reason)
            if not failures:
                log.warning("account %d cannot be read: %r", account_id, error)
            asked = getattr(error, "delay", None)
            ceiling = LONGEST_PAUSE if isinstance(error, Unsent | Unavailable) else AWAY_CEILING
            delay = delay_after(failures=failures + 1, ceiling=ceiling, asked=asked, jitter=0.0)
            self._unreadable[account_id] = failures + 1, self._monotonic() + delay
            return None
        self._unreadable.pop(account_id, None)
        return held
