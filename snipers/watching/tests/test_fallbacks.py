"""In a release, a snipe that loses its first slot tries the next one with terms that were requested ahead."""

import asyncio
import time
from datetime import UTC, datetime

from snipers.domain.outcome import Booked, Lost
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.store.base import SnipeStore
from snipers.testing.call_hooks import BeforeCall
from snipers.testing.watch_harness import WatchHarness, at
from snipers.watching.booking.booker import Booker
from snipers.watching.context import Clock
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment
from snipers.watching.tests.contexts import context_of, permission_of


def booker(harness: WatchHarness, store: SnipeStore) -> Booker:
    context = context_of(store=store, client=harness.client, clock=Clock(), venue_id=harness.venue_id)
    return Booker(context, permission_of(context), Allocator())


def assignment(snipe: Snipe, slot: Slot, *fallbacks: Slot) -> Assignment:
    return Assignment(
        snipe=snipe,
        slot=slot,
        unit_key=slot.key,
        seen_at=datetime.now(UTC),
        seen=time.monotonic(),
        first_sight=True,
        checks=1,
        baseline_fresh=True,
        fallbacks=fallbacks,
    )


async def setup(harness: WatchHarness) -> tuple[Snipe, int, dict[str, Slot]]:
    """Return one snipe, the epoch of a lease, and the open slots by time."""
    await harness.add_request(start=at("18:00"), end=at("21:00"))
    epoch = await harness.backend.store.take_watch(venue_id=harness.venue_id, owner="me", pid=1, node="here")
    roster = await harness.backend.store.roster(venue_id=harness.venue_id)
    assert roster is not None
    found = await harness.client.find(
        platform_venue_id=harness.simulator.platform_venue_id, day=harness.simulator.day, party_size=2
    )
    return roster.snipes[0], epoch, {f"{slot.time:%H:%M}": slot for slot in found.slots}


async def test_a_fallback_uses_terms_requested_ahead(memory_harness: WatchHarness) -> None:
    (first,) = await memory_harness.simulator.free("19:00")
    await memory_harness.simulator.free("19:30")
    await memory_harness.simulator.free("20:00")
    snipe, epoch, open_now = await setup(memory_harness)
    taken = asyncio.Event()

    async def another_guest_books() -> None:
        if not taken.is_set():
            taken.set()
            await memory_harness.simulator.take_slot(first["slot_id"])

    ours = booker(memory_harness, BeforeCall(memory_harness.backend.store, "claim", another_guest_books))
    await memory_harness.simulator.latency(details_ms=30)
    lost = await ours.book(assignment(snipe, open_now["19:00"], open_now["19:30"], open_now["20:00"]), epoch=epoch)
    assert isinstance(lost, Lost)
    booked = await ours.book(assignment(snipe, open_now["19:30"], open_now["20:00"]), epoch=epoch)
    assert isinstance(booked, Booked)
    await ours.aclose()
    assert len(await memory_harness.simulator.calls("/3/details")) == 3
    assert await memory_harness.simulator.calls("/3/user/reservations") == []


async def test_holds_of_fallbacks_are_released_when_the_first_slot_is_booked(
    holding_harness: WatchHarness,
) -> None:
    for when in ("19:00", "19:30", "20:00"):
        await holding_harness.simulator.free(when)
    snipe, epoch, open_now = await setup(holding_harness)
    ours = booker(holding_harness, holding_harness.backend.store)
    booked = await ours.book(assignment(snipe, open_now["19:00"], open_now["19:30"], open_now["20:00"]), epoch=epoch)
    assert isinstance(booked, Booked)
    await ours.aclose()
    unlocked = [entry for entry in await holding_harness.simulator.truth("unlocked") if entry["by"] == "diner"]
    assert len(await holding_harness.simulator.truth("locked")) - len(unlocked) == 1
    assert [row["time"] for row in await holding_harness.simulator.held()] == ["19:00"]
