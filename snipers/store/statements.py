"""Loads the named statements of sql/*.sql, the only SQL of the sniper tower."""

import re
from functools import cache
from importlib.resources import files
from typing import LiteralString, cast

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


@cache
def statements() -> dict[str, LiteralString]:
    """Return every statement by its name."""
    found: dict[str, LiteralString] = {}
    for file in files("snipers.store").joinpath("sql").iterdir():
        if file.name.endswith(".sql"):
            found |= parse_statements(file.read_text(encoding="utf-8"))
    return found


def parse_statements(text: str) -> dict[str, LiteralString]:
    """Split the text of a SQL file at its `-- name:` lines, and return the statements by name.

    The statements are cast to LiteralString, because the file is part of the package and not user input.
    """
    parts = _NAME.split(text)[1:]
    return {name: cast(LiteralString, body.strip()) for name, body in zip(parts[::2], parts[1::2], strict=True)}
