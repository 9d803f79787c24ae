"""Warm connections and cached plans of the claim."""

import asyncio
from contextlib import AsyncExitStack, aclosing
from typing import LiteralString

import pytest
from psycopg import AsyncConnection
from psycopg.rows import DictRow

from snipers.store.pool import Connections
from snipers.store.postgres import PostgresStore
from snipers.store.tests.watched_venue import WatchedVenue


async def test_warming_claims_nothing_and_blocks_no_claim(watched: WatchedVenue) -> None:
    reservation_id = await watched.add_request()
    await watched.backend.store.warm()
    await watched.backend.store.warm()
    assert await watched.backend.attempts() == []
    assert await watched.claim(reservation_id) is not None


async def test_warming_opens_every_connection(migrated_url: str) -> None:
    store = PostgresStore(url=migrated_url, connections=3)
    assert store.connected < 3
    await store.warm()
    assert store.connected == 3
    await store.close()


async def test_a_store_at_rest_holds_no_connection(migrated_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("snipers.store.pool.MAX_IDLE_SECONDS", 0.2)
    store = PostgresStore(url=migrated_url, connections=2)
    opened = [store.connected]
    await store.warm()
    opened.append(store.connected)
    async with asyncio.timeout(30):
        while store.connected:  # noqa: ASYNC110 - the pool has no event for this
            await asyncio.sleep(0.05)
    await store.sources()
    opened.append(store.connected)
    assert opened == [0, 2, 1]
    await store.close()


STATEMENT: LiteralString = "select name from cell where name = %(name)s::text"


async def test_every_connection_has_the_plan_before_it_is_lent(migrated_url: str) -> None:
    async with aclosing(Pool(url=migrated_url, most=4)) as pool, AsyncExitStack() as lent:
        pool.plan(STATEMENT, {"name": ""})
        async with pool.one():
            pass
        every = [await lent.enter_async_context(pool.one()) for _ in range(4)]
        assert all([await planned(connection) >= [1] for connection in every])


async def test_a_stale_plan_is_refreshed_when_its_connection_is_returned(
    migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with aclosing(Pool(url=migrated_url, most=1)) as pool:
        pool.plan(STATEMENT, {"name": ""})
        await pool.warm()
        async with pool.one() as connection:
            (before,) = await planned(connection)
        monkeypatch.setattr("snipers.store.pool.FRESH_SECONDS", 0.0)
        async with pool.one():
            pass
        async with pool.one() as connection:
            assert await planned(connection) == [before + 1]


class Pool(Connections):
    async def aclose(self) -> None:
        await self.close()


async def planned(connection: AsyncConnection[DictRow]) -> list[int]:
    """Return how often the connection ran the statement with a cached plan."""
    cursor = await connection.execute(
        "select generic_plans from pg_prepared_statements where statement like 'select name from cell%%'"
    )
    return [row["generic_plans"] for row in await cursor.fetchall()]
