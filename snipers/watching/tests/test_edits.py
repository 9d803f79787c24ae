"""Edits of a watched request. The watcher may read them late, but the platform receives calls only for the new
version."""

import asyncio
from dataclasses import replace
from datetime import time

from snipers.testing.backend import NewRequest
from snipers.testing.watch_harness import WatchHarness


async def test_an_edit_that_the_watcher_has_not_read_yet_is_respected(harness: WatchHarness) -> None:
    account_id = await harness.connect_account()
    filed = NewRequest(number=1, venue_id=harness.venue_id, account_id=account_id, day=harness.simulator.day)
    reservation_id = await harness.backend.add_request(filed)
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().snipes)

    # The watcher is not nudged.
    await harness.backend.edit_request(reservation_id, replace(filed, end=time(19)))
    await harness.simulator.free("19:30")
    await asyncio.sleep(0.5)
    await harness.simulator.free("18:45")

    (tried,) = await harness.wait_for_attempts(1, "booked")
    assert tried.time == time(18, 45)
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert [booking["time"] for booking in await harness.simulator.held()] == ["18:45"]
