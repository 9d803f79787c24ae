"""The store's connections: runs named statements on a pool, which works again as soon as a restarted server answers.

psycopg_pool alone needs seconds after a restart: each idle connection fails one call, and attempts to connect wait 1,
2, 4 ... s. This pool checks each connection before a caller gets it. While a caller waits for a connection, the
pool tries to connect every RETRY_SECONDS.
"""

import asyncio
import logging
import select
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import fields
from typing import TYPE_CHECKING, Any, LiteralString
from weakref import WeakKeyDictionary

from psycopg import AsyncConnection, Error, OperationalError
from psycopg.rows import DictRow, dict_row
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from snipers.store.statements import statements

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

WAIT_SECONDS = 5.0
RETRY_SECONDS = 0.5
CONNECT_SECONDS = 2
# A connection that was idle for this long is closed within the same time again: each one is a process of the server.
MAX_IDLE_SECONDS = 30.0
# A claim with a cached plan takes 0.5 ms; without one it takes 8 to 35 ms. By default PostgreSQL caches a generic plan
# only after five executions. The join order is fixed, because the statements already name their few rows in a good
# order, and the search for a better order would double the planning time.
_PLAN_ONCE: LiteralString = (
    "select set_config('plan_cache_mode', 'force_generic_plan', false), set_config('join_collapse_limit', '1', false)"
)
# Each ANALYZE of a table invalidates the plans that read it. With many writes this happens every minute. So when a
# connection with a plan of this age is returned, its plan is made again, and no claim has to wait for that.
FRESH_SECONDS = 10.0

# Callers log failures themselves; the pool would log each attempt of each process.
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class Connections:
    """A pool of at most `most` autocommit connections, of which it keeps `least` at rest. The first call opens it."""

    def __init__(self, *, url: str, most: int, least: int = 0) -> None:
        self._most = most
        self._plan_statement: tuple[LiteralString, Mapping[str, Any]] | None = None
        self._planned_at: WeakKeyDictionary[AsyncConnection[DictRow], float] = WeakKeyDictionary()
        self._freshening: set[asyncio.Task[None]] = set()
        self._pool: AsyncConnectionPool[AsyncConnection[DictRow]] = AsyncConnectionPool(
            url,
            min_size=least,
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
        """Lend an open connection for the block.

        Raises PoolTimeout (an OperationalError) if there is none within WAIT_SECONDS.
        """
        if self._pool.closed:
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

    @property
    def has_plan(self) -> bool:
        """Whether plan() was called."""
        return self._plan_statement is not None

    def plan(self, statement: LiteralString, params: Mapping[str, Any]) -> None:
        """Plan `statement` on each connection that is opened from now on, by executing it.

        When a connection whose plan is older than FRESH_SECONDS returns to the pool, its plan is
        renewed, unless a caller waits for a connection.
        """
        self._plan_statement = statement, params

    async def warm(self) -> None:
        """Open as many connections as the pool may have, and renew the plan on each."""
        async with AsyncExitStack() as lent:
            every = await asyncio.gather(*(lent.enter_async_context(self.one()) for _ in range(self._most)))
            await asyncio.gather(*(self._warm_plan(connection) for connection in every))

    async def close(self) -> None:
        """Close the connections."""
        if self._freshening:
            await asyncio.wait(set(self._freshening), timeout=CONNECT_SECONDS)
        # Tasks that are still running wait for a server that does not answer.
        for task in set(self._freshening):
            task.cancel()
        await asyncio.gather(*self._freshening, return_exceptions=True)
        await self._pool.close()

    async def _configure(self, connection: AsyncConnection[DictRow]) -> None:
        """Prepare a new connection: send all integers as bigint, and plan the statement of plan().

        Without this setting, the size of an integer selects its type, and each type gets its own
        plan.
        """
        connection.adapters.register_dumper(int, Int8Dumper)
        await self._warm_plan(connection)

    async def _warm_plan(self, connection: AsyncConnection[DictRow]) -> None:
        if self._plan_statement is not None:
            if connection not in self._planned_at:
                await connection.execute(_PLAN_ONCE)
            await connection.execute(*self._plan_statement)
            self._planned_at[connection] = time.monotonic()

    def _stale(self, connection: AsyncConnection[DictRow]) -> bool:
        """Whether the connection's plan may be outdated and there is time to renew it, because no caller waits."""
        planned_at = self._planned_at.get(connection)
        return (
            planned_at is not None
            and time.monotonic() - planned_at >= FRESH_SECONDS
            and not connection.closed
            and not self._pool.get_stats().get("requests_waiting")
        )

    async def _freshen(self, connection: AsyncConnection[DictRow]) -> None:
        """Renew the plan, then return the connection to the pool. The pool replaces a broken connection."""
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


class NamedStatements:
    """Runs the named statements of statements.py, one per call, in autocommit."""

    def __init__(self, *, url: str, connections: int = 4, at_rest: int = 0) -> None:
        self._url = url
        self._connections = Connections(url=url, most=connections, least=at_rest)
        self.statements = statements()

    async def _rows(self, name: str, params: Mapping[str, Any]) -> list[DictRow]:
        async with self._connections.one() as connection:
            return await self._rows_on(connection, name, params)

    async def _rows_on(
        self, connection: AsyncConnection[DictRow], name: str, params: Mapping[str, Any]
    ) -> list[DictRow]:
        cursor = await connection.execute(self.statements[name], params)
        # cursor.description would make an object for each column, in a quarter of the time of a call.
        return await cursor.fetchall() if cursor.pgresult and cursor.pgresult.nfields else []

    async def _row(self, name: str, params: Mapping[str, Any]) -> DictRow | None:
        found = await self._rows(name, params)
        return found[0] if found else None

    async def _count(self, name: str, params: Mapping[str, Any]) -> int:
        async with self._connections.one() as connection:
            return (await connection.execute(self.statements[name], params)).rowcount


def columns(kind: "type[DataclassInstance]", records: Sequence[object]) -> dict[str, list[Any]]:
    """Return the records as columns: for each field of the dataclass `kind`, a list of all values.

    A statement passes the lists to unnest() as arrays, to write all records at once.
    """
    return {field.name: [getattr(record, field.name) for record in records] for field in fields(kind)}


def _is_open(connection: AsyncConnection[DictRow]) -> bool:
    """Whether the connection is still open.

    An idle connection has nothing to read, unless the server has closed it.
    """
    try:
        waiting = select.poll()
        waiting.register(connection.fileno(), select.POLLIN)
        return not waiting.poll(0)
    except OperationalError:
        return False
