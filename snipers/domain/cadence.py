"""When to ask next: how much a key deserves, the grid that it is asked on, and the pause after a refusal.

Numbers only: no clock, no sleeping. Who gets which place on the grid is control/allocation.py; a watcher's own rhythm
on it is watching/polling/schedule.py. Jitter is handed in as a number from 0 to 1, so that a test can choose it.
"""

import math
from dataclasses import dataclass
from datetime import date

FIRST_DELAY = 1.0
# A platform that is away comes back soon; one that asks us to slow down means it.
AWAY_CEILING = 30.0
BLOCKED_CEILING = 300.0
# What a platform asks for is kept to the second, but a nonsense number must not stop us for ever.
LONGEST_RETRY_AFTER = 86_400.0

# The allocation leaves 111 ms of each second free (control/allocation.USED). A poll may be this late and still share a
# second with other polls within the budget; the remaining 61 ms are for delays after the poll is released.
POLL_TOLERANCE_SECONDS = 0.05

# Tables are given back above all in the last two days, when a free cancellation ends.
SOON_DAYS = ((1, 2.0), (2, 1.5), (7, 1.0))
FAR_AHEAD = 0.7
NIGHT_HOURS = range(1, 7)
NIGHT = 0.5
# What tables in general do, worth four hours of watching: two open in that time. Own sightings outweigh it soon. The
# influence is bounded, because demand and openings say much of the same, and squaring a skew undoes what it gains.
USUAL_OPENED = 2.0
USUAL_SECONDS = 4 * 3600.0
LEAST_OPEN, MOST_OPEN = 0.5, 2.0
# Right after a book opened, tables that were held for a moment come back.
AFTER_RELEASE = ((15 * 60.0, 4.0), (2 * 3600.0, 2.0))


PollKey = tuple[date, int]
"""What one poll asks for: date and party size."""


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


def due_at(grant: Grant, *, after: float) -> float:
    """Return the first time of the grant's grid at or after the given unix time."""
    turn = math.floor((after - grant.phase) / grant.period)
    # The quotient may be rounded either way: look one turn to both sides.
    turns = (turn + step for step in (-1, 0, 1, 2))
    return next(due for one in turns if (due := one * grant.period + grant.phase) >= after)


def weight(
    *,
    snipes: int,
    pro: int,
    vip: int,
    days_ahead: int,
    hour: int,
    opened: float,
    watched: float,
    since_release: float | None,
) -> float:
    """Return what one look at a key is worth, on a scale of half powers of two so that plans rarely change.

    `snipes` counts everybody who waits, `pro` and `vip` those among them. `hour` (0 to 23) and `days_ahead` are the
    venue's. `opened` tables were seen opening there in `watched` seconds. `since_release`: seconds since the key's book
    opened, None when it did not lately.
    """
    demand = snipes + pro + 3 * vip
    near = next((factor for days, factor in SOON_DAYS if days_ahead <= days), FAR_AHEAD)
    awake = NIGHT if hour in NIGHT_HOURS else 1.0
    rate = (opened + USUAL_OPENED) / (watched + USUAL_SECONDS) / (USUAL_OPENED / USUAL_SECONDS)
    lively = min(max(rate, LEAST_OPEN), MOST_OPEN)
    fresh = 1.0
    if since_release is not None:
        fresh = next((factor for seconds, factor in AFTER_RELEASE if since_release <= seconds), 1.0)
    return math.pow(2.0, round(2 * math.log2(max(demand, 1) * near * awake * lively * fresh)) / 2)


def delay_after(*, failures: int, ceiling: float, asked: float | None, jitter: float) -> float:
    """Return the seconds to wait after so many failures in a row: 1, 2, 4 ... up to the ceiling, plus up to a quarter.

    What the platform asked for (Retry-After) wins when it is longer; a day is the most that is believed.
    """
    own = min(FIRST_DELAY * 2.0 ** min(failures - 1, 16), ceiling)
    return max(own * (1 + 0.25 * jitter), min(asked or 0.0, LONGEST_RETRY_AFTER))
