"""How a whole platform is treated when it turns us away: as usual, slower, not at all, by one canary. Pure.

Each watcher brakes for itself (lease/throttle.py). The breaker is for what they meet together: 429, 403, pages in
place of answers, everything suddenly empty, at two venues within ten seconds (or twice at the only one). It then stops
all polls of the platform for as long as it asked, or 5, 10 ... 300 s; lets one venue try; and comes back by quarters.
Requests stay active meanwhile. A server that is merely away trips nothing: there each watcher's own brake is enough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus

TOGETHER = timedelta(seconds=10)
FIRST_STOP = timedelta(seconds=5)
LONGEST_STOP = timedelta(seconds=300)
FIRST_FACTOR = 0.25
STEP_UP = timedelta(seconds=10)
# A canary that says nothing for so long is replaced: its process may be gone.
CANARY_TIMEOUT = timedelta(seconds=20)
TRIPPING = frozenset({FailureKind.LIMITED, FailureKind.BLOCKED, FailureKind.EMPTY})
# While we come back slowly one clear refusal is enough; an empty house at one venue is not.
TRIPPING_WHEN_SLOWED = frozenset({FailureKind.LIMITED, FailureKind.BLOCKED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What one venue's watcher last said: its last failure, when the platform wants it back, its last answer."""

    venue_id: int
    failure: FailureKind
    failed_at: datetime | None
    retry_at: datetime | None
    answered_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """One failure at one venue."""

    venue_id: int
    failure: FailureKind
    at: datetime
    retry_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """One platform's breaker. Only `source` outlives the controller; `next_stop` is how long the next stop takes."""

    source: SourceState
    next_stop: timedelta = FIRST_STOP
    canary: int | None = None
    recent: tuple[Sighting, ...] = ()
    seen: Mapping[int, datetime] = field(default_factory=dict)

    def polls(self, venue_id: int) -> bool:
        """Whether a venue may be polled at all."""
        match self.source.state:
            case SourceStatus.STOPPED:
                return False
            case SourceStatus.PROBING:
                return venue_id == self.canary
            case _:
                return True


def shared(breakers: Mapping[str, Breaker], *, shares: Mapping[str, float], now: datetime) -> dict[str, Breaker]:
    """Return the breakers with what staff leaves of each budget: a source that is slowed twice is slowed by both."""
    lessened = dict(breakers)
    for platform, share in shares.items():
        breaker = breakers.get(platform) or closed(platform=platform, now=now)
        source = replace(breaker.source, factor=breaker.source.factor * share)
        lessened[platform] = replace(breaker, source=source)
    return lessened


def closed(*, platform: str, now: datetime) -> Breaker:
    """Return the breaker of a platform that nothing is known of."""
    return Breaker(
        source=SourceState(platform=platform, state=SourceStatus.HEALTHY, reason="", since=now, until=None, factor=1.0)
    )


def adopt(source: SourceState, *, now: datetime) -> Breaker:
    """Take up where another controller left off. Its canary is not known: a probe starts again, with one of ours."""
    next_stop = FIRST_STOP
    if source.state is SourceStatus.STOPPED and source.until is not None:
        next_stop = _longer(source.until - source.since)
    if source.state is SourceStatus.PROBING:
        source = replace(source, state=SourceStatus.STOPPED, until=now)
    return Breaker(source=source, next_stop=next_stop)


def step(before: Breaker, *, reports: Sequence[Report], now: datetime) -> Breaker:
    """Take the latest reports in and let time pass. `reports`: one of every watcher of the platform."""
    breaker = _take_in(before, reports, now)
    match breaker.source.state:
        case SourceStatus.STOPPED:
            return _stopped(breaker, reports, now)
        case SourceStatus.PROBING:
            return _probing(breaker, reports, now)
        case SourceStatus.SLOWED:
            return _slowed(breaker, now)
        case _:
            return _trip(breaker, now) if _together(breaker, venues=len(reports)) else breaker


