"""Logs exceptions at a limited rate, because an unreachable database fails every socket at once."""

import logging
import time

log = logging.getLogger(__name__)

REPEAT_SECONDS = 30.0
_logged_at: dict[str, float] = {}


def log_exception(summary: str) -> None:
    """Log the current exception with its traceback, at most once in REPEAT_SECONDS for each summary."""
    now = time.monotonic()
    if now - _logged_at.get(summary, -REPEAT_SECONDS) >= REPEAT_SECONDS:
        _logged_at[summary] = now
        log.exception("%s (not logged again for %d s)", summary, REPEAT_SECONDS)
