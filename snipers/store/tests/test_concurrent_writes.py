"""Many concurrent overrides, records and stops of the same diners: no deadlock, and no second table."""

import asyncio
import random
from itertools import count

import pytest

from snipers.store.tests.watched_venue import WatchedVenue

DINERS = range(4)
ROUNDS = 6


class ConcurrentLoad:
    """Two groups of two venues for each diner, all with override, and many concurrent workers."""

    def __init__(self, watched: WatchedVenue, seed: int) -> None:
        self.watched = watched
        self.store = watched.store
        self.random = random.Random(seed)
        self.names = count(5000)
        self.snipes: dict[int, tuple[int, int]] = {}
        self.accounts: dict[int, int] = {}

    async def add_requests(self) -> None:
        elsewhere = await self.watched.backend.add_venue(platform_venue_id=1203)
        self.epochs = {
            self.watched.venue_id: self.watched.epoch,
            elsewhere: await self.store.take_watch(venue_id=elsewhere, owner="one", pid=1, node="here"),
        }
        self.accounts = {diner: await self.watched.backend.add_account(sealed=f"of {diner}") for diner in DINERS}
        # Created in turns, so that the requests of a group are not adjacent in lock order.
        for venue_id in self.epochs:
            for diner in DINERS:
                for group in (0, 1):
                    wanted = {"diner": f"user:{diner}", "group": 100 + 2 * diner + group, "override": True}
                    snipe = await self.watched.add_request(
                        diner, venue_id=venue_id, account_id=self.accounts[diner], **wanted
                    )
                    self.snipes[snipe] = diner, venue_id

    async def run_worker(self, snipe: int) -> None:
        """Claim, release the old table in some cases, and record an outcome."""
        diner, venue_id = self.snipes[snipe]
        for _ in range(ROUNDS):
            await asyncio.sleep(self.random.random() / 50)
            named = f"table {next(self.names)}"
            target = self.watched.target(snipe, slot_key=named, account_id=self.accounts[diner])
            claim = await self.store.claim(target=target, owner="one", epoch=self.epochs[venue_id])
            if claim is None:
                continue
            gone = False
            if claim.replaces is not None and self.random.random() < 0.7:
                gone = await self.store.mark_old_booking(
                    attempt_id=claim.attempt_id, platform_reservation_id=claim.replaces
                )
                if gone and self.random.random() < 0.5:
                    await self.store.confirm_old_booking_gone(attempt_id=claim.attempt_id)
            booked = self.random.random() < 0.6
            await self.store.record(
                attempt_id=claim.attempt_id,
                state="booked" if booked else "lost",
                platform_reservation_id=str(next(self.names)) if booked else None,
                old_booking_gone=gone,
            )

    async def confirm_cancellations(self) -> None:
        """Confirm pending cancellations repeatedly."""
        for _ in range(4 * ROUNDS):
            for venue_id in self.epochs:
                for pending in await self.store.pending_cancellations(venue_id=venue_id):
                    await self.store.confirm_old_booking_gone(attempt_id=pending.attempt_id)
            await asyncio.sleep(0.01)

    async def request_stops(self) -> None:
        """Request stops that apply when the attempt closes."""
        for _ in range(ROUNDS):
            await self.watched.backend.request_stop(self.random.choice(list(self.snipes)), stop="pause")
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("seed", range(3))
async def test_concurrent_workers_give_each_diner_one_table_at_most(watched: WatchedVenue, seed: int) -> None:
    load = ConcurrentLoad(watched, seed)
    await load.add_requests()
    await asyncio.gather(
        load.confirm_cancellations(), load.request_stops(), *(load.run_worker(snipe) for snipe in load.snipes)
    )
    tried = await watched.backend.attempts()
    # The number of each outcome is random; several must have occurred.
    assert {one.state for one in tried} <= {"booked", "lost", "replaced"}
    assert len(tried) > len(DINERS)
    for diner in DINERS:
        snipes = {snipe for snipe, (whose, _) in load.snipes.items() if whose == diner}
        booked = [one.reservation_id for one in tried if one.state == "booked" and one.reservation_id in snipes]
        confirmed = [snipe for snipe in snipes if (await watched.backend.request(snipe)).status == "confirmed"]
        assert len(booked) <= 1
        assert booked == confirmed
    assert len(await watched.backend.outcomes()) == len(tried)
