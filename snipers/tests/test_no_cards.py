"""Venues that take no cards (row R5): the refusal concerns the venue, not the platform or the account."""

import asyncio
from datetime import UTC, datetime

import pytest

from snipers.clients.base import BookingClient
from snipers.control.breaker import closed_breaker, update_breaker
from snipers.domain.vocabulary import SourceStatus
from snipers.testing.memory_backend import MemoryBackend
from snipers.testing.simulators import ResySimulator
from snipers.testing.watch_harness import WatchHarness

pytestmark = pytest.mark.usefixtures("lasting_claims")


async def card_of(harness: WatchHarness, name: str) -> tuple[int, str]:
    """Connect an account. Return its id and the platform's id of its card."""
    token = await harness.simulator.diner(name)
    profile = await harness.client.me(token=token)
    assert profile.payment_method_id is not None
    account_id = await harness.backend.add_account(sealed=token.text, platform=harness.simulator.source)
    return account_id, profile.payment_method_id


async def add_request_with_card(harness: WatchHarness, name: str, number: int = 1, **wanted: object) -> int:
    account_id, card = await card_of(harness, name)
    return await harness.add_request(number, account_id=account_id, card=card, **wanted)


async def test_r5_venue_that_refuses_cards_is_booked_without_one(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    await harness.simulator.terms(refuses_cards=True)
    await add_request_with_card(harness, "ada")
    await add_request_with_card(harness, "bob", number=2)
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    await harness.wait_for_attempts(1, "booked")
    await harness.simulator.free("20:00")
    await harness.wait_for_attempts(2, "booked")
    assert [call["status"] for call in await harness.simulator.calls("/3/book")] == [403, 201, 201]
    assert len(await harness.simulator.held()) == 2
    assert not watcher.snapshot().venue.failure


async def test_r5_table_that_asks_for_a_card_is_refused_there_for_a_reason_of_its_own(
    memory_harness: WatchHarness,
) -> None:
    harness = memory_harness
    await harness.simulator.terms(refuses_cards=True, fee_cents=2500)
    await add_request_with_card(harness, "ada", fee_ceiling_cents=5000)
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    assert (tried.state, tried.reason) == ("refused", "no_cards")
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert (await harness.simulator.held(), watcher.snapshot().venue.failure) == ([], "")


async def test_r5_venue_that_refuses_and_wants_cards_does_not_blame_the_account(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    await harness.simulator.terms(refuses_cards=True, payment_required=True)
    await add_request_with_card(harness, "ada")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    assert (tried.state, tried.reason) == ("refused", "no_cards")
    # From now on, the card is left out at once.
    await harness.simulator.free("20:00")
    attempts = await harness.wait_for_attempts(2)
    assert [(one.state, one.reason) for one in attempts] == [("refused", "no_cards")] * 2


@pytest.mark.parametrize("fee_cents", [0, 2500])
async def test_r5_two_venues_that_refuse_cards_do_not_delay_a_third(
    memory_backend: MemoryBackend, resy: ResySimulator, fee_cents: int
) -> None:
    async with resy.client() as client:
        harnesses = [await watched(memory_backend, resy, client, venue_id) for venue_id in resy.venues[:3]]
        for venue_id in resy.venues[:2]:
            await resy.terms(venue_id=venue_id, refuses_cards=True, fee_cents=fee_cents)
        for number, harness in enumerate(harnesses, start=1):
            await add_request_with_card(harness, f"diner{number}", number, fee_ceiling_cents=5000)
        watchers = [harness.start_watcher() for harness in harnesses]
        for venue_id in resy.venues[:2]:
            await resy.free("19:30", venue_id=venue_id)
        await harnesses[0].wait_for_attempts(2)
        breaker = closed_breaker(platform="resy", now=datetime.now(UTC))
        await resy.free("19:30", venue_id=resy.venues[2])
        while True:
            reports = [watcher.snapshot().venue for watcher in watchers]
            breaker = update_breaker(breaker, reports=reports, now=datetime.now(UTC))
            assert breaker.source.state is SourceStatus.HEALTHY
            if any(booking["venue_id"] == resy.venues[2] for booking in await resy.held()):
                break
            await asyncio.sleep(0.05)
        assert [report.failure for report in reports] == ["", "", ""]
        for harness in harnesses:
            await harness.close()


async def watched(
    backend: MemoryBackend, resy: ResySimulator, client: BookingClient, platform_venue_id: int
) -> WatchHarness:
    venue_id = await backend.add_venue(platform_venue_id=platform_venue_id)
    return WatchHarness(backend=backend, simulator=resy, client=client, venue_id=venue_id)
