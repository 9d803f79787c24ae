"""Who asked about which venue when, from the platform's log: gaps, comebacks, polls that should not have been. Pure.

Venues are the platform's ids as texts, as in the log's keys; instants are ms, results seconds.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = Mapping[str, Any]


def venue_of(poll: Row) -> str:
    """Return which venue a poll is about."""
    return (poll["key"] or "").partition("|")[0]


def longest_gaps(polls: Iterable[Row], *, venues: Sequence[str], start_ms: float, end_ms: float) -> dict[str, float]:
    """Return the longest time without a poll of each venue between two instants.

    The last poll before the start begins the first gap; a venue that nobody asks about any more has one up to the end.
    """
    times: dict[str, list[float]] = defaultdict(list)
    for poll in polls:
        times[venue_of(poll)].append(poll["received_ms"])
    gaps = {}
    for venue in venues:
        own = sorted(times[venue])
        inside = [at for at in own[max(0, bisect_right(own, start_ms) - 1) :] if at <= end_ms]
        gaps[venue] = max(later - earlier for earlier, later in pairwise([*(inside or [start_ms]), end_ms])) / 1000
    return gaps


def back_after(polls: Iterable[Row], *, venues: Sequence[str], at_ms: float, mark: str) -> dict[str, float | None]:
    """Return how long after an instant each venue was asked about from another node than `mark`; None: never."""
    first: dict[str, float] = {}
    for poll in polls:
        if poll["received_ms"] > at_ms and mark not in poll["agent"]:
            first.setdefault(venue_of(poll), poll["received_ms"])
            first[venue_of(poll)] = min(first[venue_of(poll)], poll["received_ms"])
    return {venue: (first[venue] - at_ms) / 1000 if venue in first else None for venue in venues}


def after_the_lease(polls: Iterable[Row], *, mark: str, ended_ms: Mapping[str, float]) -> list[float]:
    """Return how long after the end of its lease each poll came that a node sent all the same."""
    late = [
        (poll["received_ms"] - ended_ms[venue_of(poll)]) / 1000
        for poll in polls
        if mark in poll["agent"] and venue_of(poll) in ended_ms
    ]
    return sorted(seconds for seconds in late if seconds > 0)
