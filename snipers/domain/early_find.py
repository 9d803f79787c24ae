"""The find that is in flight when a book opens: how early it is sent. Pure.

A find shows a table if the platform reads its tables after the opening. A platform may read them when a find arrives,
when it replies, or in between. So the lead is a share of the duration of a find, and the share is learned from past
openings: the larger the lead, the sooner the reply, and the smaller the chance that it shows the table.
"""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# Shares of the duration of a find. Near 1, a twentieth of it decides whether the reply comes before the opening.
SHARES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1)
# Without this many durations, no early find is sent.
FEWEST_DURATIONS = 3
# A longer lead would come before the connections are open.
LONGEST_LEAD_SECONDS = 0.4


@dataclass(slots=True, kw_only=True)
class EarlyFind:
    """An early find of one opening. `share` is its lead as a share of the duration of a find.

    `shown` tells whether its reply listed a slot, None while it is unanswered.
    """

    share: float
    shown: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PastFind:
    """A find that led to an attempt. `seconds` is its duration. `early` is the early find of that opening, if any."""

    seconds: float
    early: EarlyFind | None = None


def best_share(results: Iterable[EarlyFind]) -> float:
    """Return the share of the duration of a find that is worth most after these results.

    A lead that shows the table also shows it when it is smaller, and one that fails also fails when it is larger. A
    share without results counts as one that shows the table. The chance counts twice: a slightly later reply costs
    less than one that shows nothing.
    """
    known = [one for one in results if one.shown is not None]

    def worth(share: float) -> float:
        shown = 1 + sum(one.shown is True and one.share >= share for one in known)
        missed = sum(one.shown is False and one.share <= share for one in known)
        chance = shown / (shown + missed)
        return share * chance * chance

    return max(SHARES, key=worth)


def lead_seconds(durations: Sequence[float], *, share: float) -> float | None:
    """Return how long before the instant the early find is sent. None if too few durations of finds are known.

    The lead is a share of the median duration less its spread (the median deviation), so that most finds take longer.
    """
    if len(durations) < FEWEST_DURATIONS:
        return None
    median = statistics.median(durations)
    spread = statistics.median(abs(one - median) for one in durations)
    return min(LONGEST_LEAD_SECONDS, share * (median - spread))
