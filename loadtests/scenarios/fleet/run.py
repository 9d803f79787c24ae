"""How many watchers one cell carries: thousands of stub watchers with the product's store, agents, heartbeat and
controller, on a database and a Ray head of their own, and no platform.

Each number of watchers is one step. First the controller runs alone, with imagined watchers. Then the stub watchers
start, 1,000 of them at one moment. CPU time is what counts: the machine also runs the stubs, so delays are longer than
in a cell with its own machines. The steps with stub watchers end at the first limit that breaks; the controller alone
is measured at every size.
"""

import argparse
import asyncio
import os
from collections import Counter
from contextlib import ExitStack, nullcontext
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from typing import Literal

from loadtests import slo, trends
from loadtests.bench.control_cpu import measure_plan
from loadtests.percentiles import summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.scenarios.fleet.programs import Phase, Programs, programs
from loadtests.scenarios.fleet.rows import fill, limited_role
from loadtests.trends import Step, fleet_levels
from snipers.control.loop import STEADY_SECONDS
from snipers.store.postgres import PostgresStore
from snipers.store.records import Desired
from tools.migrated import scratch_database
from tools.stack.testing import ray_head

# Watchers that start at one moment, as after the loss of a head. The others follow in groups that two cores can start.
MASS_START = 1000
GROUP = 200
START_SECONDS = 60.0
SETTLE_SECONDS = 15.0
# After the start, until the first statements of each connection are planned.
PLANNED_SECONDS = 30.0
# Most seconds of a measurement of the controller alone, whose steps hardly differ.
ALONE_SECONDS = 30.0
# Requests that change in a second, in the second half of each step.
CHANGES = 20.0
# The processes whose CPU the report shows.
SHOWN = ("controller", "agents of the nodes", "PostgreSQL", "watchers")
# A call by Ray costs 2 to 3 ms of CPU at each end, so two cores carry no thousands of watchers that call every 3 s.
CALLED = {"ray": "by Ray", "direct": "in the process of their watchers, without Ray"}


def parse_options(argv: list[str]) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="fleet", description=__doc__)
    parser.add_argument("--watchers", type=int, nargs="+", default=[1000, 4000, 10_000], help="watchers of each step")
    parser.add_argument("--seconds", type=float, default=30, help="duration of each measurement, of four in a step")
    parser.add_argument("--all", action="store_true", help="run every step, also after the first limit that breaks")
    parser.add_argument("--ray", type=int, default=1000, help="most watchers that call their agents by Ray")
    parser.add_argument("--connections", type=int, help="a limit of connections, instead of the server's")
    parser.add_argument("--per-node", type=int, default=80, help="watchers of a node")
    parser.add_argument("--per-process", type=int, default=500, help="stub watchers of a process")
    return parser.parse_args(argv)


async def run(argv: list[str]) -> Section:
    """Run the scenario; return its section of the report."""
    options, running = parse_options(argv), RunningStack.find()
    section, steps = Section(name="fleet", about=str(__doc__)), list[Step]()
    filled, seen = 0, Counter[str]()
    alone_seconds = min(options.seconds, ALONE_SECONDS)
    with scratch_database(running.env["DATABASE_URL"], f"fleet_{os.getpid()}") as url:
        with ExitStack() as cleanup:
            limited = limited_role(url, connections=options.connections) if options.connections else nullcontext(url)
            own = {**os.environ, **running.env, "DATABASE_URL": cleanup.enter_context(limited)}
            head = cleanup.enter_context(ray_head(own))
            for watchers in sorted(options.watchers):
                fill(url, first=filled + 1, last=watchers)
                filled, name = watchers, f"{watchers:,} venues"
                plan = measure_plan(await read_desired(url), now=datetime.now(UTC))
                section.metrics[f"{name}: plan_watchers alone"] = f"{1000 * plan:.1f} ms of CPU"
                own_programs = partial(
                    programs,
                    running=running,
                    url=url,
                    environment=own | head,
                    venues=watchers,
                    node_size=options.per_node,
                    watchers_each=options.per_process,
                )
                with own_programs(mode="imagined") as alone:
                    await alone.wait_until_listening()
                    await asyncio.sleep(SETTLE_SECONDS)
                    for about, phase in (await measure_both(alone, seconds=alone_seconds, venues=watchers)).items():
                        section.metrics |= control_rows(f"{name}, imagined watchers, {about}", phase)
                        seen["steps"] += len(phase.steps)
                if any(step.broken for step in steps) and not options.all:
                    continue
                mode: Literal["ray", "direct"] = "ray" if watchers <= options.ray else "direct"
                section.metrics[f"{watchers:,} watchers: agents are called"] = CALLED[mode]
                with own_programs(mode=mode) as whole:
                    steps.append(await run_step(section, whole, watchers=watchers, options=options, seen=seen))
    sentence = trends.name_first_limit(steps)
    section.metrics["first limit"] = sentence
    section.require(not any(step.broken for step in steps), sentence)
    section.saw("control steps", seen["steps"], of=2 * len(options.watchers) * alone_seconds / STEADY_SECONDS)
    section.saw("watchers with a lease", seen["leased"], of=seen["launched"])
    section.saw("new requests in a roster", seen["in a roster"], of=seen["filed"])
    return section


