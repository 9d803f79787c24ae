"""An account's list of reservations at a platform, and how the payloads.py of each platform reads its rows.

A row whose status says that the reservation is canceled or over does not count as a table. A row of which only the id
can be read may be a table, so the list is incomplete. A row without a readable id cannot be distinguished from a new
booking, so the whole list counts as unreadable.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from snipers.clients.errors import Malformed
from snipers.clients.reading import Node, Skip, Skips
from snipers.domain.settling import Held


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountList:
    """An account's list of reservations at a platform.

    `held` are the reservations that hold a table. `canceled` and `ended` are the ids of rows that no longer hold one:
    canceled rows, and completed ones or no-shows. `unreadable` are the ids of rows of which nothing but the id could be
    read; each may hold a table. `whole` is False if the platform counts more rows than it returned. `skipped` counts
    the rows that could not be read, by field.
    """

    held: list[Held]
    canceled: frozenset[str] = frozenset()
    ended: frozenset[str] = frozenset()
    unreadable: frozenset[str] = frozenset()
    whole: bool = True
    skipped: Mapping[Skip, int] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether `held` certainly contains every table of the account."""
        return self.whole and not self.unreadable

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all rows that hold or may hold a table."""
        return self.unreadable | {one.reservation_id for one in self.held}

    def joined(self, page: "AccountList") -> "AccountList":
        """Return this list with the rows of a further page added.

        A row that moved to the further page between the two reads is listed once.
        """
        return AccountList(
            held=list({one.reservation_id: one for one in (*self.held, *page.held)}.values()),
            canceled=self.canceled | page.canceled,
            ended=self.ended | page.ended,
            unreadable=self.unreadable | page.unreadable,
            skipped=Counter(self.skipped) + Counter(page.skipped),
        )

    def may_hide_new(self, *, known: frozenset[str]) -> bool:
        """Whether a table with an id that is not in `known` may be missing in `held`."""
        return not self.whole or not self.unreadable <= known


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
