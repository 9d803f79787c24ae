"""Divides a share of a platform's poll budget among the release bursts of all venues. Pure.

allocation.py divides the rest of the budget among the polls of all keys. Together they never exceed the budget, however
many keys open at one instant.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from snipers.control.allocation import LEAST_SHARE, USED, Key, whole_polls
from snipers.domain.cadence import BurstGrant
from snipers.domain.release import LATE_FINDS, LONGEST_BURST_SECONDS, MOST_FINDS
from snipers.store.base import WATCH_AFTER_RELEASE_SECONDS
from snipers.store.records import Desired, KeyDemand

# Polls are reserved for a burst from this long before its instant to its end.
RESERVE_AHEAD = timedelta(seconds=10)
RESERVE_AFTER = timedelta(seconds=WATCH_AFTER_RELEASE_SECONDS)
# After RESERVE_AFTER, a burst at a venue that opens late goes on for this long, with at most LATE_FINDS per second.
RESERVE_LATE = timedelta(seconds=LONGEST_BURST_SECONDS)
# The largest share of the budget for bursts. The other polls of the platform keep LEAST_SHARE.
BURST_SHARE = USED - LEAST_SHARE


@dataclass(frozen=True, slots=True, kw_only=True)
class BurstBudget:
    """The grants of a platform's bursts by venue id, and the polls per second to reserve for them."""

    grants: Mapping[int, tuple[BurstGrant, ...]]
    reserved: float


def plan_bursts(venues: Collection[Desired], *, budget: float, now: datetime) -> BurstBudget:
    """Divide the bursts' share of a budget equally among the keys with a burst that is near or runs.

    `budget` is in polls per second. A venue that may still wait for a late opening counts as one key, because such a
    burst polls its keys in turn. If the share is less than one find per second for each key, the keys start one after
    another, those with the most snipes first. For `reserved`, the number of keys is rounded up to a power of two, so
    that it changes rarely.
    """
    near: dict[Key, int] = defaultdict(int)
    for venue in venues:
        for release in venue.releases:
            if release.release_at - RESERVE_AHEAD <= now <= release.release_at + RESERVE_AFTER:
                near[venue.venue_id, release.date, release.party_size] += release.snipes
    late = {
        (venue.venue_id, key.date, key.party_size) for venue in venues for key in venue.keys if _is_late(key, now)
    } - near.keys()
    late_venues = len({venue_id for venue_id, _, _ in late})
    share = BURST_SHARE * whole_polls(budget)
    finds = finds_per_second(share=share, keys=len(near) + late_venues)
    grants: dict[int, list[BurstGrant]] = defaultdict(list)
    first = sorted(near, key=lambda key: (-near[key], key))
    for number, (venue_id, day, party_size) in enumerate([*first, *sorted(late)]):
        delay = number / share if finds < 1 and number < len(near) else 0.0
        grants[venue_id].append(BurstGrant(date=day, party_size=party_size, finds=finds, delay=delay))
    reserved = finds * _power_of_two(len(near)) + min(LATE_FINDS, finds) * _power_of_two(late_venues)
    return BurstBudget(grants={venue_id: tuple(own) for venue_id, own in grants.items()}, reserved=reserved)


def finds_per_second(*, share: float, keys: int) -> float:
    """Return the finds per second of each of `keys` keys: an integer up to MOST_FINDS, or a number below 1."""
    finds = share / max(1, keys)
    return float(min(MOST_FINDS, int(finds))) if finds >= 1 else finds


def _is_late(key: KeyDemand, now: datetime) -> bool:
    """Return whether the key's release is at an age at which only a burst at a venue that opens late still polls."""
    return key.released_at is not None and RESERVE_AFTER < now - key.released_at <= RESERVE_LATE


def _power_of_two(number: int) -> int:
    return 1 << (number - 1).bit_length() if number else 0
