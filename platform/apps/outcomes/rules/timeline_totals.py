"""Adds up the timeline entries of a group's reservations to the totals that the timeline panel shows."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class EntryCount(NamedTuple):
    """The number of entries of one kind in the timeline of one reservation, with what they state in all.

    `checks` is the largest number of checks in these entries. `with_tables` is how many of the entries state a number
    of tables; `tables` is the sum of these numbers.
    """

    reservation_id: int
    kind: str
    entries: int
    checks: int | None
    with_tables: int
    tables: int | None


class Totals(NamedTuple):
    """`checks` is how often a group's reservations were checked; `seen` is how many fitting tables were seen."""

    checks: int
    seen: int


def sum_up(counts: Iterable[EntryCount], *, checks_now: Mapping[int, int]) -> Totals:
    """Return the totals. `checks_now` has the latest number of checks of each reservation with a watch state.

    A reservation's number of checks never decreases, so the highest known number is its total.
    """
    seen = 0
    highest = dict(checks_now)
    for count in counts:
        seen += count.tables or 0
        # A `seen` entry without a number of tables is about one table. A `passed_over` entry without a number, written
        # by an earlier release, repeats a `seen` entry and does not count.
        seen += count.entries - count.with_tables if count.kind == "seen" else 0
        highest[count.reservation_id] = max(highest.get(count.reservation_id, 0), count.checks or 0)
    return Totals(checks=sum(highest.values()), seen=seen)
