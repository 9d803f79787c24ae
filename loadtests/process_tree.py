"""Measures the CPU time and memory (PSS) of every process of a running stack, by name. Linux only.

CPU time is the kernel's count for a process and for its children that have exited. So the difference between two
readings of the whole tree includes the processes that ended between them.
"""

import contextlib
import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import psutil

PROC = Path("/proc")
ENDED = "processes that ended"
SUPERVISOR = "supervisor"
_TICKS = os.sysconf("SC_CLK_TCK")
# Title or program of a process that Ray or PostgreSQL has started -> its name in GLOSSARY.md or in Ray.
_TITLES = {
    "ray::NodeAgent": "agents of the nodes",
    "ray::VenueActor": "watcher",
    "ray::DashboardAgent": "ray: dashboard agent",
    "ray::RuntimeEnvAgent": "ray: runtime environment agent",
    "ray::IDLE": "ray: idle worker",
}
_PROGRAMS = {
    "gcs_server": "ray: GCS",
    "raylet": "ray: raylet",
    "dashboard.py": "ray: dashboard",
    "agent.py": "ray: dashboard agent",
    "main.py": "ray: runtime environment agent",
    "default_worker.py": "zygote",
    "sleep": "ray: agents that only wait",
}


class Key(NamedTuple):
    """A process: its pid, and its start in clock ticks since boot, because pids are reused."""

    pid: int
    started: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The state of one process at one moment. `cpu` is its CPU time in seconds, `ended` that of its children that have
    exited.
    """

    parent: int
    command: tuple[str, ...]
    cpu: float
    ended: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """The resources that all processes of one name use: CPU in percent of one core, PSS in MB, and the number of
    processes.
    """

    cpu: float
    pss: float = 0.0
    count: int = 0


def read_tree(root: int) -> dict[Key, Reading]:
    """Read the process `root` and all its descendants. Return {} if `root` has exited."""
    with contextlib.suppress(psutil.NoSuchProcess):
        top = psutil.Process(root)
        found = (read_process(one.pid) for one in (top, *top.children(recursive=True)))
        return dict(one for one in found if one is not None)
    return {}


def read_process(pid: int) -> tuple[Key, Reading] | None:
    """Read one process. Return None if it has exited."""
    try:
        stat, command = (PROC / str(pid) / "stat").read_text(), (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    user, system, ended_user, ended_system = map(int, fields[11:15])
    # A process that sets its title overwrites its arguments and pads them.
    arguments = tuple(part.decode(errors="replace").strip() for part in command.split(b"\0") if part.strip())
    return Key(pid, int(fields[19])), Reading(
        parent=int(fields[1]),
        command=arguments,
        cpu=(user + system) / _TICKS,
        ended=(ended_user + ended_system) / _TICKS,
    )


def read_pss(pid: int) -> float:
    """Return the proportional set size of one process in MB, 0 if it has exited."""
    try:
        rollup = (PROC / str(pid) / "smaps_rollup").read_text()
    except OSError:
        return 0.0
    return next(int(line.split()[1]) * 1024 / 1e6 for line in rollup.splitlines() if line.startswith("Pss:"))


def name_processes(
    tree: Mapping[Key, Reading], *, root: int, parts: Mapping[str, int], applications: Mapping[int, str]
) -> dict[Key, str]:
    """Return a name for each process.

    `parts` maps the names of the stack's parts to pids, and `applications` the pid of a PostgreSQL server process to
    the application name of its client.
    """
    part_of = {pid: part.partition("-")[0] for part, pid in parts.items()}
    by_pid = {key.pid: reading for key, reading in tree.items()}

    def find_part(pid: int) -> str:
        while pid in by_pid and pid not in part_of:
            pid = by_pid[pid].parent
        return part_of.get(pid, SUPERVISOR)

    names = {}
    for key, reading in tree.items():
        if key.pid == root:
            names[key] = SUPERVISOR
        elif key.pid in part_of:
            names[key] = part_of[key.pid]
        elif key.pid in applications:
            names[key] = f"postgres: {applications[key.pid] or 'other clients'}"
        else:
            names[key] = describe_command(reading.command, part=find_part(key.pid))
    return names


def describe_command(command: tuple[str, ...], *, part: str) -> str:
    """Return the name of a process that a part has started, from its command line or title."""
    if part == "postgres":
        return "postgres: server"
    title = command[0].partition(".")[0] if command else ""
    if title in _TITLES:
        return _TITLES[title]
    for argument in command[:4]:
        if (program := os.path.basename(argument)) in _PROGRAMS and part == "ray":
            return _PROGRAMS[program]
    return f"{part}: other"


def measure_footprints(
    before: Mapping[Key, Reading],
    after: Mapping[Key, Reading],
    *,
    names: Mapping[Key, str],
    pss: Mapping[Key, float],
    seconds: float,
) -> dict[str, Footprint]:
    """Return the resources that each name used between two readings `seconds` apart, the largest CPU time first.

    A process that started between the readings counts from its start. The CPU time of processes that ended between them
    is in the `ended` of their parents, and is returned as one entry for all names.
    """
    cpu: dict[str, float] = defaultdict(float)
    ended = -sum(reading.cpu + reading.ended for key, reading in before.items() if key not in after)
    for key, reading in after.items():
        start = before.get(key)
        cpu[names[key]] += reading.cpu - (start.cpu if start else 0.0)
        ended += reading.ended - (start.ended if start else 0.0)
    if ended > 0:
        cpu[ENDED] = ended
    return {
        name: Footprint(
            cpu=100 * used / seconds,
            pss=sum(pss[key] for key in after if names[key] == name),
            count=sum(names[key] == name for key in after),
        )
        for name, used in sorted(cpu.items(), key=lambda item: -item[1])
    }


def add_up(footprints: Mapping[str, Footprint]) -> Footprint:
    """Return the sum of the footprints of all names."""
    every = footprints.values()
    return Footprint(
        cpu=sum(one.cpu for one in every), pss=sum(one.pss for one in every), count=sum(one.count for one in every)
    )
