"""How one venue's polling slows down when the platform is away or unwilling, and comes back. No sleeping, no I/O."""

from collections.abc import Callable

from snipers.clients.base import PlatformError, Temporary, Unavailable, Unsent
from snipers.domain.cadence import AWAY_CEILING, BLOCKED_CEILING, LONGEST_RETRY_AFTER, delay_after


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
        """Take a failure in; returns the seconds of waiting. `at` is a monotonic time.

        A call that fails during the pause had left before it and belongs to the same refusal: only a longer Retry-After
        counts. Otherwise a few concurrent calls would make one refusal look like many in a row.
        """
        asked = error.delay if isinstance(error, Temporary) else None
        if at >= self.open_at:
            self._failures += 1
            away = isinstance(error, Unsent | Unavailable)
            ceiling = AWAY_CEILING if away else BLOCKED_CEILING
            delay = delay_after(failures=self._failures, ceiling=ceiling, asked=asked, jitter=self._jitter())
        else:
            delay = min(asked or 0.0, LONGEST_RETRY_AFTER)
        self.open_at = max(self.open_at, at + delay)
        return self.open_at - at

    def worked(self) -> bool:
        """Take a success in; True if it ended a time of failures."""
        recovered = self.slowed
        self._failures = 0
        return recovered
