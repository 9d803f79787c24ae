"""Pending cancellations: performed once, retried while the platform is away, confirmed by the account's list."""

from dataclasses import replace

import pytest

from snipers.clients.base import AccountList
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import (
    BadCard,
    CancelRefused,
    NeedsReconnect,
    NotFound,
    PlatformError,
    RateLimited,
    Unavailable,
)
from snipers.domain.settling import GRACE_SECONDS, Held
from snipers.domain.tests.examples import DAY, slot
from snipers.store.records import PendingCancellation, TimelineEntry
from snipers.watching.booking.account_lists import AccountLists
from snipers.watching.booking.pending_cancellations import PendingCancellations
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of

OLD = Held(
    reservation_id="700", platform_venue_id=1300, date=DAY, time=slot("18:00").time, party_size=2, secret="s3cret"
)
NEW = replace(OLD, reservation_id="741", platform_venue_id=1202)
PENDING = PendingCancellation(
    attempt_id=7,
    reservation_id=1,
    account_id=1,
    sealed_token="sealed",
    account_usable=True,
    platform_venue_id=None,
    platform_reservation_id="700",
    new_reservation_id="741",
)


class Setup:
    """A store with one pending cancellation and a platform with one account, on a clock that the test moves."""

    def __init__(self) -> None:
        self.clock = ManualClock(at=1000.0)
        self.pending = [PENDING]
        self.held = [OLD, NEW]
        self.unreadable: frozenset[str] = frozenset()
        self.list_reads = 0
        self.list_error: PlatformError | None = None
        self.cancel_error: PlatformError | None = None
        self.canceled: list[Held] = []
        self.flagged: list[int] = []
        self.timeline: list[TimelineEntry] = []
        context = context_of(store=self, client=self, clock=self.clock.as_clock())
        self.permission = permission_of(context)
        self._cancellations = PendingCancellations(context, self.permission, AccountLists(context, self.permission))

    async def cancel_due(self, *, after: float = 0.0) -> None:
        self.clock.at += after
        await self._cancellations.cancel_due()

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        return list(self.pending)

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        self.pending = [one for one in self.pending if one.attempt_id != attempt_id]

    async def write_timeline(self, *, entries: list[TimelineEntry]) -> None:
        self.timeline += entries

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        self.flagged.append(account_id)
        return True

    async def account_list(self, *, token: SealedToken) -> AccountList:
        self.list_reads += 1
        if self.list_error is not None:
            raise self.list_error
        return AccountList(held=list(self.held), unreadable=self.unreadable)

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        self.canceled.append(held)
        if self.cancel_error is not None:
            raise self.cancel_error
        self.held.remove(held)


@pytest.fixture
async def setup() -> Setup:
    return Setup()


async def test_the_old_booking_is_canceled_with_its_secret_and_reported(setup: Setup) -> None:
    await setup.cancel_due()
    assert [(one, one.secret) for one in setup.canceled] == [(OLD, "s3cret")]
    assert setup.pending == []
    assert [(entry.reservation_id, entry.attempt_id, entry.kind) for entry in setup.timeline] == [(1, 7, "given_up")]
    assert setup.held == [NEW]


async def test_a_404_counts_as_canceled_only_when_the_lists_confirm_it(setup: Setup) -> None:
    setup.cancel_error = NotFound("gone")
    await setup.cancel_due()
    await setup.cancel_due(after=GRACE_SECONDS)
    assert (setup.pending, setup.canceled, setup.timeline) == ([PENDING], [OLD, OLD], [])
    setup.held = [NEW]
    await setup.cancel_due(after=GRACE_SECONDS)
    assert setup.pending == [PENDING]
    await setup.cancel_due(after=GRACE_SECONDS)
    assert (setup.pending, len(setup.canceled)) == ([], 2)


