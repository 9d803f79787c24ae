"""What the watchers' processes cost: memory as proportional set size, CPU as the kernel counts it."""

import asyncio
import contextlib
from dataclasses import dataclass

import psutil

from loadtests.percentiles import summarize
from loadtests.running import RunningStack


@dataclass(frozen=True)
class Cost:
    """The watchers that lived through the whole measurement: PSS in MB and share of a core in percent of each."""

    pss: list[float]
    cpu: list[float]
    seconds: float

    @property
    def cpu_seconds(self) -> float:
        """CPU of all together."""
        return sum(self.cpu) / 100 * self.seconds

    def figures(self, about: str) -> dict[str, str]:
        """Return the rows for the report."""
        if not self.pss:
            return {}
        return {
            f"{about}: memory (PSS)": summarize(self.pss, "MB"),
            f"{about}: CPU of one": summarize(self.cpu, "% of a core", 2),
        }


def watchers(running: RunningStack) -> list[psutil.Process]:
    """Return the processes that watch now."""
    query = "select distinct pid from venue_watch where heartbeat_at > now() - interval '10 seconds'"
    found = []
    for row in running.query(query):
        with contextlib.suppress(psutil.NoSuchProcess):
            found.append(psutil.Process(row["pid"]))
    return found


async def cost(running: RunningStack, *, seconds: float) -> Cost:
    """Measure the watchers for some seconds."""
    before = {process: _cpu(process) for process in watchers(running)}
    await asyncio.sleep(seconds)
    pss, cpu = [], []
    for process, start in before.items():
        with contextlib.suppress(psutil.NoSuchProcess):
            used, size = 100 * (_cpu(process) - start) / seconds, process.memory_full_info().pss / 1e6
            cpu.append(used)
            pss.append(size)
    return Cost(pss=pss, cpu=cpu, seconds=seconds)


def _cpu(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)
