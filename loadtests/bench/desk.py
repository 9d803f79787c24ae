"""Measures the concierge table with 5,000 requests in a real browser: first rows, scrolling, pushed events, a burst;
and the search among 5,000 clients.

The rows are in the database and reach the page over REST. The events pass through Valkey, the hub and the socket, as
the relay's events do. A kill switch stops the account of the requests, so no watcher causes further events. Two
baselines are measured in the same run: a plain table with the same rows, and the same page if it draws once for each
event.
"""

import asyncio
import json
import random
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Self

from channels_redis.pubsub import RedisPubSubChannelLayer

from loadtests.browser import start_script
from loadtests.clients import Diner
from loadtests.fixtures import register_diner
from loadtests.percentiles import percentile, summarize
from loadtests.running import RunningStack
from realtime import codec
from realtime.publish import GROUP

ROWS = 5_000
CLIENTS = 5_000
SEARCHES = 200
PUSHES = 200
BURST_SECONDS = 5
EVENTS_PER_SECOND = 1_000
# Three intervals of 60 Hz are 50 ms; the page's clock is rounded to 0.1 ms.
LONG_FRAME_MS = 51
# Share of the burst's events that are about rows on the screen. The page paints only these rows.
VISIBLE_SHARE = 0.1

INSERT_REQUESTS = """
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

# Names of letters only, as the client book accepts them; with the clients of the requests there are 5,000.
INSERT_CLIENTS = """
    insert into client (owner_id, first_name, last_name, email, phone, zip_code, saved)
    select %(user)s, 'Guest' || translate(n::text, '0123456789', 'abcdefghij'), 'Of the Book',
        'guest' || n || '@clients.example', '+1212' || lpad(n::text, 7, '0'), '10012', true
    from generate_series(1, %(clients)s - (select count(*) from client where owner_id = %(user)s)::int) n
    returning id
"""


class DeskPage:
    """The table in Chromium. frontend/e2e/concierge-table.mjs drives it: one command and one JSON reply per line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def open(cls, diner: Diner, *, each_event: bool = False) -> Self:
        """Open a browser. With `each_event`, its page draws once for each event instead of once per frame."""
        return cls(await start_script("concierge-table.mjs", diner, EACH_EVENT="1" if each_event else ""))

    async def send(self, command: str) -> Any:
        """Send a command to the script in the browser and return its reply."""
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the page was opened without pipes")
        self._process.stdin.write(command.encode() + b"\n")
        reply = await self._process.stdout.readline()
        if not reply:
            raise SystemExit(f"The page exited during {command!r}; its output is above. Is the front end built?")
        return json.loads(reply)

    async def close(self) -> None:
        """Close the browser."""
        await self.send("close")
        await self._process.wait()


async def measure(*, running: RunningStack) -> dict[str, str]:
    """Insert the requests, measure the page and then the baselines, and return the metrics."""
    user = await register_diner(running, name="desk")
    requests = insert_requests(running, user)
    layer = RedisPubSubChannelLayer(hosts=[running.env["REDIS_URL"]])
    user_id = running.query("select id from app_user where email = %s", user.email)[0]["id"]
    sender = TickSender(layer, user_id=user_id, requests=requests)
    page = await DeskPage.open(user)
    opened = await page.send("open")
    scrolled = await page.send("scroll")
    single = await measure_single_events(page, sender)
    burst = await measure_burst(page, sender)
    plain = await page.send("plain")
    await page.close()
    searches = await measure_searches(running, user, user_id=user_id)
    naive = await DeskPage.open(user, each_event=True)
    await naive.send("open")
    naive_burst = await measure_burst(naive, sender)
    await naive.close()
    await user.close()
    return {
        f"search among {CLIENTS:,} clients, API answer": summarize(searches, "ms"),
        f"navigation -> first of {ROWS:,} rows; all rows": f"{opened['first']:.0f}; {opened['all']:.0f} ms",
        "opened again in the app -> first rows": f"{opened['again']:.0f} ms",
        "DOM nodes of the page": str(opened["nodes"]),
        "frames while scrolling": summarize_frames(scrolled),
        "pushed event -> painted": summarize(single, "ms"),
        f"pushed event -> painted, at {EVENTS_PER_SECOND:,} events/s": summarize(burst, "ms"),
        "baseline, plain table: DOM nodes; all rows painted": f"{plain['nodes']}; {plain['first']:.0f} ms",
        "baseline, plain table: frames while scrolling": summarize_frames(plain["frames"]),
        "baseline, plain table: row changed -> painted": summarize(plain["changed"], "ms"),
        f"baseline, drawn once per event, at {EVENTS_PER_SECOND:,} events/s": summarize(naive_burst, "ms"),
    }


