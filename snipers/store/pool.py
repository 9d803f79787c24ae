"""Connections of the sniper store: a small pool that is back as soon as the server is.

psycopg_pool alone needs seconds after a restart: every idle connection fails one call, and its next try to connect
waits 1, 2, 4 ... s. So a connection whose server hung up is noticed before it is used, and while somebody waits, the
pool tries to connect every RETRY_SECONDS.
"""

import asyncio
import logging
import select
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, LiteralString
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection, Error, OperationalError
from psycopg.rows import DictRow, dict_row
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import AsyncConnectionPool, PoolTimeout

WAIT_SECONDS = 5.0
RETRY_SECONDS = 0.5
CONNECT_SECONDS = 2
# What several bookings at once needed is given back soon: each connection is a process at the server.
SPARE_SECONDS = 60.0
# With a plan of the connection's own a claim takes 0.5 ms; the first one, which makes the plan, 8 to 35. Left to itself
# PostgreSQL would make five for their values first. What a watcher asks looks up a few rows by their keys, in the order
# in which they are written; to look for a better one takes twice the time.
_PLAN_ONCE: LiteralString = (
    "select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('join_collapse_limit', '1', false)"
)
# Whenever PostgreSQL has analyzed a table, which is every minute where much is written, the plans that read it are
# dropped, and the next statement plans again: this loop does it, so that a claim need not.
FRESH_SECONDS = 10.0

# Its callers report a failure themselves; a line for each try of each process would drown that.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class Connections:
    """A pool that is opened by the first call. Every connection commits each statement."""

    def __init__(self, *, url: str, most: int) -> None:
        self._most = most
        self._plan_statement: tuple[LiteralString, Mapping[str, Any]] | None = None
        self._planned_at: WeakKeyDictionary[AsyncConnection[DictRow], float] = WeakKeyDictionary()
        self._freshening: set[asyncio.Task[None]] = set()
        self._pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=most,
            max_idle=SPARE_SECONDS,
            open=False,
            kwargs={
                "autocommit": True,
                "row_factory": dict_row,
                "prepare_threshold": 0,
                "connect_timeout": CONNECT_SECONDS,
            },
            # A try that failed is given up at once; a waiting caller asks for the next one.
            reconnect_timeout=RETRY_SECONDS / 2,
            num_workers=1,
            configure=self._configure,
        )

    @asynccontextmanager
    async def one(self) -> AsyncIterator[AsyncConnection[DictRow]]:
        """Lend a connection whose server is there. Raises PoolTimeout (an OperationalError) after WAIT_SECONDS."""
        await self._pool.open()
        connection = await self._living()
        try:
            yield connection
        finally:
            if self._stale(connection):
                task = asyncio.create_task(self._freshen(connection))
                self._freshening.add(task)
                task.add_done_callback(self._freshening.discard)
            else:
                await self._pool.putconn(connection)

    @property
    def open(self) -> int:
        """How many connections are open."""
        return self._pool.get_stats().get("pool_size", 0)

    async def warm(self, statement: LiteralString, params: Mapping[str, Any], *, connections: int | None) -> None:
        """Open so many connections (None: all). They, those that are open already, and each that is opened from now on
        keep a plan for this statement, by executing it; again when they are given back, after FRESH_SECONDS."""
        self._plan_statement = statement, params
        count = self._most if connections is None else min(max(connections, self.open), self._most)
        async with AsyncExitStack() as lent:
            every = await asyncio.gather(*(lent.enter_async_context(self.one()) for _ in range(count)))
            await asyncio.gather(*(self._warm_plan(connection) for connection in every))

    async def close(self) -> None:
        """Give connections back."""
        if self._freshening:
            await asyncio.wait(set(self._freshening), timeout=CONNECT_SECONDS)
        # A frozen server would never answer.
        for task in set(self._freshening):
            task.cancel()
        await asyncio.gather(*self._freshening, return_exceptions=True)
        await self._pool.close()

    async def _configure(self, connection: AsyncConnection[DictRow]) -> None:
        """Send every whole number as a bigint: by its size, it would be another statement with another plan."""
        connection.adapters.register_dumper(int, Int8Dumper)
        await self._warm_plan(connection)

    async def _warm_plan(self, connection: AsyncConnection[DictRow]) -> None:
        if self._plan_statement is not None:
            if connection not in self._planned_at:
                await connection.execute(_PLAN_ONCE)
            await connection.execute(*self._plan_statement)
            self._planned_at[connection] = time.monotonic()

    def _stale(self, connection: AsyncConnection[DictRow]) -> bool:
        """Whether its plan may be out of date and no caller waits for a connection."""
        planned_at = self._planned_at.get(connection)
        return (
            planned_at is not None
            and time.monotonic() - planned_at >= FRESH_SECONDS
            and not connection.closed
            and not self._pool.get_stats().get("requests_waiting")
        )

    async def _freshen(self, connection: AsyncConnection[DictRow]) -> None:
        """Warm the plan, then return the connection. The pool replaces a broken one; the next caller gets the error."""
        try:
            with suppress(Error):
                await self._warm_plan(connection)
        finally:
            await self._pool.putconn(connection)

    async def _living(self) -> AsyncConnection[DictRow]:
        clock = asyncio.get_running_loop().time
        deadline = clock() + WAIT_SECONDS
        while True:
            try:
                connection = await self._pool.getconn(timeout=RETRY_SECONDS)
            except PoolTimeout:
                if clock() >= deadline:
                    raise
                continue
            if _silent(connection):
                return connection
            # What is given back closed is replaced by a new one.
            await connection.close()
            await self._pool.putconn(connection)


def _silent(connection: AsyncConnection[DictRow]) -> bool:
    """Whether nothing came in since the last answer: an idle connection hears something only when its server leaves."""
    try:
        waiting = select.poll()
        waiting.register(connection.fileno(), select.POLLIN)
        return not waiting.poll(0)
    except OperationalError:
        return False
