"""The weights of a platform's keys, by which its poll budget is divided. They change slowly, so they are kept."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from snipers.control.allocation import WeightedKey
from snipers.domain.cadence import weight
from snipers.domain.odds.relative import ASSUMED, RelativeOdds
from snipers.store.records import Desired, KeyDemand

# Time changes a weight by steps that are minutes to hours apart (domain/cadence.py), so half a minute is no delay.
WEIGHT_PERIOD = timedelta(seconds=30)


class KeyWeights:
    """The weighted keys of one platform. Only those of changed venues are computed again within WEIGHT_PERIOD."""

    def __init__(self) -> None:
        self._computed_at: datetime | None = None
        self._odds = ASSUMED
        self._venues: Sequence[Desired] = ()
        self._known: dict[int, tuple[Desired, list[WeightedKey]]] = {}
        self._keys: list[WeightedKey] = []

    def current(self, venues: Sequence[Desired], *, odds: RelativeOdds, now: datetime) -> list[WeightedKey]:
        """Return the keys of these venues with their weights, as one list that is the same while nothing changes."""
        if (
            self._computed_at is None
            or odds != self._odds
            or not timedelta() <= now - self._computed_at < WEIGHT_PERIOD
        ):
            self._known, self._computed_at, self._odds = {}, now, odds
        elif venues == self._venues:
            return self._keys
        known: dict[int, tuple[Desired, list[WeightedKey]]] = {}
        for venue in venues:
            own = self._known.get(venue.venue_id)
            same = own is not None and (own[0] is venue or own[0] == venue)
            known[venue.venue_id] = own if own and same else (venue, weighted_keys([venue], odds=odds, now=now))
        keys = [key for _, own_keys in known.values() for key in own_keys]
        self._venues, self._known = venues, known
        self._keys = self._keys if keys == self._keys else keys
        return self._keys


def weighted_keys(venues: Collection[Desired], *, odds: RelativeOdds = ASSUMED, now: datetime) -> list[WeightedKey]:
    """Return the keys of these venues with their weights. `odds` are the relative odds of openings."""
    return [
        WeightedKey(
            venue_id=venue.venue_id,
            date=key.date,
            party_size=key.party_size,
            weight=_weight(venue, key, odds=odds.factor(day=key.date, at=local), now=now),
        )
        for venue in venues
        for local in [now.astimezone(ZoneInfo(venue.time_zone)).replace(tzinfo=None)]
        for key in venue.keys
    ]


def _weight(venue: Desired, key: KeyDemand, *, odds: float, now: datetime) -> float:
    return weight(
        snipes=key.snipes,
        pro=key.pro,
        vip=key.vip,
        odds=odds,
        opened=venue.opened,
        watched=venue.watched,
        since_release=(now - key.released_at).total_seconds() if key.released_at else None,
    )
