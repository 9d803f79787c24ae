"""Prometheus metrics that are read from the database: outboxes, watched venues, open attempts, kill switches, and
violations of the guarantees of booking.

Each scrape runs the queries, so every web process reports the same values. Each query reads a partial index or the
newest rows. While the database is unavailable, the metrics are omitted. They do not depend on Ray or the controller.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import structlog
from django.db import DatabaseError, connection
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from snipers.clients import registry

log = structlog.get_logger(__name__)

# The queries of backlog.sql by their names.
_PARTS: Final = re.split(r"^-- name: (\w+)$", Path(__file__).with_suffix(".sql").read_text(), flags=re.MULTILINE)[1:]
QUERIES: Final = dict(zip(_PARTS[::2], _PARTS[1::2], strict=True))
# The name of each query with its label, which is the first column, and the name and help text of a metric for each
# further column.
GAUGES: Final = (
    (
        "outboxes",
        "outbox",
        {
            "outbox_depth": "Rows to be published, sent or applied.",
            "outbox_oldest_age_seconds": "Age of the oldest of them.",
        },
    ),
    (
        "venues",
        "state",
        {"snipe_venues": "Venues with active requests: covered by a living watcher, uncovered, or in quarantine."},
    ),
    (
        "open_attempts",
        "state",
        {
            "snipe_attempts_open": "Attempts without an end: in flight, unknown, or cancelling the old table.",
            "snipe_attempts_open_oldest_seconds": "Age of the oldest of them.",
        },
    ),
    (
        "connections",
        "kind",
        {"tablehawk_database_connections": "PostgreSQL's connections: used by all programs, and the limit."},
    ),
    ("switches", "scope", {"snipe_kill_switches": "Kill switches that are on."}),
    (
        "unbooked",
        "source",
        {"snipe_attempts_unbooked": "Attempts of half an hour, at 3 restaurants or more, if none of them booked."},
    ),
    ("off", "source", {"snipe_platform_switched_off": "1 while our staff has a whole platform switched off."}),
)
PROMISES: Final = {
    "snipe_double_bookings": "Meals for which one diner holds two tables of ours: has to be 0.",
    "snipe_unfenced_claims": "Claims of a watcher that had been replaced: has to be 0.",
}


class Backlog(Collector):
    def collect(self) -> Iterator[Metric]:
        try:
            for query, label, metrics in GAUGES:
                families = [GaugeMetricFamily(name, text, labels=[label]) for name, text in metrics.items()]
                for value, *numbers in _rows(query):
                    for family, number in zip(families, numbers, strict=True):
                        family.add_metric([value], float(number))
                yield from families
            messages = GaugeMetricFamily("tablehawk_messages", "Messages by state.", labels=["channel", "state"])
            for channel, state, count in _rows("messages"):
                messages.add_metric([channel, state], count)
            yield messages
            (counts,) = _rows("broken_promises")
            for (name, text), count in zip(PROMISES.items(), counts, strict=True):
                yield GaugeMetricFamily(name, text, value=count)
        except DatabaseError as error:
            log.warning("metrics of the backlog cannot be read", error=type(error).__name__)


def _rows(query: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(QUERIES[query], {"platforms": list(registry.keys())})
        return list(cursor.fetchall())
