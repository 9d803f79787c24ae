"""What waits in the database, read when Prometheus asks: outcomes not told, events not pushed, messages not sent.

Each figure is one look at what a partial index holds. Without a database the figures are left out.
"""

from collections.abc import Iterator

import structlog
from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

log = structlog.get_logger(__name__)

# name -> (what it says, a query with rows (label, count, age of the oldest in seconds))
WAITING = {
    "outcomes": (
        "Outcomes that the relay has not told yet.",
        """SELECT 'all', count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0)
             FROM outcome WHERE told_at IS NULL""",
    ),
    "events": (
        "Events that were not pushed to sockets yet.",
        """SELECT 'all', count(*), coalesce(extract(epoch FROM now() - min(created_at)), 0)
             FROM event WHERE published_at IS NULL""",
    ),
    "messages": (
        "Messages whose time to be sent has come.",
        """SELECT channel, count(*), coalesce(extract(epoch FROM now() - min(next_at)), 0)
             FROM delivery WHERE state = 'queued' AND next_at <= now() GROUP BY channel""",
    ),
    "webhooks": (
        "Events of Stripe that were not applied yet.",
        """SELECT 'all', count(*), coalesce(extract(epoch FROM now() - min(received_at)), 0)
             FROM billing_webhook_event WHERE applied_at IS NULL""",
    ),
}


class Backlog(Collector):
    """Two gauges for each kind of waiting work: how much, and how old the oldest is."""

    def collect(self) -> Iterator[Metric]:
        """Ask the database once for each kind."""
        for name, (about, query) in WAITING.items():
            waiting = GaugeMetricFamily(f"tablehawk_{name}_waiting", about, labels=["channel"])
            oldest = GaugeMetricFamily(f"tablehawk_{name}_oldest_seconds", f"{about} Age.", labels=["channel"])
            try:
                with connection.cursor() as cursor:
                    cursor.execute(query)
                    for channel, count, age in cursor.fetchall():
                        waiting.add_metric([channel], count)
                        oldest.add_metric([channel], float(age))
            except DatabaseError as error:
                log.warning("backlog not read", of=name, error=type(error).__name__)
                return
            yield waiting
            yield oldest


# Beside the process's own figures, so that reading those asks no database.
BACKLOG = CollectorRegistry()
BACKLOG.register(Backlog())
