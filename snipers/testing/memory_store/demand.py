"""Implements the statement `desired` for the in-memory store: the venues that need a watcher."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from snipers.domain.snipe import Snipe
from snipers.store.base import WATCH_AFTER_RELEASE_SECONDS, WATCH_BEFORE_RELEASE_SECONDS
from snipers.store.records import Desired, DueRelease, KeyDemand
from snipers.testing.memory_store import reads
from snipers.testing.memory_store.rows import VenueRow
from snipers.testing.memory_store.tables import Tables


def desired(tables: Tables, *, venue_ids: Collection[int] | None, ahead_seconds: float) -> list[Desired]:
    """Run the statement `desired` on the in-memory tables."""
    soon = tables.now() + timedelta(seconds=ahead_seconds)
    chosen = sorted(tables.venues.keys() if venue_ids is None else tables.venues.keys() & set(venue_ids))
    found = [_venue_demand(tables, tables.venues[venue_id]) for venue_id in chosen]
    return [one for one in found if one.needs_watcher or (one.changes_at is not None and one.changes_at <= soon)]


def _venue_demand(tables: Tables, venue: VenueRow) -> Desired:
    at, snipes = tables.now(), _usable_snipes(tables, venue)
    polled = [snipe for snipe in snipes if snipe.snipe_type == "cancel" or _release_at(snipe) <= at]
    due_release = [snipe for snipe in snipes if snipe.snipe_type == "release" and _is_due_release(snipe, at)]
    requested = {snipe.reservation_id for snipe in (*polled, *due_release)}
    open_attempts = len(reads.open_attempts(tables, venue.venue_id))
    open_attempts += len(reads.pending_cancellations(tables, venue.venue_id))
    watch = tables.watches.get(venue.venue_id)
    seen = None if watch is None else replace(watch)
    if seen is not None:
        seen.fade(at)
    return Desired(
        venue_id=venue.venue_id,
        platform=venue.platform,
        time_zone=venue.time_zone,
        keys=_keys(polled),
        snipes=len(requested),
        open_attempts=open_attempts,
        releases=_due_releases(due_release),
        failed_starts=seen.failed_starts if seen else 0,
        quarantined_until=seen.quarantined_until if seen else None,
        opened=seen.opened if seen else 0.0,
        watched=seen.watched if seen else 0.0,
        cell=(seen.assigned if seen else "") or tables.active_cell,
        node=seen.node if seen else "",
        changes_at=min((_changes_at(snipe, at) for snipe in snipes), default=None),
    )


def _usable_snipes(tables: Tables, venue: VenueRow) -> list[Snipe]:
    if venue.opted_out or tables.switched_off(venue):
        return []
    return [
        row.snipe
        for row in tables.reservations.values()
        if row.snipe.venue_id == venue.venue_id
        and tables.is_open(row)
        and (tables.account_of(row).status == "connected" or row.snipe.notify_only)
    ]


def _keys(snipes: Sequence[Snipe]) -> tuple[KeyDemand, ...]:
    return tuple(
        _key([snipe for snipe in snipes if (snipe.date, snipe.party_size) == key])
        for key in sorted({(snipe.date, snipe.party_size) for snipe in snipes})
    )


def _key(snipes: Sequence[Snipe]) -> KeyDemand:
    ranks = Counter(snipe.rank for snipe in snipes)
    released = [snipe.release_at for snipe in snipes if snipe.release_at is not None]
    return KeyDemand(
        date=snipes[0].date,
        party_size=snipes[0].party_size,
        snipes=len(snipes),
        vip=ranks[0],
        pro=ranks[1],
        released_at=max(released, default=None),
    )


def _due_releases(snipes: Sequence[Snipe]) -> tuple[DueRelease, ...]:
    found = Counter((_release_at(snipe), snipe.date, snipe.party_size) for snipe in snipes)
    return tuple(
        DueRelease(release_at=release_at, date=day, party_size=party_size, snipes=number)
        for (release_at, day, party_size), number in sorted(found.items())
    )


def _is_due_release(snipe: Snipe, at: datetime) -> bool:
    ahead = _release_at(snipe) - at
    return timedelta(seconds=-WATCH_AFTER_RELEASE_SECONDS) < ahead <= timedelta(seconds=WATCH_BEFORE_RELEASE_SECONDS)


def _changes_at(snipe: Snipe, at: datetime) -> datetime:
    if snipe.snipe_type != "release":
        return snipe.ends_at
    seconds = (-WATCH_BEFORE_RELEASE_SECONDS, 0, WATCH_AFTER_RELEASE_SECONDS)
    edges = (_release_at(snipe) + timedelta(seconds=one) for one in seconds)
    return min([snipe.ends_at, *(edge for edge in edges if edge > at)])


def _release_at(snipe: Snipe) -> datetime:
    if snipe.release_at is None:
        raise ValueError("a release snipe has its instant")
    return snipe.release_at
