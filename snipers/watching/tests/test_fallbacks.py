"""In a release, a request that loses the first table tries the next with terms that were read meanwhile."""

import asyncio
import time
from datetime import UTC, datetime

from snipers.domain.outcome import Booked, Lost
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.store.base import SnipeStore
from snipers.tests.meanwhile import Meanwhile
from snipers.tests.watching import House, at
from snipers.watching.booking.booker import Booker
from snipers.watching.context import Clock
from snipers.watching.lease.heartbeat import Heartbeat
from snipers.watching.matching.allocator import Allocator
from snipers.watching.matching.assignment import Assignment
from snipers.watching.tests.contexts import context_of, permission_of


def booker(house: House, store: SnipeStore) -> Booker:
    context = context_of(store=store, client=house.client, clock=Clock(), venue_id=house.venue_id)
    return Booker(context, Heartbeat(context), permission_of(context), Allocator())


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


async def setup(house: House) -> tuple[Snipe, int, dict[str, Slot]]:
    """One snipe, the epoch of a watch, and the open tables by time."""
    await house.file(start=at("18:00"), end=at("21:00"))
    epoch = await house.stage.store.take_watch(venue_id=house.venue_id, owner="me", pid=1, node="here")
    roster = await house.stage.store.roster(venue_id=house.venue_id)
    assert roster is not None
    found = await house.client.find(platform_venue_id=house.resy.platform_venue_id, day=house.resy.day, party_size=2)
    return roster.snipes[0], epoch, {f"{slot.time:%H:%M}": slot for slot in found.slots}


async def test_the_next_table_needs_no_new_terms(twin_house: House) -> None:
    (first,) = await twin_house.resy.free("19:00")
    await twin_house.resy.free("19:30")
    await twin_house.resy.free("20:00")
    snipe, epoch, open_now = await setup(twin_house)
    taken = asyncio.Event()

    async def a_stranger_is_faster() -> None:
        if not taken.is_set():
            taken.set()
            await twin_house.resy.take(first["slot_id"])

    ours = booker(twin_house, Meanwhile(twin_house.stage.store, "claim", a_stranger_is_faster))
    await twin_house.resy.latency(details_ms=30)
    lost = await ours.book(assignment(snipe, open_now["19:00"], open_now["19:30"], open_now["20:00"]), epoch=epoch)
    assert isinstance(lost, Lost)
    booked = await ours.book(assignment(snipe, open_now["19:30"], open_now["20:00"]), epoch=epoch)
    assert isinstance(booked, Booked)
    await ours.aclose()
    assert len(await twin_house.resy.calls("/3/details")) == 3
    assert await twin_house.resy.calls("/3/user/reservations") == []


async def test_what_was_asked_for_ahead_and_held_is_given_back_when_the_first_table_is_booked(
    holding_house: House,
) -> None:
    for when in ("19:00", "19:30", "20:00"):
        await holding_house.resy.free(when)
    snipe, epoch, open_now = await setup(holding_house)
    ours = booker(holding_house, holding_house.stage.store)
    booked = await ours.book(assignment(snipe, open_now["19:00"], open_now["19:30"], open_now["20:00"]), epoch=epoch)
    assert isinstance(booked, Booked)
    await ours.aclose()
    unlocked = [entry for entry in await holding_house.resy.truth("unlocked") if entry["by"] == "diner"]
    assert len(await holding_house.resy.truth("locked")) - len(unlocked) == 1
    assert [row["time"] for row in await holding_house.resy.held()] == ["19:00"]
