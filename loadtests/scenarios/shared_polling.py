"""Five hundred diners wait on a hundred keys (venue, date, party): the platform is asked as often as for one hundred.

First one diner waits on each key; then four hundred more come, most of them to the favourites (Zipf). The polls of both
times are counted at the platform, and no second may hold more than the budget. Then the platform is switched off: when
does the last poll leave, and what do watchers cost that only stand by?
"""

import argparse
import asyncio
import itertools
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import psutil

from loadtests import plots
from loadtests.clients import Diner, SimulatorControl
from loadtests.fixtures import (
    FiledRequest,
    date_after,
    file_request,
    find_unwatched_venues,
    register_diners,
    run_manage,
    set_tier,
    wait_until_polled,
)
from loadtests.processes import Cost, cost
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog, count_per_second, max_per_second

DATE = 6
SETTLE_SECONDS = 15


@dataclass
class Crowd:
    """Who waits where; `places` are the venues, the favourite first."""

    places: list[dict[str, Any]]
    diners: list[Diner] = field(default_factory=list)
    requests: list[FiledRequest] = field(default_factory=list)

    def at(self, place: int) -> list[FiledRequest]:
        """Return who waits at one place."""
        return [request for request in self.requests if request.venue["id"] == self.places[place]["id"]]


def parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """Return the options that both scenarios of a crowd have."""
    options = argparse.ArgumentParser(prog=name, description=about)
    options.add_argument("--keys", type=int, default=100)
    options.add_argument("--users", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30, help="how long polls are counted, each time")
    return options


async def run(argv: list[str]) -> Section:
    """Run against the running copy."""
    options, running = parser("shared_polling", __doc__).parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="shared_polling", about=str(__doc__))
    crowd = Crowd(places=find_unwatched_venues(running, count=options.keys))
    try:
        await grow(crowd, running=running, control=control, options=options, section=section)
        await stand_by(running=running, control=control, options=options, section=section)
    finally:
        await leave(crowd)
        await control.close()
    return section


async def grow(
    crowd: Crowd, *, running: RunningStack, control: SimulatorControl, options: argparse.Namespace, section: Section
) -> None:
    """Let the crowd come in two steps and count the polls of each."""
    await join(crowd, [1] * options.keys, running=running)
    few = await count(control, options.seconds)
    await join(crowd, zipf(keys=options.keys, users=options.users), running=running)
    lot = await count(control, options.seconds)
    budget = float(running.env["POLL_BUDGET"])
    change = 100 * (len(lot) / len(few) - 1)
    section.figures |= {
        f"{options.keys} users on {options.keys} keys: polls a second": f"{len(few) / options.seconds:.2f}",
        f"{len(crowd.requests)} users on {options.keys} keys: polls a second": f"{len(lot) / options.seconds:.2f}",
        "change": f"{change:+.2f} %",
        f"most polls in any one second (budget {budget:g})": f"{max_per_second(few)} and {max_per_second(lot)}",
    }
    section.demand(abs(change) <= 2, f"polls changed by {change:+.2f} % when 400 more came")
    section.demand(max(max_per_second(few), max_per_second(lot)) <= budget, "a second with more polls than the budget")
    section.plots["Polls in each second"] = plots.over_time(
        {
            f"{options.keys} users": count_per_second(few, start_ms=few[0])[:-1],
            f"{options.users} users": count_per_second(lot, start_ms=lot[0])[:-1],
        },
        y="polls",
        limit=budget,
    )


async def stand_by(
    *, running: RunningStack, control: SimulatorControl, options: argparse.Namespace, section: Section
) -> None:
    """Measure the watchers while they poll, then while they only stand by. Comes last: idle watchers are let go."""
    section.figures |= await costs(running=running, control=control, seconds=options.seconds)
    idle = await switched_off(running=running, control=control, section=section)
    section.figures |= idle.figures(f"{len(idle.pss)} watchers that stand by")
    fit = int(psutil.virtual_memory().total / 1e6 * 0.75 / statistics.fmean(idle.pss))
    section.figures["watchers that fit into three quarters of this machine's memory"] = str(fit)


async def costs(*, running: RunningStack, control: SimulatorControl, seconds: float) -> dict[str, str]:
    """Measure the watchers while they poll."""
    polls, used = await asyncio.gather(count(control, seconds), cost(running, seconds=seconds))
    return {
        **used.figures(f"{len(used.pss)} watchers that poll {len(polls) / seconds:.1f} times a second together"),
        "polls for each second of the watchers' CPU, standing by included": f"{len(polls) / used.cpu_seconds:.0f}",
    }


async def switched_off(*, running: RunningStack, control: SimulatorControl, section: Section) -> Cost:
    """Switch the platform off, see when the last poll leaves, measure who stands by, switch it on again.

    Watchers without work are let go after 20 s; until then they stand by.
    """
    since = (await control.get("/truth", since=0, limit=1))["last"]
    await asyncio.to_thread(run_manage, running, "switch", "off", "platform", "resy", "--reason", "load test")
    at = time.time() * 1000
    try:
        await asyncio.sleep(6)
        idle = await cost(running, seconds=10)
        late = [poll["received_ms"] - at for poll in (await TruthLog.read(control, since=since)).polls()]
    finally:
        await asyncio.to_thread(run_manage, running, "switch", "on", "platform", "resy")
    last = max((ms / 1000 for ms in late), default=0.0)
    section.figures["kill switch set -> last poll left"] = f"{max(last, 0):.1f} s"
    section.demand(last <= 5, f"the last poll left {last:.1f} s after the kill switch")
    return idle


def zipf(*, keys: int, users: int) -> list[int]:
    """Return how many wait on each key: shares of 1, 1/2, 1/3 ..., at least one each, `users` in all."""
    shares = [1 / (place + 1) for place in range(keys)]
    counts = [max(1, int(users * share / sum(shares))) for share in shares]
    for place in itertools.cycle(range(keys)):
        if sum(counts) >= users:
            return counts
        counts[place] += 1
    raise AssertionError("unreachable")


async def join(crowd: Crowd, wanted: Sequence[int], *, running: RunningStack) -> None:
    """Add users until each place has `wanted`; wait until all are watched and the pace is set."""
    missing = [place for place, number in enumerate(wanted) for _ in range(number - len(crowd.at(place)))]
    newcomers = await register_diners(running, name="crowd", count=len(missing))
    set_tier(running, newcomers, tier="standard")
    crowd.diners += newcomers
    for diner, place in zip(newcomers, missing, strict=True):
        crowd.requests.append(await file_request(diner, venue=crowd.places[place], date=date_after(DATE)))
    await wait_until_polled(running, crowd.requests, seconds=600)
    await asyncio.sleep(SETTLE_SECONDS)


async def count(control: SimulatorControl, seconds: float) -> list[float]:
    """Return the arrival times (ms) of the polls of the next seconds."""
    start = time.time() * 1000
    since = (await control.get("/truth", since=0, limit=1))["last"]
    await asyncio.sleep(seconds + 0.5)
    log = await TruthLog.read(control, since=since)
    return sorted(poll["received_ms"] for poll in log.polls() if start <= poll["received_ms"] < start + seconds * 1000)


async def leave(crowd: Crowd) -> None:
    """Withdraw every request."""
    for request in crowd.requests:
        await request.diner.call("DELETE", f"/api/reservations/{request.group_id}/", accept=(409,))
    for diner in crowd.diners:
        await diner.close()
