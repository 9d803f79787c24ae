"""The JSON of rows between the admin API and the command line. Times and dates are marked, so that decoding restores
their types.
"""

import json
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

TIME, DATE = "$time", "$date"


def encode(value: Any) -> str:
    """Return rows as JSON, with decimals as numbers and UUIDs as strings.

    Raises TypeError for a value that is neither one of these, nor a type of JSON, nor a time or
    date.
    """
    return json.dumps(value, default=_mark, separators=(",", ":"))


def decode(text: str | bytes) -> Any:
    """Return the rows from the JSON of encode(). Raises ValueError for a text that is not JSON."""
    return json.loads(text, object_hook=_unmark)


def _mark(value: Any) -> Any:
    match value:
        case datetime():
            return {TIME: value.isoformat()}
        case date():
            return {DATE: value.isoformat()}
        case Decimal():
            return float(value)
        case UUID():
            return str(value)
        case Mapping():
            return dict(value)
    raise TypeError(f"no JSON for {type(value).__name__}")


def _unmark(found: dict[str, Any]) -> Any:
    if len(found) == 1:
        ((name, value),) = found.items()
        if name == TIME:
            return datetime.fromisoformat(value)
        if name == DATE:
            return date.fromisoformat(value)
    return found
