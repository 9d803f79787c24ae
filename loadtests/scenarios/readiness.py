"""Eight faults of a release request, planted one after the other while its page is open in Chromium.

Each fault is planted where it happens: at the simulated platforms, at the push service, by an operator, by a booking.
The scenario measures when the page shows the fault's own line in red, cures the fault, and measures when the page shows
all lines in green. The release is in half an hour. Both requests of the diner are rehearsed, and the calls of the
rehearsals are counted at the platforms.

The fault of the meal is the only one that is planted in the database: a real booking of the diner is moved to the date
of the release, because filing refuses every request that leads there.
"""

import argparse
import asyncio
import datetime as dt
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    SubmittedRequest,
    delete_requests,
    find_unwatched_venues,
    register_diner,
    submit_request,
    wait_until,
)
from loadtests.open_readiness import OpenReadiness, all_ok, failed_only
from loadtests.push_service import PushService
from loadtests.readiness_faults import FEE_CENTS, Fault, World, faults
from loadtests.releases import NEW_YORK
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog

# The longest time from a cure until every line is green.
CURED_SECONDS = 30.0
# The longest time until the page shows a fault. A fault that only the platform knows is read after a minute.
PLANTED_SECONDS = 100.0
# A cure is delayed by a random time of up to this. Right after the page has loaded its lines, it would show soonest.
MOST_WAIT_SECONDS = 12.0
RELEASE_IN = dt.timedelta(minutes=29)
PLATFORMS = ("resy", "opentable")
# The booking call, and the calls that in this scenario only a rehearsal makes.
BOOKING_STEPS = ("booking", "hold", "terms")


@dataclass
class Measured:
    """For each check, the seconds until the page showed its fault (`red`) and the cure (`green`), None if it took too
    long.

    `others` are the other checks whose lines turned red.
    """

    red: dict[str, float | None] = field(default_factory=dict)
    green: dict[str, float | None] = field(default_factory=dict)
    others: dict[str, set[str]] = field(default_factory=dict)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="readiness", description=__doc__)
    parser.add_argument("--only", default="", help="names of checks, separated by commas; all by default")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random times of the cures")
    options, running = parser.parse_args(argv), RunningStack.find()
    rng = random.Random(options.seed)
    section, measured = Section(name="readiness", about=str(__doc__)), Measured()
    async with PushService.serving() as service:
        world = await set_up(running, service=service)
        try:
            rehearsed = await rehearse_all(world)
            async with OpenReadiness.of(world.diner, group_id=world.release.group_id) as page:
                ready = await page.wait_for(all_ok, since=time.time(), seconds=120)
                section.require(ready is not None, f"before the first fault, the page showed {dict(page.lines)}")
                wanted = options.only.split(",") if options.only else None
                planned = [fault for fault in faults(world) if wanted is None or fault.check in wanted]
                for fault in planned:
                    if ready is not None:
                        wait = rng.uniform(0, MOST_WAIT_SECONDS)
                        await measure(fault, page=page, measured=measured, wait=wait)
            rehearsed += world.rehearsed
        finally:
            await clean_up(world)
    bookings = len((await TruthLog.read(world.control, since=world.first)).booking_calls())
    await world.control.close()
    section.saw("lines turned red by their faults", sum(map(is_seen, measured.red.values())), of=len(planned))
    section.saw("rehearsals", len(rehearsed), of=len(PLATFORMS))
    report_lines(section, measured)
    report_rehearsals(section, rehearsed, bookings=bookings)
    return section


async def set_up(running: RunningStack, *, service: PushService) -> World:
    """Sign up a diner with accounts at both platforms and one device, and file a release request at Resy and a cancel
    request at OpenTable.

    At both venues, a table is open on a day that no request wants, so that rehearsals can read terms.
    """
    control = SimulatorControl(running.control_url)
    diner = await register_diner(running, name="ready")
    await diner.connect_opentable(phone="+12125553100")
    device = await service.subscribe(diner)
    only_push = [{"topic": "needs_you", "channel": "email", "on": False}]
    await diner.call("PATCH", "/api/notification-settings/choices/", json={"choices": only_push})
    [here, elsewhere] = find_unwatched_venues(running, count=2)
    [other] = find_unwatched_venues(running, count=1, source="opentable")
    release = await file_release(running, diner, venue=here, day=_day(running, here, 15))
    first = await control.last_entry()
    world = World(
        running=running, control=control, diner=diner, service=service, device=device, release=release,
        elsewhere=elsewhere, other=await submit_request(diner, venue=other, date=_day(running, other, 9)), first=first,
    )  # fmt: skip
    await world.set_fee(FEE_CENTS)
    for venue, source in ((here, "resy"), (other, "opentable")):
        day = _day(running, venue, 2)
        await control.free_tables(venue_id=venue["venue_id"], date=day, at="19:00", source=source)
    await world.send_test_message()
    return world


