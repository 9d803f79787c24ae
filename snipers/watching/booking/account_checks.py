"""Looks after the accounts of those who wait: reads each once when it appears, and now and then later.

What an account holds before we book for it is the baseline that settling needs; a token that ran out is found before a
table frees, not when it does. An account without the card that a platform wants is looked at until it has one. Both
flags that an account can get for its owner are set here, in lists.py for one that settling meets.
"""

import logging
from collections.abc import Callable, Iterable

from snipers.clients.base import Blocked, BookingClient, NeedsReconnect, PlatformError, RateLimited
from snipers.clients.credentials import SealedToken
from snipers.domain.cadence import BLOCKED_CEILING, delay_after
from snipers.domain.outcome import BookOutcome, Refused
from snipers.domain.snipe import Account
from snipers.domain.vocabulary import Reason
from snipers.store.base import SnipeStore

log = logging.getLogger(__name__)

AGAIN_SECONDS = 1800.0
# Until the flag is in the database and the roster no longer calls the account usable; also after a failure of our own.
FLAG_AGAIN_SECONDS = 10.0
# A card that the platform asked for may be put on file there at any time, without our hearing of it.
CARD_AGAIN_SECONDS = 60.0
OWNER_MUST_ACT = (Reason.NEEDS_RECONNECT, Reason.PAYMENT_REQUIRED)


class AccountCare:
    """One venue's accounts. A token is the unit: a reconnected account is read again.

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
        self._card_again: dict[str, float] = {}
        self._read_at: dict[str, float] = {}

    def read_at(self, account: Account) -> float | None:
        """Return the monotonic time at which the account's last good read was asked for."""
        return self._read_at.get(account.sealed_token)

    def hurry(self, account: Account) -> None:
        """Have the account read at the next turn: its book is about to open."""
        self._again[account.sealed_token] = 0.0

    def due(self, accounts: Iterable[Account]) -> Account | None:
        """Return an account that should be read now; forgets accounts that nobody waits with any more."""
        usable = {account.sealed_token: account for account in accounts if account.usable}
        for by_token in (self._again, self._card_again, self._read_at):
            for token in by_token.keys() - usable.keys():
                del by_token[token]
        return next((one for one in usable.values() if self._list_due(one) or self._card_due(one)), None)

    async def read(self, account: Account) -> bool:
        """Read what is due of one account. False: what was read changes who can be served, read the snipes again."""
        if self._list_due(account) and not await self._read_list(account):
            return False
        return not (self._card_due(account) and await self._found_card(account))

    def _list_due(self, account: Account) -> bool:
        return self._again.get(account.sealed_token, 0.0) <= self._monotonic()

    def _card_due(self, account: Account) -> bool:
        return account.needs_card and self._card_again.get(account.sealed_token, 0.0) <= self._monotonic()

    async def _read_list(self, account: Account) -> bool:
        """Save what the account holds, or flag it when its token ran out. False: it is not usable."""
        token, asked = account.sealed_token, self._monotonic()
        # Whatever fails on the way, the store too: the platform is not asked again at once.
        self._again[token] = asked + FLAG_AGAIN_SECONDS
        try:
            held = await self._client.reservations(token=SealedToken(token))
        except NeedsReconnect:
            await self._dead(account)
            return False
        except PlatformError as error:
            self._later(token, error)
            return True
        await self._store.save_baseline(
            account_id=account.account_id, ids=frozenset(entry.reservation_id for entry in held)
        )
        self._failures.pop(token, None)
        self._read_at[token] = asked
        self._again[token] = self._monotonic() + AGAIN_SECONDS * (1 + 0.2 * self._jitter())
        return True

    async def _found_card(self, account: Account) -> bool:
        """Look whether the owner has put a card on file by now; then the account is as good as any."""
        token = account.sealed_token
        self._card_again[token] = self._monotonic() + CARD_AGAIN_SECONDS
        try:
            profile = await self._client.me(token=SealedToken(token))
        except NeedsReconnect:
            await self._dead(account)
            return True
        except PlatformError as error:
            self._tell_trouble(error)
            return False
        if profile.payment_method_id is None:
            return False
        await self._store.save_payment_method(
            account_id=account.account_id, payment_method_id=profile.payment_method_id
        )
        return True

    async def _dead(self, account: Account) -> None:
        token, reason = account.sealed_token, Reason.NEEDS_RECONNECT.value
        self._token_died(token)
        self._again[token] = self._monotonic() + FLAG_AGAIN_SECONDS
        await self._store.flag_account(account_id=account.account_id, sealed_token=token, reason=reason)

    def _later(self, token: str, error: PlatformError) -> None:
        failures = self._failures.get(token, 0) + 1
        self._failures[token] = failures
        asked = getattr(error, "delay", None)
        delay = delay_after(failures=failures, ceiling=BLOCKED_CEILING, asked=asked, jitter=self._jitter())
        self._again[token] = self._monotonic() + delay
        if failures == 1:
            log.warning("an account cannot be read, trying again in %.0f s: %r", delay, error)
        self._tell_trouble(error)

    def _tell_trouble(self, error: PlatformError) -> None:
        if isinstance(error, RateLimited | Blocked):
            self._trouble(error)


async def flag(store: SnipeStore, *, account: Account, outcome: BookOutcome) -> None:
    """Tell the account's owner, when a booking was refused for something that only they can put right."""
    if not isinstance(outcome, Refused) or outcome.reason not in OWNER_MUST_ACT:
        return
    try:
        await store.flag_account(
            account_id=account.account_id, sealed_token=account.sealed_token, reason=outcome.reason.value
        )
    except Exception as error:  # noqa: BLE001 - the next refusal flags it again, whatever the database's client raised
        log.warning("account %d: not flagged: %r", account.account_id, error)
