"""Connection pool of the store, usable again as soon as a restarted server is.

psycopg_pool alone needs seconds after a restart: each idle connection fails one call, and attempts to connect wait 1,
2, 4 ... s. This pool detects closed connections before lending them and connects every RETRY_SECONDS while a caller
waits.
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
# Idle connections are closed soon: each one is a process of the server.
MAX_IDLE_SECONDS = 60.0
# With a cached plan a claim takes 0.5 ms, the first one 8 to 35 ms. By default PostgreSQL caches a generic plan after
# five executions. The statements join a few rows by key in a good order; a search for a better one doubles the time.
_PLAN_ONCE: LiteralString = (
    "select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('join_collapse_limit', '1', false)"
)
# Each ANALYZE of a table (every minute, with many writes) invalidates the plans that read it. A connection whose plan
# is this old is planned again on its return, so that no claim has to.
FRESH_SECONDS = 10.0

# Callers log failures themselves; the pool would log each attempt of each process.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class Connections:
    """A pool of autocommit connections, opened by the first call."""

    def __init__(self, *, url: str, most: int) -> None:
        self._most = most
        self._plan_statement: tuple[LiteralString, Mapping[str, Any]] | None = None
        self._planned_at: WeakKeyDictionary[AsyncConnection[DictRow], float] = WeakKeyDictionary()
        self._freshening: set[asyncio.Task[None]] = set()
        self._pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
            url,
            min_size=1,
            max_size=most,
            max_idle=MAX_IDLE_SECONDS,
            open=False,
            kwargs={
                "autocommit": True,
                "row_factory": dict_row,
                "prepare_threshold": 0,
                "connect_timeout": CONNECT_SECONDS,
            },
            # A failed attempt is not retried by the pool; a waiting caller starts the next one.
            reconnect_timeout=RETRY_SECONDS / 2,
            num_workers=1,
            configure=self._configure,
        )

    @asynccontextmanager
    async def one(self) -> AsyncIterator[AsyncConnection[DictRow]]:
        """Lend a live connection. Raises PoolTimeout (an OperationalError) after WAIT_SECONDS."""
        await self._pool.open()
        connection = await self._live_connection()
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
        """The number of open connections."""
        return self._pool.get_stats().get("pool_size", 0)

    async def warm(self, statement: LiteralString, params: Mapping[str, Any], *, connections: int | None) -> None:
        """Open connections (None: all) and plan the statement on each by executing it.

        Every connection opened later is planned too, and planned again on its return after FRESH_SECONDS.
        """
        self._plan_statement = statement, params
        count = self._most if connections is None else min(max(connections, self.open), self._most)
        async with AsyncExitStack() as lent:
            every = await asyncio.gather(*(lent.enter_async_context(self.one()) for _ in range(count)))
            await asyncio.gather(*(self._warm_plan(connection) for connection in every))

    async def close(self) -> None:
        """Close the connections."""
        if self._freshening:
            await asyncio.wait(set(self._freshening), timeout=CONNECT_SECONDS)
        # A frozen server does not answer.
        for task in set(self._freshening):
            task.cancel()
        await asyncio.gather(*self._freshening, return_exceptions=True)
        await self._pool.close()

    async def _configure(self, connection: AsyncConnection[DictRow]) -> None:
        """Send all integers as bigint: types by size would make different statements, each with its own plan."""
        connection.adapters.register_dumper(int, Int8Dumper)
        await self._warm_plan(connection)

    async def _warm_plan(self, connection: AsyncConnection[DictRow]) -> None:
        if self._plan_statement is not None:
            if connection not in self._planned_at:
                await connection.execute(_PLAN_ONCE)
            await connection.execute(*self._plan_statement)
            self._planned_at[connection] = time.monotonic()

    def _stale(self, connection: AsyncConnection[DictRow]) -> bool:
        """Whether the plan may be outdated and no caller is waiting for a connection."""
        planned_at = self._planned_at.get(connection)
        return (
            planned_at is not None
            and time.monotonic() - planned_at >= FRESH_SECONDS
            and not connection.closed
            and not self._pool.get_stats().get("requests_waiting")
        )

    async def _freshen(self, connection: AsyncConnection[DictRow]) -> None:
        """Plan again, then return the connection; the pool replaces a broken one."""
        try:
            with suppress(Error):
                await self._warm_plan(connection)
        finally:
            await self._pool.putconn(connection)

    async def _live_connection(self) -> AsyncConnection[DictRow]:
        clock = asyncio.get_running_loop().time
        deadline = clock() + WAIT_SECONDS
        while True:
            try:
                connection = await self._pool.getconn(timeout=RETRY_SECONDS)
            except PoolTimeout:
                if clock() >= deadline:
                    raise
                continue
            if _is_open(connection):
                return connection
            # The pool replaces a connection that is returned closed.
            await connection.close()
            await self._pool.putconn(connection)


def _is_open(connection: AsyncConnection[DictRow]) -> bool:
    """Whether the idle connection has no unread data: the server sends some only when it closes the connection."""
    try:
        waiting = select.poll()
        waiting.register(connection.fileno(), select.POLLIN)
        return not waiting.poll(0)
    except OperationalError:
        return False
