"""A concierge's table of 5,000 requests in a real browser: first rows, scrolling, pushed event -> painted, a burst.

The rows are in the database and come over REST; the events go through Valkey, the hub and the socket as the relay's do.
The requests are active and switched off, so that nobody watches them: every event is the bench's own. Baselines of the
same run: the same rows as a plain table, and the same page drawing once for each event.
"""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Self

from channels_redis.pubsub import RedisPubSubChannelLayer

from loadtests.browser import script
from loadtests.clients import Diner
from loadtests.fixtures import register_diner
from loadtests.percentiles import percentile, summarize
from loadtests.running import RunningStack
from realtime import codec
from realtime.publish import GROUP

ROWS = 5_000
PUSHES = 200
BURST_SECONDS = 5
BURST_RATE = 1_000
# Three intervals of 60 Hz are 50 ms, and a page's clock is rounded to 0.1: the fourth makes a frame too long.
LONGEST_MS = 51
# Of the burst so much is for rows on the screen, where it can be seen.
BURST_VISIBLE = 0.1

FILL = """
    with places as (
        select id, row_number() over (order by id) - 1 as n from venue where reservation_source = 'resy' limit 60
    ), people as (
        insert into client (owner_id, first_name, last_name, email, phone, zip_code, saved)
        select %(user)s, 'Client', 'Number ' || n, 'c' || n || '@clients.example', '+12125550100', '10012', true
        from generate_series(1, 250) n returning id
    ), numbered as (
        select id, row_number() over (order by id) - 1 as n from people
    ), made as (
        insert into reservation_group (user_id, client_id, diner_key, snipe_type, party_size, start_time, end_time,
            override_reservations, fee_ceiling_cents)
        select %(user)s, p.id, 'client:' || p.id, 'cancel', 2 + i %% 5, '18:30', '20:30', false, 0
        from generate_series(1, %(rows)s) i join numbered p on p.n = i %% 250 returning id
    )
    insert into reservation (group_id, venue_id, account_id, date, table_type, status, reason, stop, ends_at)
    select made.id, places.id, %(account)s, current_date + (7 + made.id %% 60)::int, '', 'active', '', '',
        now() + interval '60 days'
    from made join places on places.n = made.id %% 60
    returning group_id, id
"""


class DeskPage:
    """The table in Chromium, driven by frontend/e2e/concierge-table.mjs: one question, one answer, both a JSON line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def of(cls, diner: Diner, *, each_event: bool = False) -> Self:
        """Open a browser for the diner; `each_event`: its page draws once for each event instead of once a frame."""
        return cls(await script("concierge-table.mjs", diner, EACH_EVENT="1" if each_event else ""))

    async def ask(self, what: str) -> Any:
        """Have the page do it and return what it measured."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the page was opened without pipes")
        self._process.stdin.write(what.encode() + b"\n")
        answer = await self._process.stdout.readline()
        if not answer:
            raise SystemExit(f"The page ended at {what!r}; what it said stands above. Is the front end built?")
        return json.loads(answer)

    async def close(self) -> None:
        """End the browser."""
        await self.ask("close")
        await self._process.wait()


async def figures(*, running: RunningStack) -> dict[str, str]:
    """Fill the desk, measure the page, then its baselines."""
    user = await register_diner(running, name="desk")
    requests = fill(running, user)
    layer = RedisPubSubChannelLayer(hosts=[running.env["REDIS_URL"]])
    user_id = running.query("select id from app_user where email = %s", user.email)[0]["id"]
    push = Push(layer, user_id=user_id, requests=requests)
    page = await DeskPage.of(user)
    opened = await page.ask("open")
    scrolled = await page.ask("scroll")
    single = await pushed(page, push)
    burst = await flooded(page, push)
    plain = await page.ask("plain")
    await page.close()
    naive = await DeskPage.of(user, each_event=True)
    await naive.ask("open")
    naive_burst = await flooded(naive, push)
    await naive.close()
    await user.close()
    return {
        f"address -> first of {ROWS:,} rows; all there": f"{opened['first']:.0f}; {opened['all']:.0f} ms",
        "pressed in the app -> first rows, rows known": f"{opened['again']:.0f} ms",
        "nodes on the page": str(opened["nodes"]),
        "frames while scrolling": frames(scrolled),
        "pushed event -> painted": summarize(single, "ms"),
        f"at {BURST_RATE:,} events/s -> painted": summarize(burst, "ms"),
        "baseline, plain table: nodes; rows made and painted": f"{plain['nodes']}; {plain['first']:.0f} ms",
        "baseline, plain table: frames while scrolling": frames(plain["frames"]),
        "baseline, plain table: a row changed -> painted": summarize(plain["changed"], "ms"),
        f"baseline, drawn for each event, at {BURST_RATE:,}/s": summarize(naive_burst, "ms"),
    }


