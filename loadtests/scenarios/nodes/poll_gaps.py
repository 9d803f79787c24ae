"""Evaluates the polls in the platform's log: gaps, recoveries, polls after the end of a lease. Pure functions.

Venues are the platform's ids as text, as in the poll keys of the log. Instants are unix milliseconds; results are
seconds.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

Row = Mapping[str, Any]


def polled_venue(poll: Row) -> str:
    """Return the platform's id of the polled venue, "" if the poll has no key."""
    return (poll["key"] or "").partition("|")[0]


def measure_longest_gaps(
    polls: Iterable[Row], *, venues: Sequence[str], start_ms: float, end_ms: float
) -> dict[str, float]:
    """Return for each venue the longest time without a poll between two instants.

    The first gap begins at the last poll before `start_ms`, or at `start_ms` if there is none. The last gap ends at
    `end_ms`.
    """
    times: dict[str, list[float]] = defaultdict(list)
    for poll in polls:
        times[polled_venue(poll)].append(poll["received_ms"])
    gaps = {}
    for venue in venues:
        own = sorted(times[venue])
        inside = [at for at in own[max(0, bisect_right(own, start_ms) - 1) :] if at <= end_ms]
        gaps[venue] = max(later - earlier for earlier, later in pairwise([*(inside or [start_ms]), end_ms])) / 1000
    return gaps


def measure_recoveries(
    polls: Iterable[Row], *, venues: Sequence[str], at_ms: float, agent_suffix: str
) -> dict[str, float | None]:
    """Return for each venue the time from `at_ms` to its first poll from a node other than the lost one.

    None if there is no such poll. `agent_suffix` is the end of the User-Agent of the lost node's watchers.
    """
    first: dict[str, float] = {}
    for poll in polls:
        if poll["received_ms"] > at_ms and agent_suffix not in poll["agent"]:
            first.setdefault(polled_venue(poll), poll["received_ms"])
            first[polled_venue(poll)] = min(first[polled_venue(poll)], poll["received_ms"])
    return {venue: (first[venue] - at_ms) / 1000 if venue in first else None for venue in venues}


def find_polls_after_lease(
    polls: Iterable[Row], *, agent_suffix: str, lease_ended_ms: Mapping[str, float]
) -> list[float]:
    """Return, for each poll that a node sent after its lease of the venue had ended, how late it arrived.

    `agent_suffix` is the end of the User-Agent of the node's watchers. The result is in ascending order.
    """
    late = [
        (poll["received_ms"] - lease_ended_ms[polled_venue(poll)]) / 1000
        for poll in polls
        if agent_suffix in poll["agent"] and polled_venue(poll) in lease_ended_ms
    ]
    return sorted(seconds for seconds in late if seconds > 0)


def find_pollers_after(polls: Iterable[Row], *, lease_ended_ms: Mapping[str, float]) -> dict[str, set[str]]:
    """Return for each venue the User-Agents that polled it after the end of a lease. A User-Agent names a node."""
    agents: dict[str, set[str]] = defaultdict(set)
    for poll in polls:
        end = lease_ended_ms.get(polled_venue(poll))
        if end is not None and poll["received_ms"] > end:
            agents[polled_venue(poll)].add(poll["agent"])
    return agents
