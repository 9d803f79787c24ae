"""Typed access to a platform's JSON reply, for the payloads.py of each platform.

A missing or mistyped field raises Malformed with its path, never with its value: replies hold tokens and names.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from snipers.clients.base import Malformed


class Node:
    """A value in a reply, with its path for error messages."""

    __slots__ = ("_path", "value")

    def __init__(self, value: Any, path: str = "reply") -> None:
        self.value = value
        self._path = path

    def __getitem__(self, name: str) -> "Node":
        """Return a member of an object. A missing member is the same as null."""
        if not isinstance(self.value, dict):
            raise self.malformed("an object")
        return Node(self.value.get(name), f"{self._path}.{name}")

    def items(self) -> Iterator["Node"]:
        """Yield the members of a list."""
        if not isinstance(self.value, list):
            raise self.malformed("a list")
        return (Node(member, f"{self._path}[]") for member in self.value)

    def members(self) -> Iterator["Node"]:
        """Yield the members of a list that may be missing."""
        return iter(()) if self.value is None else self.items()

    def text(self) -> str:
        """Return a non-empty text."""
        if not isinstance(self.value, str) or not self.value:
            raise self.malformed("a text")
        return self.value

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
        return Malformed(f"{self._path} is not {expected}")
