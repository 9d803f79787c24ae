"""What the watchers' processes cost: memory as proportional set size, CPU as the kernel counts it."""

import asyncio
import contextlib
from dataclasses import dataclass

import psutil

from loadtests.bench.figures import spread
from loadtests.running import Running


@dataclass(frozen=True)
class Cost:
    """Of the processes that lived through the whole measurement: how many venues each watched at its end, PSS in MB and
    share of a core in percent."""

    venues: list[int]
    pss: list[float]
    cpu: list[float]
    seconds: float

    @property
    def cpu_seconds(self) -> float:
        """CPU of all together."""
        return sum(self.cpu) / 100 * self.seconds

    def figures(self, about: str) -> dict[str, str]:
        """Say it for the report; venues that share a process apart from those that have one each."""
        alone = [place for place, number in enumerate(self.venues) if number <= 1]
        shared = [place for place, number in enumerate(self.venues) if number > 1]
        found = {}
        if alone:
            found[f"{about}: memory (PSS)"] = spread([self.pss[place] for place in alone], "MB")
            found[f"{about}: CPU of one"] = spread([self.cpu[place] for place in alone], "% of a core", 2)
        if shared:
            number = sum(self.venues[place] for place in shared)
            there = f"{about}, {number} of them in {len(shared)} processes"
            found[f"{there}: memory (PSS) of a process"] = spread([self.pss[place] for place in shared], "MB")
            found[f"{there}: memory of one"] = f"{sum(self.pss[place] for place in shared) / number:.1f} MB"
            found[f"{there}: CPU of one"] = f"{sum(self.cpu[place] for place in shared) / number:.2f} % of a core"
        return found


def watchers(running: Running) -> dict[psutil.Process, int]:
    """Return the processes that watch now, and how many venues each."""
    query = "select pid, count(*) as n from venue_watch where heartbeat_at > now() - interval '10 seconds' group by pid"
    found = {}
    for row in running.rows(query):
        with contextlib.suppress(psutil.NoSuchProcess):
            found[psutil.Process(row["pid"])] = row["n"]
    return found


async def cost(running: Running, *, seconds: float) -> Cost:
    """Watch the watchers for some seconds."""
    before = {process: _cpu(process) for process in watchers(running)}
    await asyncio.sleep(seconds)
    venues, pss, cpu = [], [], []
    now = watchers(running)
    for process, start in before.items():
        with contextlib.suppress(psutil.NoSuchProcess):
            used, size = 100 * (_cpu(process) - start) / seconds, process.memory_full_info().pss / 1e6
            venues.append(now.get(process, 0))
            cpu.append(used)
            pss.append(size)
    return Cost(venues=venues, pss=pss, cpu=cpu, seconds=seconds)


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
