"""What should run, against what runs: pure, so that every decision of the controller is a table test.

Owns which venues get a watcher, in which order watchers start, when an idle one is let go, and the pace of each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from snipers.store.base import Desired


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How fast we may go. `floor_seconds`: the shortest time between two polls of one key. `budget`: polls a second for
    one platform, over all venues. `starts_at_once`: watchers started in one step (each costs about a second of CPU).
    `linger`: how long a watcher without work stays, so that pausing and going on costs no new process."""

    floor_seconds: float
    budget: float
    starts_at_once: int = 3
    linger: timedelta = timedelta(seconds=20)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to do now. `paces` covers every desired venue; `idle_since` is handed to the next call."""

    start: Sequence[int]
    stop: Sequence[int]
    paces: Mapping[int, float]
    idle_since: Mapping[int, datetime]


def plan(
    *,
    desired: Sequence[Desired],
    running: frozenset[int],
    idle_since: Mapping[int, datetime],
    limits: Limits,
    now: datetime,
) -> Plan:
    """Compare what is wanted with what runs. Most wishes start first; open attempts count as wishes."""
    wanted = {venue.venue_id: venue for venue in desired}
    idle = {venue_id: idle_since.get(venue_id, now) for venue_id in sorted(running - wanted.keys())}
    missing = sorted(
        wanted.keys() - running,
        key=lambda venue_id: (-wanted[venue_id].open_attempts, -wanted[venue_id].wishes, venue_id),
    )
    stop = [venue_id for venue_id, since in idle.items() if now - since >= limits.linger]
    return Plan(
        start=missing[: limits.starts_at_once],
        stop=stop,
        paces=paces(desired=desired, limits=limits),
        idle_since={venue_id: since for venue_id, since in idle.items() if venue_id not in stop},
    )


def paces(*, desired: Sequence[Desired], limits: Limits) -> dict[int, float]:
    """Return the seconds between two polls of one key, for each venue, such that no platform's budget is passed."""
    keys: dict[str, int] = {}
    for venue in desired:
        keys[venue.platform] = keys.get(venue.platform, 0) + len(venue.keys)
    return {venue.venue_id: max(limits.floor_seconds, keys[venue.platform] / limits.budget) for venue in desired}
