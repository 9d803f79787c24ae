"""The pace of every venue: one budget for each platform, shared out by allocation.py, given out as schedules.

Owns which schedule each venue was last given. No I/O: the loop carries what changed to the database and the watchers.
A schedule begins a second ahead and everywhere at once, so that no slot has two owners.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from snipers.control.allocation import Allocation, Ask, lay_out
from snipers.control.breaker import Breaker
from snipers.domain.cadence import Schedule, weight
from snipers.domain.vocabulary import SourceStatus
from snipers.store.base import BURST_SECONDS, Desired, KeyDemand, VenueState

AHEAD_SECONDS = 1.0
# A burst sends four finds a second; the grid makes room for it from here on.
RESERVE_AHEAD = timedelta(seconds=10)
RESERVE_AFTER = timedelta(seconds=BURST_SECONDS)
BURST_RATE = 4.0
# A watcher keeps a pause that it was asked for to the second, and wants its pace back by then. No new one is faster.
REST_ENDS_BEFORE = timedelta(seconds=3)
# Another controller gave newer schedules: two that correct each other would only make every watcher change its pace.
STAND_BY = timedelta(seconds=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast one platform may be asked: polls a second, shortest and longest seconds between two polls of a key."""

    budget: float
    floor: float
    ceiling: float


class Pacing:
    """What every venue was told. `paces` by platform; a platform that is not among them is not polled."""

    def __init__(self, *, paces: Mapping[str, Pace]) -> None:
        self._paces = paces
        self._given: dict[int, Schedule] = {}
        self._layouts: dict[str, Allocation] = {}
        self._newest = 0
        self._resting: dict[int, datetime] = {}
        self._stand_by_until: datetime | None = None

    def step(
        self,
        *,
        desired: Sequence[Desired],
        breakers: Mapping[str, Breaker],
        words: Sequence[VenueState],
        now: datetime,
    ) -> tuple[dict[int, Schedule], dict[int, Schedule]]:
        """Return the schedules that changed, and those that watchers have to be told (again)."""
        self._note_rests(words, now)
        if self._stands_by(words, now):
            return {}, {}
        changed: dict[int, Schedule] = {}
        for platform, pace in self._paces.items():
            venues = [one for one in desired if one.platform == platform]
            changed |= self._share(venues, platform=platform, pace=pace, breaker=breakers.get(platform), now=now)
        wanted = {one.venue_id for one in desired}
        self._given = {venue_id: own for venue_id, own in (self._given | changed).items() if venue_id in wanted}
        heard = {word.venue_id: word.schedule_version for word in words}
        late = {
            venue_id: own for venue_id, own in self._given.items() if heard.get(venue_id, own.version) != own.version
        }
        return changed, late

    def _note_rests(self, words: Sequence[VenueState], now: datetime) -> None:
        """A pause that the platform asked one venue for outlives the venue's watcher: the next one gets no pace yet."""
        self._resting |= {word.venue_id: word.retry_at for word in words if word.retry_at is not None}
        self._resting = {venue_id: until for venue_id, until in self._resting.items() if until - REST_ENDS_BEFORE > now}

    def _stands_by(self, words: Sequence[VenueState], now: datetime) -> bool:
        """Whether somebody else sets the pace just now. Also learns the highest version in use."""
        foreign = any(
            word.schedule_version > self._given[word.venue_id].version for word in words if word.venue_id in self._given
        )
        news = max((word.schedule_version for word in words), default=0)
        if foreign and news > self._newest:
            self._stand_by_until = now + STAND_BY
        self._newest = max(self._newest, news)
        if self._stand_by_until is None or now < self._stand_by_until:
            return self._stand_by_until is not None
        self._stand_by_until = None
        self._given = {}
        return False

    def _share(
        self, venues: Sequence[Desired], *, platform: str, pace: Pace, breaker: Breaker | None, now: datetime
    ) -> dict[int, Schedule]:
        """Lay one platform's grid out and return the schedules that are new."""
        source = breaker.source if breaker else None
        open_venues = [
            one
            for one in venues
            if (breaker is None or breaker.polls(one.venue_id)) and one.venue_id not in self._resting
        ]
        layout = lay_out(
            asks=asks(venues=open_venues, now=now),
            budget=pace.budget * (source.factor if source and source.factor else 1.0),
            floor=pace.floor,
            ceiling=pace.ceiling,
            reserved=reserved(venues=venues, now=now),
            before=self._layouts.get(platform),
        )
        self._layouts[platform] = layout
        grants = layout.grants()
        different = [
            one.venue_id
            for one in venues
            if one.venue_id not in self._given or self._given[one.venue_id].grants != grants.get(one.venue_id, ())
        ]
        if not different:
            return {}
        self._newest = max(self._newest + 1, int(now.timestamp() * 1000))
        # A stop has no second to lose.
        halted = source is not None and source.state in (SourceStatus.STOPPED, SourceStatus.PROBING)
        starts_at = now.timestamp() + (0.0 if halted else AHEAD_SECONDS)
        return {
            venue_id: Schedule(version=self._newest, starts_at=starts_at, grants=grants.get(venue_id, ()))
            for venue_id in different
        }


def asks(*, venues: Collection[Desired], now: datetime) -> list[Ask]:
    """Return what every key of these venues asks for, weighted."""
    return [
        Ask(venue_id=venue.venue_id, date=key.date, party_size=key.party_size, weight=_weight(venue, key, now))
        for venue in venues
        for key in venue.keys
    ]


def reserved(*, venues: Collection[Desired], now: datetime) -> float:
    """Return the polls a second that near bursts need. Counted in powers of two, so that plans rarely change."""
    near = sum(
        release.release_at - RESERVE_AHEAD <= now <= release.release_at + RESERVE_AFTER
        for venue in venues
        for release in venue.releases
    )
    return BURST_RATE * (1 << (near - 1).bit_length()) if near else 0.0


def _weight(venue: Desired, key: KeyDemand, now: datetime) -> float:
    here = now.astimezone(ZoneInfo(venue.time_zone))
    return weight(
        snipes=key.snipes,
        pro=key.pro,
        vip=key.vip,
        days_ahead=max(0, (key.date - here.date()).days),
        hour=here.hour,
        opened=venue.opened,
        watched=venue.watched,
        since_release=(now - key.released_at).total_seconds() if key.released_at else None,
    )
