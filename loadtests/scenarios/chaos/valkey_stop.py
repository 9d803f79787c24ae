"""The fault "Valkey stopped for two minutes", and one user's REST calls before and during it.

The process is stopped with SIGSTOP. For its clients this is worse than a missing process, because connections stay open
and get no replies.
"""

import asyncio
import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import psutil

from loadtests.percentiles import percentile, summarize
from loadtests.report import Section
from loadtests.running import RunningStack
from loadtests.users.rest import RestCall

NAME = "Valkey stopped for two minutes"
# Time before the stop in which REST calls are measured under the same load.
BEFORE_SECONDS = 60.0
STOPPED_SECONDS = 120.0
# The p95 during the stop may exceed the p95 before it by this factor or by this number of ms.
SAME_FACTOR, SAME_MS = 1.5, 25.0


@dataclass
class ValkeyStop:
    """The REST calls of the wave, and when Valkey was stopped and resumed (unix seconds)."""

    calls: list[RestCall] = field(default_factory=list)
    stopped_at: float = 0.0
    resumed_at: float = 0.0

    async def inject(self, running: RunningStack) -> None:
        """Stop Valkey for two minutes, then resume it."""
        pid = running.pid("valkey")
        os.kill(pid, signal.SIGSTOP)
        self.stopped_at = time.time()
        try:
            await asyncio.sleep(STOPPED_SECONDS)
        finally:
            self.resumed_at = time.time()
            if psutil.pid_exists(pid):
                os.kill(pid, signal.SIGCONT)

    def covers(self, at: float) -> bool:
        """Return whether Valkey was stopped at this instant."""
        return self.stopped_at <= at < self.resumed_at

    def evaluate(self, section: Section, *, booked_at: Sequence[float], received_at: Sequence[float]) -> None:
        """Add the metrics and violations of this fault to the section.

        `booked_at` and `received_at` are the times of bookings and outcome events (unix seconds).
        """
        if not self.resumed_at:
            return
        before = [call.ms for call in self.calls if call.at < self.stopped_at]
        during = [call for call in self.calls if self.covers(call.at)]
        durations = [call.ms for call in during]
        failed = [call for call in during if not 200 <= call.status < 300]
        booked, received = sum(map(self.covers, booked_at)), sum(map(self.covers, received_at))
        section.metrics |= {
            "Valkey running: REST calls": summarize(before, "ms"),
            "Valkey stopped: REST calls": summarize(durations, "ms"),
            "Valkey stopped: REST calls that failed": str(len(failed)),
            "Valkey stopped: bookings, outcomes at sockets": f"{booked}, {received}",
        }
        section.require(bool(before and during), "no REST calls were measured around Valkey's stop")
        if before and during:
            most = max(SAME_FACTOR * percentile(before, 0.95), percentile(before, 0.95) + SAME_MS)
            section.require(percentile(durations, 0.95) <= most, f"REST p95 above {most:.0f} ms while Valkey stopped")
        section.require(not failed, f"{len(failed)} REST calls failed while Valkey was stopped")
        section.require(bool(booked), "nothing was booked while Valkey was stopped")
