"""Typed readers of the environment that fail loudly. The only module that reads it for the web tower."""

import os
from collections.abc import Sequence


class BadEnvironment(SystemExit):
    """A variable is missing or wrong; the message is one sentence and names the variable, never its value."""


def text(name: str, default: str | None = None) -> str:
    """Return the variable, the default, or stop with a sentence."""
    value = os.environ.get(name, "")
    if value:
        return value
    if default is None:
        raise BadEnvironment(f"{name} is not set. It is needed to start; see the table in platform/README.md.")
    return default


def integer(name: str, default: int) -> int:
    """Return the variable as a whole number."""
    value = os.environ.get(name, "")
    if not value:
        return default
    try:
        return int(value)
    except ValueError:
        raise BadEnvironment(f"{name} has to be a whole number.") from None


def flag(name: str, default: bool = False) -> bool:
    """Return the variable as yes or no: 1, true, yes, on or 0, false, no, off."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise BadEnvironment(f"{name} has to be 1 or 0.")


def words(name: str, default: Sequence[str] = ()) -> list[str]:
    """Return a comma-separated list without empty parts."""
    value = os.environ.get(name, "")
    return [part.strip() for part in value.split(",") if part.strip()] if value else list(default)
