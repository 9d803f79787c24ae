"""Implements the statements of odds.sql for the in-memory store."""

from snipers.domain.odds.records import Observations
from snipers.testing.memory_store.tables import Tables


def record(tables: Tables, venue_id: int, found: Observations) -> None:
    """Run the statements `record_seen_openings` and `record_watched_times` on the in-memory tables."""
    for one in found.openings:
        tables.seen_openings.setdefault((venue_id, one.service_date, one.party_size, one.seen_at), one)
    for row in found.watched:
        key = venue_id, row.service_date, row.party_size, row.lead, row.part
        tables.watched_seconds[key] = tables.watched_seconds.get(key, 0.0) + row.seconds