def insert_requests(running: RunningStack, user: Diner) -> dict[int, int]:
    """Make the user a concierge with 5,000 requests and stop the account with a kill switch.

    Returns the reservation ids by group id.
    """
    row = running.query("update app_user set is_concierge = true where email = %s returning id", user.email)[0]
    running.query(
        "insert into kill_switch (scope, key, reason, created_by) values ('account', %s, 'bench', 'bench')"
        " returning id",
        str(user.account_id),
    )
    rows = running.query(INSERT_REQUESTS, user=row["id"], account=user.account_id, rows=ROWS)
    return {row["group_id"]: row["id"] for row in rows}


class TickSender:
    """Sends watch ticks as the relay does. The field `last_check_at`, which the row shows, has the time of sending."""

    def __init__(self, layer: RedisPubSubChannelLayer, *, user_id: int, requests: dict[int, int]) -> None:
        self._layer = layer
        self._user_id = user_id
        self.requests = requests

    async def send(self, group_id: int) -> None:
        """Send one live tick about a group to its user's page."""
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        tick = {
            "group_id": group_id, "reservation_id": self.requests[group_id], "state": "watching", "checks": 7,
            "attempts": 0, "last_check_at": now, "next_check_at": None, "interval_ms": 0,
        }  # fmt: skip
        packet = codec.encode_text_event("live", {"type": "watch.ticks", "at": now, "ticks": [tick]})
        await self._layer.group_send(GROUP, {"type": "live", "packets": [[self._user_id, [packet]]]})


async def measure_searches(running: RunningStack, user: Diner, *, user_id: int) -> list[float]:
    """Fill the client book to 5,000 clients and return the ms of each search by a part of a name, e-mail or phone."""
    running.query(INSERT_CLIENTS, user=user_id, clients=CLIENTS)
    rng = random.Random(3)
    took = []
    for _ in range(SEARCHES):
        number = str(rng.randrange(CLIENTS))
        letters = number.translate(str.maketrans("0123456789", "abcdefghij"))
        text = rng.choice([f"guest{letters}", f"guest{number}@", f"212{number}"])
        started = time.monotonic()
        await user.call("GET", f"/api/clients/?search={text}")
        took.append((time.monotonic() - started) * 1000)
        await asyncio.sleep(0.02)
    return took


async def measure_single_events(page: DeskPage, sender: TickSender) -> list[float]:
    """Return the ms from sending to painting, for single events about rows on the screen."""
    visible: Sequence[int] = (await page.send("watch"))["visible"]
    rng = random.Random(1)
    for _ in range(PUSHES):
        await sender.send(rng.choice(visible))
        await asyncio.sleep(0.05 + rng.random() * 0.05)
    await asyncio.sleep(1)
    return painting_delays(await page.send("painted"))


async def measure_burst(page: DeskPage, sender: TickSender) -> list[float]:
    """Return the ms from sending to painting, for a burst of events about all rows.

    Only events about rows on the screen are painted and counted.
    """
    visible: Sequence[int] = (await page.send("watch"))["visible"]
    groups = list(sender.requests)
    rng = random.Random(2)
    start = time.monotonic()
    for number in range(BURST_SECONDS * EVENTS_PER_SECOND):
        await sender.send(rng.choice(visible if rng.random() < VISIBLE_SHARE else groups))
        ahead = start + number / EVENTS_PER_SECOND - time.monotonic()
        if ahead > 0:
            await asyncio.sleep(ahead)
    took = time.monotonic() - start
    if took > BURST_SECONDS * 1.2:
        print(f"  the burst took {took:.1f} s instead of {BURST_SECONDS} s", flush=True)
    await asyncio.sleep(3)
    return painting_delays(await page.send("painted"))


def painting_delays(reply: dict[str, list[tuple[float, float]]]) -> list[float]:
    """Return the ms from the sending of each event to the frame that shows it."""
    return [painted - sent for sent, painted in reply["painted"]]


def summarize_frames(deltas: list[float]) -> str:
    """Summarize the durations of frames and count the long ones."""
    long = sum(delta > LONG_FRAME_MS for delta in deltas)
    return f"n {len(deltas)}  p95 {percentile(deltas, 0.95):.1f}  max {max(deltas):.1f} ms, {long} over 50 ms"
