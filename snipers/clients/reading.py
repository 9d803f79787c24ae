"""Typed access to a platform's JSON reply, for the payloads.py of each platform.

A missing or mistyped field raises Malformed with its path, never with its value: replies hold tokens and names.

Also the rules for the rows of an account's list, for all platforms. A row whose status says that the reservation is
canceled or over does not count as a table. A row of which only the id can be read may be a table, so the list is
incomplete. A row without a readable id cannot be distinguished from a new booking, so the whole list counts as
unreadable.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime
from typing import Any, Literal, TypeVar

from snipers.clients.base import AccountList, Skip
from snipers.clients.errors import Malformed
from snipers.domain.settling import Held
from snipers.domain.vocabulary import SkipReason

T = TypeVar("T")
DAY = len("2026-11-27")
CURRENCY = re.compile(r"[A-Z]{3}")

End = Literal["canceled", "ended"]
"""Why a reservation in the list no longer holds a table: it was canceled, or it has ended (completed or a no-show)."""

# Parts of the platforms' states and flags for such a reservation. "cancel" is not one of them, because it is also part
# of "can_cancel".
END_WORDS: tuple[tuple[str, End], ...] = (
    ("canceled", "canceled"),
    ("cancelled", "canceled"),
    ("noshow", "ended"),
    ("finished", "ended"),
    ("completed", "ended"),
)


class Node:
    """A value in a reply. It knows its parent, so that an error can name the value's path."""

    __slots__ = ("_missing", "_name", "_parent", "value")

    def __init__(self, value: Any, parent: "Node | None" = None, name: str = "", *, missing: bool = False) -> None:
        self.value = value
        self._parent = parent
        self._name = name
        self._missing = missing

    @property
    def path(self) -> str:
        """The path of the value in the reply, such as `reply.results.venues[].slots`. `[]` is any member of a list."""
        return "reply" if self._parent is None else self._parent.path + self._name

    def __getitem__(self, name: str) -> "Node":
        """Return a member of this object; a missing member has the value None. Raises Malformed if
        this value is no object."""
        if not isinstance(self.value, dict):
            raise self.malformed("an object")
        return Node(self.value.get(name), self, "." + name, missing=name not in self.value)

    def items(self) -> Iterator["Node"]:
        """Yield the members of a list, nothing for null, which platforms send in place of an empty list.

        Raises Malformed if the list is missing, or for any other value.
        """
        if self.value is None and self._parent is not None and not self._missing:
            return iter(())
        if not isinstance(self.value, list):
            raise self.malformed("a list")
        return (Node(member, self, "[]") for member in self.value)

    def members(self) -> Iterator["Node"]:
        """Yield the members of a list, nothing if the list is null or missing. Raises Malformed for any other value."""
        return iter(()) if self.value is None else self.items()

    def text(self) -> str:
        """Return a non-empty text without NUL and lone surrogates, which PostgreSQL and HTTP cannot carry.

        Raises Malformed for any other value.
        """
        value = self.value
        if not isinstance(value, str) or not value or "\0" in value or not (value.isascii() or _is_encodable(value)):
            raise self.malformed("a text")
        return value

    def identifier(self) -> str:
        """Return an id as text. The platform may send it as a number. Raises Malformed for any other value."""
        return str(self.value) if type(self.value) is int else self.text()

    def integer(self) -> int:
        """Return an integer. The platform may send it as text. Raises Malformed for any other value."""
        value = self.value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.malformed("a whole number")
        return value

    def local_time(self, form: str, *, length: int | None = None) -> datetime:
        """Parse a wall-clock time with the strptime() format `form`. Characters after the first `length` are ignored.

        Raises Malformed if the value has another format.
        """
        try:
            return datetime.strptime(self.text()[:length], form)  # noqa: DTZ007 - the platform's times are the venue's, no zone
        except ValueError:
            raise self.malformed("a time") from None

    def local_datetime(self, *, length: int) -> datetime:
        """Parse a local date and time in ISO format. Characters after the first `length` are ignored.

        Raises Malformed if the value has another format or states a time zone. A reply contains hundreds of such
        times, and strptime() takes forty times as long as this method.
        """
        text = self.text()[:length]
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            raise self.malformed("a time") from None
        if len(text) != length or at.tzinfo is not None:
            raise self.malformed("a time")
        return at

    def day(self) -> date:
        """Return the date with which an ISO date or instant begins, without conversion of time zones.

        Raises Malformed for any other value.
        """
        try:
            return date.fromisoformat(self.text()[:DAY])
        except ValueError:
            raise self.malformed("a date") from None

    def malformed(self, expected: str) -> Malformed:
        """Return the error for a value that is not what `expected` says, such as "a list"."""
        return Malformed(f"{self.path} is not {expected}", field=self.path)


