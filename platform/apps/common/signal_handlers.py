"""The SIGTERM handler of commands that run until they are stopped.

The handler asks the command's loop to stop. If the loop's current step has not ended after a timeout, the handler ends
the process. An aborted step does no harm: every step is a transaction, and another process or the next start repeats
it.
"""

import os
import sys
import threading
from collections.abc import Callable
from typing import Any, Final

import structlog

log = structlog.get_logger(__name__)

TIMEOUT: Final = 8.0


def stop_handler(stop: Callable[[], None], *, timeout: float = TIMEOUT) -> Callable[..., None]:
    """Return a signal handler that calls `stop`, and ends the process if it is still running `timeout` seconds
    later."""

    def handle(*_: Any) -> None:
        stop()
        timer = threading.Timer(timeout, _exit, kwargs={"timeout": timeout})
        timer.daemon = True
        timer.start()

    return handle


def _exit(*, timeout: float) -> None:
    log.warning("the current step takes too long, leaving it to the next process", seconds=timeout)
    sys.stderr.flush()
    os._exit(0)
