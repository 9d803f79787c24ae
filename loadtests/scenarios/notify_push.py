"""Tables open for notify-only requests, and every device of the diners gets a push. Nothing is booked.

The scenario is the push service: the diners subscribe with its address. It needs NOTIFY_LOOPBACK=1, which `make load`
sets for its temporary stack. The time of a push is measured from the reply of the simulator that freed the table.
"""

import argparse
import asyncio
import secrets
import time
from base64 import urlsafe_b64encode
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diner, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

# The goal: a push is received within 3 s of the opening, in 95 of 100 cases.
GOAL_SECONDS = 3.0
TIMES = ("18:30", "18:45", "19:00", "19:15", "19:30", "19:45")


@dataclass
class PushService:
    """A push service that accepts everything. `received` are the instants (time.perf_counter) of each device."""

    received: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    url: str = ""

    async def accept(self, request: web.Request) -> web.Response:
        """Store the instant of a push, and answer 201 (RFC 8030)."""
        self.received[request.match_info["device"]].append(time.perf_counter())
        await request.read()
        return web.Response(status=201)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="notify_push", description=__doc__)
    parser.add_argument("--diners", type=int, default=8, help="diners, each with one venue and one device")
    parser.add_argument("--rounds", type=int, default=5, help="openings at each venue, at most 6: the limit of an hour")
    options = parser.parse_args(argv)
    running = RunningStack.find()
    control = SimulatorControl(running.control_url)
    service = PushService()
    application = web.Application()
    application.router.add_post("/send/{device}", service.accept)
    runner = web.AppRunner(application, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    service.url = f"http://127.0.0.1:{runner.addresses[0][1]}"

    venues, date = find_unwatched_venues(running, count=options.diners), date_after(6)
    diners = [await register_diner(running, name=f"push{number}") for number in range(options.diners)]
    devices = [await subscribe(diner, service) for diner in diners]
    for diner, venue in zip(diners, venues, strict=True):
        await diner.submit_request(venues=[venue["id"]], dates=[date], notify_only=True)
        # Every tab is closed.
        await diner.close()
    entry = (await control.get("/truth", since=0, limit=1))["entries"]
    first = entry[0]["n"] if entry else 0
    await asyncio.sleep(5)

    waits: list[float] = []
    late: list[str] = []
    for number in range(options.rounds):
        freed = {
            device: await free(control, venue, date=date, at=TIMES[number])
            for device, venue in zip(devices, venues, strict=True)
        }
        await wait_until(
            lambda count=number + 1: all(len(service.received[one]) >= count for one in devices), seconds=20
        )
        for device, (instant, tables) in freed.items():
            got = service.received[device]
            if len(got) > number:
                waits.append(got[number] - instant)
            else:
                late.append(f"round {number + 1}: a device got no push within 20 s")
            await control.take_remaining(tables)
        await asyncio.sleep(1)

    log = await TruthLog.read(control, since=first)
    calls = log.booking_calls()
    section = Section(
        name="notify_push",
        about=str(__doc__),
        metrics={
            "table open -> push received": summarize(waits, "s", digits=2),
            "pushes": str(sum(len(one) for one in service.received.values())),
            "booking calls in the simulator's log": str(len(calls)),
        },
    )
    expected = options.rounds * options.diners
    total = sum(len(one) for one in service.received.values())
    section.require(not late, "; ".join(late))
    section.require(total == expected, f"{total} pushes for {expected} openings")
    section.require(not calls, f"{len(calls)} booking calls for notify-only requests")
    slow = percentile(waits, 0.95) if waits else GOAL_SECONDS + 1
    section.require(slow <= GOAL_SECONDS, f"p95 is {slow:.2f} s, above the goal of {GOAL_SECONDS} s")
    await runner.cleanup()
    await control.close()
    return section


async def subscribe(diner: Diner, service: PushService) -> str:
    """Turn on notifications for a new device of the diner; return the device's name."""
    device = secrets.token_hex(8)
    point = generate_private_key(SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    keys = {"p256dh": _text(point), "auth": _text(secrets.token_bytes(16))}
    form = {"endpoint": f"{service.url}/send/{device}", "keys": keys}
    await diner.call("POST", "/api/notification-settings/devices/", json=form)
    return device


async def free(control: SimulatorControl, venue: dict[str, Any], *, date: str, at: str) -> tuple[float, Any]:
    """Free one table; return the instant of the reply, and the reply."""
    tables = await control.free_tables(venue_id=venue["venue_id"], date=date, at=at)
    return time.perf_counter(), tables


def _text(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
