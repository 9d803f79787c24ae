"""Reads sql/*.sql into named statements; nothing else in the sniper tower spells SQL."""

import re
from functools import cache
from importlib.resources import files
from typing import LiteralString, cast

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


@cache
def statements() -> dict[str, LiteralString]:
    """Return every statement by its name. The text is shipped with the package, so it counts as literal."""
    found: dict[str, LiteralString] = {}
    for file in files("snipers.store").joinpath("sql").iterdir():
        if file.name.endswith(".sql"):
            parts = _NAME.split(file.read_text(encoding="utf-8"))[1:]
            for name, body in zip(parts[::2], parts[1::2], strict=True):
                found[name] = cast(LiteralString, body.strip())
    return found
