"""A request is edited while it is watched: the watcher may learn of it late, the platform hears only of the new one."""

import asyncio
from dataclasses import replace
from datetime import time

from snipers.testing.backend import NewRequest
from snipers.testing.watch_harness import WatchHarness


async def test_what_was_edited_away_is_never_called_for_and_what_is_wanted_now_is_booked(harness: WatchHarness) -> None:
    account_id = await harness.connect_account()
    filed = NewRequest(number=1, venue_id=harness.venue_id, account_id=account_id, day=harness.simulator.day)
    reservation_id = await harness.backend.add_request(filed)
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().snipes)

    # Nobody tells the watcher.
    await harness.backend.edit_request(reservation_id, replace(filed, end=time(19)))
    await harness.simulator.free("19:30")
    await asyncio.sleep(0.5)
    await harness.simulator.free("18:45")

    (tried,) = await harness.wait_for_attempts(1, "booked")
    assert tried.time == time(18, 45)
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert [booking["time"] for booking in await harness.simulator.held()] == ["18:45"]
