"""The loop that applies the inbox: wakes on PostgreSQL's notification or once a second. Several may run.

Owns time and failures; the steps are inbox.py's.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from threading import Event
from typing import Final

import structlog
from django.db import DatabaseError, connections
from psycopg import Connection, Error

from apps.common.liveness import touch_liveness_file

from . import inbox, webhook

log = structlog.get_logger(__name__)

POLL_SECONDS: Final = 1.0
SWEEP_EVERY: Final = timedelta(hours=1)
ALIAS: Final = "default"


class Applier:
    """One loop. `clock` returns the aware present; `listening` is set while notifications arrive."""

    def __init__(self, *, clock: Callable[[], datetime]) -> None:
        self.listening = Event()
        self._clock = clock
        self._stopping = Event()
        self._sweep_at: datetime | None = None

    def stop(self) -> None:
        """Let the running step end, then leave `run`, within a poll."""
        self._stopping.set()

    def run(self) -> None:
        """Apply until `stop` is called. Survives restarts of PostgreSQL."""
        failing = False
        while not self._stopping.is_set():
            touch_liveness_file("billing")
            try:
                self._listen()
                failing = False
            except (Error, DatabaseError) as error:
                self.listening.clear()
                if not failing:
                    log.error("database away, trying again", exc_info=error)
                failing = True
                connections.close_all()
                self._stopping.wait(POLL_SECONDS)
        connections.close_all()

    def step(self) -> None:
        """Apply all that is due, look at what should have come, and now and then forget what is old."""
        now = self._clock()
        while inbox.apply_news(now=now) == inbox.IN_STEP and not self._stopping.is_set():
            now = self._clock()
        inbox.look_unasked(now=now)
        if self._sweep_at is None or now >= self._sweep_at:
            self._sweep_at = now + SWEEP_EVERY
            inbox.forget_old(now=now)

    def _listen(self) -> None:
        own = connections.create_connection(ALIAS)
        try:
            own.ensure_connection()
            listener = own.connection
            if not isinstance(listener, Connection):
                raise TypeError("The database has to be PostgreSQL.")
            own.set_autocommit(True)
            listener.execute(f"listen {webhook.CHANNEL}")
            self.listening.set()
            while not self._stopping.is_set():
                touch_liveness_file("billing")
                self.step()
                # What is told while a step runs wakes the next wait; what is missed is found by the poll.
                for _ in listener.notifies(timeout=POLL_SECONDS, stop_after=1):
                    pass
        finally:
            self.listening.clear()
            if own.connection is not None:
                # Back in the pool it would go on listening while another caller uses it.
                own.connection.close()
            own.close()
