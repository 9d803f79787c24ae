"""The platform refuses a call of a booking, or states a Retry-After: the venue's permission learns of it once."""

import time
from dataclasses import replace
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

import pytest

from snipers.clients.base import AccountList, BookingTerms
from snipers.clients.errors import Blocked, KeyRefused, PlatformError, RateLimited, Unavailable
from snipers.domain.outcome import BookOutcome, Conflict, Refused, Unknown
from snipers.domain.settling import Held
from snipers.domain.tests.examples import NOON, slot, snipe
from snipers.domain.vocabulary import FailureKind, Reason
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.booking.booker import Booker
from snipers.watching.booking.override import Override
from snipers.watching.booking.run import BookingRun
from snipers.watching.context import Clock, VenueContext
from snipers.watching.lease.permission import Permission
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment
from snipers.watching.tests.contexts import ManualClock, context_of, permission_of
from snipers.watching.tests.test_fallbacks import assignment, setup

LIST = "/3/user/reservations"
OLD = Held(reservation_id="700", platform_venue_id=1300, date=slot().date, time=slot("18:00").time, party_size=2)
CONFLICT = Conflict(platform_venue_id=OLD.platform_venue_id, date=OLD.date, time=OLD.time)


class Counting(Permission):
    """A permission that keeps the errors that were reported to it."""

    def __init__(self, context: VenueContext) -> None:
        super().__init__(context, permission_of(context).lease)
        self.reported: list[PlatformError] = []

    def report_failure(self, error: PlatformError) -> float:
        self.reported.append(error)
        return super().report_failure(error)


@pytest.mark.parametrize(
    ("kind", "more", "failure", "delay"),
    [("429", {"retry_after": 45}, FailureKind.LIMITED, 45.0), ("403-html", {}, FailureKind.BLOCKED, None)],
)
async def test_a_refused_account_list_of_a_booking_slows_the_venue(
    memory_harness: WatchHarness, kind: str, more: dict[str, Any], failure: FailureKind, delay: float | None
) -> None:
    await memory_harness.simulator.free("19:30")
    found, epoch, open_now = await setup(memory_harness)
    context = context_of(
        store=memory_harness.backend.store,
        client=memory_harness.client,
        clock=Clock(),
        venue_id=memory_harness.venue_id,
    )
    permission = Counting(context)
    await memory_harness.simulator.fault(kind, LIST, **more)
    wanted = replace(assignment(found, open_now["19:30"]), baseline_fresh=False)
    refused = await Booker(context, permission, Allocator()).book(wanted, epoch=epoch)
    assert refused == Refused(Reason.LIST_UNREADABLE, delay)
    (error,) = permission.reported
    assert (error.failure, error.delay) == (failure, delay)
    assert permission.not_before - time.monotonic() == pytest.approx(delay or 1.0, abs=0.9)


async def test_a_card_that_is_refused_at_the_booking_slows_nothing(memory_harness: WatchHarness) -> None:
    await memory_harness.simulator.free("19:30")
    found, epoch, open_now = await setup(memory_harness)
    context = context_of(
        store=memory_harness.backend.store,
        client=memory_harness.client,
        clock=Clock(),
        venue_id=memory_harness.venue_id,
    )
    permission = Counting(context)
    await memory_harness.simulator.fault("card-declined", "/3/book")
    refused = await Booker(context, permission, Allocator()).book(assignment(found, open_now["19:30"]), epoch=epoch)
    assert (refused, permission.reported) == (Refused(Reason.CARD_REFUSED), [])


@pytest.mark.parametrize(
    ("result", "failure", "retry_after"),
    [
        (Refused(Reason.BLOCKED, 9.0), FailureKind.BLOCKED, 9.0),
        (Refused(Reason.EDGE_REFUSED), FailureKind.BLOCKED, None),
        (Refused(Reason.KEY_REFUSED, 9.0), FailureKind.KEY, 9.0),
        (Refused(Reason.UNSENT, 9.0), FailureKind.AWAY, 9.0),
        (Refused(Reason.UNSENT), FailureKind.NONE, None),
        (Refused(Reason.LIST_UNREADABLE, 9.0), FailureKind.NONE, None),
        (Refused(Reason.CARD_REFUSED), FailureKind.NONE, None),
        (Refused(Reason.CANCEL_REFUSED), FailureKind.NONE, None),
        (Refused(Reason.NOT_UNDERSTOOD), FailureKind.NONE, None),
    ],
)
async def test_a_refused_booking_is_reported_with_its_retry_after(
    result: BookOutcome, failure: FailureKind, retry_after: float | None
) -> None:
    class Refusing(Booker):
        async def book(self, assignment: Assignment, *, epoch: int) -> BookOutcome:
            return result

    context = context_of(clock=ManualClock().as_clock())
    permission, allocator = Counting(context), Allocator()
    allocator.set_roster([snipe(1)])
    allocator.record_answer(snipe(1).poll_key, [slot()], asked=0.0, now=NOON)
    matched = allocator.assign_slots(snipe(1).poll_key, at=0.0, now=NOON, seen=0.0, seen_at=NOON)
    await Refusing(context, permission, allocator)._book_assigned(matched.assignments[0])
    assert permission.failure is failure
    assert permission.retry_at == (None if retry_after is None else NOON + timedelta(seconds=retry_after))
    assert len(permission.reported) == (failure is not FailureKind.NONE)


class Platform:
    """A platform that holds tables. Reading the list or canceling fails with `error`."""

    def __init__(self, error: PlatformError) -> None:
        self._error = error

    def can_replace(self, **_: object) -> bool:
        return False

    async def account_list(self, **_: object) -> AccountList:
        raise self._error

    async def cancel(self, **_: object) -> None:
        raise self._error

    async def mark_old_booking(self, **_: object) -> bool:
        return True


@pytest.mark.parametrize("listed", [None, AccountList(held=[OLD])], ids=["list", "cancel"])
@pytest.mark.parametrize(
    ("error", "reported"),
    [
        (RateLimited("429", delay=45.0), True),
        (Blocked("403"), True),
        (KeyRefused("401"), True),
        (Unavailable("503", delay=45.0), True),
        (Unavailable("500"), False),
    ],
    ids=["429", "403", "key", "503 with a delay", "500"],
)
async def test_a_refused_call_of_an_override_is_reported_or_becomes_the_booking_s_result(
    listed: AccountList | None, error: PlatformError, reported: bool
) -> None:
    platform = Platform(error)
    context = context_of(store=platform, client=platform, clock=ManualClock().as_clock())
    permission = Counting(context)
    found = snipe(1, override=True)
    run = BookingRun(assignment=assignment(found, slot()), token=cast(Any, None), send_by=2.0)
    terms = BookingTerms(book_token="", expires_at=None, fee_cents=0, deposit_cents=0, holds=True)
    outcome = await Override(context, permission, send=cast(Any, None)).resolve_conflict(
        run,
        cast(Any, SimpleNamespace(attempt_id=1, replaces=None)),
        terms,
        Refused(Reason.CONFLICT, conflict=CONFLICT),
        listed,
    )
    if listed is None:
        assert outcome == Refused(Reason.LIST_UNREADABLE, error.delay)
    elif isinstance(error, RateLimited | KeyRefused):
        # The booker reports this result.
        assert outcome == Refused(error.reason, error.delay)
        reported = False
    else:
        assert isinstance(outcome, Unknown)
    assert permission.reported == [error] * reported
