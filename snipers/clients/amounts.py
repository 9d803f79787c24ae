"""Reads amounts of money in a reply, as cents.

A missing amount is None. An amount that is named and cannot be read is UNKNOWN_CENTS, never 0: a table must not count
as free of charge because its amount has a form that we do not know.
"""

import re
from collections.abc import Iterator
from decimal import ROUND_CEILING, Decimal, InvalidOperation

from snipers.clients.reading import Node, unless_malformed
from snipers.domain.fees import UNKNOWN_CENTS

# "25", "25.00", "$1,000.00". A decimal comma is not read, because "1,000" may mean one or a thousand.
PLAIN = re.compile(r"[$€£]? ?((?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?)", re.ASCII)
SIGNS = r"[$€£¥]|\b(?:USD|EUR|GBP|CAD|AUD|MXN)\b"
IN_SENTENCE = re.compile(rf"(?:{SIGNS})\s*([\d.,]*\d)|(\d[\d.,]*)\s*(?:{SIGNS}|dollars?\b|euros?\b|pounds?\b)", re.I)
# Parts of the names of fields that contain an amount.
AMOUNT_WORDS = ("amount", "cents", "charge", "deposit", "fee", "price", "surcharge", "tax", "total")


def dollars(node: Node) -> int | None:
    """Return an amount in a currency's main unit as cents, rounded up; None if it is missing, UNKNOWN_CENTS if it
    cannot be read."""
    value = node.value
    if value is None:
        return None
    if isinstance(value, str):
        match = PLAIN.fullmatch(value.strip())
        if match is None:
            return UNKNOWN_CENTS
        value = match[1].replace(",", "")
    elif isinstance(value, bool) or not isinstance(value, int | float):
        return UNKNOWN_CENTS
    try:
        cents = (Decimal(str(value)) * 100).to_integral_value(ROUND_CEILING)
        return int(cents) if 0 <= Decimal(str(value)) and cents < UNKNOWN_CENTS else UNKNOWN_CENTS
    except (InvalidOperation, ValueError, OverflowError):
        return UNKNOWN_CENTS


def whole_cents(node: Node) -> int | None:
    """Return an amount in cents; None if it is missing, UNKNOWN_CENTS if it cannot be read."""
    if node.value is None:
        return None
    cents = unless_malformed(node.integer)
    return cents if cents is not None and 0 <= cents < UNKNOWN_CENTS else UNKNOWN_CENTS


def for_party(cents: int, *, party_size: int | None) -> int:
    """Return the amount for the party, from the amount for one guest. It is unknown if the party size is."""
    if cents == 0:
        return 0
    return UNKNOWN_CENTS if party_size is None else min(cents * party_size, UNKNOWN_CENTS)


def names_amount(node: Node, *, skip: tuple[str, ...] = ()) -> bool:
    """Whether a field or a sentence anywhere in this value names an amount above 0, readable or not.

    Members of objects with a name in `skip` are left out.
    """
    return any(_is_amount(name, value) for name, value in _scalars("amount", node.value, skip))


def _scalars(name: str, value: object, skip: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    pending: list[tuple[str, object]] = [(name, value)]
    while pending:
        name, value = pending.pop()
        if isinstance(value, dict):
            pending += [(str(key), member) for key, member in value.items() if key not in skip]
        elif isinstance(value, list):
            pending += [(name, member) for member in value]
        else:
            yield name, value


def _is_amount(name: str, value: object) -> bool:
    if isinstance(value, str):
        named = IN_SENTENCE.finditer(value)
        return any(set(match[1] or match[2]) & set("123456789") for match in named)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and value != 0 and any(word in name.lower() for word in AMOUNT_WORDS)
