"""What should run, against what runs: pure, so that every decision of the controller is a table test.

Owns which venues get a watcher and in which order, when an idle one is let go, and who is kept from starting for a
while. How fast they poll is pacing.py.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from snipers.store.base import Desired

FAILED_STARTS = 3
FIRST_QUARANTINE = timedelta(minutes=1)
LONGEST_QUARANTINE = timedelta(minutes=30)
# Somebody waits to hear whether a table is theirs, and is promised an answer within a minute after all is well again.
LONGEST_WHILE_OPEN = timedelta(seconds=15)


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """`linger`: how long a watcher without work stays, so that pausing and going on costs no new process.
    `quiet_before`, `quiet_after`: around a drop nothing starts that is not for it."""

    linger: timedelta = timedelta(seconds=20)
    quiet_before: timedelta = timedelta(seconds=3)
    quiet_after: timedelta = timedelta(seconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantine:
    """A venue whose watchers come to nothing again and again: it gets none until then."""

    venue_id: int
    until: datetime
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to do now. `idle_since` and `barred` are handed to the next call."""

    start: Sequence[Desired]
    stop: Sequence[int]
    quarantine: Sequence[Quarantine]
    idle_since: Mapping[int, datetime]
    barred: Mapping[int, int]


def plan(
    *,
    desired: Sequence[Desired],
    running: frozenset[int],
    starting: frozenset[int],
    idle_since: Mapping[int, datetime],
    barred: Mapping[int, int],
    limits: Limits,
    starts_at_once: int,
    now: datetime,
) -> Plan:
    """Compare what is wanted with what runs.

    `starting`: watchers in the making that have not said anything yet, of which there may be `starts_at_once`
    (concurrency.py). `barred`: how many failed starts each venue had
    when it was last quarantined.
    """
    wanted = {venue.venue_id: venue for venue in desired}
    known = {
        one.venue_id: barred.get(one.venue_id, one.failed_starts)
        for one in desired
        if one.quarantined_until is not None
    }
    barred = {venue_id: count for venue_id, count in (dict(barred) | known).items() if venue_id in wanted}
    quarantine = [_quarantine(one, now) for one in desired if _keeps_failing(one, barred)]
    kept_away = {one.venue_id for one in desired if one.quarantined_until is not None and one.quarantined_until > now}
    kept_away |= {one.venue_id for one in quarantine}
    idle = {venue_id: idle_since.get(venue_id, now) for venue_id in sorted(running - wanted.keys())}
    over = [venue_id for venue_id, since in idle.items() if now - since >= limits.linger]
    missing = [one for one in desired if one.venue_id not in running | starting | kept_away]
    return Plan(
        start=_starts(missing, drops=desired, limits=limits, now=now)[: max(0, starts_at_once - len(starting))],
        stop=[*over, *sorted(kept_away & running)],
        quarantine=quarantine,
        idle_since={venue_id: since for venue_id, since in idle.items() if venue_id not in over},
        barred=barred | {one.venue_id: wanted[one.venue_id].failed_starts for one in quarantine},
    )


def _starts(missing: Sequence[Desired], *, drops: Sequence[Desired], limits: Limits, now: datetime) -> list[Desired]:
    """Return who may start now, in order: the next drop first, then unsettled attempts, then where most people wait."""
    near = _at_their_drop(drops, limits=limits, now=now)
    allowed = [one for one in missing if not near or one.venue_id in near]
    return sorted(allowed, key=_urgency)


def _at_their_drop(venues: Sequence[Desired], *, limits: Limits, now: datetime) -> set[int]:
    """Return where a book opens just now: nothing else begins meanwhile."""
    return {
        one.venue_id
        for one in venues
        for release in one.releases
        if release.release_at - limits.quiet_before <= now <= release.release_at + limits.quiet_after
    }


def _urgency(venue: Desired) -> tuple[bool, float, int, int, int]:
    """Sort who needs a process first to the front."""
    soonest = min((release.release_at.timestamp() for release in venue.releases), default=0.0)
    return not venue.releases, soonest, -venue.open_attempts, -venue.snipes, venue.venue_id


def _keeps_failing(venue: Desired, barred: Mapping[int, int]) -> bool:
    """Whether its watchers end again and again before they poll. Where there is no key nobody could have polled."""
    return (
        bool(venue.keys)
        and venue.failed_starts >= FAILED_STARTS
        and venue.failed_starts > barred.get(venue.venue_id, 0)
    )


def _quarantine(venue: Desired, now: datetime) -> Quarantine:
    length = rest(times=venue.failed_starts - FAILED_STARTS, open_attempts=venue.open_attempts)
    reason = f"{venue.failed_starts} starts without a poll"
    return Quarantine(venue_id=venue.venue_id, until=now + length, reason=reason)


def rest(*, times: int, open_attempts: int) -> timedelta:
    """Return 1, 2, 4 ... 30 minutes of rest after so many earlier ones; seconds where an attempt is open."""
    if open_attempts:
        return LONGEST_WHILE_OPEN
    return min(FIRST_QUARANTINE * (1 << min(times, 16)), LONGEST_QUARANTINE)