async def clean_up(world: World) -> None:
    """Cure every fault that an interrupted run has left behind, and delete the requests."""
    await world.switch("on")
    await world.set_clock(0)
    await world.set_listing()
    await world.set_fee(0)
    await delete_requests([world.release, world.other], accept=(404, 409))
    await world.diner.close()


async def file_release(running: RunningStack, diner: Diner, *, venue: dict[str, Any], day: str) -> SubmittedRequest:
    """File a release request whose release is in half an hour, with the venue's fee as fee ceiling."""
    at = dt.datetime.now(NEW_YORK) + RELEASE_IN
    group = await diner.submit_request(
        venues=[venue["id"]],
        dates=[day],
        snipe_type="release",
        release_date=at.date().isoformat(),
        release_time=f"{at:%H:%M}",
        fee_ceiling_cents=FEE_CENTS,
    )
    member = group["members"][0]["id"]
    return SubmittedRequest(diner=diner, group_id=group["group_id"], reservation_id=member, venue=venue, date=day)


async def rehearse_all(world: World) -> list[tuple[str, Counter[str]]]:
    """Rehearse both requests. Return for each the platform and the number of calls at both platforms by kind."""
    groups = {"resy": world.release.group_id, "opentable": world.other.group_id}
    return [(source, await world.rehearse(group_id)) for source, group_id in groups.items()]


async def measure(fault: Fault, *, page: OpenReadiness, measured: Measured, wait: float) -> None:
    """Cause one fault, wait for its red line, cure it `wait` seconds later, and wait until all lines are green.

    The time to the red line is measured from the fault, the time to green lines from the beginning of the cure.
    """
    begun = time.time()
    await fault.plant()
    planted = time.time()
    measured.red[fault.check] = await page.wait_for(failed_only(fault.check), since=planted, seconds=PLANTED_SECONDS)
    print(f"{fault.check}: red after {_seconds(measured.red[fault.check])}, lines {dict(page.lines)}", flush=True)
    await asyncio.sleep(wait)
    cured = time.time()
    await fault.cure()
    measured.green[fault.check] = await page.wait_for(all_ok, since=cured, seconds=CURED_SECONDS)
    measured.others[fault.check] = page.failed_since(begun) - {fault.check}
    print(f"{fault.check}: green after {_seconds(measured.green[fault.check])}", flush=True)
    if measured.green[fault.check] is None:
        # The next fault begins with green lines, even if that took too long.
        await wait_until(lambda: all_ok(page.lines), seconds=60)


def report_lines(section: Section, measured: Measured) -> None:
    """Add the times of each check to the section.

    Each fault must turn its own line red and no other line. Within 30 s after the cure, all lines must be green.
    """
    for check, red in measured.red.items():
        green, others = measured.green[check], sorted(measured.others[check])
        section.metrics[f"{check}: fault -> red"] = _seconds(red)
        section.metrics[f"{check}: cure -> green"] = _seconds(green)
        section.require(red is not None, f"{check}: its line alone did not turn red within {PLANTED_SECONDS:.0f} s")
        section.require(green is not None, f"{check}: not all lines were green {CURED_SECONDS:.0f} s after the cure")
        section.require(not others, f"{check}: these lines turned red too: {', '.join(others)}")


def report_rehearsals(section: Section, rehearsed: list[tuple[str, Counter[str]]], *, bookings: int) -> None:
    """Add the calls of the rehearsals to the section. None may be a booking call.

    The one booking call of the scenario belongs to the fault of the meal.
    """
    for platform in PLATFORMS:
        runs = [calls for source, calls in rehearsed if source == platform]
        total = sum(runs, Counter[str]())
        shown = ", ".join(f"{total[kind]} {kind}" for kind in BOOKING_STEPS)
        section.metrics[f"calls of {len(runs)} rehearsals at {platform}"] = shown
        section.require(bool(runs), f"no request was rehearsed at {platform}")
        section.require(total["terms"] + total["hold"] > 0, f"a rehearsal at {platform} read no terms")
        section.require(not total["booking"], f"{total['booking']} booking calls of rehearsals at {platform}")
    section.metrics["booking calls of the whole run"] = f"{bookings} (the table of the meal's fault)"
    section.require(bookings <= 1, f"{bookings} booking calls, at most one was meant")


def is_seen(seconds: float | None) -> bool:
    """Return whether something happened in time."""
    return seconds is not None


def _day(running: RunningStack, venue: dict[str, Any], ahead: int) -> str:
    """Return the date `ahead` days after today's date at a venue."""
    zone = running.query("select time_zone from venue where id = %s", venue["id"])[0]["time_zone"]
    return (dt.datetime.now(ZoneInfo(zone)).date() + dt.timedelta(days=ahead)).isoformat()


def _seconds(value: float | None) -> str:
    return "not in time" if value is None else f"{value:.1f} s"