def fill(running: RunningStack, user: Diner) -> dict[int, int]:
    """Give a new concierge the requests; returns request by group. Their account is switched off before."""
    about = running.query("update app_user set is_concierge = true where email = %s returning id", user.email)[0]
    running.query(
        "insert into kill_switch (scope, key, reason, created_by) values ('account', %s, 'bench', 'bench')"
        " returning id",
        str(user.account_id),
    )
    rows = running.query(FILL, user=about["id"], account=user.account_id, rows=ROWS)
    return {row["group_id"]: row["id"] for row in rows}


class Push:
    """Sends watch ticks as the relay does. The moment of sending travels as the last check, which the row shows."""

    def __init__(self, layer: RedisPubSubChannelLayer, *, user_id: int, requests: dict[int, int]) -> None:
        self._layer = layer
        self._user_id = user_id
        self.requests = requests

    async def __call__(self, group_id: int) -> None:
        """Send one tick for a group."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        tick = {
            "group_id": group_id, "reservation_id": self.requests[group_id], "state": "watching", "checks": 7,
            "attempts": 0, "last_check_at": now, "next_check_at": None, "interval_ms": 0,
        }  # fmt: skip
        packet = codec.encode_text_event("live", {"type": "watch.ticks", "at": now, "ticks": [tick]})
        await self._layer.group_send(GROUP, {"type": "live", "packets": [[self._user_id, [packet]]]})


async def pushed(page: DeskPage, push: Push) -> list[float]:
    """Single events for rows on the screen, one at a time."""
    visible: Sequence[int] = (await page.ask("watch"))["visible"]
    dice = random.Random(1)
    for _ in range(PUSHES):
        await push(dice.choice(visible))
        await asyncio.sleep(0.05 + dice.random() * 0.05)
    await asyncio.sleep(1)
    return seen(await page.ask("painted"))


async def flooded(page: DeskPage, push: Push) -> list[float]:
    """A burst over all rows; of those on the screen, how late each was painted."""
    visible: Sequence[int] = (await page.ask("watch"))["visible"]
    everywhere = list(push.requests)
    dice = random.Random(2)
    start = time.monotonic()
    for number in range(BURST_SECONDS * BURST_RATE):
        await push(dice.choice(visible if dice.random() < BURST_VISIBLE else everywhere))
        ahead = start + number / BURST_RATE - time.monotonic()
        if ahead > 0:
            await asyncio.sleep(ahead)
    took = time.monotonic() - start
    if took > BURST_SECONDS * 1.2:
        print(f"the burst took {took:.1f} s instead of {BURST_SECONDS}", flush=True)
    await asyncio.sleep(3)
    return seen(await page.ask("painted"))


def seen(answer: dict[str, list[tuple[float, float]]]) -> list[float]:
    """Milliseconds from each sending to the frame that showed it."""
    return [painted - sent for sent, painted in answer["painted"]]


def frames(deltas: list[float]) -> str:
    """Say how long the frames were and how many were too long."""
    long = sum(delta > LONGEST_MS for delta in deltas)
    return f"n {len(deltas)}  p95 {percentile(deltas, 0.95):.1f}  max {max(deltas):.1f} ms, {long} over 50 ms"
