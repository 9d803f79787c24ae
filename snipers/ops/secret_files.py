"""Reads secrets from files, because other users of a machine can read command lines."""

import sys
from pathlib import Path

from snipers.ops.results import CommandRefused


def read_secret(source: str | None) -> str | None:
    """Return the text of a file, or of standard input for "-". Raises CommandRefused for an unreadable or empty one."""
    if source is None:
        return None
    try:
        text = (sys.stdin.read() if source == "-" else Path(source).read_text()).strip()
    except (OSError, UnicodeDecodeError):
        raise CommandRefused(f"The file {source} cannot be read.") from None
    if not text:
        raise CommandRefused(f"The file {source} is empty.")
    return text
