"""When to ask next: the pace of a poll and the patience after a refusal, as numbers. No clock, no sleeping.

Jitter is handed in as a number from 0 to 1, so that a test can choose it.
"""

from dataclasses import dataclass
from datetime import date

JITTER = 0.1
FIRST_DELAY = 1.0
# A platform that is away comes back soon; one that asks us to slow down means it.
AWAY_CEILING = 30.0
BLOCKED_CEILING = 300.0
LONGEST_WISH = 3600.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """When one key may be polled: at every unix time t with t % period == phase, in seconds."""

    date: date
    party_size: int
    period: float
    phase: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """The pace of one venue. It holds from `starts_at` (unix seconds) until one of a higher version begins."""

    version: int
    starts_at: float
    grants: tuple[Grant, ...]


def next_poll(*, started: float, pace: float, jitter: float) -> float:
    """Return when a key is due again. `pace` is a floor: jitter only ever adds to it, at most a tenth."""
    return started + pace * (1 + JITTER * jitter)


def delay_after(*, failures: int, ceiling: float, asked: float | None, jitter: float) -> float:
    """Return the seconds to wait after so many failures in a row: 1, 2, 4 ... up to the ceiling, plus up to a quarter.

    What the platform asked for (Retry-After) wins when it is longer; an hour is the most that is believed.
    """
    own = min(FIRST_DELAY * 2.0 ** min(failures - 1, 16), ceiling)
    return max(own * (1 + 0.25 * jitter), min(asked or 0.0, LONGEST_WISH))
