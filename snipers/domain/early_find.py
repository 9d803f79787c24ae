"""Computes the lead of the early find: how many seconds before a release it is sent. Pure.

A find is a request for the free tables of a day. The early find is in flight when the venue opens its book. It shows a
table if the platform reads its tables after the opening. A platform may read them when a find arrives, when it replies,
or in between. So the lead is a share of the duration of a find, and the share is learned from past openings: the larger
the lead, the sooner the reply, and the smaller the chance that the reply shows the table.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# The possible leads, as shares of the duration of a find. They are closer together near 1, where a twentieth of the
# duration decides whether the reply comes before the opening.
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
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
    """Return the share of SHARES that is the best lead, judged by these results of early finds.

    A success is evidence for all smaller shares, and a failure is evidence against all larger shares. Each share starts
    with one assumed success. The value of a share is the share times the square of its estimated chance of success. The
    chance is squared, because a reply that shows nothing costs more than a slightly later reply.
    """
    known = [one for one in results if one.shown is not None]

    def worth(share: float) -> float:
        shown = 1 + sum(one.shown is True and one.share >= share for one in known)
        missed = sum(one.shown is False and one.share <= share for one in known)
        chance = shown / (shown + missed)
        return share * chance * chance

    return max(SHARES, key=worth)


def lead_seconds(durations: Sequence[float], *, share: float) -> float | None:
    """Return the lead of the early find in seconds, None if too few durations of finds are known.

    `durations` are in seconds. The lead is `share` of a duration that most finds exceed: the median duration less the
    median absolute deviation.
    """
    if len(durations) < FEWEST_DURATIONS:
        return None
    median = statistics.median(durations)
    spread = statistics.median(abs(one - median) for one in durations)
    return min(LONGEST_LEAD_SECONDS, share * (median - spread))
