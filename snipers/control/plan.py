"""Decides which watchers start, in which order, and which stop; and which venues are quarantined. Pure.

pacing.py decides how often each watcher polls.
"""

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from snipers.domain.backoff import Backoff
from snipers.store.records import Desired

# A watcher without active requests keeps running for this long, so that no process starts when a user pauses a request
# and soon resumes it.
LINGER = timedelta(seconds=20)
# During this time around a release, watchers start only for venues with a release.
QUIET_BEFORE = timedelta(seconds=3)
QUIET_AFTER = timedelta(seconds=1)
# This number of failed starts, or of replacements of an unresponsive watcher, puts a venue into quarantine.
MOST_FAILURES = 3
QUARANTINE = Backoff(first=60.0, ceiling=1800.0)
# A user waits for the outcome of an open attempt, which is promised within a minute after a fault has ended.
QUARANTINE_WITH_OPEN_ATTEMPT = timedelta(seconds=15)
NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantine:
    """A venue that gets no watcher until `until`, because its watchers keep failing."""

    venue_id: int
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WatcherPlan:
    """The starts, stops and quarantines of one cycle.

    `start`, `stop` and `quarantine` are for the caller to carry out. The caller passes the last two fields to the next
    call of plan_watchers(). With the same venues and watchers, another plan before `valid_until` has nothing to do
    either. `idle_since` contains the venues with a watcher but without active requests, and since when
    they have been without. `counted_starts` has, by venue id, the number of failed starts at the venue's last
    quarantine.
    """

    start: Sequence[Desired]
    stop: Sequence[int]
    quarantine: Sequence[Quarantine]
    valid_until: datetime
    idle_since: Mapping[int, datetime]
    counted_starts: Mapping[int, int]


NO_PLAN = WatcherPlan(
    start=(), stop=(), quarantine=(), valid_until=datetime.min.replace(tzinfo=UTC), idle_since={}, counted_starts={}
)


def plan_watchers(
    *,
    desired: Sequence[Desired],
    running: frozenset[int],
    starting: frozenset[int],
    idle_since: Mapping[int, datetime],
    counted_starts: Mapping[int, int],
    concurrent_starts: int,
    now: datetime,
) -> WatcherPlan:
    """Compare the desired venues with the running watchers, and return the watchers to start and to stop.

    `running` are the venues with a watcher, `starting` those whose watcher has not reported yet. `counted_starts` is
    the number of failed starts of each venue at its last quarantine; only a new failed start leads to another
    quarantine. At most `concurrent_starts` watchers are starting at one time.
    """
    by_id = {venue.venue_id: venue for venue in desired}
    failing = [one for one in desired if one.failed_starts or one.quarantined_until is not None]
    found = {one.venue_id: one.failed_starts for one in failing if one.quarantined_until is not None}
    counted = {venue_id: count for venue_id, count in (found | dict(counted_starts)).items() if venue_id in by_id}
    quarantine = [
        make_quarantine(one, failures=one.failed_starts, reason=f"{one.failed_starts} starts without a poll", now=now)
        for one in failing
        if _keeps_failing(one, counted)
    ]
    excluded = {one.venue_id for one in quarantine}
    excluded |= {one.venue_id for one in failing if one.in_quarantine(now)}
    idle = {venue_id: idle_since.get(venue_id, now) for venue_id in sorted(running - by_id.keys())}
    expired = [venue_id for venue_id, since in idle.items() if now - since >= LINGER]
    absent = by_id.keys() - running
    missing = [by_id[one] for one in absent if one not in starting and one not in excluded]
    at_most = max(0, concurrent_starts - len(starting))
    stop = [*expired, *sorted(excluded & running)]
    ends = [one.quarantined_until for one in failing if one.quarantined_until is not None and one.in_quarantine(now)]
    return WatcherPlan(
        start=_select_starts(missing, at_most=at_most, desired=desired, now=now) if missing else [],
        stop=stop,
        quarantine=quarantine,
        # Around a release, a missing watcher may have to wait, so a plan with a missing one is never kept.
        valid_until=now
        if missing or stop or quarantine
        else min((*ends, *(since + LINGER for since in idle.values())), default=NEVER),
        idle_since={venue_id: since for venue_id, since in idle.items() if now - since < LINGER},
        counted_starts=counted | {one.venue_id: by_id[one.venue_id].failed_starts for one in quarantine},
    )


def make_quarantine(venue: Desired, *, failures: int, reason: str, now: datetime) -> Quarantine:
    """Return a quarantine of 1, 2, 4 ... 30 minutes after 3, 4, 5 ... failures. With an open attempt it lasts 15 s."""
    length = timedelta(seconds=QUARANTINE.delay(failures=failures - MOST_FAILURES + 1))
    length = QUARANTINE_WITH_OPEN_ATTEMPT if venue.open_attempts else length
    return Quarantine(venue_id=venue.venue_id, until=now + length, reason=reason)


def _select_starts(
    missing: Sequence[Desired], *, at_most: int, desired: Sequence[Desired], now: datetime
) -> list[Desired]:
    """Select the venues whose watchers start now, in this order: next release, open attempts, number of snipes.

    Around a release, only venues with a release start.
    """
    releasing = {
        venue.venue_id
        for venue in desired
        for one in venue.releases
        if one.release_at - QUIET_BEFORE <= now <= one.release_at + QUIET_AFTER
    }
    startable = (venue for venue in missing if not releasing or venue.venue_id in releasing)
    return heapq.nsmallest(at_most, startable, key=_urgency)


def _urgency(venue: Desired) -> tuple[bool, float, int, int, int]:
    soonest = min((release.release_at.timestamp() for release in venue.releases), default=0.0)
    return not venue.releases, soonest, -venue.open_attempts, -venue.snipes, venue.venue_id


def _keeps_failing(venue: Desired, counted: Mapping[int, int]) -> bool:
    """Whether the venue's watchers keep ending before they complete a poll.

    False for a venue without keys, because its watchers do not poll.
    """
    return (
        bool(venue.keys)
        and venue.failed_starts >= MOST_FAILURES
        and venue.failed_starts > counted.get(venue.venue_id, 0)
    )
