"""Reads fields of a reply that may be missing. A value that cannot be read counts as missing.

A catalog needs an id and a name of each venue; everything else only completes the picture.
"""

import math
from collections.abc import Callable, Iterable
from datetime import date
from typing import Any, TypeVar

from snipers.clients.errors import Malformed
from snipers.clients.reading import Node

T = TypeVar("T")
BIGGEST = 2**31 - 1
DAY = len("2026-11-27")


def text(node: Node, *, length: int) -> str:
    """Return one line of text without surrounding space and control characters, cut to `length`."""
    try:
        value = node.text()
    except Malformed:
        return ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())[:length].strip()


def paragraph(node: Node, *, length: int) -> str:
    """Return text that may have several lines, cut to `length`."""
    try:
        value = node.text()
    except Malformed:
        return ""
    return "".join(sign for sign in value if sign.isprintable() or sign == "\n").strip()[:length]


def address(node: Node, *, length: int) -> str:
    """Return a web address, "" for anything else and for one that is too long."""
    value = text(node, length=length + 1)
    return value if value.startswith(("https://", "http://")) and len(value) <= length and " " not in value else ""


def first_address(nodes: Iterable[Node], *, length: int) -> str:
    """Return the first web address, "" if there is none."""
    return next((url for node in nodes if (url := address(node, length=length))), "")


def number(node: Node, *, least: int = 0, most: int = BIGGEST) -> int | None:
    """Return a whole number within the bounds."""
    try:
        value = node.integer()
    except Malformed:
        return None
    return value if least <= value <= most else None


def day(node: Node) -> date | None:
    """Return the day of a date or of an instant, as it is written."""
    try:
        return date.fromisoformat(node.text()[:DAY])
    except (Malformed, ValueError):
        return None


def degrees(node: Node, *, most: float) -> float | None:
    """Return a coordinate, also if it was sent as text."""
    value: Any = node.value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) and abs(found) <= most else None


def unless_malformed(read: Callable[[], T]) -> T | None:
    """Return what `read` reads, None if it is malformed."""
    try:
        return read()
    except Malformed:
        return None


def member(node: Node, *names: str) -> Node:
    """Return a nested member, null if one on the way is not an object."""
    for name in names:
        if not isinstance(node.value, dict):
            return Node(None)
        node = node[name]
    return node


def members(node: Node) -> list[Node]:
    """Return the members of a list, none for anything else."""
    return list(node.items()) if isinstance(node.value, list) else []


def truthy(node: Node) -> bool:
    """Whether a flag is set: true, 1, or a text or object that is not empty."""
    return bool(node.value) and node.value not in ("0", "false")
