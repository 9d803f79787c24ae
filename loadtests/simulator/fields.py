"""Reads the parameters of a call: types, ranges and defaults. Each face makes its own refusal of a wrong parameter."""

from collections.abc import Callable, Collection, Mapping
from datetime import date
from typing import Any

from .clock import parse_day
from .http import Refused


class Fields:
    """Parameters by name, from JSON, a form or a query. A null counts as missing, and numbers may be text.

    `bad_field(name, sentence)` makes the face's refusal. The methods that read a field raise this refusal if the value
    has the wrong type or is out of range, or if it is missing and there is no default.
    """

    def __init__(self, values: Mapping[str, Any], bad_field: Callable[[str, str], Refused]) -> None:
        self.values = values
        self.bad_field = bad_field

    def __contains__(self, name: str) -> bool:
        return self.values.get(name) is not None

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value unchanged, or `default` if it is missing or null."""
        value = self.values.get(name)
        return default if value is None else value

    def integer(self, name: str, *, least: int = 0, most: int = 2**31, default: int | None = None) -> int:
        value = self.get(name, default)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 10:
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            missing = "is required and " if value is None else ""
            raise self.bad_field(name, f"{missing}must be a whole number from {least} to {most}")
        return value

    def number(self, name: str, *, least: float = 0, most: float, default: float | None = None) -> float:
        value = self.get(name, default)
        if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
            raise self.bad_field(name, f"must be a number from {least:g} to {most:g}")
        return float(value)

    def flag(self, name: str, *, default: bool = False) -> bool:
        value = self.get(name, default)
        if not isinstance(value, bool):
            raise self.bad_field(name, "must be true or false")
        return value

    def text(self, name: str, *, default: str | None = None) -> str:
        """Return text without surrounding space. Empty text counts as missing."""
        value = self.get(name, default)
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if not isinstance(value, str):
            raise self.bad_field(name, "is required" if value is None else "must be text")
        if not value.strip() and default is None:
            raise self.bad_field(name, "is required")
        return value.strip() or default or ""

    def one_of(self, name: str, allowed: Collection[str], *, default: str | None = None) -> str:
        value = self.get(name, default)
        if not isinstance(value, str) or value not in allowed:
            raise self.bad_field(name, f"must be one of: {', '.join(allowed)}")
        return value

    def day(self, name: str) -> date:
        try:
            return parse_day(self.get(name))
        except ValueError:
            raise self.bad_field(name, "must look like 2026-11-27") from None

    def object(self, name: str) -> "Fields":
        """Return a nested JSON object, empty if it is missing."""
        value = self.get(name, {})
        if not isinstance(value, dict):
            raise self.bad_field(name, "must be an object")
        return Fields(value, self.bad_field)
