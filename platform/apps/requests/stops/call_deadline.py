"""Waits for a booking call in flight: up to 3 s, by polling with growing pauses, without holding a database
connection."""

import time
from collections.abc import Callable

from django.db import connection

from snipers.domain.backoff import Backoff

WAIT_SECONDS = 3.0
# Most calls end within a few hundred milliseconds.
PAUSES = Backoff(first=0.03, ceiling=0.25)


class CallDeadline:
    """The deadline by which one request handler stops waiting, WAIT_SECONDS after the object is created."""

    def __init__(
        self, *, sleep: Callable[[float], None] = time.sleep, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._sleep = sleep
        self._monotonic = monotonic
        self._deadline = monotonic() + WAIT_SECONDS

    @property
    def over(self) -> bool:
        """Whether the deadline has passed."""
        return self._monotonic() >= self._deadline

    def wait_until(self, done: Callable[[], bool]) -> bool:
        """Poll until `done` returns True. Return False if the deadline passes first."""
        polls = 0
        while not done():
            polls += 1
            pause = PAUSES.delay(failures=polls)
            if self._deadline - self._monotonic() <= pause:
                return False
            if not connection.in_atomic_block:
                connection.close()
            self._sleep(pause)
        return True
