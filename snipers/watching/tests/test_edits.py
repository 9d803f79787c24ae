"""A request is edited while it is watched: the watcher may learn of it late, the platform hears only of the new one."""

import asyncio
from dataclasses import replace
from datetime import time

from snipers.tests.stage import Filed
from snipers.tests.watching import House


async def test_what_was_edited_away_is_never_called_for_and_what_is_wanted_now_is_booked(house: House) -> None:
    account_id = await house.account()
    filed = Filed(number=1, venue_id=house.venue_id, account_id=account_id, day=house.resy.day)
    reservation_id = await house.stage.file(filed)
    watcher = house.watch()
    await house.until(lambda: watcher.snapshot().snipes)

    # Nobody tells the watcher.
    await house.stage.edit(reservation_id, replace(filed, end=time(19)))
    await house.resy.free("19:30")
    await asyncio.sleep(0.5)
    await house.resy.free("18:45")

    (tried,) = await house.tried(1, "booked")
    assert tried.time == time(18, 45)
    assert len(await house.resy.calls("/3/book")) == 1
    assert [booking["time"] for booking in await house.resy.held()] == ["18:45"]
