"""Places in a platform's reply: strict on what we need, blind to what we do not. Each payloads.py reads with it.

A missing or mistyped piece raises Malformed with its path, never with its value: replies hold tokens and names.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from snipers.clients.base import Malformed


class Node:
    """One place in a reply, which knows its path for the error message."""

    __slots__ = ("_path", "value")

    def __init__(self, value: Any, path: str = "reply") -> None:
        self.value = value
        self._path = path

    def __getitem__(self, name: str) -> "Node":
        """Return a member; absent and null are the same."""
        if not isinstance(self.value, dict):
            raise self.wrong("an object")
        return Node(self.value.get(name), f"{self._path}.{name}")

    def items(self) -> Iterator["Node"]:
        """Yield the members of a list."""
        if not isinstance(self.value, list):
            raise self.wrong("a list")
        return (Node(member, f"{self._path}[]") for member in self.value)

    def members(self) -> Iterator["Node"]:
        """Yield the members of a list that may be left out."""
        return iter(()) if self.value is None else self.items()

    def text(self) -> str:
        """Return a text with something in it."""
        if not isinstance(self.value, str) or not self.value:
            raise self.wrong("a text")
        return self.value

    def word(self) -> str:
        """Return a name as text, also when it was sent as a number."""
        return str(self.value) if type(self.value) is int else self.text()

    def whole(self) -> int:
        """Return a whole number, also when it was sent as digits."""
        value = self.value
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 19:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.wrong("a whole number")
        return value

    def moment(self, form: str, *, length: int | None = None) -> datetime:
        """Return a wall-clock moment written in that form; what comes after `length` characters is not looked at."""
        try:
            return datetime.strptime(self.text()[:length], form)  # noqa: DTZ007 - the platform's times are the venue's, no zone
        except ValueError:
            raise self.wrong("a time") from None

    def cents(self) -> int:
        """Return an amount in dollars as cents; null is nothing."""
        if self.value is None:
            return 0
        if isinstance(self.value, bool) or not isinstance(self.value, int | float | str):
            raise self.wrong("an amount")
        try:
            return round(float(self.value) * 100)
        except (ValueError, OverflowError):
            raise self.wrong("an amount") from None

    def wrong(self, expected: str) -> Malformed:
        """Say what was expected here."""
        return Malformed(f"{self._path} is not {expected}")
