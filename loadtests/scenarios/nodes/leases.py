"""Evaluates the owners of venues as PostgreSQL had them: the end of each lease, the owners after it. Pure functions.

Instants are unix milliseconds by the database's clock. Venues are the platform's ids as text.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from snipers.store.base import LEASE_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchRow:
    """The owner of a venue at `read_ms`: its node, when it took the venue, and when it renewed its lease last."""

    venue: str
    node: str
    owner: str
    started_ms: float
    renewed_ms: float
    read_ms: float


def find_lease_ends(rows: Iterable[WatchRow], *, node: str) -> dict[str, float]:
    """Return when the node's lease of each venue ended: LEASE_SECONDS after its last renewal, or earlier if another
    watcher took the venue.
    """
    ends: dict[str, float] = {}
    for row in sorted(rows, key=lambda row: row.read_ms):
        if row.node == node:
            ends[row.venue] = row.renewed_ms + LEASE_SECONDS * 1000
        elif row.venue in ends:
            ends[row.venue] = min(ends[row.venue], row.started_ms)
    return ends


def find_owners_after(rows: Iterable[WatchRow], *, lease_ended_ms: Mapping[str, float]) -> dict[str, set[str]]:
    """Return all owners that each venue had after the end of its lease. The former owner counts only if it renewed its
    lease after that.
    """
    owners: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        end = lease_ended_ms.get(row.venue)
        if end is not None and row.read_ms > end and row.renewed_ms + LEASE_SECONDS * 1000 > end:
            owners[row.venue].add(row.owner)
    return owners
