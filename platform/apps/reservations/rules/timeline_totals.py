"""Folds the lines of a group's requests into what the timeline panel counts."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """All stored lines of one kind of one request. `checks`: the highest count of checks that they carry.

    `tables` is the sum of the tables that `counting` of the lines speak of.
    """

    reservation_id: int
    kind: str
    lines: int
    checks: int | None
    tables: int | None = None
    counting: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """How often a group's requests were checked, and how often a fitting table was seen."""

    checks: int
    seen: int


def fold(tallies: Iterable[Tally], *, checks_now: Mapping[int, int]) -> Story:
    """Add up. `checks_now` is the latest count of checks for each request that is or was watched.

    Counts of checks never fall, so a request's total is the highest number known of it.
    """
    seen = 0
    highest = dict(checks_now)
    for tally in tallies:
        seen += tally.tables or 0
        # A line that counts nothing speaks of one table; such a `passed_over` stands beside a `seen`.
        seen += tally.lines - tally.counting if tally.kind == "seen" else 0
        highest[tally.reservation_id] = max(highest.get(tally.reservation_id, 0), tally.checks or 0)
    return Story(checks=sum(highest.values()), seen=seen)
