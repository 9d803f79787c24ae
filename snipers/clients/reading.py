"""Typed access to a platform's JSON reply, for the payloads.py of each platform.

A missing or mistyped field raises Malformed with its path, never with its value: replies hold tokens and names.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from snipers.clients.base import Skip
from snipers.clients.errors import Malformed
from snipers.domain.vocabulary import SkipReason


class Node:
    """A value in a reply. It knows its parent, so that an error can name the value's path."""

    __slots__ = ("_name", "_parent", "value")

    def __init__(self, value: Any, parent: "Node | None" = None, name: str = "") -> None:
        self.value = value
        self._parent = parent
        self._name = name

    @property
    def path(self) -> str:
        """The names on the way to the value; `[]` stands for any member of a list."""
        return "reply" if self._parent is None else self._parent.path + self._name

    def __getitem__(self, name: str) -> "Node":
        """Return a member of an object. A missing member is the same as null."""
        if not isinstance(self.value, dict):
            raise self.malformed("an object")
        return Node(self.value.get(name), self, "." + name)

    def items(self) -> Iterator["Node"]:
        """Yield the members of a list."""
        if not isinstance(self.value, list):
            raise self.malformed("a list")
        return (Node(member, self, "[]") for member in self.value)

    def members(self) -> Iterator["Node"]:
        """Yield the members of a list that may be missing."""
        return iter(()) if self.value is None else self.items()

    def text(self) -> str:
        """Return a non-empty text that the database and HTTP can carry: without NUL and lone surrogates."""
        value = self.value
        if not isinstance(value, str) or not value or "\0" in value or not (value.isascii() or _is_encodable(value)):
            raise self.malformed("a text")
        return value

    def identifier(self) -> str:
        """Return an id as text, also if it was sent as a number."""
        return str(self.value) if type(self.value) is int else self.text()

    def integer(self) -> int:
        """Return an integer, also if the platform sent it as text."""
        value = self.value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.malformed("a whole number")
        return value

    def local_time(self, form: str, *, length: int | None = None) -> datetime:
        """Parse a wall-clock time of the format `form`. Characters after the first `length` are ignored."""
        try:
            return datetime.strptime(self.text()[:length], form)  # noqa: DTZ007 - the platform's times are the venue's, no zone
        except ValueError:
            raise self.malformed("a time") from None

    def local_datetime(self, *, length: int) -> datetime:
        """Parse a local date and time in ISO form of this many characters; others after them are ignored.

        A reply has hundreds of them, and strptime() takes forty times as long.
        """
        text = self.text()[:length]
        try:
            at = datetime.fromisoformat(text)
        except ValueError:
            raise self.malformed("a time") from None
        if len(text) != length or at.tzinfo is not None:
            raise self.malformed("a time")
        return at

    def cents(self) -> int:
        """Return an amount in dollars as cents; null is 0."""
        if self.value is None:
            return 0
        if isinstance(self.value, bool) or not isinstance(self.value, int | float | str):
            raise self.malformed("an amount")
        try:
            return round(float(self.value) * 100)
        except (ValueError, OverflowError):
            raise self.malformed("an amount") from None

    def malformed(self, expected: str) -> Malformed:
        """Return the error for a value that is not what was expected."""
        return Malformed(f"{self.path} is not {expected}", field=self.path)


class Skips:
    """Counts the entries that are left out of a reply. One entry that cannot be read does not hide the others."""

    def __init__(self) -> None:
        self.counts: Counter[Skip] = Counter()
        self._error: Malformed | None = None

    def leave_out(self, reason: SkipReason) -> None:
        """Count an entry that was read and cannot be used."""
        self.counts[reason, ""] += 1

    def unreadable(self, error: Malformed) -> None:
        """Count an entry that cannot be read, by the path of the field."""
        self._error = self._error or error
        self.counts[SkipReason.UNREADABLE, error.field] += 1

    def check(self, *, read: int) -> None:
        """Raise the first error if no entry could be read: then the reply has changed its shape."""
        if self._error is not None and not read:
            raise self._error


def _is_encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
