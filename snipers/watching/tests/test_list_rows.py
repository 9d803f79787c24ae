"""Settling with lists that have canceled, completed or unreadable rows (row R11)."""

import asyncio
from typing import Any

import pytest

from snipers.clients.base import BookingClient
from snipers.domain.outcome import BookOutcome
from snipers.testing.watch_harness import WatchHarness


class ThenAfterBooking:
    """A client that makes a control call of the simulator after each booking call, before its list is read."""

    def __init__(self, client: BookingClient, harness: WatchHarness, *, cancel: bool) -> None:
        self._client = client
        self._harness = harness
        self._cancel = cancel
        self.listed = asyncio.Event()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    async def book(self, **arguments: Any) -> BookOutcome:
        outcome = await self._client.book(**arguments)
        if self._cancel:
            (booking,) = await self._harness.simulator.held()
            await self._harness.simulator.cancel(booking["reservation_id"])
        return outcome


async def lose_the_reply(harness: WatchHarness) -> int:
    """Book a table whose reply is lost. Return the reservation's id."""
    reservation_id = await harness.add_request()
    await harness.simulator.fault("cut-after-commit", "/3/book")
    await harness.simulator.free("19:30")
    return reservation_id


async def test_r11_canceled_row_never_settles_an_unknown_outcome_as_booked(harness: WatchHarness) -> None:
    await harness.simulator.switch(canceled_rows=True)
    reservation_id = await lose_the_reply(harness)
    harness.run(harness.new_watcher(client=ThenAfterBooking(harness.client, harness, cancel=True)))
    (open_attempt,) = await harness.wait_for_attempts(1, "unknown")
    await harness.expire_grace(open_attempt)
    tried = await harness.wait_for_attempts(1)
    assert (tried[0].state, tried[0].reason) == ("lost", "not_confirmed")
    assert (await harness.backend.request(reservation_id)).status != "confirmed" or len(tried) == 2


@pytest.mark.parametrize("kind", ["finished-rows", "no-show-rows"])
async def test_r11_row_that_is_over_never_settles_an_unknown_outcome_as_booked(
    harness: WatchHarness, kind: str
) -> None:
    await harness.simulator.fault(kind, "/3/user/reservations", times=10_000)
    await lose_the_reply(harness)
    harness.start_watcher()
    (open_attempt,) = await harness.wait_for_attempts(1, "unknown")
    await harness.expire_grace(open_attempt)
    (tried,) = await harness.wait_for_attempts(1)
    assert (tried.state, tried.reason) == ("lost", "not_confirmed")


async def test_r11_unreadable_row_neither_settles_nor_loses_an_unknown_outcome(harness: WatchHarness) -> None:
    await harness.simulator.fault("bad-row", "/3/user/reservations", times=10_000)
    await lose_the_reply(harness)
    harness.start_watcher()
    (open_attempt,) = await harness.wait_for_attempts(1, "unknown")
    await harness.backend.age_attempt(open_attempt.attempt_id, seconds=100)
    await harness.wait_for_calls("/3/user/reservations", times=3)
    (still_open,) = await harness.backend.attempts()
    assert (still_open.state, still_open.first_absent_at) == ("unknown", None)
    await harness.simulator.clear_faults()
    (tried,) = await harness.wait_for_attempts()
    assert tried.state == "booked"


async def test_r11_unreadable_row_that_was_known_before_does_not_stop_bookings(harness: WatchHarness) -> None:
    account_id = await harness.connect_account("ada")
    token = await harness.simulator.diner("ada")
    await harness.simulator.free("12:00")
    async with harness.simulator.client() as client:
        found = await client.find(
            platform_venue_id=harness.simulator.platform_venue_id, day=harness.simulator.day, party_size=2
        )
        terms = await client.details(slot=found.slots[0], token=token)
        await client.book(terms=terms, token=token, send_within=2)
    await harness.simulator.fault("bad-row", "/3/user/reservations", times=10_000)
    await harness.simulator.fault("cut-after-commit", "/3/book")
    await harness.add_request(account_id=account_id)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    assert tried.state == "booked", "the new row is readable, and the unreadable one is known"
