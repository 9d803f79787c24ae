"""Compares replies with what a client assumes of them, row by row of the platform's CHECKLIST.md. Pure.

A platform's assumptions.py has one Assumption for each row. The findings name fields and kinds of values, never a
value: replies hold tokens and names.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any

DIGITS = re.compile(r"\d{1,18}")
AMOUNT = re.compile(r"-?\d+(\.\d+)?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of value that a field may have, with the name that findings use."""

    name: str
    fits: Callable[[Any], bool]


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _parses(value: Any, parse: Callable[[str], Any]) -> bool:
    try:
        parse(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def _is_local(value: Any) -> bool:
    return _parses(value, datetime.fromisoformat) and len(value) > 10 and datetime.fromisoformat(value).tzinfo is None


def _is_instant(value: Any) -> bool:
    return _parses(value, datetime.fromisoformat) and datetime.fromisoformat(value).tzinfo is not None


ID = Kind(name="an id", fits=lambda value: type(value) is int or (isinstance(value, str) and bool(value)))
NUMBER_ID = Kind(
    name="a whole number",
    fits=lambda value: type(value) is int or (isinstance(value, str) and bool(DIGITS.fullmatch(value))),
)
TEXT = Kind(name="a text", fits=lambda value: isinstance(value, str) and bool(value))
AMOUNT_KIND = Kind(
    name="an amount",
    fits=lambda value: _is_number(value) or (isinstance(value, str) and bool(AMOUNT.fullmatch(value))),
)
NUMBER = Kind(name="a number", fits=_is_number)
FLAG = Kind(name="a flag", fits=lambda value: value in (True, False, 0, 1))
LIST = Kind(name="a list", fits=lambda value: isinstance(value, list))
NO_ENTRY = Kind(name="an empty list", fits=lambda value: value == [])
OBJECT = Kind(name="an object", fits=lambda value: isinstance(value, dict))
DAY = Kind(name="a date", fits=lambda value: _parses(value, date.fromisoformat))
CLOCK_TIME = Kind(name="a time of day", fits=lambda value: _parses(value, time.fromisoformat))
LOCAL_TIME = Kind(name="a local time", fits=_is_local)
INSTANT = Kind(name="an instant with its zone", fits=_is_instant)


Fields = Mapping[str, Kind]
"""The fields that a client reads, by path: "results.venues[].slots[].date.start"; [] is each entry of a list.

A field whose path ends with "?" may be missing or null, but not of another kind.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """What a row of CHECKLIST.md assumes: that the call is answered with success, and that the reply has the fields.

    Without a `call`, no read can show it, and `unseen` says why.
    """

    row: str
    call: str = ""
    fields: Fields
    unseen: str = ""


def assume(
    rows: Mapping[str, Fields | str], *, calls: Mapping[str, str], not_asked: Mapping[str, str]
) -> tuple[Assumption, ...]:
    """Return the assumptions of the rows. A text in place of the fields says why no read can show the row.

    `calls` has the calls of rows that are not called like their call, `not_asked` why a call may not have been made.
    """
    return tuple(
        Assumption(row=row, fields={}, unseen=shown)
        if isinstance(shown, str)
        else Assumption(row=row, call=calls.get(row, row), fields=shown, unseen=not_asked.get(row, ""))
        for row, shown in rows.items()
    )


class Verdict(StrEnum):
    """Whether a row of CHECKLIST.md is true of the platform."""

    AS_ASSUMED = "as assumed"
    DIFFERS = "differs"
    NOT_SEEN = "not seen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The answer to one row. `detail` names the field and what was seen in it, or why nothing was seen."""

    row: str
    verdict: Verdict
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """The reply to a call: its status and parsed body. `error` is why the client could not read it, "" if it could."""

    status: int
    data: Any
    error: str = ""


def compare(assumption: Assumption, *, seen: Seen | None) -> Finding:
    """Return whether the reply is as assumed. `seen` is None if the call was not made or not answered."""
    if not assumption.call or seen is None:
        reason = assumption.unseen or f"the call {assumption.call} was not answered"
        return Finding(row=assumption.row, verdict=Verdict.NOT_SEEN, detail=reason)
    if not 200 <= seen.status < 300:
        return Finding(row=assumption.row, verdict=Verdict.DIFFERS, detail=f"status {seen.status}")
    different, missing = [], []
    for stated, kind in assumption.fields.items():
        path = stated.removesuffix("?")
        values = list(_values(seen.data, path))
        wrong = [value for value in values if value is not None and not kind.fits(value)]
        if wrong:
            different.append(f"{path}: {_describe(wrong[0])} instead of {kind.name}")
        elif path == stated and None in values:
            different.append(f"{path}: missing or null instead of {kind.name}")
        if not any(value is not None for value in values):
            missing.append(path)
    if seen.error and not different:
        different.append(seen.error)
    if different:
        return Finding(row=assumption.row, verdict=Verdict.DIFFERS, detail="; ".join(different))
    detail = f"without a value: {', '.join(missing)}" if missing else ""
    seen_none = missing and len(missing) == len(assumption.fields)
    return Finding(row=assumption.row, verdict=Verdict.NOT_SEEN if seen_none else Verdict.AS_ASSUMED, detail=detail)


def compare_all(assumptions: Sequence[Assumption], *, seen: Mapping[str, Seen]) -> list[Finding]:
    """Return the answer to each row. `seen` has the reply to each call by the call's name."""
    return [compare(one, seen=seen.get(one.call)) for one in assumptions]


def _values(data: Any, path: str) -> Iterator[Any]:
    """Yield the values at the path; None where the last object lacks the field. Yield nothing below an empty list."""
    nodes = [data]
    for name in path.split("."):
        plain, entries = name.removesuffix("[]"), name.endswith("[]")
        below = []
        for node in nodes:
            value = node if not plain else node.get(plain) if isinstance(node, dict) else None
            if not entries:
                below.append(value)
            elif isinstance(value, list):
                below += value
            elif value is not None:
                # An object in place of a list: the field below it is seen as missing.
                below.append(None)
        nodes = below
    yield from nodes


def _describe(value: Any) -> str:
    """Return the kind of a value in words. The value itself may be secret."""
    match value:
        case bool():
            return "true or false"
        case int():
            return "a whole number"
        case float():
            return "a number"
        case "":
            return "an empty text"
        case str():
            return "a text of digits" if DIGITS.fullmatch(value) else "a text"
        case list():
            return "a list with entries" if value else "an empty list"
        case _:
            return "an object"
