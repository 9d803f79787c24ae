"""Tells the log of failures that may come by the thousand: a database that is away fails every socket at once."""

import logging
import time

log = logging.getLogger(__name__)

QUIET_SECONDS = 30.0
_last_told: dict[str, float] = {}


def report(what: str) -> None:
    """Log the exception being handled with its traceback, at most once in QUIET_SECONDS for the same `what`."""
    now = time.monotonic()
    if now - _last_told.get(what, -QUIET_SECONDS) >= QUIET_SECONDS:
        _last_told[what] = now
        log.exception("%s (the same is not logged again for %d s)", what, QUIET_SECONDS)
