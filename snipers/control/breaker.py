"""The circuit breaker of a platform: it allows all polls, a part of them, only those of one venue, or none. Pure.

Each watcher backs off by itself. The breaker reacts when several watchers fail: with 429, 403, pages in place of JSON,
or suddenly no open slots, at two venues within ten seconds (or twice, if the platform has only one venue). It then
stops all polls of the platform. Consecutive stops last 5, 10 ... 300 s, or until the platform's Retry-After if that is
later. After the stop one venue, the canary, probes the platform. If the platform answers, the rate returns to a
quarter, a half and the whole. Requests stay active during a stop. An unreachable platform does not trip the breaker:
the watchers' own back-off is enough.

A platform whose pace is learned may have locked our address out for hours, and each call may prolong that. So with a
`cautious` breaker one refusal is enough, and consecutive stops last 1, 2, 4 ... 60 minutes.

If the platform did not accept our own key, the stop ends at once when an operator changes our access, because the
platform never limited our rate. pacing.py then lets every poll key be polled once within a few seconds. After a reset
by an operator, the canary polls at once.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from snipers.domain.backoff import Backoff
from snipers.domain.vocabulary import FailureKind, SourceState, SourceStatus
from snipers.store.records import VenueState

FAILURE_WINDOW = timedelta(seconds=10)
STOPS = Backoff(first=5.0, ceiling=300.0)
LOCKOUT_STOPS = Backoff(first=60.0, ceiling=3600.0)
FIRST_FACTOR = 0.25
STEP_UP = timedelta(seconds=10)
# A canary without an answer for this long is replaced: its process may be gone.
CANARY_TIMEOUT = timedelta(seconds=20)
# Watchers read a changed access within three seconds; until then they are refused with the old key.
OLD_ACCESS = timedelta(seconds=5)
TRIPPING = frozenset({FailureKind.LIMITED, FailureKind.BLOCKED, FailureKind.KEY, FailureKind.EMPTY})
# While the rate returns, one clear refusal is enough; no open slots at one venue are not.
TRIPPING_WHEN_SLOWED = TRIPPING - {FailureKind.EMPTY}
# Failures that may be a lockout of our address.
LOCKING = frozenset({FailureKind.LIMITED, FailureKind.BLOCKED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """One failure at one venue."""

    venue_id: int
    kind: FailureKind
    at: datetime
    retry_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Breaker:
    """One platform's breaker. Only `source` is stored; `next_stop` is the length of the next stop in seconds.

    `access_changed` is when our access to the platform was last changed. `key_accepted` is when we last
    had reason to assume that the platform accepts our key again: a stop for a refused key ended, or our access changed
    after calls for single venues had failed for the key. `cautious` says whether the platform's pace is learned.
    """

    source: SourceState
    next_stop: float = STOPS.first
    canary: int | None = None
    recent: tuple[Failure, ...] = ()
    seen: Mapping[int, datetime] = field(default_factory=dict)
    access_changed: datetime | None = None
    key_accepted: datetime | None = None
    cautious: bool = False

    @property
    def key_refused(self) -> bool:
        """Whether the platform is stopped, or returns from a stop, because of our own key."""
        return self.source.reason == FailureKind.KEY and self.source.state is not SourceStatus.HEALTHY

    def polls(self, venue_id: int) -> bool:
        """Whether the breaker allows polls of this venue."""
        if self.source.state is SourceStatus.PROBING:
            return venue_id == self.canary
        return self.source.state is not SourceStatus.STOPPED


def closed_breaker(*, platform: str, now: datetime, cautious: bool = False) -> Breaker:
    """Return the breaker of a healthy platform."""
    healthy = SourceState(platform=platform, state=SourceStatus.HEALTHY, reason="", since=now, until=None, factor=1.0)
    return Breaker(source=healthy, cautious=cautious)


def restore_breaker(source: SourceState, *, now: datetime, cautious: bool = False) -> Breaker:
    """Return the breaker of a stored state. The canary is not stored, so a probe starts again."""
    next_stop = STOPS.first
    if source.state is SourceStatus.STOPPED and source.until is not None:
        next_stop = 2 * (source.until - source.since).total_seconds()
    if source.state is SourceStatus.PROBING:
        source = replace(source, state=SourceStatus.STOPPED, until=now)
    return Breaker(source=source, next_stop=next_stop, cautious=cautious)


def change_access(before: Breaker, *, at: datetime, now: datetime) -> Breaker:
    """Return the breaker after a change of our access at the time `at`. A stop because of our key is over."""
    breaker = replace(before, access_changed=at)
    if before.key_refused:
        return _close(breaker, now)
    # Single venues may have paused because of our key before the platform was stopped.
    paused = any(one.kind is FailureKind.KEY for one in before.recent)
    return replace(breaker, key_accepted=now) if paused else breaker


def reset_breaker(before: Breaker, *, now: datetime) -> Breaker:
    """Return the breaker after an operator has reset it: a canary polls next, and the next stop is a short one again.

    If the rate is returning in steps, all polls are allowed at once.
    """
    if before.source.state is SourceStatus.SLOWED:
        return replace(_close(before, now), next_stop=STOPS.first)
    if before.source.state is SourceStatus.STOPPED:
        # A probe begins with the next update. Of the failures so far none extends the stop.
        source = replace(before.source, until=now)
        return replace(before, source=source, next_stop=STOPS.first, recent=())
    return replace(before, next_stop=STOPS.first)


def apply_shares(breakers: Mapping[str, Breaker], *, shares: Mapping[str, float], now: datetime) -> dict[str, Breaker]:
    """Return the breakers with each factor multiplied by the share of the platform's budget that operators allow."""
    reduced = dict(breakers)
    for platform, share in shares.items():
        breaker = breakers.get(platform) or closed_breaker(platform=platform, now=now)
        source = replace(breaker.source, factor=breaker.source.factor * share)
        reduced[platform] = replace(breaker, source=source)
    return reduced


