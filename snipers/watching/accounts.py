"""Looks after the accounts of those who wait: reads each once when it appears, and now and then later.

What an account holds before we book for it is the baseline that settling needs; a token that ran out is found before a
table frees, not when it does.
"""

import logging
from collections.abc import Callable, Iterable

from snipers.clients.base import Blocked, BookingClient, NeedsReconnect, PlatformError, RateLimited
from snipers.clients.credentials import SealedToken
from snipers.domain.cadence import BLOCKED_CEILING, delay_after
from snipers.domain.snipe import Account
from snipers.domain.vocabulary import Reason
from snipers.store.base import SnipeStore

log = logging.getLogger(__name__)

AGAIN_SECONDS = 1800.0
# Until the flag is in the database and the roster no longer calls the account usable.
FLAG_AGAIN_SECONDS = 10.0


class AccountCare:
    """One venue's accounts. A token is the unit: a reconnected account is read anew.

    `token_died` is told of a token that ran out, `trouble` of a platform that asks us to slow down.
    """

    def __init__(
        self,
        *,
        store: SnipeStore,
        client: BookingClient,
        token_died: Callable[[str], None],
        trouble: Callable[[PlatformError], None],
        monotonic: Callable[[], float],
        jitter: Callable[[], float],
    ) -> None:
        self._store = store
        self._client = client
        self._token_died = token_died
        self._trouble = trouble
        self._monotonic = monotonic
        self._jitter = jitter
        self._again: dict[str, float] = {}
        self._failures: dict[str, int] = {}
        self._read_at: dict[str, float] = {}

    def read_at(self, account: Account) -> float | None:
        """Return the monotonic time at which the account's last good read was asked for."""
        return self._read_at.get(account.sealed_token)

    def due(self, accounts: Iterable[Account]) -> Account | None:
        """Return an account that should be read now; forgets accounts that nobody waits with any more."""
        usable = {account.sealed_token: account for account in accounts if account.usable}
        self._again = {token: again for token, again in self._again.items() if token in usable}
        self._read_at = {token: read for token, read in self._read_at.items() if token in usable}
        at = self._monotonic()
        return next((usable[token] for token in usable if self._again.get(token, 0.0) <= at), None)

    async def read(self, account: Account) -> bool:
        """Read one account: save what it holds, or flag it when its token ran out. False: the account is not usable."""
        token, asked = account.sealed_token, self._monotonic()
        try:
            held = await self._client.reservations(token=SealedToken(token))
        except NeedsReconnect:
            self._token_died(token)
            self._again[token] = self._monotonic() + FLAG_AGAIN_SECONDS
            await self._store.flag_account(account_id=account.account_id, reason=Reason.NEEDS_RECONNECT.value)
            return False
        except PlatformError as error:
            self._later(token, error)
            if isinstance(error, RateLimited | Blocked):
                self._trouble(error)
            return True
        await self._store.save_baseline(
            account_id=account.account_id, ids=frozenset(entry.reservation_id for entry in held)
        )
        self._failures.pop(token, None)
        self._read_at[token] = asked
        self._again[token] = self._monotonic() + AGAIN_SECONDS * (1 + 0.2 * self._jitter())
        return True

    def _later(self, token: str, error: PlatformError) -> None:
        failures = self._failures.get(token, 0) + 1
        self._failures[token] = failures
        asked = getattr(error, "delay", None)
        delay = delay_after(failures=failures, ceiling=BLOCKED_CEILING, asked=asked, jitter=self._jitter())
        self._again[token] = self._monotonic() + delay
        if failures == 1:
            log.warning("an account cannot be read, trying again in %.0f s: %r", delay, error)
