"""Measures the CPU time and memory of every process of an idle stack, first with its demo data, then with no active
request.

No browser page is open. CPU time is in percent of one core, as the kernel counts it for each process of the stack,
including the simulator. Memory is the proportional set size (PSS). The report names the parts of the stack, Ray's
processes and PostgreSQL's clients.
"""

import argparse
import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass

import psutil

from loadtests import slo
from loadtests.clients import Diner
from loadtests.fixtures import wait_until
from loadtests.process_tree import (
    Footprint,
    add_up,
    measure_footprints,
    name_processes,
    read_pss,
    read_tree,
)
from loadtests.processes import find_watchers
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.slo import ServiceLevel

STOP_SECONDS = 60.0
# The agents of the nodes end a minute after the last watcher, and the zygote a minute later.
RAY_IDLE_SECONDS = 130.0
APPLICATIONS = "select pid, application_name as name from pg_stat_activity where backend_type = 'client backend'"
ACTIVE = (
    "select distinct g.id, u.email from reservation_group g join app_user u on u.id = g.user_id"
    " join reservation r on r.group_id = g.id where r.status = 'active'"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One measurement, and its goals: CPU in percent of one core, PSS in MB (None: no goal)."""

    name: str
    cpu: float
    pss: float | None = None


DEMO = Phase(name="with demo data", cpu=6.0)
NO_REQUEST = Phase(name="with no active request", cpu=3.0, pss=700.0)


async def run(argv: list[str]) -> Section:
    """Run the scenario on the running stack; return its section of the report."""
    parser = argparse.ArgumentParser(prog="idle", description=__doc__)
    parser.add_argument("--seconds", type=float, default=120, help="duration of each measurement")
    parser.add_argument("--settle", type=float, default=30, help="seconds before each measurement")
    options, running = parser.parse_args(argv), RunningStack.find()
    section = Section(name="idle", about=str(__doc__))
    measured = {}
    section.saw("watchers with the demo data", len(find_watchers(running)), of=1)
    for phase in (DEMO, NO_REQUEST):
        if phase is NO_REQUEST:
            section.metrics["requests deleted"] = str(await delete_active_requests(running))
            stopped = await wait_until(lambda: not find_watchers(running), seconds=STOP_SECONDS, every=1.0)
            section.require(stopped, f"a watcher still ran {STOP_SECONDS:.0f} s after the last request was deleted")
            await asyncio.sleep(RAY_IDLE_SECONDS)
        await asyncio.sleep(options.settle)
        measured[phase] = await measure(running, seconds=options.seconds)
    levels = [level for phase, footprints in measured.items() for level in phase_levels(phase, footprints)]
    section.saw("phases measured", sum(map(bool, measured.values())), of=2)
    before = slo.append_history("idle", levels)
    goals = [level for level in levels if level.held is not None]
    section.metrics |= slo.report_rows(goals, before=before)
    for phase, footprints in measured.items():
        section.metrics |= footprint_rows(phase, footprints, before=before)
    section.require_levels(goals)
    return section


async def measure(running: RunningStack, *, seconds: float) -> dict[str, Footprint]:
    """Measure every process of the stack for some seconds."""
    parts = running.parts()
    root = psutil.Process(parts["web"]).ppid()
    before, started = read_tree(root), time.monotonic()
    await asyncio.sleep(seconds)
    after, passed = read_tree(root), time.monotonic() - started
    # The query's own server process starts after the second reading.
    applications = {row["pid"]: row["name"] for row in running.query(APPLICATIONS)}
    names = name_processes(after, root=root, parts=running.parts(), applications=applications)
    pss = {key: read_pss(key.pid) for key in after}
    return measure_footprints(before, after, names=names, pss=pss, seconds=passed)


async def delete_active_requests(running: RunningStack) -> int:
    """Delete every group with an active reservation, each as its user. Return their number."""
    groups = running.query(ACTIVE)
    for email in {row["email"] for row in groups}:
        diner = await Diner.sign_in(base_url=running.base_url, email=email)
        for row in groups:
            if row["email"] == email:
                await diner.call("DELETE", f"/api/reservations/{row['id']}/")
        await diner.close()
    return len(groups)


def phase_levels(phase: Phase, footprints: Mapping[str, Footprint]) -> list[ServiceLevel]:
    """Return the totals of one phase, which have goals, and the values of each name, which have none."""
    total = add_up(footprints)
    cpu, pss = level_names(phase, "all processes")
    levels = [slo.at_most(cpu, round(total.cpu, 2), target=phase.cpu, unit="% of a core")]
    if phase.pss is not None:
        levels.append(slo.at_most(pss, round(total.pss, 1), target=phase.pss, unit="MB"))
    else:
        levels.append(_plain(pss, total.pss))
    for name, one in footprints.items():
        levels += [
            _plain(level, value) for level, value in zip(level_names(phase, name), (one.cpu, one.pss), strict=True)
        ]
    return levels


def footprint_rows(phase: Phase, footprints: Mapping[str, Footprint], *, before: Mapping[str, float]) -> dict[str, str]:
    """Return the rows of the report's table: one for all processes together, and one for each process name.

    A name that only the previous run had also gets a row. `before` has the values of the previous run by level name
    (level_names).
    """
    rows = {"all processes": add_up(footprints), **footprints}
    gone = [
        name.removeprefix(f"{phase.name}: ").removesuffix(", CPU")
        for name in before
        if name.startswith(f"{phase.name}: ") and name.endswith(", CPU")
    ]
    rows |= {name: Footprint(cpu=0.0) for name in gone if name not in rows}
    return {f"{phase.name}: {name}": _describe(one, phase, name, before) for name, one in rows.items()}


def level_names(phase: Phase, name: str) -> tuple[str, str]:
    """Return the names of the CPU and the PSS of one process name in the history of measurements."""
    return f"{phase.name}: {name}, CPU", f"{phase.name}: {name}, PSS"


def _describe(one: Footprint, phase: Phase, name: str, before: Mapping[str, float]) -> str:
    cpu, pss = (before.get(level) for level in level_names(phase, name))
    earlier = "" if cpu is None or pss is None else f"; before {cpu:.2f} %, {pss:.0f} MB"
    return f"{one.cpu:.2f} % of a core, {one.pss:.0f} MB, {one.count} processes{earlier}"


def _plain(name: str, value: float) -> ServiceLevel:
    return ServiceLevel(name=name, measured=f"{value:.2f}", target="", held=None, value=round(value, 3))
