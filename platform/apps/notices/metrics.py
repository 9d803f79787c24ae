"""Prometheus metrics of messages: their number by state, and the age of the oldest due one.

Read from the database at each scrape, so that every process reports the same.
"""

from collections.abc import Iterator

from django.db import Error, connection
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from .models import Channel, DeliveryState

COUNT = "select channel, state, count(*) from delivery group by channel, state"
OLDEST = """
    select channel, extract(epoch from now() - min(next_at)) from delivery
    where state = 'queued' and next_at <= now() group by channel
"""


class Deliveries(Collector):
    """Register once: `REGISTRY.register(Deliveries())`. Empty while the database is away."""

    def describe(self) -> Iterator[Metric]:
        """Yield nothing, so that registering reads no database."""
        yield from ()

    def collect(self) -> Iterator[Metric]:
        """Yield a sample for every channel and state, so that a first failure is a change and not a new series."""
        try:
            with connection.cursor() as cursor:
                cursor.execute(COUNT)
                counts = {(channel, state): number for channel, state, number in cursor.fetchall()}
                cursor.execute(OLDEST)
                waits = dict(cursor.fetchall())
        except Error:
            return
        states = GaugeMetricFamily("tablehawk_messages", "Messages by state.", labels=["channel", "state"])
        waited = GaugeMetricFamily(
            "tablehawk_messages_oldest_due_seconds", "How long the oldest due message has waited.", labels=["channel"]
        )
        for channel in Channel.values:
            waited.add_metric([channel], float(waits.get(channel, 0)))
            for state in DeliveryState.values:
                states.add_metric([channel, state], counts.get((channel, state), 0))
        yield states
        yield waited
