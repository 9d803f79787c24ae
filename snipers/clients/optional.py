"""Reads the optional fields of a reply, above all of a catalog. A value that cannot be read counts as missing.

A function returns "" or None if the value is missing. Catalogs use this module for all fields of a venue except its id
and its name, because a venue is useful without the other fields.
"""

import math
from collections.abc import Iterable
from datetime import date
from typing import Any

from snipers.clients.reading import Node, unless_malformed

BIGGEST = 2**31 - 1


def text(node: Node, *, length: int) -> str:
    """Return text as one line without control characters, cut to `length`; "" if it is missing."""
    value = unless_malformed(node.text) or ""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in value).split())[:length].strip()


def paragraph(node: Node, *, length: int) -> str:
    """Return text that may have several lines, cut to `length`; "" if it is missing."""
    value = unless_malformed(node.text) or ""
    return "".join(sign for sign in value if sign.isprintable() or sign == "\n").strip()[:length]


def address(node: Node, *, length: int) -> str:
    """Return a web address of at most `length` characters; "" for any other value."""
    value = text(node, length=length + 1)
    return value if value.startswith(("https://", "http://")) and len(value) <= length and " " not in value else ""


def first_address(nodes: Iterable[Node], *, length: int) -> str:
    """Return the first of the values that is a web address of at most `length` characters; "" if none is."""
    return next((url for node in nodes if (url := address(node, length=length))), "")


def number(node: Node, *, least: int = 0, most: int = BIGGEST) -> int | None:
    """Return a whole number from `least` to `most`; None for any other value."""
    value = unless_malformed(node.integer)
    return value if value is not None and least <= value <= most else None


def day(node: Node) -> date | None:
    """Return the date with which an ISO date or instant begins, None for any other value (see Node.day)."""
    return unless_malformed(node.day)


def decimal(node: Node, *, most: float) -> float | None:
    """Return a number from -`most` to `most`, which the platform may send as text; None for any other value."""
    value: Any = node.value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if math.isfinite(found) and abs(found) <= most else None


def members(node: Node) -> list[Node]:
    """Return the members of a list; an empty list for any other value."""
    return list(node.items()) if isinstance(node.value, list) else []


def truthy(node: Node) -> bool:
    """Whether a flag is set. It is not if the value is missing, false, 0, empty, or the text "0" or
    "false"."""
    return bool(node.value) and node.value not in ("0", "false")
