"""Implements the statements of releases.sql for the in-memory store."""

from dataclasses import replace
from datetime import timedelta

from snipers.domain.release_learning import ReleaseObservation
from snipers.testing.memory_store.tables import Tables

KEPT = timedelta(days=120)


def merge(tables: Tables, venue_id: int, new: ReleaseObservation) -> None:
    """Run the SQL function `merge_release_observation` on the in-memory tables."""
    key = venue_id, new.service_date
    known = tables.openings.get(key, new)
    closed_at = max(filter(None, (known.closed_at, new.closed_at)), default=None)
    open_at = min(filter(None, (known.open_at, new.open_at)), default=None)
    if venue_id in tables.venues and (closed_at is None or open_at is None or closed_at < open_at):
        tables.openings[key] = replace(new, closed_at=closed_at, open_at=open_at)


def of_venue(tables: Tables, venue_id: int) -> list[ReleaseObservation]:
    """Run the statement `release_observations` on the in-memory tables."""
    found = sorted(tables.openings.items(), key=lambda item: item[0])
    since = tables.now() - KEPT
    return [one for (of, _), one in found if of == venue_id and (one.open_at or one.closed_at or since) > since]
