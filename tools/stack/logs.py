"""Rotates the log files of the parts, and returns their last lines for error messages."""

from pathlib import Path

LOG_BYTES = 5_000_000


def rotate(log: Path) -> None:
    """Rename a log file of more than LOG_BYTES to *.log.1, which replaces an earlier file with this name."""
    if log.exists() and log.stat().st_size > LOG_BYTES:
        log.replace(log.with_suffix(".log.1"))


def tail(log: Path, lines: int = 12) -> str:
    """Return the last lines of a log file, each indented by four spaces."""
    with log.open("rb") as handle:
        handle.seek(max(0, log.stat().st_size - 8192))
        text = handle.read().decode(errors="replace")
    return "\n".join(f"    {line}" for line in text.strip().splitlines()[-lines:])
