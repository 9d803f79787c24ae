"""Poll pacing: the weight of a key, the times at which it is polled, and the pauses after failures. Pure.

control/allocation.py assigns poll slots to keys; watching/polling/schedule.py polls at these times.
"""

import math
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import date
from typing import Generic, TypeVar

from snipers.domain.backoff import Backoff

# A platform that does not answer usually recovers soon; one that limits us needs a longer pause.
AWAY_BACKOFF = Backoff(first=1.0, ceiling=30.0, spread=0.25)
BLOCKED_BACKOFF = Backoff(first=1.0, ceiling=300.0, spread=0.25)

# The allocation leaves 111 ms of each second free (control/allocation.USED). A poll that is at most 50 ms late still
# respects the budget; the remaining 61 ms are for delays after the poll has started.
POLL_TOLERANCE_SECONDS = 0.05

# The prior for the rate of openings: two tables in four hours. LEAST_OPEN and MOST_OPEN bound the influence of the rate
# on the weight, because demand and openings are correlated.
PRIOR_OPENED = 2.0
PRIOR_SECONDS = 4 * 3600.0
LEAST_OPEN, MOST_OPEN = 0.5, 2.0
# Pairs (seconds since the release, factor). Soon after a release, tables that were only held become free again.
AFTER_RELEASE = ((15 * 60.0, 4.0), (2 * 3600.0, 2.0))

Subject = TypeVar("Subject", bound=Hashable)
PollKey = tuple[date, int]
"""The date and party size of a poll."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """The poll times of one key: every unix time t with t % period == phase, in seconds."""

    date: date
    party_size: int
    period: float
    phase: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BurstGrant:
    """The finds that a release burst may send for one key: at most `finds` in any second.

    `finds` is an integer from 1, or a number below 1. The first find is sent `delay` seconds after the instant.
    """

    date: date
    party_size: int
    finds: float
    delay: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """The poll times of one venue, valid from `starts_at` (unix seconds) until a schedule of a higher version
    starts. `bursts` is valid at once."""

    version: int
    starts_at: float
    grants: tuple[Grant, ...]
    bursts: tuple[BurstGrant, ...] = ()


def due_at(grant: Grant, *, after: float) -> float:
    """Return the grant's first poll time at or after this unix time."""
    turn = math.floor((after - grant.phase) / grant.period)
    # The quotient may be rounded either way, so the neighbors are tried too.
    turns = (turn + step for step in (-1, 0, 1, 2))
    return next(due for one in turns if (due := one * grant.period + grant.phase) >= after)


def weight(
    *,
    snipes: int,
    pro: int,
    vip: int,
    odds: float,
    opened: float,
    watched: float,
    since_release: float | None,
) -> float:
    """Return the value of one poll of a key.

    The value is rounded to a power of the square root of two, so that schedules rarely change.

    `snipes` counts all snipes of the key, `pro` counts those of rank Pro, `vip` counts those of rank vip. `odds` is how
    likely a table opens at this time for this day, compared with the average (domain/odds/relative.py). `opened` is the
    number of tables that opened at the venue in `watched` seconds. `since_release` is the seconds since the key's last
    release, None if there was none recently.
    """
    demand = snipes + pro + 3 * vip
    rate = (opened + PRIOR_OPENED) / (watched + PRIOR_SECONDS) / (PRIOR_OPENED / PRIOR_SECONDS)
    lively = min(max(rate, LEAST_OPEN), MOST_OPEN)
    fresh = 1.0
    if since_release is not None:
        fresh = next((factor for seconds, factor in AFTER_RELEASE if since_release <= seconds), 1.0)
    return math.pow(2.0, round(2 * math.log2(max(demand, 1) * odds * lively * fresh)) / 2)


class Retries(Generic[Subject]):
    """Pauses subjects that failed, such as poll keys, venues or accounts. Times are monotonic seconds.

    Each consecutive failure of a subject lengthens its pause. The failures before one that comes more than
    `forget_after` seconds after the end of the previous pause are forgotten.
    """

    def __init__(self, backoff: Backoff, *, forget_after: float = math.inf) -> None:
        self._backoff = backoff
        self._forget_after = forget_after
        self._failures: dict[Subject, int] = {}
        self._paused_until: dict[Subject, float] = {}

    def due(self, subject: Subject, *, at: float) -> bool:
        """Whether the subject is not paused at this time."""
        return self._paused_until.get(subject, 0.0) <= at

    def fail(
        self,
        subject: Subject,
        *,
        at: float,
        retry_after: float | None = None,
        jitter: float = 0.0,
        backoff: Backoff | None = None,
    ) -> float:
        """Record a failure at `at` and return the length of the pause in seconds.

        `backoff` replaces the default back-off for this failure. `retry_after` and `jitter` are as in Backoff.delay().
        """
        if at - self._paused_until.get(subject, at) > self._forget_after:
            self._failures.pop(subject, None)
        failures = self._failures[subject] = self._failures.get(subject, 0) + 1
        delay = (backoff or self._backoff).delay(failures=failures, retry_after=retry_after, jitter=jitter)
        self._paused_until[subject] = at + delay
        return delay

    def pause(self, subject: Subject, *, until: float) -> None:
        """Pause the subject until `until` (infinity: until it succeeds). Its number of failures does not change."""
        self._paused_until[subject] = until

    def succeed(self, subject: Subject) -> None:
        """Forget the subject's failures and its pause."""
        self._failures.pop(subject, None)
        self._paused_until.pop(subject, None)

    def keep(self, wanted: Callable[[Subject], bool]) -> None:
        """Forget all subjects except those for which `wanted` returns True."""
        for subject in [one for one in self._paused_until if not wanted(one)]:
            self.succeed(subject)

    def paused(self, *, at: float) -> set[Subject]:
        """Return the subjects that are paused at this time."""
        return {subject for subject, end in self._paused_until.items() if end > at}

    def next_end(self, *, after: float) -> float | None:
        """Return the earliest end of a pause after the time `after`; None if no pause ends then."""
        return min((end for end in self._paused_until.values() if after < end < math.inf), default=None)
