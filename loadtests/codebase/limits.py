"""Keeps each figure below its limit: the number that is wanted, or a larger one that limits.json allows for now.

limits.json holds the lowest values so far, which `make house ARGS=--lower` writes. A change that exceeds a limit fails
in `make lint`.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

LIMITS: Final = Path(__file__).with_name("limits.json")


def read(path: Path = LIMITS) -> dict[str, int]:
    return json.loads(path.read_text("utf-8")) if path.exists() else {}


def limit_of(name: str, *, wanted: int | None, allowed: Mapping[str, int]) -> int | None:
    """Return the largest value that a figure may have. None: any, because nothing is wanted and nothing is recorded."""
    return max((number for number in (wanted, allowed.get(name)) if number is not None), default=None)


def lowered(*, values: Mapping[str, int], allowed: Mapping[str, int]) -> dict[str, int]:
    """Return the limits after a change: the smaller of each value and its limit. A new figure begins at its value."""
    return {name: min(value, allowed.get(name, value)) for name, value in values.items()}


def write(limits: Mapping[str, int], path: Path = LIMITS) -> None:
    path.write_text(json.dumps(limits, indent=2, ensure_ascii=False) + "\n", "utf-8")
