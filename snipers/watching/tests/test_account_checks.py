"""Accounts are checked when they appear, every half hour, and every minute while a card is missing."""

import pytest

from snipers.clients.base import AccountList, Profile
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import Blocked, Malformed, NeedsReconnect, PlatformError, Unavailable
from snipers.domain.outcome import Booked, BookOutcome, Lost, Refused
from snipers.domain.snipe import Account
from snipers.domain.tests.examples import snipe
from snipers.domain.vocabulary import Reason
from snipers.testing.memory_store.store import MemoryStore
from snipers.watching.booking.account_checks import (
    CARD_AGAIN_SECONDS,
    FLAG_AGAIN_SECONDS,
    UNREADABLE_SECONDS,
    AccountChecks,
    flag_account,
)
from snipers.watching.matching.allocator import Allocator
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of

ACCOUNT = Account(account_id=1, sealed_token="sealed", known=frozenset(), usable=True, baseline_read=False)
WANTS_CARD = Account(
    account_id=1, sealed_token="sealed", known=frozenset(), usable=True, baseline_read=True, needs_card=True
)


class Diner:
    """A fake client of a platform that has one account. `card` is the account's card, None without one."""

    def __init__(self) -> None:
        self.card: str | None = None
        self.error: PlatformError | None = None
        self.profile_reads = 0
        self.list_error: PlatformError | None = None

    async def me(self, *, token: SealedToken) -> Profile:
        self.profile_reads += 1
        if self.error is not None:
            raise self.error
        return Profile(user_id="1", display_name="Ada", payment_method_id=self.card)

    async def account_list(self, *, token: SealedToken) -> AccountList:
        if self.list_error is not None:
            raise self.list_error
        return AccountList(held=[])


class Setup:
    """Account checks on a clock that the test moves."""

    def __init__(self) -> None:
        self.clock = ManualClock(at=1000.0)
        self.diner = Diner()
        self.store = MemoryStore()
        self.store.add_account(ACCOUNT)
        self.allocator = Allocator()
        context = context_of(store=self.store, client=self.diner, clock=self.clock.as_clock())
        self.permission = permission_of(context)
        self.checks = AccountChecks(context, self.permission, self.allocator.snipes)

    async def check(self, account: Account) -> bool | None:
        """Read the account if a check is due. Return whether the roster is still valid, or None if no check is due."""
        due = self.checks.next_due([account])
        if due is None:
            return None
        self.allocator.snipes.roster_outdated = False
        await self.checks.read(due)
        return not self.allocator.snipes.roster_outdated


@pytest.fixture
async def setup() -> Setup:
    return Setup()


async def test_a_failing_store_does_not_cause_an_immediate_second_call(
    setup: Setup, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(**_: object) -> None:
        raise OSError("the database is away")

    monkeypatch.setattr(setup.store, "save_baseline", away)
    with pytest.raises(OSError, match="away"):
        await setup.check(ACCOUNT)
    assert await setup.check(ACCOUNT) is None
    monkeypatch.undo()
    setup.clock.at += FLAG_AGAIN_SECONDS
    assert await setup.check(ACCOUNT) is True


async def test_an_account_is_read_when_it_appears_and_every_half_hour(setup: Setup) -> None:
    assert await setup.check(ACCOUNT) is True
    setup.clock.at += 1799
    assert await setup.check(ACCOUNT) is None
    setup.clock.at += 1
    assert await setup.check(ACCOUNT) is True


async def test_a_missing_card_is_checked_every_minute_until_it_is_on_file(setup: Setup) -> None:
    await setup.store.flag_account(account_id=1, sealed_token="sealed", reason=Reason.PAYMENT_REQUIRED.value)
    assert await setup.check(WANTS_CARD) is True
    setup.clock.at += CARD_AGAIN_SECONDS - 1
    assert await setup.check(WANTS_CARD) is None
    setup.clock.at += 1
    setup.diner.card = "42"
    assert await setup.check(WANTS_CARD) is False
    assert setup.store.tables.accounts[1].payment_method_id == "42"
    assert setup.diner.profile_reads == 2


async def test_a_card_that_the_platform_refuses_clears_the_flag_once(setup: Setup) -> None:
    setup.diner.card = "42"
    for cleared in (True, False):
        await setup.store.flag_account(account_id=1, sealed_token="sealed", reason=Reason.PAYMENT_REQUIRED.value)
        assert await setup.check(WANTS_CARD) is not cleared
        setup.clock.at += CARD_AGAIN_SECONDS
    setup.diner.card = "43"
    assert await setup.check(WANTS_CARD) is False
    assert setup.store.tables.accounts[1].payment_method_id == "43"


@pytest.mark.parametrize(
    ("error", "slowed"),
    [(Blocked("no"), True), (Unavailable("away", delay=5.0), True), (Unavailable("away"), False)],
)
async def test_a_failed_card_check_is_repeated_a_minute_later(setup: Setup, error: PlatformError, slowed: bool) -> None:
    setup.diner.error = error
    assert await setup.check(WANTS_CARD) is True
    assert setup.permission.slowed is slowed
    assert await setup.check(WANTS_CARD) is None
    setup.clock.at += CARD_AGAIN_SECONDS
    assert setup.checks.next_due([WANTS_CARD]) == WANTS_CARD


async def test_a_card_check_finds_an_expired_token(setup: Setup) -> None:
    setup.diner.error = NeedsReconnect("over")
    assert await setup.check(WANTS_CARD) is False
    assert not setup.allocator.snipes.account_usable(snipe(1, account=WANTS_CARD))
    assert setup.store.tables.accounts[1].status == "needs_reconnect"


@pytest.mark.parametrize(
    ("outcome", "status", "attention"),
    [
        (Refused(Reason.NEEDS_RECONNECT), "needs_reconnect", "needs_reconnect"),
        (Refused(Reason.PAYMENT_REQUIRED), "connected", "payment_required"),
        (Refused(Reason.CONFLICT), "connected", ""),
        (Lost(Reason.TAKEN), "connected", ""),
        (Booked("741"), "connected", ""),
    ],
)
async def test_only_refusals_that_the_owner_can_fix_flag_the_account(
    setup: Setup, outcome: BookOutcome, status: str, attention: str
) -> None:
    await flag_account(setup.store, account=ACCOUNT, outcome=outcome)
    row = setup.store.tables.accounts[1]
    assert (row.status, row.attention_reason) == (status, attention)


@pytest.mark.parametrize(
    ("error", "lines"), [(Malformed("reply.id is not a text", field="reply.id"), 1), (Unavailable("status 503"), 0)]
)
async def test_a_list_that_stays_unreadable_is_one_line_for_operators(
    setup: Setup, caplog: pytest.LogCaptureFixture, error: PlatformError, lines: int
) -> None:
    setup.diner.list_error = error
    for _ in range(20):
        setup.clock.at += UNREADABLE_SECONDS / 4
        await setup.check(ACCOUNT)
    told = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert len(told) == lines
    assert all("account 1 gets no table" in one and "reply.id is not a text" in one for one in told)
