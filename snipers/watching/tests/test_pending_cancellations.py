"""A cancellation that is owed is paid once, retried while the platform is away, and believed when the list shows it."""

from dataclasses import replace

import pytest

from snipers.clients.base import NeedsReconnect, NotFound, PlatformError, RateLimited, Unavailable
from snipers.clients.credentials import SealedToken
from snipers.domain.settling import GRACE_SECONDS, Held
from snipers.domain.tests.cast import DAY, slot
from snipers.store.records import PendingCancellation, TimelineEntry
from snipers.watching.booking.account_lists import AccountLists
from snipers.watching.booking.pending_cancellations import PendingCancellations
from snipers.watching.tests.contexts import Hand, context_of

OLD = Held(
    reservation_id="700", platform_venue_id=1300, date=DAY, time=slot("18:00").time, party_size=2, secret="s3cret"
)
NEW = replace(OLD, reservation_id="741", platform_venue_id=1202)
DEBT = PendingCancellation(
    attempt_id=7,
    reservation_id=1,
    account_id=1,
    sealed_token="sealed",
    account_usable=True,
    platform_venue_id=None,
    platform_reservation_id="700",
)


class World:
    """A store with one debt and a platform with one account, on a clock that the test moves."""

    def __init__(self) -> None:
        self.hand = Hand(at=1000.0)
        self.debts = [DEBT]
        self.held = [OLD, NEW]
        self.list_error: PlatformError | None = None
        self.cancel_error: PlatformError | None = None
        self.cancelled: list[Held] = []
        self.flagged: list[int] = []
        self.timeline: list[TimelineEntry] = []
        context = context_of(store=self, client=self, clock=self.hand.clock())
        self._cancellations = PendingCancellations(context, AccountLists(context))

    async def step(self, *, after: float = 0.0) -> None:
        self.hand.at += after
        await self._cancellations.cancel_due()

    async def pending_cancellations(self, *, venue_id: int) -> list[PendingCancellation]:
        return list(self.debts)

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        self.debts = [debt for debt in self.debts if debt.attempt_id != attempt_id]

    async def write_timeline(self, *, entries: list[TimelineEntry]) -> None:
        self.timeline += entries

    async def flag_account(self, *, account_id: int, sealed_token: str, reason: str) -> bool:
        self.flagged.append(account_id)
        return True

    async def reservations(self, *, token: SealedToken) -> list[Held]:
        if self.list_error is not None:
            raise self.list_error
        return list(self.held)

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        self.cancelled.append(held)
        if self.cancel_error is not None:
            raise self.cancel_error
        self.held.remove(held)


@pytest.fixture
async def world() -> World:
    return World()


async def test_the_old_table_is_cancelled_with_its_secret_and_told_of(world: World) -> None:
    await world.step()
    assert world.cancelled == [OLD]
    assert world.debts == []
    assert [(line.reservation_id, line.attempt_id, line.kind) for line in world.timeline] == [(1, 7, "given_up")]
    assert world.held == [NEW]


async def test_one_that_the_platform_no_longer_knows_is_paid(world: World) -> None:
    world.cancel_error = NotFound("gone")
    await world.step()
    assert world.debts == []


@pytest.mark.parametrize(
    ("error", "pause"), [(Unavailable("away"), 1.0), (RateLimited("429", delay=40.0), 40.0), (NeedsReconnect("x"), 1.0)]
)
async def test_a_platform_that_will_not_is_asked_again_later(world: World, error: PlatformError, pause: float) -> None:
    world.cancel_error = error
    await world.step()
    assert world.debts == [DEBT]
    await world.step(after=pause - 0.1)
    assert len(world.cancelled) == 1
    world.cancel_error = None
    await world.step(after=0.2)
    assert len(world.cancelled) == 2
    assert world.debts == []


async def test_one_that_is_not_listed_is_believed_gone_a_grace_later(world: World) -> None:
    world.held = [NEW]
    await world.step()
    await world.step(after=GRACE_SECONDS - 0.1)
    assert world.debts == [DEBT]
    await world.step(after=0.2)
    assert world.debts == []
    assert world.cancelled == []


async def test_one_that_a_lagging_list_shows_late_is_cancelled_after_all(world: World) -> None:
    world.held = [NEW]
    await world.step()
    world.held = [OLD, NEW]
    await world.step(after=GRACE_SECONDS)
    assert world.cancelled == [OLD]


async def test_an_account_that_cannot_be_read_is_asked_ever_more_rarely_and_flagged_once_its_token_ran_out(
    world: World,
) -> None:
    world.list_error = NeedsReconnect("over")
    await world.step()
    await world.step(after=0.5)
    assert world.flagged == [1]
    world.list_error = None
    await world.step(after=1)
    assert world.debts == []
