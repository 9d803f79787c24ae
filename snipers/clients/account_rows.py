"""Reads the rows of an account's list of reservations, for the payloads.py of each platform.

A row whose status says that it is over is no table. A row of which only the id can be read may be one: the list is then
incomplete. Without an id, a row could not be distinguished from a new booking, so the whole list counts as unreadable.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from snipers.clients.base import AccountList
from snipers.clients.errors import Malformed
from snipers.clients.reading import Node, Skips
from snipers.domain.settling import Held

End = Literal["canceled", "ended"]
"""Why a row is no table any more."""

# Parts of the words by which the platforms' states and flags say it. "cancel" alone is not one: see "can_cancel".
WORDS: tuple[tuple[str, End], ...] = (
    ("canceled", "canceled"),
    ("cancelled", "canceled"),
    ("noshow", "ended"),
    ("finished", "ended"),
    ("completed", "ended"),
)


def end_by_word(word: str) -> End | None:
    """Return why a reservation with this state, or with this flag set, is no table any more. None if it is one."""
    plain = word.lower().replace("_", "").replace(" ", "").replace("-", "")
    return next((end for part, end in WORDS if part in plain), None)


def account_list(
    rows: Iterable[Node],
    *,
    read_id: Callable[[Node], str],
    end_of: Callable[[Node], End | None],
    read: Callable[[Node], Held],
) -> AccountList:
    """Read each row by its own. Raises Malformed if the id of a row cannot be read."""
    held: list[Held] = []
    over: dict[End, set[str]] = {"canceled": set(), "ended": set()}
    unreadable: set[str] = set()
    skips = Skips()
    for row in rows:
        end = end_of(row)
        try:
            reservation_id = read_id(row)
            if end is None:
                held.append(read(row))
        except Malformed as error:
            skips.unreadable(error)
            if end is None:
                unreadable.add(read_id(row))
        else:
            if end is not None:
                over[end].add(reservation_id)
    return AccountList(
        held=held,
        canceled=frozenset(over["canceled"]),
        ended=frozenset(over["ended"]),
        unreadable=frozenset(unreadable),
        skipped=skips.counts,
    )
