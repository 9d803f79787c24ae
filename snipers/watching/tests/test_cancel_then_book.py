"""An override that cancels the old booking first: the time that it needs, and what it stores about the cancellation."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import time

import pytest

from snipers.clients.base import AccountList, BookingTerms
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCard, CancelRefused, NotFound
from snipers.domain.outcome import Booked, BookOutcome, Conflict, Lost, Refused
from snipers.domain.settling import Held
from snipers.domain.slot import Slot
from snipers.domain.tests.examples import DAY, NOON, slot, snipe
from snipers.domain.vocabulary import Reason
from snipers.store.records import Claim
from snipers.watching.booking.override import CANCEL_SECONDS, Override
from snipers.watching.booking.run import BookingRun
from snipers.watching.matching.assignment import Assignment
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of

OLD = Held(reservation_id="700", platform_venue_id=1300, date=DAY, time=time(18), party_size=2)
REFUSAL = Refused(Reason.CONFLICT, conflict=Conflict(platform_venue_id=1300, date=DAY, time=time(18)))
TERMS = BookingTerms(book_token="token", expires_at=None, fee_cents=0, deposit_cents=0, holds=True)
CLAIM = Claim(attempt_id=7, known_before=frozenset(), replaces="700")


class Setup:
    """A store and a platform for one booking, whose claim lasts 2 s on a clock that the test moves.

    `during` are actions that run within the call of that name.
    """

    def __init__(self) -> None:
        self.clock = ManualClock()
        self.calls: list[str] = []
        self.during: dict[str, Callable[[], Awaitable[object]]] = {}
        assignment = Assignment(
            snipe=replace(snipe(1), override=True),
            slot=slot(),
            unit_key=slot().key,
            seen_at=NOON,
            seen=0.0,
            first_sight=True,
            checks=1,
        )
        self.run = BookingRun(assignment=assignment, token=SealedToken("sealed"), send_by=2.0)
        context = context_of(store=self, client=self, clock=self.clock.as_clock())
        self._override = Override(context, permission_of(context), send=self._send)

    async def resolve_conflict(self) -> BookOutcome:
        return await self._override.resolve_conflict(self.run, CLAIM, TERMS, REFUSAL, AccountList(held=[OLD]))

    def can_replace(self, *, held: Held, slot: Slot) -> bool:
        return False

    async def mark_old_booking(self, *, attempt_id: int, platform_reservation_id: str) -> bool:
        await self._call("mark")
        return True

    async def cancel(self, *, held: Held, token: SealedToken) -> None:
        await self._call("cancel")

    async def confirm_old_booking_gone(self, *, attempt_id: int) -> None:
        await self._call("confirm")

    async def _send(self, run: BookingRun, terms: BookingTerms, instead_of: Held | None) -> BookOutcome:
        await self._call("book")
        return Booked("741")

    async def _call(self, name: str) -> None:
        if name in self.during:
            await self.during[name]()
        self.calls.append(name)


@pytest.fixture
async def setup() -> Setup:
    return Setup()


@pytest.mark.parametrize(("seconds_left", "canceled"), [(CANCEL_SECONDS, True), (CANCEL_SECONDS - 0.1, False)])
async def test_the_old_booking_is_kept_if_marking_it_leaves_too_little_time(
    setup: Setup, seconds_left: float, canceled: bool
) -> None:
    async def take_long() -> None:
        setup.clock.at = setup.run.send_by - seconds_left

    setup.during["mark"] = take_long
    outcome = await setup.resolve_conflict()
    assert ("cancel" in setup.calls, setup.run.old_booking_gone) == (canceled, canceled)
    assert outcome == (Booked("741") if canceled else Lost(Reason.CLAIM_LAPSED))


async def test_the_book_call_does_not_wait_until_the_cancellation_is_stored(setup: Setup) -> None:
    sent = asyncio.Event()

    async def send() -> None:
        sent.set()

    setup.during = {"book": send, "confirm": sent.wait}
    assert await setup.resolve_conflict() == Booked("741")
    assert setup.calls == ["mark", "cancel", "book", "confirm"]


@pytest.mark.parametrize("error", [CancelRefused("policy"), BadCard("declined")])
async def test_an_old_booking_that_the_platform_does_not_cancel_is_kept(setup: Setup, error: Exception) -> None:
    async def refuse() -> None:
        raise error

    setup.during["cancel"] = refuse
    assert await setup.resolve_conflict() == Refused(Reason.CANCEL_REFUSED)
    assert (setup.calls, setup.run.old_booking_gone) == (["mark"], False)


async def test_a_404_does_not_count_as_the_end_of_the_old_booking(setup: Setup) -> None:
    async def refuse() -> None:
        raise NotFound("status 404")

    setup.during["cancel"] = refuse
    assert await setup.resolve_conflict() == Refused(Reason.NOT_UNDERSTOOD)
    assert (setup.calls, setup.run.old_booking_gone) == (["mark"], False)


async def test_the_cancellation_is_stored_although_the_booking_is_canceled(setup: Setup) -> None:
    sent = asyncio.Event()

    async def hang() -> None:
        sent.set()
        await asyncio.Event().wait()

    setup.during = {"book": hang, "confirm": lambda: asyncio.sleep(0.01)}
    booking = asyncio.create_task(setup.resolve_conflict())
    await sent.wait()
    booking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await booking
    assert setup.calls == ["mark", "cancel", "confirm"]
