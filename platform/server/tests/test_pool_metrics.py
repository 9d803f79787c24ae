"""Metrics of the connection pool, and of PostgreSQL's connections."""

import threading
import time

import pytest
from django.db import connection
from prometheus_client import CollectorRegistry
from psycopg_pool import ConnectionPool, PoolTimeout

from server.health import metrics_text
from server.pool_metrics import PoolMetrics


def samples(pool: ConnectionPool) -> dict[str, float]:
    registry = CollectorRegistry()
    registry.register(PoolMetrics(pool.get_stats))
    return {sample.name: sample.value for metric in registry.collect() for sample in metric.samples}


def wait_for_connection(pool: ConnectionPool) -> None:
    with pool.connection(timeout=60):
        pass


def test_waits_for_a_connection_are_exported(db: None) -> None:
    connection.ensure_connection()
    address = connection.connection.info.dsn
    password = connection.settings_dict["PASSWORD"]
    with ConnectionPool(address, kwargs={"password": password}, min_size=1, max_size=1) as pool:
        assert set(samples(pool).values()) == {0}
        with pool.connection():
            waiter = threading.Thread(target=wait_for_connection, args=(pool,))
            waiter.start()
            deadline = time.monotonic() + 60
            while not samples(pool)["tablehawk_database_pool_waiting"] and time.monotonic() < deadline:
                time.sleep(0.01)
            assert samples(pool)["tablehawk_database_pool_waiting"] == 1
            with pytest.raises(PoolTimeout):
                pool.getconn(timeout=0.05)
        waiter.join()
        assert samples(pool)["tablehawk_database_pool_timeouts_total"] == 1


def test_metrics_have_the_pool_and_the_servers_connections(db: None) -> None:
    lines = dict(line.rsplit(" ", 1) for line in metrics_text().decode().splitlines() if not line.startswith("#"))
    assert float(lines["tablehawk_database_pool_wait_seconds_total"]) >= 0
    used, limit = (float(lines[f'tablehawk_database_connections{{kind="{kind}"}}']) for kind in ("used", "limit"))
    assert 1 <= used < limit
