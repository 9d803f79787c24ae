"""This process's connection to Ray: each blocking call has a deadline, and a dead connection is replaced.

Ray's calls wait without limit for Ray's own processes, which may be stopped or gone. So each blocking call runs in its
own thread. A thread that does not return in time is abandoned.
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

from snipers.control.base import FleetUnavailable

log = logging.getLogger(__name__)

CALL_SECONDS = 2.0
CONNECT_SECONDS = 30.0
# If a call fails and none has succeeded for this long, the connection is replaced.
DEAD_SECONDS = 8.0
# No call starts while this many threads hang in Ray.
MOST_HANGING = 8
EXIT_CODE = 75

# With auto-connect, a call during a reconnect would open a connection of its own, in a namespace that does not have our
# actors, and _join() would keep this connection.
auto_init_hook.enable_auto_connect = False

T = TypeVar("T")


class RayConnection:
    """The connection to the cluster at `address`.

    Ray allows one connection per process, so a process creates only one object of this class. `generation` counts the
    connections. An actor handle works only on the connection that returned it.
    """

    def __init__(self, *, address: str, namespace: str) -> None:
        self._address = address
        self._namespace = namespace
        self._running = 0
        self._succeeded_at = time.monotonic()
        self._disconnected = False
        self._reconnecting = asyncio.Lock()
        self.generation = 0

    async def connect(self) -> None:
        """Connect to the cluster. Retry until the cluster answers."""
        while True:
            try:
                return await self._open()
            except FleetUnavailable as error:
                log.warning("no connection to Ray at %s yet: %s", self._address, error)
                await asyncio.sleep(1.0)

    async def call(self, work: Callable[[], T], *, seconds: float = CALL_SECONDS) -> T:
        """Run a blocking Ray call in a thread.

        Raises FleetUnavailable if the call fails or is late. Passes on ValueError, which Ray raises for an unknown
        actor name.
        """
        if self._disconnected:
            await self._reconnect()
        try:
            result = await self._run(work, seconds=seconds)
        except FleetUnavailable:
            if self._is_dead():
                await self._reconnect()
            raise
        self._succeeded_at = time.monotonic()
        return result

    def _is_dead(self) -> bool:
        return time.monotonic() - self._succeeded_at > DEAD_SECONDS

    async def _reconnect(self) -> None:
        """Replace the connection, or raise FleetUnavailable.

        If this fails while MOST_HANGING calls hang in Ray, end the process, so that Kubernetes restarts it.
        """
        async with self._reconnecting:
            if not self._disconnected and not self._is_dead():
                return
            log.warning("Ray does not answer; reconnecting")
            # From here on, calls wait for the new connection.
            self._disconnected = True
            self.generation += 1
            try:
                await self._run(ray.shutdown, seconds=CONNECT_SECONDS)
                await self._open()
            except FleetUnavailable:
                if self._running >= MOST_HANGING:
                    log.error("%d calls hang in Ray; exiting for a clean start", self._running)
                    os._exit(EXIT_CODE)
                raise

    async def _open(self) -> None:
        await self._run(self._join, seconds=CONNECT_SECONDS)
        self._disconnected = False
        self._succeeded_at = time.monotonic()
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

    async def _run(self, work: Callable[[], T], *, seconds: float) -> T:
        if self._running >= MOST_HANGING:
            raise FleetUnavailable("Ray does not answer")
        self._running += 1
        done: Future[T] = Future()
        threading.Thread(target=_run_into, args=(work, done), daemon=True).start()
        result = asyncio.wrap_future(done)
        result.add_done_callback(self._thread_returned)
        try:
            return await asyncio.wait_for(asyncio.shield(result), timeout=seconds)
        except TimeoutError:
            raise FleetUnavailable(f"no answer within {seconds:.0f} s") from None
        except ValueError:
            raise
        except Exception as error:
            raise FleetUnavailable(type(error).__name__) from error

    def _thread_returned(self, result: "asyncio.Future[Any]") -> None:
        """Subtract a thread that has returned from the count, even if its caller no longer waits.

        This method runs only in the event loop, so updates do not overlap.
        """
        self._running -= 1
        retrieve_exception(result)


def _run_into(work: Callable[[], T], done: "Future[T]") -> None:
    try:
        done.set_result(work())
    except BaseException as error:  # noqa: BLE001 - the caller receives every error
        done.set_exception(error)


def retrieve_exception(result: "asyncio.Future[Any]") -> None:
    """Retrieve the exception of a future that nobody awaits any more, so that asyncio does not log it."""
    if not result.cancelled():
        result.exception()
