"""Which choices of a request the user ranks above the table that was booked for it. Pure."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from . import seating


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
    """A venue and date that is better than the booked table, with the seatings that are, best first; "" means any."""

    venue_id: int
    date: dt.date
    choice: int
    seatings: tuple[str, ...]


def better_choices(
    members: Iterable[Choice], *, booked: Choice, seated: str, one_table: bool, withdrawn: str
) -> list[Better]:
    """Return the choices of a group that are better than its reservation `booked`, best first.

    `seated` is the seating of the booked table. Without `one_table`, the group gets a table for each date, so only
    choices of the same date count. At the booked venue and date, the seatings ranked above `seated` count. Members
    with the reason `withdrawn` were removed by an edit.
    """
    found = []
    for member in sorted(members, key=lambda one: one.choice):
        if member.reason == withdrawn or (not one_table and member.date != booked.date):
            continue
        wanted = seating.wanted(table_type=member.table_type, table_types=member.table_types)
        if (member.venue_id, member.date) == (booked.venue_id, booked.date):
            wanted = _before(wanted, seated)
        elif member.choice >= booked.choice:
            continue
        if wanted:
            found.append(Better(member.venue_id, member.date, member.choice, tuple(wanted)))
    return found


def _before(wanted: list[str], seated: str) -> list[str]:
    """Return the seatings that are ranked above `seated`, which is one of the wanted ones."""
    places = [place for place, name in enumerate(wanted) if name == "" or name.lower() == seated.lower()]
    return wanted[: places[0]] if places else []
