"""500 users wait on 100 keys (venue, date, party size). The platform must not receive more polls than for 100 users.

First one user waits on each key. Then 400 more users join, most of them at popular venues (Zipf's law). The polls of
both phases are counted at the platform, and no second may have more polls than the budget allows. Then the kill switch
stops the platform. The scenario measures when the last poll is sent, and the CPU time and memory of idle watchers.
"""

import argparse
import asyncio
import statistics
import time

import psutil

from loadtests import plots
from loadtests.clients import SimulatorControl
from loadtests.fixtures import find_unwatched_venues
from loadtests.management import run_manage
from loadtests.processes import WatcherCost, measure_cost
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.truth import TruthLog, count_per_second, max_per_second
from loadtests.users.waiting import WaitingUsers, distribute_users


def make_parser(name: str, about: str | None) -> argparse.ArgumentParser:
    """Return a parser with the options that shared_polling and cancellation_trickle have in common."""
    options = argparse.ArgumentParser(prog=name, description=about)
    options.add_argument("--keys", type=int, default=100)
    options.add_argument("--users", type=int, default=500)
    options.add_argument("--seconds", type=float, default=30, help="how long polls are counted in each phase")
    return options


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    options, running = make_parser("shared_polling", __doc__).parse_args(argv), RunningStack.find()
    control, section = SimulatorControl(running.control_url), Section(name="shared_polling", about=str(__doc__))
    users = WaitingUsers(venues=find_unwatched_venues(running, count=options.keys))
    try:
        await compare_polls(users, running=running, control=control, options=options, section=section)
        await measure_watchers(running=running, control=control, options=options, section=section)
    finally:
        await users.close()
        await control.close()
    return section


async def compare_polls(
    users: WaitingUsers,
    *,
    running: RunningStack,
    control: SimulatorControl,
    options: argparse.Namespace,
    section: Section,
) -> None:
    """Add the users in two steps, compare the polls of both steps, and add the result to the section."""
    await users.grow([1] * options.keys, running=running)
    few = await record_polls(control, options.seconds)
    await users.grow(distribute_users(keys=options.keys, users=options.users), running=running)
    many = await record_polls(control, options.seconds)
    budget = float(running.env["POLL_BUDGET"])
    change = 100 * (len(many) / len(few) - 1)
    section.metrics |= {
        f"polls per second, {options.keys} users on {options.keys} keys": f"{len(few) / options.seconds:.2f}",
        f"polls per second, {len(users.requests)} users on {options.keys} keys": f"{len(many) / options.seconds:.2f}",
        "change": f"{change:+.2f} %",
        f"most polls in one second (budget {budget:g})": f"{max_per_second(few)} and {max_per_second(many)}",
    }
    section.saw("polls by each number of users", min(len(few), len(many)), of=planned_polls(running, options))
    section.require(abs(change) <= 2, f"polls changed by {change:+.2f} % with more users on the same keys")
    section.require(
        max(max_per_second(few), max_per_second(many)) <= budget, "a second with more polls than the budget"
    )
    section.plots["Polls in each second"] = plots.over_time(
        {
            f"{options.keys} users": count_per_second(few, start_ms=few[0])[:-1],
            f"{options.users} users": count_per_second(many, start_ms=many[0])[:-1],
        },
        y="polls",
        limit=budget,
    )


def planned_polls(running: RunningStack, options: argparse.Namespace) -> float:
    """Return the number of polls of all keys in the measured time, at the shortest period within the budget."""
    budget, period = float(running.env["POLL_BUDGET"]), float(running.env["POLL_SECONDS"])
    return float(options.seconds * min(budget, options.keys / period))


async def measure_watchers(
    *, running: RunningStack, control: SimulatorControl, options: argparse.Namespace, section: Section
) -> None:
    """Measure the CPU time and memory of watchers that poll and of idle watchers.

    Must be the last measurement, because the controller stops idle watchers.
    """
    polls, cost = await asyncio.gather(
        record_polls(control, options.seconds), measure_cost(running, seconds=options.seconds)
    )
    section.saw("polls before the switch", len(polls), of=planned_polls(running, options))
    rate = len(polls) / options.seconds
    section.metrics |= cost.metrics(f"{len(cost.pss)} watchers that send {rate:.1f} polls per second together")
    section.metrics["polls per second of the watchers' CPU time, idle time included"] = (
        f"{len(polls) / cost.cpu_seconds:.0f}"
    )
    idle = await measure_kill_switch(running=running, control=control, section=section)
    section.metrics |= idle.metrics(f"{len(idle.pss)} idle watchers")
    # On a busy machine, the controller may have stopped all idle watchers before they were measured.
    if idle.pss:
        fit = int(psutil.virtual_memory().total / 1e6 * 0.75 / statistics.fmean(idle.pss))
        section.metrics["watchers that fit into three quarters of this machine's memory"] = str(fit)


async def measure_kill_switch(*, running: RunningStack, control: SimulatorControl, section: Section) -> WatcherCost:
    """Set the kill switch of the platform, measure when the last poll is sent, and clear the switch again.

    Returns the cost of the idle watchers. The controller stops idle watchers after 20 s; the measurement ends before.
    """
    since = await control.last_entry()
    await asyncio.to_thread(run_manage, running, "switch", "off", "platform", "resy", "--reason", "load test")
    at = time.time() * 1000
    try:
        await asyncio.sleep(6)
        idle = await measure_cost(running, seconds=10)
        late = [poll["received_ms"] - at for poll in (await TruthLog.read(control, since=since)).polls()]
    finally:
        await asyncio.to_thread(run_manage, running, "switch", "on", "platform", "resy")
    last = max((ms / 1000 for ms in late), default=0.0)
    section.metrics["kill switch set -> last poll"] = f"{max(last, 0):.1f} s"
    section.require(last <= 5, f"the last poll was sent {last:.1f} s after the kill switch")
    return idle


async def record_polls(control: SimulatorControl, seconds: float) -> list[float]:
    """Wait `seconds` and return the arrival times (unix ms) of the polls in this time, in ascending order."""
    start = time.time() * 1000
    since = await control.last_entry()
    await asyncio.sleep(seconds + 0.5)
    log = await TruthLog.read(control, since=since)
    return sorted(poll["received_ms"] for poll in log.polls() if start <= poll["received_ms"] < start + seconds * 1000)
