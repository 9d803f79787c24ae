"""What the in-memory twin reads over all venues: who wants a watcher. The statement `desired`, on dictionaries."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from snipers.domain.snipe import Wish
from snipers.store.base import ARM_SECONDS, BURST_SECONDS, Desired, Drop, KeyDemand
from snipers.store.memory_rows import VenueRow, WatchRow


def venue_demand(
    *,
    venue: VenueRow,
    watch: WatchRow | None,
    wishes: Sequence[Wish],
    open_attempts: int,
    active_cell: str,
    at: datetime,
) -> Desired | None:
    """Return one venue's demand, None if it wants no watcher. `wishes` are those that may be tried for now or later."""
    polled = [wish for wish in wishes if wish.snipe_type == "cancel" or _release_at(wish) <= at]
    dropping = [wish for wish in wishes if wish.snipe_type == "release" and _drops(wish, at)]
    asked = {wish.reservation_id for wish in (*polled, *dropping)}
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
        wishes=len(asked),
        open_attempts=open_attempts,
        drops=_drop_list(dropping),
        barren=seen.barren if seen else 0,
        quarantined_until=seen.quarantined_until if seen else None,
        opened=seen.opened if seen else 0.0,
        watched=seen.watched if seen else 0.0,
        cell=(seen.assigned if seen else "") or active_cell,
        node=seen.node if seen else "",
    )


def _keys(wishes: Sequence[Wish]) -> tuple[KeyDemand, ...]:
    return tuple(
        _key([wish for wish in wishes if (wish.date, wish.party_size) == key])
        for key in sorted({(wish.date, wish.party_size) for wish in wishes})
    )


def _key(wishes: Sequence[Wish]) -> KeyDemand:
    ranks = Counter(wish.rank for wish in wishes)
    released = [_release_at(wish) for wish in wishes if wish.snipe_type == "release"]
    return KeyDemand(
        date=wishes[0].date,
        party_size=wishes[0].party_size,
        wishes=len(wishes),
        vip=ranks[0],
        pro=ranks[1],
        released_at=max(released, default=None),
    )


def _drop_list(wishes: Sequence[Wish]) -> tuple[Drop, ...]:
    found = Counter((_release_at(wish), wish.date, wish.party_size) for wish in wishes)
    return tuple(
        Drop(release_at=release_at, date=day, party_size=party_size, wishes=number)
        for (release_at, day, party_size), number in sorted(found.items())
    )


def _drops(wish: Wish, at: datetime) -> bool:
    ahead = _release_at(wish) - at
    return timedelta(seconds=-BURST_SECONDS) < ahead <= timedelta(seconds=ARM_SECONDS)


def _release_at(wish: Wish) -> datetime:
    if wish.release_at is None:
        raise ValueError("a release wish has its instant")
    return wish.release_at
