"""Watchers of several venues in one process, as real processes on a real Ray head."""

import asyncio
import os
import signal
from collections.abc import Collection
from functools import partial

import pytest

from snipers.control.sharing import FEW
from snipers.runtime.tests.test_cluster import Cluster, Watch, cluster, until

__all__ = ["cluster"]

SHARE = 5


class Hall:
    """Five venues at each of which one diner waits. `venues` by our id, with the platform's."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.venues: dict[int, int] = {cluster.venue_id: cluster.resy.venue_id}
        self.waiting: dict[int, int] = {}
        cluster.env["WATCH_SHARE"] = str(SHARE)

    async def fill(self) -> None:
        for platform_venue_id in self.cluster.resy.venues[1:SHARE]:
            venue_id = await self.cluster.stage.venue(platform_venue_id=platform_venue_id)
            self.venues[venue_id] = platform_venue_id
        for number, venue_id in enumerate(self.venues, start=1):
            self.waiting[venue_id] = await self.cluster.file(number, venue_id=venue_id)

    async def watches(self, venues: Collection[int]) -> dict[int, Watch]:
        return {venue_id: one for venue_id, one in (await self.cluster.watches()).items() if venue_id in venues}

    async def until_shared(self, venues: Collection[int], *, not_by: int = 0) -> dict[int, Watch]:
        """Wait until one process (another one than that) watches all of these venues; returns their leases."""

        async def shared() -> bool:
            found = await self.watches(venues)
            pids = {one.pid for one in found.values()}
            return len(found) == len(venues) and len(pids) == 1 and not_by not in pids and all_polled(found)

        await until(shared)
        found = await self.watches(venues)
        assert {one.owner.partition("/")[0] for one in found.values()} == {"host-0"}
        assert len({one.owner for one in found.values()}) == len(venues), "each watcher has a name of its own"
        return found

    async def until_apart(self, venues: Collection[int]) -> dict[int, Watch]:
        """Wait until each of these venues has a process of its own."""

        async def apart() -> bool:
            found = await self.watches(venues)
            own = all(one.owner.startswith(f"venue-{venue_id}/") for venue_id, one in found.items())
            return own and all_polled(found)

        await until(apart)
        found = await self.watches(venues)
        assert len({one.pid for one in found.values()}) == len(venues)
        return found

    async def book(self, *venues: int, at: str = "19:30") -> None:
        """Free a table at each of these venues and check that the request there gets it."""
        for venue_id in venues:
            await self.cluster.resy.free(at, venue_id=self.venues[venue_id])
        for venue_id in venues:
            await self.cluster.until_status(self.waiting[venue_id], "confirmed")

    async def polls(self, venue_id: int) -> int:
        """Count the polls of a venue so far."""
        calls = await self.cluster.resy.calls("/4/find")
        return sum(call["key"].startswith(f"{self.venues[venue_id]}|") for call in calls)


def all_polled(watches: dict[int, Watch]) -> bool:
    return all(one.polled for one in watches.values())


@pytest.fixture
async def hall(cluster: Cluster) -> Hall:
    hall = Hall(cluster)
    await hall.fill()
    return hall


@pytest.mark.timeout(300)
async def test_one_process_watches_five_venues_books_and_comes_back_with_all_of_them(hall: Hall) -> None:
    first, second, hot, *others = hall.venues
    with hall.cluster.controller() as controller:
        before = await hall.until_shared(hall.venues)
        await hall.book(first, second)
        assert len(await hall.cluster.resy.held()) == 2
        controller.kill()
        controller.wait()

    pid = before[hot].pid
    os.kill(pid, signal.SIGKILL)
    again = await hall.until_shared([hot, *others], not_by=pid)
    assert {one.epoch for one in again.values()} == {2}, "nobody but Ray brought it back"

    with hall.cluster.controller():
        for number in range(FEW):
            await hall.cluster.file(20 + number, venue_id=hot)
        own = (await hall.until_apart([hot]))[hot]
        assert {one.epoch for one in (await hall.watches(others)).values()} == {2}, "its neighbours were left alone"

        os.kill(own.pid, signal.SIGSTOP)
        await asyncio.sleep(1)
        polls = {venue_id: await hall.polls(venue_id) for venue_id in (hot, *others)}
        await until(partial(polled_on, hall, others, polls))
        assert await hall.polls(hot) == polls[hot], "the old watcher is gone"
        os.kill(own.pid, signal.SIGCONT)
        await hall.book(hot, *others)
    assert len(await hall.cluster.resy.held()) == 5


async def polled_on(hall: Hall, venues: Collection[int], before: dict[int, int]) -> bool:
    """Whether each of these venues was polled several times since."""
    return all([await hall.polls(venue_id) >= before[venue_id] + 5 for venue_id in venues])


@pytest.mark.timeout(300)
async def test_a_process_that_stands_still_is_replaced_as_a_whole_and_given_up_the_next_time_it_ends(
    hall: Hall,
) -> None:
    with hall.cluster.controller():
        pid = next(iter((await hall.until_shared(hall.venues)).values())).pid
        os.kill(pid, signal.SIGSTOP)
        again = await hall.until_shared(hall.venues, not_by=pid)
        with pytest.raises(ProcessLookupError):
            os.kill(pid, signal.SIGCONT)
        assert {one.epoch for one in again.values()} == {2}, "it was ended once, not once for each of its venues"

        os.kill(next(iter(again.values())).pid, signal.SIGKILL)
        await hall.until_apart(hall.venues)
        await hall.book(*hall.venues)
    assert len(await hall.cluster.resy.held()) == 5
