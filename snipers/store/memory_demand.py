"""What the in-memory twin reads over all venues: who wants a watcher. The statement `desired`, on dictionaries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from snipers.domain.snipe import Snipe
from snipers.store.base import ARM_SECONDS, BURST_SECONDS, Desired, DueRelease, KeyDemand
from snipers.store.memory_rows import VenueRow, WatchRow


def venue_demand(
    *,
    venue: VenueRow,
    watch: WatchRow | None,
    snipes: Sequence[Snipe],
    open_attempts: int,
    active_cell: str,
    at: datetime,
) -> Desired | None:
    """Return one venue's demand, None if it wants no watcher. `snipes` are those that may be tried for now or later."""
    polled = [snipe for snipe in snipes if snipe.snipe_type == "cancel" or _release_at(snipe) <= at]
    due_release = [snipe for snipe in snipes if snipe.snipe_type == "release" and _is_due_release(snipe, at)]
    asked = {snipe.reservation_id for snipe in (*polled, *due_release)}
    if not asked and not open_attempts:
        return None
    seen = None if watch is None else replace(watch)
    if seen is not None:
        seen.fade(at)
    return Desired(
        venue_id=venue.venue_id,
        platform=venue.platform,
        time_zone=venue.time_zone,
        keys=_keys(polled),
        snipes=len(asked),
        open_attempts=open_attempts,
        releases=_due_releases(due_release),
        failed_starts=seen.failed_starts if seen else 0,
        quarantined_until=seen.quarantined_until if seen else None,
        opened=seen.opened if seen else 0.0,
        watched=seen.watched if seen else 0.0,
        cell=(seen.assigned if seen else "") or active_cell,
        node=seen.node if seen else "",
    )


def _keys(snipes: Sequence[Snipe]) -> tuple[KeyDemand, ...]:
    return tuple(
        _key([snipe for snipe in snipes if (snipe.date, snipe.party_size) == key])
        for key in sorted({(snipe.date, snipe.party_size) for snipe in snipes})
    )


def _key(snipes: Sequence[Snipe]) -> KeyDemand:
    ranks = Counter(snipe.rank for snipe in snipes)
    released = [_release_at(snipe) for snipe in snipes if snipe.snipe_type == "release"]
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
    return timedelta(seconds=-BURST_SECONDS) < ahead <= timedelta(seconds=ARM_SECONDS)


def _release_at(snipe: Snipe) -> datetime:
    if snipe.release_at is None:
        raise ValueError("a release snipe has its instant")
    return snipe.release_at
