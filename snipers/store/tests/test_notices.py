"""Notifications that the store sends to open pages."""

from datetime import UTC, datetime

import psycopg
import pytest

from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.store.postgres import PostgresStore
from snipers.testing.postgres_backend import PostgresBackend

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def store(postgres_backend: PostgresBackend) -> PostgresStore:
    return postgres_backend.store


async def test_pages_are_notified_only_when_a_platform_state_changed(store: PostgresStore, migrated_url: str) -> None:
    resy = SourceState(platform="resy", state=SourceStatus.SLOWED, reason="limited", since=NOON, until=None, factor=0.5)
    async with await psycopg.AsyncConnection.connect(migrated_url, autocommit=True) as pages:
        await pages.execute("listen watch")
        await store.write_sources(sources=[resy])
        assert [notice.payload async for notice in pages.notifies(timeout=60, stop_after=1)] == ['{"t":"sources"}']
        await store.write_sources(sources=[resy])
        await pages.execute("select pg_notify('watch', 'the end')")
        assert [notice.payload async for notice in pages.notifies(timeout=60, stop_after=1)] == ["the end"]
