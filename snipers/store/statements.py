"""Reads queries.sql into named statements; nothing else in the sniper tower spells SQL."""

import re
from functools import cache
from importlib.resources import files
from typing import LiteralString, cast

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


@cache
def statements() -> dict[str, LiteralString]:
    """Return every statement by its name. The text is shipped with the package, so it counts as literal."""
    text = files("snipers.store").joinpath("queries.sql").read_text(encoding="utf-8")
    parts = _NAME.split(text)[1:]
    return {name: cast(LiteralString, body.strip()) for name, body in zip(parts[::2], parts[1::2], strict=True)}
