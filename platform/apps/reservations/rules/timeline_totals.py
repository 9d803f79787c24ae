"""Adds up the timeline entries of a group's requests to the totals of the timeline panel."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class EntryCount(NamedTuple):
    """The entries of one kind of one request. `checks` is the largest number of checks that they name, `tables` the sum
    of the tables that `with_tables` of them name.
    """

    reservation_id: int
    kind: str
    entries: int
    checks: int | None
    with_tables: int
    tables: int | None


class Totals(NamedTuple):
    """How often a group's requests were checked, and how often a fitting table was seen."""

    checks: int
    seen: int


def sum_up(counts: Iterable[EntryCount], *, checks_now: Mapping[int, int]) -> Totals:
    """Return the totals. `checks_now` is the latest number of checks of each request that has a watch state.

    The number of checks never falls, so the highest known number of a request is its total.
    """
    seen = 0
    highest = dict(checks_now)
    for count in counts:
        seen += count.tables or 0
        # An entry without a number is about one table. An old `passed_over` without one repeats a `seen` entry.
        seen += count.entries - count.with_tables if count.kind == "seen" else 0
        highest[count.reservation_id] = max(highest.get(count.reservation_id, 0), count.checks or 0)
    return Totals(checks=sum(highest.values()), seen=seen)
