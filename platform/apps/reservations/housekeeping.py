"""What is done now and then and never in a hurry: forgetting clients, seeing logins that run out and tables that
were canceled at the platform.

tasks.py runs it in the background worker. The steps are clients.retention.forget, connections.health and
cancellations.py; each is safe to run beside another.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from apps.connections import health
from apps.connections.health import CheckResult

from . import cancellations
from .clients import retention

ROUND_SECONDS: Final = 60.0
# Between two questions to platforms: nobody notices us among their own pages.
PACE_SECONDS: Final = 2.0
FORGET_EVERY: Final = timedelta(hours=1)


class Housekeeping:
    """The state between two steps in this process. `clock` returns the aware present."""

    def __init__(self, *, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._forget_at: datetime | None = None
        self._spared: dict[str, datetime] = {}
        self._tables_next = False

    def step(self) -> float:
        """Do what is due and ask about one account at most; returns the seconds until the next step."""
        now = self._clock()
        if self._forget_at is None or now >= self._forget_at:
            while retention.forget_clients(now=now):
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
