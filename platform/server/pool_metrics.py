"""Prometheus metrics of this process's connection pool: how many callers wait for a connection, and for how long."""

from collections.abc import Callable, Iterator, Mapping

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector


def read_pool() -> Mapping[str, int]:
    """Return the statistics of the web tower's pool. Empty if this process has no pool."""
    wrapper = connections["default"]
    if not isinstance(wrapper, DatabaseWrapper) or not wrapper.pool:
        return {}
    stats: dict[str, int] = wrapper.pool.get_stats()
    return stats


class PoolMetrics(Collector):
    """Exports the statistics of psycopg_pool that `read` returns by name. psycopg_pool leaves out those that are still
    0.
    """

    def __init__(self, read: Callable[[], Mapping[str, int]] = read_pool) -> None:
        self._read = read

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics. Reading them takes no connection of the pool, so it never waits."""
        stats = self._read()
        yield GaugeMetricFamily(
            "tablehawk_database_pool_waiting",
            "Callers that wait for a connection.",
            value=stats.get("requests_waiting", 0),
        )
        yield CounterMetricFamily(
            "tablehawk_database_pool_wait_seconds",
            "Seconds that callers waited for a connection.",
            value=stats.get("requests_wait_ms", 0) / 1000,
        )
        yield CounterMetricFamily(
            "tablehawk_database_pool_timeouts",
            "Callers that got no connection in time.",
            value=stats.get("requests_errors", 0),
        )