@pytest.mark.parametrize(
    ("error", "pause"), [(Unavailable("away"), 1.0), (RateLimited("429", delay=40.0), 40.0), (NeedsReconnect("x"), 1.0)]
)
async def test_a_failed_cancellation_is_retried_after_a_pause(setup: Setup, error: PlatformError, pause: float) -> None:
    setup.cancel_error = error
    await setup.cancel_due()
    assert setup.pending == [PENDING]
    await setup.cancel_due(after=pause - 0.1)
    assert len(setup.canceled) == 1
    assert setup.permission.slowed is isinstance(error, RateLimited)
    assert setup.permission.not_before == (1040.0 if isinstance(error, RateLimited) else 0.0)
    setup.cancel_error = None
    await setup.cancel_due(after=0.2)
    assert len(setup.canceled) == 2
    assert setup.pending == []


@pytest.mark.parametrize("error", [CancelRefused("policy"), BadCard("declined")])
async def test_a_cancellation_that_the_platform_refuses_is_sent_once(setup: Setup, error: PlatformError) -> None:
    setup.cancel_error = error
    for _ in range(20):
        await setup.cancel_due(after=3600.0)
    assert (setup.pending, len(setup.canceled), setup.permission.slowed) == ([PENDING], 1, False)
    assert 10 <= setup.list_reads <= 21
    # The diner cancels it at the platform.
    setup.held = [NEW]
    await setup.cancel_due(after=3600.0)
    await setup.cancel_due(after=3600.0)
    assert (setup.pending, len(setup.canceled)) == ([], 1)


async def test_a_booking_absent_from_the_list_for_a_grace_counts_as_canceled(setup: Setup) -> None:
    setup.held = [NEW]
    await setup.cancel_due()
    await setup.cancel_due(after=GRACE_SECONDS - 0.1)
    assert setup.pending == [PENDING]
    await setup.cancel_due(after=0.2)
    assert setup.pending == []
    assert setup.canceled == []


async def test_r11_booking_in_an_unreadable_row_does_not_count_as_canceled(setup: Setup) -> None:
    setup.held, setup.unreadable = [NEW], frozenset({OLD.reservation_id})
    await setup.cancel_due()
    await setup.cancel_due(after=GRACE_SECONDS)
    assert (setup.pending, setup.canceled) == ([PENDING], [])


async def test_the_old_booking_is_kept_while_the_new_table_is_not_listed(setup: Setup) -> None:
    setup.held = [OLD]
    await setup.cancel_due()
    await setup.cancel_due(after=GRACE_SECONDS)
    assert (setup.pending, setup.canceled) == ([PENDING], [])
    setup.unreadable = frozenset({NEW.reservation_id})
    await setup.cancel_due(after=60)
    assert setup.canceled == [OLD]


@pytest.mark.parametrize(("held", "unreadable"), [([OLD], frozenset()), ([NEW], frozenset({OLD.reservation_id}))])
async def test_a_list_that_permits_no_cancellation_is_read_less_often(
    setup: Setup, held: list[Held], unreadable: frozenset[str]
) -> None:
    setup.held, setup.unreadable = held, unreadable
    for _ in range(8):
        await setup.cancel_due(after=1)
    assert setup.list_reads == 4


async def test_the_old_booking_is_canceled_if_the_new_table_is_not_wanted_either(setup: Setup) -> None:
    setup.held, setup.pending = [OLD], [replace(PENDING, new_reservation_id=None)]
    await setup.cancel_due()
    assert setup.canceled == [OLD]


async def test_a_booking_that_a_lagging_list_shows_later_is_canceled(setup: Setup) -> None:
    setup.held = [NEW]
    await setup.cancel_due()
    setup.held = [OLD, NEW]
    await setup.cancel_due(after=GRACE_SECONDS)
    assert setup.canceled == [OLD]


async def test_an_account_with_an_expired_token_is_flagged_and_read_again_later(
    setup: Setup,
) -> None:
    setup.list_error = NeedsReconnect("over")
    await setup.cancel_due()
    await setup.cancel_due(after=0.5)
    assert setup.flagged == [1]
    setup.list_error = None
    await setup.cancel_due(after=1)
    assert setup.pending == []
