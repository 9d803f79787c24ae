"""Computes the lead of the early find: how many seconds before a release it is sent. Pure.

A find is a request for the free tables of a day. The early find is in flight when the venue opens its book. It shows a
table if the platform reads its tables after the opening. A platform may read them when a find arrives, when it replies,
or in between. So the lead is a share of the duration of a find, and the share is learned from past openings: the larger
the lead, the sooner the reply, and the smaller the chance that the reply shows the table.

The moment of reading is estimated by Bayes' rule over the hypotheses of READING_RANGES (docs/decisions/0107).
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# The possible leads, as shares of the duration of a find. They are closer together near 1, where a twentieth of the
# duration decides whether the reply comes before the opening.
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
# A platform cannot read later than it replies (1.0). But the lead counts back from the time at which the book is
# certainly open, which is usually a little later than the opening, so a find has that much more time.
_MOMENTS = tuple(tenths / 10 for tenths in range(12))
# The errors of our clock and of the duration, as a share of the duration.
_ERROR = 0.08
# The hypotheses: a platform reads its tables at a moment between these two shares of a find's duration, each moment
# being equally likely.
READING_RANGES = tuple((low - _ERROR, high + _ERROR) for low in _MOMENTS for high in _MOMENTS if low <= high)
_ON_REPLY = tuple(low >= 1.0 - _ERROR for low, _ in READING_RANGES)
# The probability of each hypothesis before there are results: one half that the platform reads as it replies.
_PRIORS = tuple(0.5 / _ON_REPLY.count(on_reply) for on_reply in _ON_REPLY)
# The probability of a result that a hypothesis rules out, so that a single slow reply decides nothing.
UNEXPECTED = 0.05
# No early find is sent if fewer durations of finds are known.
FEWEST_DURATIONS = 3
# With a longer lead, the early find would be sent before the connections are open.
LONGEST_LEAD_SECONDS = 0.4


@dataclass(slots=True, kw_only=True)
class EarlyFind:
    """The early find of one release.

    `share` is its lead as a share of the duration of a find. `shown` says whether the reply listed a slot; it is None
    while the find is unanswered.
    """

    share: float
    shown: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastFind:
    """A find that led to an attempt.

    `seconds` is its duration. `early` is the early find of the same release, None if none was sent.
    """

    seconds: float
    early: EarlyFind | None = None


def best_share(results: Iterable[EarlyFind]) -> float:
    """Return the share of SHARES with the smallest expected time to the table, judged by these results of early finds.

    If an early find shows the table, its reply arrives earlier than that of the find at the release instant, by the
    early find's share of a find's duration. So the best share is the one with the largest product of share and chance
    that the early find shows the table.
    """
    known = Counter((one.share, one.shown) for one in results if one.shown is not None)
    logs = [
        math.log(prior)
        + sum(
            count * math.log(_likelihood(share, shown=shown, reading=reading))
            for (share, shown), count in known.items()
        )
        for prior, reading in zip(_PRIORS, READING_RANGES, strict=True)
    ]
    largest = max(logs)
    weights = [math.exp(one - largest) for one in logs]

    def gain(share: float) -> float:
        chances = (_chance(share, reading=reading) for reading in READING_RANGES)
        return share * sum(weight * chance for weight, chance in zip(weights, chances, strict=True))

    return max(SHARES, key=gain)


def _chance(share: float, *, reading: tuple[float, float]) -> float:
    """Return the probability that an early find with the lead `share` shows the table.

    The platform is assumed to read its tables in the range `reading`.
    """
    low, high = reading
    return min(1.0, max(0.0, (high - share) / (high - low)))


def _likelihood(share: float, *, shown: bool, reading: tuple[float, float]) -> float:
    """Return the probability of the result `shown` of an early find, at least UNEXPECTED."""
    chance = _chance(share, reading=reading)
    return max(UNEXPECTED, chance if shown else 1 - chance)


def lead_seconds(durations: Sequence[float], *, share: float) -> float | None:
    """Return the lead of the early find in seconds, None if too few durations of finds are known.

    `durations` are in seconds. The lead is `share` of a duration that most finds exceed: the median
    duration less the median absolute deviation. It is at most LONGEST_LEAD_SECONDS.
    """
    if len(durations) < FEWEST_DURATIONS:
        return None
    median = statistics.median(durations)
    spread = statistics.median(abs(one - median) for one in durations)
    return min(LONGEST_LEAD_SECONDS, share * (median - spread))
