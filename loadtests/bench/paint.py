"""Outcome committed -> painted in a real browser."""

import asyncio
import json
import os
from typing import Any

from loadtests.bench.figures import spread
from loadtests.drive import Control
from loadtests.running import ROOT, Running
from loadtests.scenarios.common import day, enrol, file_wish, outcomes_of, quiet_venues, until, until_watched


async def painted(*, running: Running, control: Control, tables: int) -> dict[str, str]:
    """Keep the reservations page open, book `tables` tables, and read when each "Booked" was on the screen.

    The page's script notes the wall clock in the frame after the card changed; browser and database share one clock.
    """
    venues = quiet_venues(running, count=4, days_ahead=20)
    user = await enrol(running, name="paint")
    page = await asyncio.create_subprocess_exec(
        "node", str(ROOT / "frontend" / "e2e" / "paint.mjs"),
        env={**os.environ, "BASE_URL": running.base_url, "ACCESS_TOKEN": user.access, "REFRESH_TOKEN": user.refresh},
        stdout=asyncio.subprocess.PIPE, stdin=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert page.stdout is not None
    assert page.stdin is not None
    ready = await page.stdout.readline()
    if json.loads(ready or b"{}") != {"ready": True}:
        raise SystemExit("the page did not open; is the front end built?")
    wishes = []
    for number in range(tables):
        wish = await file_wish(user, venue=venues[number % len(venues)], date=day(1 + number))
        await until_watched(running, [wish])
        await control.free(venue_id=wish.venue["venue_id"], date=wish.date, at="19:30")
        await until(lambda wish=wish: bool(outcomes_of(running, [wish])), seconds=20, every=0.05)
        wishes.append(wish)
    await asyncio.sleep(1)
    page.stdin.write(b"\n")
    seen: dict[str, Any] = json.loads(await page.stdout.readline())
    await page.wait()
    await user.close()
    committed = {str(wish.group_id): row for wish in wishes for row in outcomes_of(running, [wish])}
    times = [seen[group] - row["created_at"].timestamp() * 1000 for group, row in committed.items() if group in seen]
    return {
        "outcomes painted of those committed": f"{len(times)} of {len(committed)}",
        "outcome committed -> painted": spread(times, "ms"),
    }
