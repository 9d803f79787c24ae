"""Measures the memory (proportional set size, PSS) and the CPU time of watcher processes."""

import asyncio
import contextlib
from dataclasses import dataclass
from typing import Any

import psutil

from loadtests.percentiles import summarize
from loadtests.running import RunningStack


@dataclass(frozen=True)
class WatcherCost:
    """The cost of each watcher that ran during the whole measurement: PSS in MB, and CPU in percent of a core.

    `seconds` is the duration of the measurement.
    """

    pss: list[float]
    cpu: list[float]
    seconds: float

    @property
    def cpu_seconds(self) -> float:
        """The CPU seconds that all watchers used together."""
        return sum(self.cpu) / 100 * self.seconds

    def metrics(self, about: str) -> dict[str, str]:
        """Return the metrics for a report. Their names begin with `about`, a description of the watchers."""
        if not self.pss:
            return {}
        return {
            f"{about}: memory (PSS)": summarize(self.pss, "MB"),
            f"{about}: CPU of one": summarize(self.cpu, "% of a core", 2),
        }


def find_watchers(running: RunningStack) -> list[psutil.Process]:
    """Return the processes that are watching a venue now."""
    query = "select distinct pid from venue_watch where heartbeat_at > now() - interval '10 seconds'"
    found = []
    for row in running.query(query):
        with contextlib.suppress(psutil.NoSuchProcess):
            found.append(psutil.Process(row["pid"]))
    return found


def measure_memory(running: RunningStack) -> list[float]:
    """Return the PSS in MB of each watcher."""
    sizes = []
    for process in find_watchers(running):
        with contextlib.suppress(psutil.NoSuchProcess):
            sizes.append(process.memory_full_info().pss / 1e6)
    return sizes


def stolen_share(before: Any, after: Any) -> float:
    """Return the share (0 to 1) of CPU time that the host gave to other virtual machines, between two measurements.

    `before` and `after` are results of `psutil.cpu_times`. The share is 0 on systems other than Linux.
    """
    stolen: float = getattr(after, "steal", 0.0) - getattr(before, "steal", 0.0)
    passed: float = sum(after) - sum(before)
    return stolen / max(passed, 1e-9)


async def measure_cost(running: RunningStack, *, seconds: float) -> WatcherCost:
    """Measure the cost of the running watchers for `seconds`."""
    before = {process: _cpu_seconds(process) for process in find_watchers(running)}
    await asyncio.sleep(seconds)
    pss, cpu = [], []
    for process, start in before.items():
        with contextlib.suppress(psutil.NoSuchProcess):
            used, size = 100 * (_cpu_seconds(process) - start) / seconds, process.memory_full_info().pss / 1e6
            cpu.append(used)
            pss.append(size)
    return WatcherCost(pss=pss, cpu=cpu, seconds=seconds)


def _cpu_seconds(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def probe_port(running: RunningStack, name: str) -> int:
    """Return the probe port of a web process, from its command line."""
    command = psutil.Process(running.pid(name)).cmdline()
    return int(next(word.removeprefix("--ops-port=") for word in command if word.startswith("--ops-port=")))
