"""How one venue's polling slows down when the platform is away or unwilling, and comes back. No sleeping, no I/O."""

from collections.abc import Callable

from snipers.clients.base import PlatformError, Temporary, Unavailable, Unsent
from snipers.domain.cadence import AWAY_CEILING, BLOCKED_CEILING, delay_after


class Throttle:
    """Counts failures in a row. While it is `slowed`, one request at a time may try, once `open_at` has passed."""

    def __init__(self, *, jitter: Callable[[], float]) -> None:
        self._jitter = jitter
        self._failures = 0
        self.open_at = 0.0

    @property
    def slowed(self) -> bool:
        """Whether the last poll failed."""
        return self._failures > 0

    def failed(self, error: PlatformError, *, at: float) -> float:
        """Take a failure in; returns the seconds of waiting. `at` is a monotonic time."""
        self._failures += 1
        away = isinstance(error, Unsent | Unavailable)
        delay = delay_after(
            failures=self._failures,
            ceiling=AWAY_CEILING if away else BLOCKED_CEILING,
            asked=error.delay if isinstance(error, Temporary) else None,
            jitter=self._jitter(),
        )
        self.open_at = max(self.open_at, at + delay)
        return delay

    def worked(self) -> bool:
        """Take a success in; True if it ended a time of failures."""
        recovered = self.slowed
        self._failures = 0
        return recovered