def update_breaker(before: Breaker, *, reports: Sequence[VenueState], now: datetime) -> Breaker:
    """Return the breaker's next state, given the latest status report of each watcher of the platform."""
    breaker = _add_failures(before, reports, now)
    match breaker.source.state:
        case SourceStatus.STOPPED:
            return _update_stopped(breaker, reports, now)
        case SourceStatus.PROBING:
            return _update_probing(breaker, reports, now)
        case SourceStatus.SLOWED:
            return _update_slowed(breaker, now)
        case _:
            return _trip(breaker, now) if _is_platform_wide(breaker, venues=len(reports)) else breaker


def _add_failures(before: Breaker, reports: Sequence[VenueState], now: datetime) -> Breaker:
    """Add the failures of these reports, and remove those outside the window."""
    new = [
        Failure(venue_id=one.venue_id, kind=FailureKind(one.failure), at=one.failed_at, retry_at=one.retry_at)
        for one in reports
        if one.failure in TRIPPING and one.failed_at is not None and one.failed_at != before.seen.get(one.venue_id)
    ]
    if before.access_changed is not None:
        current = before.access_changed + OLD_ACCESS
        new = [one for one in new if one.kind is not FailureKind.KEY or one.at >= current]
    recent = tuple(one for one in (*before.recent, *new) if now - one.at <= FAILURE_WINDOW)
    return replace(before, recent=recent, seen=dict(before.seen) | {one.venue_id: one.at for one in new})


def _is_platform_wide(breaker: Breaker, *, venues: int) -> bool:
    """Whether the recent failures concern the whole platform and not one venue."""
    if breaker.cautious and any(one.kind in LOCKING for one in breaker.recent):
        return True
    if venues > 1:
        return len({one.venue_id for one in breaker.recent}) >= 2
    return len(breaker.recent) >= 2


