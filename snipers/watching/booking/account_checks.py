"""Reads the accounts of a venue's snipes: first when an account is new, then every half hour.

The reservations that an account holds before we book for it are the baseline that settling needs. A check also detects
an expired token before a slot opens. If the platform requires a card that the account does not have, the account is
checked every minute until it has one. If the platform then refuses that card, it is checked until it has another one.
"""

import logging
from collections.abc import Iterable

from snipers.clients.credentials import SealedToken
from snipers.clients.errors import Malformed, NeedsReconnect, PlatformError
from snipers.domain.cadence import BLOCKED_BACKOFF, Retries
from snipers.domain.outcome import BookOutcome, Refused
from snipers.domain.snipe import Account
from snipers.domain.vocabulary import Reason
from snipers.store.base import SnipeStore
from snipers.telemetry.failure_log import FailureLog
from snipers.watching.context import VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.active_snipes import ActiveSnipes

log = logging.getLogger(__name__)

LIST_AGAIN_SECONDS = 1800.0
# The pause between reads of an account after an expired token or an error of the store. After an expired token, the
# next roster shows that the account is flagged, and the account is read no more.
FLAG_AGAIN_SECONDS = 10.0
# The owner may add the required card at the platform at any time, without a notification to us.
CARD_AGAIN_SECONDS = 60.0
# A list that cannot be read for this long is no hiccup: the platform's form has changed, and the account gets no table.
UNREADABLE_SECONDS = 180.0
OWNER_MUST_ACT = (Reason.NEEDS_RECONNECT, Reason.ACCOUNT_GONE, Reason.PAYMENT_REQUIRED)


class AccountChecks:
    """The account checks of one venue.

    The time of the last check is stored for each token, so an account that its user has reconnected is read again.
    """

    def __init__(self, context: VenueContext, permission: Permission, snipes: ActiveSnipes) -> None:
        self._store = context.store
        self._client = context.client
        self._metrics = context.metrics
        self._monotonic = context.clock.monotonic
        self._jitter = context.clock.jitter
        self._permission = permission
        self._snipes = snipes
        self._lists = Retries[str](BLOCKED_BACKOFF)
        self._cards = Retries[str](BLOCKED_BACKOFF)
        # The card with which an account's flag was cleared, by token.
        self._cleared_with: dict[str, str] = {}
        self._failures = FailureLog()
        # When an account's list became unreadable, by token.
        self._unreadable_since: dict[str, float] = {}
        self._unreadable = FailureLog()

    def hurry(self, account: Account) -> None:
        """Read the account's list as soon as possible, because a release of one of its snipes is near."""
        self._lists.pause(account.sealed_token, until=0.0)

    def next_due(self, accounts: Iterable[Account]) -> Account | None:
        """Return the first of these accounts whose check is due, None if no check is due.

        Unusable accounts have no checks. The check times of accounts that are not among these are
        forgotten.
        """
        usable = {account.sealed_token: account for account in accounts if account.usable}
        self._lists.keep(usable.__contains__)
        self._cards.keep(usable.__contains__)
        self._cleared_with = {token: card for token, card in self._cleared_with.items() if token in usable}
        self._unreadable_since = {token: at for token, at in self._unreadable_since.items() if token in usable}
        return next((one for one in usable.values() if self._list_due(one) or self._card_due(one)), None)

    async def read(self, account: Account) -> None:
        """Perform the checks of the account that are due: of its list of reservations, of its card, or of both."""
        usable = not self._list_due(account) or await self._read_list(account)
        if usable and self._card_due(account):
            await self._check_card(account)

    def _list_due(self, account: Account) -> bool:
        return self._lists.due(account.sealed_token, at=self._monotonic())

    def _card_due(self, account: Account) -> bool:
        return account.needs_card and self._cards.due(account.sealed_token, at=self._monotonic())

    async def _read_list(self, account: Account) -> bool:
        """Save the account's reservations as its baseline.

        If its token has expired, flag the account and return False. Return True otherwise, even if
        the list could not be read.
        """
        token, asked = account.sealed_token, self._monotonic()
        # The pause is set before the call, so that no failure, also of the store, leads to another call at once.
        self._lists.pause(token, until=asked + FLAG_AGAIN_SECONDS)
        try:
            listed = await self._client.account_list(token=SealedToken(token))
        except NeedsReconnect as error:
            await self._flag(account, error.reason)
            return False
        except PlatformError as error:
            delay = self._lists.fail(token, at=self._monotonic(), retry_after=error.delay, jitter=self._jitter())
            if self._failures.failed(token):
                log.warning("account %d cannot be read, trying again in %.0f s: %r", account.account_id, delay, error)
            if isinstance(error, Malformed):
                self._report_unreadable(account, error)
            self._permission.report_refusal(error)
            return True
        self._unreadable_since.pop(token, None)
        self._unreadable.recovered(token)
        self._metrics.record_skipped("reservation", listed.skipped)
        await self._store.save_baseline(account_id=account.account_id, ids=listed.ids)
        self._failures.recovered(token)
        self._snipes.books.record_baseline(account, asked=asked)
        self._lists.succeed(token)
        self._lists.pause(token, until=self._monotonic() + LIST_AGAIN_SECONDS * (1 + 0.2 * self._jitter()))
        return True

    def _report_unreadable(self, account: Account, error: Malformed) -> None:
        """Log one error for operators when the account's list has been unreadable for UNREADABLE_SECONDS."""
        token, now = account.sealed_token, self._monotonic()
        seconds = now - self._unreadable_since.setdefault(token, now)
        if seconds >= UNREADABLE_SECONDS and self._unreadable.failed(token):
            log.error(
                "account %d gets no table: its list has been unreadable for %.0f s: %s",
                account.account_id,
                seconds,
                error,
            )

    async def _check_card(self, account: Account) -> None:
        token = account.sealed_token
        self._cards.pause(token, until=self._monotonic() + CARD_AGAIN_SECONDS)
        try:
            profile = await self._client.me(token=SealedToken(token))
        except NeedsReconnect as error:
            await self._flag(account, error.reason)
            return
        except PlatformError as error:
            self._permission.report_refusal(error)
            return
        self._metrics.record_skipped("card", profile.skipped)
        card = profile.payment_method_id
        # The platform has refused this card too, for example as declined. Only another one helps.
        if card is None or self._cleared_with.get(token) == card:
            return
        await self._store.save_payment_method(account_id=account.account_id, payment_method_id=card)
        self._cleared_with[token] = card
        self._snipes.roster_outdated = True

    async def _flag(self, account: Account, reason: Reason) -> None:
        token = account.sealed_token
        self._snipes.expire_token(token)
        self._lists.pause(token, until=self._monotonic() + FLAG_AGAIN_SECONDS)
        await self._store.flag_account(account_id=account.account_id, sealed_token=token, reason=reason.value)
        self._snipes.roster_outdated = True


async def flag_account(store: SnipeStore, *, account: Account, outcome: BookOutcome) -> None:
    """Flag the account in the database if the booking was refused for a reason that only the owner can resolve."""
    if not isinstance(outcome, Refused) or outcome.reason not in OWNER_MUST_ACT:
        return
    token, reason = account.sealed_token, outcome.reason.value
    try:
        await store.flag_account(account_id=account.account_id, sealed_token=token, reason=reason)
    except Exception as error:  # noqa: BLE001 - any error of the database client; the next refusal flags it again
        log.warning("account %d: not flagged: %r", account.account_id, error)
