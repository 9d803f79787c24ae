"""Decides which venues, dates and seatings of a request the user ranks above the table that was booked for it. Pure."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from apps.requests.rules import seating


class Choice(Protocol):
    """The columns of a reservation that these rules read."""

    @property
    def venue_id(self) -> int: ...
    @property
    def date(self) -> dt.date: ...
    @property
    def choice(self) -> int: ...
    @property
    def table_type(self) -> str: ...
    @property
    def table_types(self) -> list[str]: ...
    @property
    def reason(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Better:
    """A venue and date at which a table may be better than the booked one.

    `seatings` are the seatings of such tables, best first; "" means any.
    """

    venue_id: int
    date: dt.date
    choice: int
    seatings: tuple[str, ...]


def better_choices(
    members: Iterable[Choice], *, booked: Choice, seated: str, window: int, one_table: bool, withdrawn: str
) -> list[Better]:
    """Return the choices of a group that are better than its reservation `booked`, best first.

    `seated` is the seating of the booked table, and `window` the place of its time window in the user's order, 0 for
    the best. Without `one_table`, the group gets a table for each date, so only choices of the same date count. At the
    booked venue and date, only the seatings ranked above `seated` count if `window` is 0. Otherwise all seatings count
    there, and is_better() compares each table that a search sees. Members with the reason `withdrawn` were removed by
    an edit and do not count.
    """
    found = []
    for member in sorted(members, key=lambda one: one.choice):
        if member.reason == withdrawn or (not one_table and member.date != booked.date):
            continue
        wanted = seating.wanted(table_type=member.table_type, table_types=member.table_types)
        if (member.venue_id, member.date) == (booked.venue_id, booked.date):
            wanted = wanted if window > 0 else _before(wanted, seated)
        elif member.choice >= booked.choice:
            continue
        if wanted:
            found.append(Better(member.venue_id, member.date, member.choice, tuple(wanted)))
    return found


def is_better(*, table: tuple[int, str], booked: tuple[int, str], wanted: list[str]) -> bool:
    """Return whether a table is better than the booked one at the same venue and date.

    `table` and `booked` are pairs of the place of the time window in the user's order and the seating. `wanted` are the
    seatings that the search looks for, best first; "" means any. The booked table may have a seating that is not among
    them.
    """
    return (table[0], _place(wanted, table[1])) < (booked[0], _place(wanted, booked[1]))


def _place(wanted: list[str], seating: str) -> int:
    return next((n for n, name in enumerate(wanted) if name == "" or name.lower() == seating.lower()), len(wanted))


def _before(wanted: list[str], seated: str) -> list[str]:
    """Return the seatings of `wanted` that are ranked above `seated`; [] if `seated` is not among them."""
    place = _place(wanted, seated)
    return wanted[:place] if place < len(wanted) else []