def member(node: Node, *names: str) -> Node:
    """Return the member of a nested object by its path of names. Its value is None if the path does not exist."""
    for name in names:
        if not isinstance(node.value, dict):
            return Node(None)
        node = node[name]
    return node


def currency(node: Node) -> str:
    """Return an ISO code of three capital letters; "" for any other value."""
    code = node.value
    return code if isinstance(code, str) and CURRENCY.fullmatch(code) else ""


def unless_malformed(read: Callable[[], T]) -> T | None:
    """Return the result of `read`, None if it raises Malformed."""
    try:
        return read()
    except Malformed:
        return None


class Skips:
    """Counts the entries that are left out of a reply. One entry that cannot be read does not hide the others."""

    def __init__(self) -> None:
        self.counts: Counter[Skip] = Counter()
        self._error: Malformed | None = None

    def leave_out(self, reason: SkipReason) -> None:
        """Count an entry that was read, but cannot be used for this reason."""
        self.counts[reason, ""] += 1

    def unreadable(self, error: Malformed) -> None:
        """Count an entry that cannot be read, by the path of the field."""
        self._error = self._error or error
        self.counts[SkipReason.UNREADABLE, error.field] += 1

    def readable(self, entries: Iterable[Node], read: Callable[[Node], T]) -> Iterator[T]:
        """Yield the entries of a list that only decorates a reply, and count those that `read` cannot parse."""
        for entry in entries:
            try:
                yield read(entry)
            except Malformed as error:
                self.unreadable(error)

    def check(self, *, read: int) -> None:
        """Raise the first recorded error if no entry could be read, because the reply's format must have changed then.

        `read` is the number of entries that could be read.
        """
        if self._error is not None and not read:
            raise self._error


def end_by_word(word: str) -> End | None:
    """Return why a reservation with this state, or with this flag set, no longer holds a table.

    Return None if it still holds one.
    """
    plain = word.lower().replace("_", "").replace(" ", "").replace("-", "")
    return next((end for part, end in END_WORDS if part in plain), None)


def account_list(
    rows: Iterable[Node],
    *,
    whole: bool = True,
    read_id: Callable[[Node], str],
    end_of: Callable[[Node], End | None],
    read: Callable[[Node], Held],
) -> AccountList:
    """Read the rows of a list one by one, so that an unreadable row does not hide the others.

    A reservation that is in several rows is listed once. `whole` is as in AccountList. `read_id` and `read` parse a row
    and raise Malformed. `end_of` returns why a row no longer holds a table, None if it still holds one. Raises
    Malformed if the id of a row cannot be read.
    """
    held: dict[str, Held] = {}
    over: dict[End, set[str]] = {"canceled": set(), "ended": set()}
    unreadable: set[str] = set()
    skips = Skips()
    for row in rows:
        end = end_of(row)
        try:
            reservation_id = read_id(row)
            if end is None:
                held[reservation_id] = read(row)
        except Malformed as error:
            skips.unreadable(error)
            if end is None:
                unreadable.add(read_id(row))
        else:
            if end is not None:
                over[end].add(reservation_id)
    return AccountList(
        held=list(held.values()),
        canceled=frozenset(over["canceled"]),
        ended=frozenset(over["ended"]),
        unreadable=frozenset(unreadable),
        whole=whole,
        skipped=skips.counts,
    )


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