def _take_in(before: Breaker, reports: Sequence[Report], now: datetime) -> Breaker:
    """Add failures that were not known yet, drop those that lie back too far."""
    fresh = [
        Sighting(venue_id=one.venue_id, failure=one.failure, at=one.failed_at, retry_at=one.retry_at)
        for one in reports
        if one.failure in TRIPPING and one.failed_at is not None and one.failed_at != before.seen.get(one.venue_id)
    ]
    recent = tuple(one for one in (*before.recent, *fresh) if now - one.at <= TOGETHER)
    return replace(before, recent=recent, seen=dict(before.seen) | {one.venue_id: one.at for one in fresh})


def _together(breaker: Breaker, *, venues: int) -> bool:
    """Whether the last failures are the platform's rather than one venue's."""
    if venues > 1:
        return len({one.venue_id for one in breaker.recent}) >= 2
    return len(breaker.recent) >= 2


def _trip(breaker: Breaker, now: datetime) -> Breaker:
    """Stop everything for as long as the platform asked, and at least for `next_stop`."""
    asked = [one.retry_at for one in breaker.recent if one.retry_at is not None]
    word = breaker.recent[-1].failure if breaker.recent else FailureKind.BLOCKED
    return replace(
        breaker,
        source=replace(
            breaker.source,
            state=SourceStatus.STOPPED,
            reason=word.value,
            since=now,
            until=max([now + breaker.next_stop, *asked]),
            factor=0.0,
        ),
        next_stop=_longer(breaker.next_stop),
        canary=None,
        recent=(),
    )


def _stopped(breaker: Breaker, reports: Sequence[Report], now: datetime) -> Breaker:
    """Calls in flight may still return a longer Retry-After; when the pause is over, one venue tries."""
    asked = [one.retry_at for one in breaker.recent if one.retry_at is not None]
    until = max([breaker.source.until or now, *asked])
    if now < until:
        return replace(breaker, source=replace(breaker.source, until=until), recent=())
    return _probe(replace(breaker, recent=()), reports, now)


def _probe(breaker: Breaker, reports: Sequence[Report], now: datetime) -> Breaker:
    """Let one venue try: not the one that just tried, best one that met no failure and need not wait for its own."""
    if not reports:
        return _slow_down(breaker, now)

    def doubt(one: Report) -> tuple[bool, bool, datetime, int]:
        waits = one.retry_at is not None and one.retry_at > now
        return one.venue_id == breaker.canary, waits, one.failed_at or one.answered_at or now, one.venue_id

    source = replace(
        breaker.source, state=SourceStatus.PROBING, since=now, until=now + CANARY_TIMEOUT, factor=FIRST_FACTOR
    )
    return replace(breaker, source=source, canary=min(reports, key=doubt).venue_id)


def _probing(breaker: Breaker, reports: Sequence[Report], now: datetime) -> Breaker:
    """The canary's word decides."""
    since = breaker.source.since
    if any(one.failure in TRIPPING_WHEN_SLOWED and one.at >= since for one in breaker.recent):
        return _trip(breaker, now)
    answers = [one.answered_at for one in reports if one.venue_id == breaker.canary and one.answered_at is not None]
    if any(at > since for at in answers):
        return _slow_down(breaker, now)
    if breaker.source.until is None or now >= breaker.source.until:
        return _probe(breaker, reports, now)
    return breaker


def _slow_down(breaker: Breaker, now: datetime) -> Breaker:
    source = replace(breaker.source, state=SourceStatus.SLOWED, since=now, until=now + STEP_UP, factor=FIRST_FACTOR)
    return replace(breaker, source=source, canary=None, recent=())


def _slowed(breaker: Breaker, now: datetime) -> Breaker:
    """Every ten quiet seconds double the share; at the whole of it all is well and forgotten."""
    if any(one.failure in TRIPPING_WHEN_SLOWED for one in breaker.recent):
        return _trip(breaker, now)
    if breaker.source.until is not None and now < breaker.source.until:
        return breaker
    factor = 2 * breaker.source.factor
    if factor < 1.0:
        return replace(breaker, source=replace(breaker.source, factor=factor, since=now, until=now + STEP_UP))
    return closed(platform=breaker.source.platform, now=now)


def _longer(stop: timedelta) -> timedelta:
    return min(2 * stop, LONGEST_STOP)
