"""Checks the parameters of reads and changes, which come from a command line or from the network. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from snipers.clients import registry
from snipers.ops.results import CommandRefused, ExitCode

Check = Callable[[Any], Any]

LARGEST_ID = 2**63 - 1
LONGEST_NAME = 253
MOST_IDS = 20_000
MOST_ROWS = 1_000


def check_parameters(given: Mapping[str, Any], checks: Mapping[str, Check], *, name: str) -> dict[str, Any]:
    """Return the checked parameters of the read or change `name`. Raises CommandRefused if one is missing, unknown or
    wrong.
    """
    wrong = given.keys() ^ checks.keys()
    if wrong:
        raise CommandRefused(f"{name} takes: {', '.join(sorted(checks)) or 'nothing'}.", code=ExitCode.USAGE)
    try:
        return {key: check(given[key]) for key, check in checks.items()}
    except ValueError as error:
        raise CommandRefused(f"{name}: {error}", code=ExitCode.USAGE) from None


def whole(low: int, high: int) -> Check:
    """Return a check that accepts integers from `low` to `high`. A check returns the value, or raises ValueError."""

    def check(value: Any) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ValueError(f"expected an integer of {low} to {high}")
        return value

    return check


def share(value: Any) -> float:
    """Check a share of a budget: a number of 0 to 1."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= 1:
        raise ValueError("expected a share of 0 to 1")
    return float(value)


def text(value: Any) -> str:
    """Check a short string, such as the name of a node or cell."""
    if not isinstance(value, str) or not 0 < len(value) <= LONGEST_NAME or not value.isprintable():
        raise ValueError(f"expected a text of 1 to {LONGEST_NAME} characters")
    return value


def platform(value: Any) -> str:
    """Check the key of a platform."""
    if value not in registry.keys():
        raise ValueError(f"expected one of {', '.join(registry.keys())}")
    return str(value)


def ids(value: Any) -> list[int]:
    """Check a list of our ids."""
    if not isinstance(value, list | tuple) or len(value) > MOST_IDS:
        raise ValueError(f"expected at most {MOST_IDS} ids")
    check = whole(1, LARGEST_ID)
    return [check(one) for one in value]


def texts(value: Any) -> list[str]:
    """Check a list of at most 10 short strings."""
    if not isinstance(value, list | tuple) or len(value) > 10:
        raise ValueError("expected at most 10 texts")
    return [text(one) for one in value]


def optional(check: Check) -> Check:
    """Return a check that also accepts None."""
    return lambda value: None if value is None else check(value)


one_id = whole(1, LARGEST_ID)
rows = whole(1, MOST_ROWS)
