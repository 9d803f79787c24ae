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
# Before there are results, a platform is taken to read as it replies. A larger share than FIRST_SHARE would often come
# too early, because our clock and the duration of a find are not exact.
FIRST_SHARE = 0.9
LIKELY, UNLIKELY = 0.9, 0.4
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

    An early find that showed the table would have shown it with a smaller share too, and one that did not show it would
    not have shown it with a larger share. The chance before there are results counts as one result.
    """
    known = [one for one in results if one.shown is not None]

    def gain(share: float) -> float:
        shown = sum(bool(one.shown) for one in known if one.share >= share)
        missed = sum(not one.shown for one in known if one.share <= share)
        expected = LIKELY if share <= FIRST_SHARE else UNLIKELY
        return share * (shown + expected) / (shown + missed + 1)

    return max(SHARES, key=gain)


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
