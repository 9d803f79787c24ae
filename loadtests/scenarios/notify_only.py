"""Notify-only requests wait while tables open one by one. No booking, hold or terms call reaches a platform.

Every `--every` seconds a table opens at the next venue, stays until its user was notified, and is taken by a stranger.
Half an hour passes before a time of a venue is used again, because a user is notified of a table once in 30 minutes. A
request causes at most 6 messages an hour; open pages get the other openings as events. Run this scenario for an hour
(`--minutes 60`) before you publish a release.
"""

import argparse
import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import date_after, find_unwatched_venues, register_diner, wait_until
from loadtests.percentiles import percentile, summarize
from loadtests.process_tree import add_up
from loadtests.push_service import PushService
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.idle import measure
from loadtests.scenarios.nodes.poll_gaps import measure_longest_gaps
from loadtests.truth import TruthLog

PLATFORMS = ("resy", "opentable")
# Calls that a notify-only request never makes.
FORBIDDEN = ("booking", "hold", "terms")
TIMES = tuple(f"{minute // 60}:{minute % 60:02d}" for minute in range(18 * 60, 21 * 60, 15))
# The largest number of messages about openings that a request causes in an hour (apps/outcomes/rules/openings.py).
MESSAGES_AN_HOUR = 6
NOTIFIED_SECONDS = 30.0
GOAL_SECONDS = 3.0
# The longest time without a poll of a venue: the watchers must be alive all the time.
LONGEST_GAP_SECONDS = 60.0
NOTIFIED = (
    "select count(*) filter (where o.shown_as = 'message') as messages, count(*) as openings"
    " from opening o join reservation r on r.id = o.reservation_id"
    " where r.group_id = %s and o.shown_as in ('message', 'event')"
)


@dataclass
class Waiting:
    """One notify-only request. `opened` and `notified` count its tables; `waits` are the seconds from each opening to
    its push.
    """

    source: str
    venue: dict[str, Any]
    email: str
    group_id: int
    device: str
    opened: int = 0
    notified: int = 0
    waits: list[float] = field(default_factory=list)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="notify_only", description=__doc__)
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--diners", type=int, default=4, help="diners, each with one venue of each platform")
    parser.add_argument("--every", type=float, default=20, help="seconds between two openings")
    options, running = parser.parse_args(argv), RunningStack.find()
    control, date = SimulatorControl(running.control_url), date_after(6)
    async with PushService.serving() as service:
        waiting = await submit_requests(running, service=service, date=date, count=options.diners)
        await asyncio.sleep(10)
        first = await control.last_entry()
        seconds, started_ms, begun = 60 * options.minutes, time.time() * 1000, time.monotonic()
        measuring = asyncio.create_task(measure(running, seconds=seconds))
        number = 0
        while (due := begun + number * options.every) < begun + seconds:
            await asyncio.sleep(max(0.0, due - time.monotonic()))
            one = waiting[number % len(waiting)]
            await open_table(one, running=running, control=control, service=service, date=date)
            number += 1
        footprints, ended_ms = await measuring, time.time() * 1000
        await delete_requests(running, waiting)
    log = await TruthLog.read(control, since=first)
    await control.close()
    section = Section(name="notify_only", about=str(__doc__))
    section.saw("tables opened", number, of=seconds / options.every)
    section.saw("openings notified", sum(one.notified for one in waiting), of=number)
    report_openings(section, waiting, minutes=options.minutes, pushes=service.total)
    report_calls(section, log, waiting, start_ms=started_ms, end_ms=ended_ms)
    section.metrics["all processes of the stack"] = f"{add_up(footprints).cpu:.1f} % of a core"
    return section


async def submit_requests(running: RunningStack, *, service: PushService, date: str, count: int) -> Sequence[Waiting]:
    """Sign up diners with a device each, and submit one notify-only request of each at each platform.

    The requests of a platform are not neighbors in the result, so that openings alternate between the platforms.
    """
    venues = {one: find_unwatched_venues(running, count=count, source=one) for one in PLATFORMS}
    waiting = []
    for number in range(count):
        for source in PLATFORMS:
            diner = await register_diner(running, name=f"only-{source}{number}")
            if source == "opentable":
                await diner.connect_opentable(phone=f"+1212555{2000 + number}")
            venue = venues[source][number]
            waiting.append(await submit_request(diner, source=source, venue=venue, date=date, service=service))
            # The diner has no open page from now on.
            await diner.close()
    return waiting


