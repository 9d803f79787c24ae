"""A booking that a diner makes directly at the platform."""

from snipers.domain.outcome import Booked
from snipers.testing.watch_harness import WatchHarness, at


async def book_manually(harness: WatchHarness, when: str, *, name: str = "diner1", venue_id: int | None = None) -> str:
    """Free a table at the time `when` (HH:MM) and book it for a diner. Return the platform's reservation id."""
    simulator, venue = harness.simulator, venue_id or harness.simulator.platform_venue_id
    await simulator.free(when, venue_id=venue)
    token = await simulator.diner(name)
    async with simulator.client() as client:
        found = await client.find(platform_venue_id=venue, day=simulator.day, party_size=2)
        slot = next(slot for slot in found.slots if slot.time == at(when))
        booked = await client.book(terms=await client.details(slot=slot, token=token), token=token, send_within=2)
    assert isinstance(booked, Booked)
    return booked.reservation_id