async def run_step(
    section: Section,
    whole: Programs,
    *,
    watchers: int,
    options: argparse.Namespace,
    seen: Counter[str],
) -> Step:
    """Start so many stub watchers and measure them. Add the rows to the section and the counts to `seen`."""
    name = f"{watchers:,} watchers"
    await whole.wait_until_listening()
    groups = split_launch(watchers)
    took = await whole.launch(groups[0], seconds=START_SECONDS)
    start = await whole.measure(0.0)
    for group in groups[1:]:
        await whole.launch(group, seconds=START_SECONDS)
    await asyncio.sleep(PLANNED_SECONDS)
    phases = await measure_both(whole, seconds=options.seconds, venues=watchers)
    leased = whole.count_watched()
    seen += Counter({"launched": watchers, "leased": leased})
    section.metrics[f"{name}: mass start of {len(groups[0]):,}"] = (
        f"{took:.0f} s, {start.pool_timeouts:,} pool timeouts" + ("" if took < START_SECONDS else "; not all started")
    )
    section.metrics[f"{name}: watchers with a lease"] = f"{leased:,}"
    for about, phase in phases.items():
        section.metrics |= control_rows(f"{name}, {about}", phase) | fleet_rows(f"{name}, {about}", phase)
        seen += Counter({"filed": phase.filed, "in a roster": len(phase.in_roster)})
    every = [*phases.values()]
    levels = fleet_levels(
        missing=watchers - leased,
        start_timeouts=start.pool_timeouts,
        connections=max(phase.connections[0 if options.connections else 1] for phase in every),
        most_connections=options.connections or whole.server_connections(),
        expired=len(frozenset[int]().union(*(phase.expired for phase in every))),
        step_cpu=[cpu for phase in every for cpu, _ in phase.steps],
        step_period=STEADY_SECONDS,
        delivery_seconds=[one for phase in every for one in phase.nudged],
        roster_seconds=[one for phase in every for one in phase.in_roster],
        idle=min(phase.idle for phase in every),
    )
    section.metrics |= {f"{name}: {row}": value for row, value in slo.report_rows(levels, before={}).items()}
    return Step(size=name, levels=levels)


def split_launch(watchers: int) -> list[range]:
    """Return the venues whose watchers start at one moment, for each such moment."""
    first = min(watchers, MASS_START)
    bounds = [0, *range(first, watchers, GROUP), watchers]
    return [range(after + 1, until + 1) for after, until in pairwise(bounds) if until > after]


async def measure_both(own: Programs, *, seconds: float, venues: int) -> dict[str, Phase]:
    """Measure without a change, then with CHANGES new requests a second, which end afterwards."""
    unchanged = await own.measure(seconds)
    changed = await own.measure(seconds, changes=CHANGES, venues=venues)
    own.end_new_requests()
    return {"unchanged": unchanged, f"{CHANGES:g} new requests a second": changed}


async def read_desired(url: str) -> list[Desired]:
    """Return the demand of all venues of the database."""
    store = PostgresStore(url=url)
    try:
        return await store.desired()
    finally:
        await store.close()


def control_rows(name: str, phase: Phase) -> dict[str, str]:
    """Return the rows of the controller's steps."""
    cpu, took = ([step[place] for step in phase.steps] for place in (0, 1))
    return {
        f"{name}: CPU of a control step": summarize(cpu, "s", 2),
        f"{name}: time of a control step": summarize(took, "s", 2),
        f"{name}: control steps": f"{len(cpu) / phase.seconds:.2f} a second, {100 * sum(cpu) / phase.seconds:.0f} %"
        " of a core",
    }


def fleet_rows(name: str, phase: Phase) -> dict[str, str]:
    """Return the rows of the fleet: CPU by process, statements, connections, delays."""
    cpu = ", ".join(f"{part} {phase.cpu.get(part, 0.0):.0f}" for part in SHOWN)
    own, server = phase.connections
    rows = {
        f"{name}: CPU in % of a core": f"{cpu}, everything {sum(phase.cpu.values()):.0f};"
        f" the machine was idle for {100 * phase.idle:.0f} %",
        f"{name}: statements": f"{phase.statements:.0f} a second",
        f"{name}: connections": f"{own:,}; {server:,} of the whole server",
    }
    if phase.filed:
        rows |= {
            f"{name}: posted -> watcher": summarize([1000 * one for one in phase.nudged], "ms", 0),
            f"{name}: new request -> roster": summarize([1000 * one for one in phase.in_roster], "ms", 0),
        }
    return rows
