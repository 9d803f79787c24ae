"""Reads the reservation lists of accounts for settling. After consecutive failures, and while a list leaves an outcome
open, the pauses between reads grow."""

import logging
from collections.abc import AsyncIterator, Sequence
from typing import TypeVar

from snipers.clients.base import AccountList
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import NeedsReconnect, PlatformError, Unavailable, Unsent
from snipers.domain.backoff import Backoff
from snipers.domain.cadence import Retries
from snipers.store.records import OpenAttempt, PendingCancellation
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission

log = logging.getLogger(__name__)

Item = TypeVar("Item", OpenAttempt, PendingCancellation)

# An unknown outcome is to be settled within 30 s after the platform is back. That leaves at most 10 s for this pause,
# because settling needs two reads that are GRACE_SECONDS apart.
AWAY_BACKOFF = Backoff(first=1.0, ceiling=10.0)
REFUSED_BACKOFF = Backoff(first=1.0, ceiling=30.0)
FORGET_UNCLEAR_SECONDS = 60.0


class AccountLists:
    """Reads accounts for one watcher's settler, and flags an account whose token has expired."""

    def __init__(self, context: VenueContext, permission: Permission) -> None:
        self._store = context.store
        self._client = context.client
        self._metrics = context.metrics
        self._monotonic = context.clock.monotonic
        self._permission = permission
        self._retries = Retries[int](REFUSED_BACKOFF)
        self._unclear = Retries[int](AWAY_BACKOFF, forget_after=FORGET_UNCLEAR_SECONDS)
        self._failures = FailureLog()

    def pause_unclear(self, account_id: int) -> None:
        """Read the account's list again after a pause, because a row of it cannot be read. It may stay for weeks."""
        self._unclear.fail(account_id, at=self._monotonic())

    async def read_each(self, items: Sequence[Item]) -> AsyncIterator[tuple[Item, AccountList | None]]:
        """Read each account of these items once. Yield every item with its account's list.

        The list is None if the account cannot be read, or if its pause after a failure is not over.
        """
        for account_id in dict.fromkeys(item.account_id for item in items):
            theirs = [item for item in items if item.account_id == account_id]
            listed = await self._read(theirs[0])
            for item in theirs:
                yield item, listed

    async def _read(self, item: OpenAttempt | PendingCancellation) -> AccountList | None:
        account_id, token = item.account_id, item.sealed_token
        at = self._monotonic()
        if not (self._retries.due(account_id, at=at) and self._unclear.due(account_id, at=at)):
            return None
        try:
            listed = await self._client.account_list(token=SealedToken(token))
        except PlatformError as error:
            if isinstance(error, NeedsReconnect) and item.account_usable:
                await self._store.flag_account(account_id=account_id, sealed_token=token, reason=error.reason.value)
            if self._failures.failed(account_id):
                log.warning("account %d cannot be read: %r", account_id, error)
            self._permission.report_refusal(error)
            self._retries.fail(
                account_id,
                at=self._monotonic(),
                retry_after=error.delay,
                backoff=AWAY_BACKOFF if isinstance(error, Unsent | Unavailable) else None,
            )
            return None
        self._failures.recovered(account_id)
        self._retries.succeed(account_id)
        self._metrics.record_skipped("reservation", listed.skipped)
        return listed
