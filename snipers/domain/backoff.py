"""Computes delays between retries: the only back-off formula of the product. Pure: no clock, no sleeping."""

from dataclasses import dataclass

# A server's Retry-After is honored to the second, up to a day: a nonsense value must not stop us forever.
LONGEST_RETRY_AFTER = 86_400.0
# Beyond this exponent every ceiling is reached; 2.0**n overflows for n > 1,023.
_MOST_DOUBLINGS = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Backoff:
    """Exponential delays: `first`, 2 * `first`, 4 * `first`, ... up to `ceiling`, in seconds.

    Jitter adds at most the share `spread` of a delay.
    """

    first: float
    ceiling: float
    spread: float = 0.0

    def delay(self, *, failures: int, retry_after: float | None = None, jitter: float = 0.0) -> float:
        """Return the seconds to wait after `failures` consecutive failures (1 or more).

        `retry_after` is the server's Retry-After in seconds; the longer of the two delays is returned. `jitter` is a
        random number from 0 to 1.
        """
        own = min(self.first * 2.0 ** min(max(failures, 1) - 1, _MOST_DOUBLINGS), self.ceiling)
        return max(own * (1 + self.spread * jitter), min(retry_after or 0.0, LONGEST_RETRY_AFTER))

    def next_delay(self, delay: float) -> float:
        """Return the delay in seconds that follows a delay of `delay` seconds, without jitter."""
        return min(2.0 * delay, self.ceiling)
