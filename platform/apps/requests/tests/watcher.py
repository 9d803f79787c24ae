"""A watcher of the snipers, in a thread with its own event loop, on the tests' database and simulator."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager

from apps.common.database.conninfo import conninfo
from apps.connections import platforms
from apps.venues.models import Venue
from snipers.clients.base import BookingClient
from snipers.store.postgres import PostgresStore
from snipers.watching.context import WatchOwner
from snipers.watching.venue_watcher import VenueWatcher

PACE_SECONDS = 0.1
TIMEOUT_SECONDS = 120.0

Started = Future[tuple[asyncio.AbstractEventLoop, VenueWatcher]]


@contextmanager
def watcher_thread(venue: Venue) -> Iterator[None]:
    """Watch a venue during the `with` block, without a controller. An error in the watcher is raised at its end."""
    # Created here, because it reads our access to the platform with Django's connection.
    client = platforms.booking_client(venue.reservation_source)
    started: Started = Future()
    with ThreadPoolExecutor(1) as thread:
        ended = thread.submit(asyncio.run, _watch(venue, client=client, url=conninfo(), started=started))
        loop, watcher = started.result(TIMEOUT_SECONDS)
        try:
            yield
        finally:
            asyncio.run_coroutine_threadsafe(watcher.aclose(), loop)
            ended.result(TIMEOUT_SECONDS)


async def _watch(venue: Venue, *, client: BookingClient, url: str, started: Started) -> None:
    owner = WatchOwner(venue_id=venue.pk, platform=venue.reservation_source, name="test", pid=1, node="test")
    store = PostgresStore(url=url)
    watcher = VenueWatcher(owner=owner, store=store, client=client, pace_seconds=PACE_SECONDS)
    started.set_result((asyncio.get_running_loop(), watcher))
    try:
        async with client:
            await watcher.run()
    finally:
        await store.close()