def _trip(breaker: Breaker, now: datetime) -> Breaker:
    """Stop all polls for `next_stop` seconds, or until the end of the latest Retry-After if that is later."""
    kinds = [one.kind for one in breaker.recent] or [FailureKind.BLOCKED]
    kind = FailureKind.KEY if FailureKind.KEY in kinds else kinds[-1]
    stops = LOCKOUT_STOPS if breaker.cautious and kind in LOCKING else STOPS
    seconds = min(max(breaker.next_stop, stops.first), stops.ceiling)
    until = _latest_retry(breaker, at_least=now + timedelta(seconds=seconds))
    source = replace(breaker.source, state=SourceStatus.STOPPED, reason=kind.value, since=now, until=until, factor=0.0)
    return replace(breaker, source=source, next_stop=stops.next_delay(seconds), canary=None, recent=())


def _latest_retry(breaker: Breaker, *, at_least: datetime) -> datetime:
    return max([at_least, *(one.retry_at for one in breaker.recent if one.retry_at is not None)])


def _update_stopped(breaker: Breaker, reports: Sequence[VenueState], now: datetime) -> Breaker:
    """Extend the stop if a call in flight returns a Retry-After that ends later. After the stop, start a probe."""
    until = _latest_retry(breaker, at_least=breaker.source.until or now)
    if now < until:
        return replace(breaker, source=replace(breaker.source, until=until), recent=())
    return _start_probe(replace(breaker, recent=()), reports, now)


def _start_probe(breaker: Breaker, reports: Sequence[VenueState], now: datetime) -> Breaker:
    """Start a probe by a canary. Without a watcher that could probe, slow down instead.

    Prefer, in this order: a venue that was not the last canary; a venue without a pause; the venue
    whose last failure (or, without a failure, last poll) is longest ago.
    """
    if not reports:
        return _slow_down(breaker, now)

    def doubt(one: VenueState) -> tuple[bool, bool, datetime, int]:
        pauses = one.retry_at is not None and one.retry_at > now
        return one.venue_id == breaker.canary, pauses, one.failed_at or one.last_poll_at or now, one.venue_id

    source = replace(
        breaker.source, state=SourceStatus.PROBING, since=now, until=now + CANARY_TIMEOUT, factor=FIRST_FACTOR
    )
    return replace(breaker, source=source, canary=min(reports, key=doubt).venue_id)


def _update_probing(breaker: Breaker, reports: Sequence[VenueState], now: datetime) -> Breaker:
    """Stop again if the platform refused the canary, slow down if it answered, choose another canary if neither
    happened."""
    since = breaker.source.since
    if any(one.kind in TRIPPING_WHEN_SLOWED and one.at >= since for one in breaker.recent):
        return _trip(breaker, now)
    answers = [one.last_poll_at for one in reports if one.venue_id == breaker.canary and one.last_poll_at is not None]
    if any(at > since for at in answers):
        return _close(breaker, now) if breaker.key_refused else _slow_down(breaker, now)
    if breaker.source.until is None or now >= breaker.source.until:
        return _start_probe(breaker, reports, now)
    return breaker


def _close(breaker: Breaker, now: datetime) -> Breaker:
    closed = closed_breaker(platform=breaker.source.platform, now=now, cautious=breaker.cautious)
    accepted = now if breaker.key_refused else breaker.key_accepted
    return replace(closed, seen=breaker.seen, access_changed=breaker.access_changed, key_accepted=accepted)


def _slow_down(breaker: Breaker, now: datetime) -> Breaker:
    source = replace(breaker.source, state=SourceStatus.SLOWED, since=now, until=now + STEP_UP, factor=FIRST_FACTOR)
    return replace(breaker, source=source, canary=None, recent=())


def _update_slowed(breaker: Breaker, now: datetime) -> Breaker:
    """Double the factor every ten seconds without a refusal. Close the breaker when the factor reaches 1."""
    if any(one.kind in TRIPPING_WHEN_SLOWED for one in breaker.recent):
        return _trip(breaker, now)
    if breaker.source.until is not None and now < breaker.source.until:
        return breaker
    factor = 2 * breaker.source.factor
    if factor < 1.0:
        return replace(breaker, source=replace(breaker.source, factor=factor, since=now, until=now + STEP_UP))
    return _close(breaker, now)
