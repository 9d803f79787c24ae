"""Reservation lists of accounts, as settling reads them; a list that fails is read less and less often."""

import logging

from snipers.clients.base import NeedsReconnect, PlatformError, Unavailable, Unsent
from snipers.clients.credentials import SealedToken
from snipers.domain.backoff import Backoff
from snipers.domain.retries import Retries
from snipers.domain.settling import Held
from snipers.domain.vocabulary import Reason
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.context import VenueContext

log = logging.getLogger(__name__)

# An unknown outcome is settled within 30 s after the platform is back: a pause and two reads that are a grace apart.
AWAY_BACKOFF = Backoff(first=1.0, ceiling=10.0)
REFUSED_BACKOFF = Backoff(first=1.0, ceiling=30.0)


class AccountLists:
    """Reads accounts for one watcher's settling, and flags one whose token expired."""

    def __init__(self, context: VenueContext) -> None:
        self._store = context.store
        self._client = context.client
        self._monotonic = context.clock.monotonic
        self._retries = Retries[int](REFUSED_BACKOFF)
        self._failures = FailureLog()

    async def read(self, *, account_id: int, sealed_token: str, usable: bool) -> list[Held] | None:
        """Return what the account holds; None when it cannot be read, or its pause after a failure is not over."""
        if not self._retries.due(account_id, at=self._monotonic()):
            return None
        try:
            held = await self._client.reservations(token=SealedToken(sealed_token))
        except PlatformError as error:
            if isinstance(error, NeedsReconnect) and usable:
                reason = Reason.NEEDS_RECONNECT.value
                await self._store.flag_account(account_id=account_id, sealed_token=sealed_token, reason=reason)
            if self._failures.failed(account_id):
                log.warning("account %d cannot be read: %r", account_id, error)
            self._retries.fail(
                account_id,
                at=self._monotonic(),
                retry_after=getattr(error, "delay", None),
                backoff=AWAY_BACKOFF if isinstance(error, Unsent | Unavailable) else None,
            )
            return None
        self._failures.recovered(account_id)
        self._retries.succeed(account_id)
        return held
