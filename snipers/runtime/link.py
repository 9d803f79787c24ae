"""This process's connection to Ray: every blocking call with a deadline, and a new connection when the old one is dead.

Ray's calls wait for its own processes without end, and one of those may be stopped or gone. So each blocking call runs
in a thread of its own that is left behind when it does not return in time.
"""

import asyncio
import logging
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

import ray
from ray._private import auto_init_hook

from snipers.control.base import FleetAway

log = logging.getLogger(__name__)

CALL_SECONDS = 2.0
CONNECT_SECONDS = 30.0
# Without one good answer for so long the connection is replaced.
DEAD_SECONDS = 8.0
# So many threads may be stuck in Ray before no more are added.
MOST_STUCK = 8
EXIT_CODE = 75

# A call that finds no connection, because it is being replaced, would make one by itself: in a namespace of its own,
# where none of our actors are, and `_join` would take it for ours.
auto_init_hook.enable_auto_connect = False

T = TypeVar("T")


class RayLink:
    """One process's way to the cluster at `address`. Ray knows one connection for a process, so make one of these.

    `connections` counts how often it was made: handles of actors belong to the connection under which they were got.
    """

    def __init__(self, *, address: str, namespace: str) -> None:
        self._address = address
        self._namespace = namespace
        self._stuck = 0
        self._good_at = time.monotonic()
        self._left = False
        self._mending = asyncio.Lock()
        self.connections = 0

    async def connect(self) -> None:
        """Connect, trying until the cluster answers."""
        while True:
            try:
                await self._within(self._join, seconds=CONNECT_SECONDS)
            except FleetAway as error:
                log.warning("Ray at %s is not there yet: %s", self._address, error)
                await asyncio.sleep(1.0)
            else:
                self._joined()
                return

    async def call(self, work: Callable[[], T], *, seconds: float = CALL_SECONDS) -> T:
        """Run a blocking Ray call in a thread. Raises FleetAway when it fails or is slow, ValueError as Ray does."""
        if self._left:
            await self._mend()
        try:
            answer = await self._within(work, seconds=seconds)
        except FleetAway:
            if time.monotonic() - self._good_at > DEAD_SECONDS:
                await self._mend()
            raise
        self._good_at = time.monotonic()
        return answer

    async def _mend(self) -> None:
        """Reconnect, or raise FleetAway. If even leaving takes for ever, end: the next process has a clean start."""
        async with self._mending:
            if not self._left and time.monotonic() - self._good_at <= DEAD_SECONDS:
                return
            log.warning("Ray does not answer; reconnecting")
            # From here on calls wait for the new connection.
            self._left = True
            try:
                await self._within(ray.shutdown, seconds=CONNECT_SECONDS)
                await self._within(self._join, seconds=CONNECT_SECONDS)
            except FleetAway:
                if self._stuck >= MOST_STUCK:
                    log.error("too much waits for Ray in here; starting over")
                    os._exit(EXIT_CODE)
                raise
            self._joined()

    def _joined(self) -> None:
        self.connections += 1
        self._left = False
        self._good_at = time.monotonic()
        log.info("connected to Ray at %s", self._address)

    def _join(self) -> None:
        ray.init(
            address=self._address,
            namespace=self._namespace,
            ignore_reinit_error=True,
            log_to_driver=False,
            configure_logging=False,
            logging_level=logging.WARNING,
        )

    async def _within(self, work: Callable[[], T], *, seconds: float) -> T:
        if self._stuck >= MOST_STUCK:
            raise FleetAway("Ray does not answer")
        self._stuck += 1
        done: Future[T] = Future()
        threading.Thread(target=_run, args=(work, done), daemon=True).start()
        answer = asyncio.wrap_future(done)
        answer.add_done_callback(self._returned)
        try:
            return await asyncio.wait_for(asyncio.shield(answer), timeout=seconds)
        except TimeoutError:
            raise FleetAway(f"no answer within {seconds:.0f} s") from None
        except ValueError:
            raise
        except Exception as error:
            raise FleetAway(type(error).__name__) from error

    def _returned(self, answer: "asyncio.Future[Any]") -> None:
        """A thread came back, in time or not. Runs in the loop, so that nobody else counts at the same moment."""
        self._stuck -= 1
        noted(answer)


def _run(work: Callable[[], T], done: "Future[T]") -> None:
    try:
        done.set_result(work())
    except BaseException as error:  # noqa: BLE001 - whatever it is, it belongs to who waits
        done.set_exception(error)


def noted(answer: "asyncio.Future[Any]") -> None:
    """Take note of an error that nobody waits for any more, so that asyncio does not complain of it."""
    if not answer.cancelled():
        answer.exception()
