"""Runs the simulator for synchronous tests, in a thread with its own event loop."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from .clock import Clock
from .server import Serving, serving
from .settings import Settings

FREE_PORTS = Settings(control_port=0, resy_port=0, opentable_port=0, stripe_port=0)


@contextmanager
def running(settings: Settings = FREE_PORTS, *, clock: Clock | None = None) -> Iterator[Serving]:
    """Run the simulator in a thread while the context is active, and yield its addresses.

    Callers must use only its sockets, because the simulator's objects belong to the event loop of the thread.
    """
    loop = asyncio.new_event_loop()
    ready: asyncio.Future[Serving] = loop.create_future()
    stop = asyncio.Event()

    async def run() -> None:
        try:
            async with serving(settings, clock=clock) as sim:
                ready.set_result(sim)
                await stop.wait()
        except Exception as error:
            if ready.done():
                raise
            ready.set_exception(error)

    async def wait() -> Serving:
        return await ready

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),), daemon=True)
    thread.start()
    try:
        yield asyncio.run_coroutine_threadsafe(wait(), loop).result(20)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(20)
        loop.close()
