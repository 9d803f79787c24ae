"""What is done now and then and never in a hurry: forgetting clients, seeing logins that run out and tables that
were canceled at the platform.

Runs in the relay's process (`manage.py relay_outcomes`) with a worker thread of its own, so that a platform that is
slow to answer holds up no outcome. The steps are client_retention.forget, connections.health and cancellations.py; each
is safe to run beside another.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import connections

from apps.connections import health
from apps.connections.health import CheckResult

from . import cancellations
from .clients import retention

log = structlog.get_logger(__name__)

ROUND_SECONDS: Final = 60.0
# Between two questions to platforms: nobody notices us among their own pages.
PACE_SECONDS: Final = 2.0
FORGET_EVERY: Final = timedelta(hours=1)


class Housekeeping:
    """One loop. `clock` returns the aware present."""

    def __init__(self, *, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._stopping = asyncio.Event()
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="housekeeping")
        self._forget_at: datetime | None = None
        self._spared: dict[str, datetime] = {}
        self._failing = False
        self._tables_next = False

    def stop(self) -> None:
        """Let the step at hand end, then leave `run`."""
        self._stopping.set()

    async def run(self) -> None:
        """Keep house until `stop` is called; outlives a database that is away."""
        loop = asyncio.get_running_loop()
        try:
            while not self._stopping.is_set():
                pause = await loop.run_in_executor(self._worker, self._guarded_step)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._stopping.wait(), pause)
        finally:
            await loop.run_in_executor(self._worker, connections.close_all)
            self._worker.shutdown()

    def step(self) -> float:
        """Do what is due and ask about one account at most; returns the seconds until the next step."""
        now = self._clock()
        if self._forget_at is None or now >= self._forget_at:
            while retention.forget(now=now):
                pass
            self._forget_at = now + FORGET_EVERY
        health.flag_expired(now=now)
        health.warn_expiring(now=now)
        self._spared = {platform: until for platform, until in self._spared.items() if until > now}
        asked = self._call_next(now)
        if asked is None:
            return ROUND_SECONDS
        if asked.wait:
            self._spared[asked.platform] = now + timedelta(seconds=asked.wait)
        return PACE_SECONDS

    def _call_next(self, now: datetime) -> CheckResult | None:
        """Call one platform about one account: its tables or its login, in turns while both have work."""
        self._tables_next = not self._tables_next
        if self._tables_next:
            tables = cancellations.read_next(now=now, excluded=self._spared)
            return tables or health.check_next(now=now, excluded=self._spared)
        login = health.check_next(now=now, excluded=self._spared)
        return login or cancellations.read_next(now=now, excluded=self._spared)

    def _guarded_step(self) -> float:
        try:
            pause = self.step()
        except Exception as error:
            connections.close_all()
            if not self._failing:
                log.error("housekeeping fails, trying again", exc_info=error)
            self._failing = True
            return ROUND_SECONDS
        self._failing = False
        return pause
