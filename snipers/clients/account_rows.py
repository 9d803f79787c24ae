"""Reads the rows of an account's list of reservations, for the payloads.py of each platform.

A row whose status says that the reservation is canceled or over does not count as a table. A row of which only the id
can be read may be a table, so the list is incomplete. A row without a readable id cannot be distinguished from a new
booking, so the whole list counts as unreadable.
"""

from collections.abc import Callable, Iterable
from typing import Literal

from snipers.clients.base import AccountList
from snipers.clients.errors import Malformed
from snipers.clients.reading import Node, Skips
from snipers.domain.settling import Held

End = Literal["canceled", "ended"]
"""Why a reservation in the list no longer holds a table: it was canceled, or it has ended (completed or a no-show)."""

# Parts of the platforms' states and flags for such a reservation. "cancel" is not one of them, because it is also part
# of "can_cancel".
WORDS: tuple[tuple[str, End], ...] = (
    ("canceled", "canceled"),
    ("cancelled", "canceled"),
    ("noshow", "ended"),
    ("finished", "ended"),
    ("completed", "ended"),
)


def end_by_word(word: str) -> End | None:
    """Return why a reservation with this state, or with this flag set, no longer holds a table.

    Return None if it still holds one.
    """
    plain = word.lower().replace("_", "").replace(" ", "").replace("-", "")
    return next((end for part, end in WORDS if part in plain), None)


def account_list(
    rows: Iterable[Node],
    *,
    read_id: Callable[[Node], str],
    end_of: Callable[[Node], End | None],
    read: Callable[[Node], Held],
) -> AccountList:
    """Read the rows of a list one by one, so that an unreadable row does not hide the others.

    `read_id` and `read` parse a row and raise Malformed. `end_of` returns why a row no longer holds a table, None if it
    still holds one. Raises Malformed if the id of a row cannot be read.
    """
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