async def submit_request(
    diner: Diner, *, source: str, venue: dict[str, Any], date: str, service: PushService
) -> Waiting:
    """Submit one notify-only request whose window contains all TIMES."""
    device = await service.subscribe(diner)
    group = await diner.submit_request(
        venues=[venue["id"]], dates=[date], start=TIMES[0], end="21:00", notify_only=True
    )
    return Waiting(source=source, venue=venue, email=diner.email, group_id=group["group_id"], device=device)


async def open_table(
    one: Waiting, *, running: RunningStack, control: SimulatorControl, service: PushService, date: str
) -> None:
    """Open one table, wait until its user was notified, and let a stranger take it."""
    got = service.received[one.device]
    pushes, at = len(got), TIMES[one.opened % len(TIMES)]
    freed = await control.free_tables(venue_id=one.venue["venue_id"], date=date, at=at, source=one.source)
    instant, one.opened = time.perf_counter(), one.opened + 1

    async def notified() -> bool:
        row = (await asyncio.to_thread(running.query, NOTIFIED, one.group_id))[0]
        return bool(row["openings"] >= one.opened)

    if await wait_until(notified, seconds=NOTIFIED_SECONDS, every=0.5):
        one.notified += 1
        # Whether this opening causes a push depends on the number of messages in the hour before.
        if await wait_until(lambda: len(got) > pushes, seconds=5):
            one.waits.append(got[pushes] - instant)
    await control.take_remaining(freed)


async def delete_requests(running: RunningStack, waiting: Sequence[Waiting]) -> None:
    """Delete the requests, so that no watcher polls for them after the scenario."""
    for one in waiting:
        diner = await Diner.sign_in(base_url=running.base_url, email=one.email)
        await diner.call("DELETE", f"/api/reservations/{one.group_id}/", accept=(404, 409))
        await diner.close()


def report_openings(section: Section, waiting: Sequence[Waiting], *, minutes: float, pushes: int) -> None:
    """Add the numbers of openings and pushes to the section.

    Each opening must have been notified, and the first 6 openings of a request must have caused a push.
    """
    opened, notified = sum(one.opened for one in waiting), sum(one.notified for one in waiting)
    waits = [wait for one in waiting for wait in one.waits]
    section.metrics |= {
        "duration of the openings": f"{minutes:g} min",
        "requests": f"{len(waiting)}, " + " and ".join(_count(waiting, source) for source in PLATFORMS),
        "tables opened": str(opened),
        "openings of which the user was notified": str(notified),
        "pushes (at most 6 an hour for a request)": str(pushes),
        "table open -> push received": summarize(waits, "s", digits=2),
    }
    section.require(notified == opened, f"users were notified of {notified} of {opened} openings")
    least = sum(min(one.opened, MESSAGES_AN_HOUR) for one in waiting)
    section.require(len(waits) >= least, f"{len(waits)} openings caused a push, at least {least} had to")
    slow = percentile(waits, 0.95) if waits else GOAL_SECONDS + 1
    section.require(slow <= GOAL_SECONDS, f"p95 is {slow:.2f} s, above the goal of {GOAL_SECONDS:g} s")


def report_calls(
    section: Section, log: TruthLog, waiting: Sequence[Waiting], *, start_ms: float, end_ms: float
) -> None:
    """Add the numbers of calls at each platform to the section.

    There must be no call of a FORBIDDEN kind, and every venue must have been polled all the time.
    """
    for source in PLATFORMS:
        kinds, paths = log.calls_by_kind(source), log.calls_by_path(source)
        venues = [str(one.venue["venue_id"]) for one in waiting if one.source == source]
        gaps = measure_longest_gaps(log.polls(source), venues=venues, start_ms=start_ms, end_ms=end_ms)
        longest = max(gaps.values())
        section.metrics |= {
            **{f"{source}: {kind} calls": str(kinds[kind]) for kind in FORBIDDEN},
            f"{source}: polls": str(kinds["poll"]),
            f"{source}: longest time without a poll of a venue": f"{longest:.1f} s",
            f"{source}: all calls": ", ".join(f"{number} x {path}" for path, number in sorted(paths.items())),
        }
        for kind in FORBIDDEN:
            section.require(not kinds[kind], f"{kinds[kind]} {kind} calls at {source} for notify-only requests")
        section.require(longest <= LONGEST_GAP_SECONDS, f"a venue at {source} was not polled for {longest:.0f} s")
    booked = len(log.of_kind("booked", "locked"))
    section.metrics["tables booked or held in the simulator's log"] = str(booked)
    section.require(not booked, f"{booked} tables were booked or held")


def _count(waiting: Sequence[Waiting], source: str) -> str:
    return f"{sum(one.source == source for one in waiting)} at {source}"
