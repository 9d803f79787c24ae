"""Waits for a booking call that is in flight: briefly, holding no connection, looking ever less often."""

from collections.abc import Callable

from django.db import connection

WAIT_SECONDS = 3.0
# Most calls end within a few hundred milliseconds; after that the interval grows.
FIRST_LOOK_SECONDS = 0.03
LAST_LOOK_SECONDS = 0.25
SLOWER = 1.5


class Deadline:
    """What one answer may wait in all, from the making on."""

    def __init__(self, *, sleep: Callable[[float], None], monotonic: Callable[[], float]) -> None:
        self._sleep = sleep
        self._monotonic = monotonic
        self._deadline = monotonic() + WAIT_SECONDS

    @property
    def over(self) -> bool:
        """Whether the time is up."""
        return self._monotonic() >= self._deadline

    def until(self, done: Callable[[], bool]) -> bool:
        """Look until it is done; False when the time is up before."""
        pause = FIRST_LOOK_SECONDS
        while not done():
            if self._deadline - self._monotonic() <= pause:
                return False
            if not connection.in_atomic_block:
                connection.close()
            self._sleep(pause)
            pause = min(pause * SLOWER, LAST_LOOK_SECONDS)
        return True
