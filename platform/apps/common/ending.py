"""The end of a command that runs until SIGTERM: the step at hand is brought to its end, unless that takes too long.

For loops whose every step is a transaction that another process, or the next start, does over: to be cut costs them
nothing, and the supervisor does not wait for a peer that does not answer.
"""

import os
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)

TIMEOUT: Final = 8.0


def ending(stop: Callable[[], None], *, timeout: float = TIMEOUT) -> Callable[..., None]:
    """A signal handler that calls `stop`, and ends the process if it is still there `timeout` seconds later."""

    def heed(*_: Any) -> None:
        stop()
        last = threading.Timer(timeout, _leave, kwargs={"timeout": timeout})
        last.daemon = True
        last.start()

    return heed


def _leave(*, timeout: float) -> None:
    log.warning("the step at hand takes too long, leaving it to the next process", seconds=timeout)
    sys.stderr.flush()
    os._exit(0)
