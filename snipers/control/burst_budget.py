"""Divides a share of a platform's poll budget among the release bursts of all venues. Pure.

allocation.py divides the rest of the budget among the polls of all keys. Together they keep within the budget, however
many keys open at one instant.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from snipers.control.allocation import LEAST_SHARE, USED, Key, whole_polls
from snipers.domain.cadence import BurstGrant
from snipers.domain.release import BURST_SECONDS, LATE_FINDS, LONGEST_BURST_SECONDS, MOST_FINDS, WINDOW_SECONDS
from snipers.store.base import WATCH_AFTER_RELEASE_SECONDS
from snipers.store.records import Desired, KeyDemand

# Polls are reserved for a burst from this long before its instant to its end.
RESERVE_AHEAD = timedelta(seconds=10)
RESERVE_AFTER = timedelta(seconds=WATCH_AFTER_RELEASE_SECONDS)
# After RESERVE_AFTER, a burst at a venue that opens late goes on for this long, with at most LATE_FINDS per second.
RESERVE_LATE = timedelta(seconds=LONGEST_BURST_SECONDS)
# The largest share of the budget for bursts. The other polls of the platform keep LEAST_SHARE.
BURST_SHARE = USED - LEAST_SHARE
# The finds per second of a burst that may send none. Watchers divide by it: with this number, the next find would come
# after LONGEST_BURST_SECONDS. A key without a grant would be polled at the full rate.
NO_FINDS = 0.001


@dataclass(frozen=True, slots=True, kw_only=True)
class BurstShares:
    """The finds per second that all bursts together may send on a platform whose pace is learned.

    `instant` is shared by the keys that open at one instant, `late` by the bursts that wait for a late opening. No
    polls are reserved: regular polls wait instead (learned_budget.py).
    """

    instant: float
    late: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BurstBudget:
    """The grants of a platform's bursts by venue id, and the polls per second to reserve for them.

    `finds` has the finds per second of each key by the instant of its release.
    """

    grants: Mapping[int, tuple[BurstGrant, ...]] = field(default_factory=dict)
    reserved: float = 0.0
    finds: Mapping[datetime, float] = field(default_factory=dict)


def plan_bursts(
    venues: Collection[Desired],
    *,
    budget: float,
    previous: BurstBudget,
    now: datetime,
    stopped: bool,
    shares: BurstShares | None = None,
) -> BurstBudget:
    """Divide the bursts' share of a budget equally among the keys that open at one instant.

    `budget` is in polls per second. `shares` replaces it if the platform's pace is learned. Users enter instants in
    whole minutes, so the bursts of two instants do not overlap. If the share is less than one find per second for each
    key, the keys start one after another, those with the most snipes first. From RESERVE_AHEAD before an instant its
    finds per second never rise, because watchers may still use those in `previous`.

    Venues whose release was in the last minutes may still open late. Together they get at most half of the share, each
    at most LATE_FINDS per second. For `reserved`, the numbers of keys and venues are rounded up to a power of two,
    so that it changes rarely.

    While the breaker has `stopped` the platform, a burst may send no finds after its first BURST_SECONDS.
    """
    instants: dict[datetime, dict[Key, int]] = defaultdict(dict)
    for venue in venues:
        for release in venue.releases:
            instants[release.release_at][venue.venue_id, release.date, release.party_size] = release.snipes
    late = {(venue.venue_id, key.date, key.party_size) for venue in venues for key in venue.keys if _is_late(key, now)}
    late_venues = len({venue_id for venue_id, _, _ in late})
    share = BURST_SHARE * whole_polls(budget) if shares is None else shares.instant
    most_late = share / 2 if shares is None else min(shares.late, share / 2)
    late_share = min(most_late, LATE_FINDS * late_venues)
    late_finds = late_share / max(1, late_venues)
    reserved = late_finds * _power_of_two(late_venues)
    finds: dict[datetime, float] = {}
    grants: dict[Key, BurstGrant] = {
        (venue_id, day, party_size): BurstGrant(
            date=day, party_size=party_size, finds=NO_FINDS if stopped else late_finds
        )
        for venue_id, day, party_size in late
    }
    # A key that opens at two instants gets the finds of the first one.
    for instant, keys in sorted(instants.items(), reverse=True):
        each = finds_per_second(share=share - late_share, keys=len(keys))
        if now >= instant - RESERVE_AHEAD:
            each = min(each, previous.finds.get(instant, each))
        finds[instant] = each
        granted = NO_FINDS if stopped and now > instant + timedelta(seconds=BURST_SECONDS) else each
        for number, key in enumerate(sorted(keys, key=lambda key: (-keys[key], key))):
            # Below one find per second, the keys are spread evenly over the time between two finds of one key.
            delay = number / len(keys) * WINDOW_SECONDS / each if each < 1 else 0.0
            grants[key] = BurstGrant(date=key[1], party_size=key[2], finds=granted, delay=delay)
        if instant - RESERVE_AHEAD <= now <= instant + RESERVE_AFTER:
            reserved += MOST_FINDS * _power_of_two(len(keys))
    by_venue: dict[int, list[BurstGrant]] = defaultdict(list)
    for venue_id, day, party_size in sorted(grants):
        by_venue[venue_id].append(grants[venue_id, day, party_size])
    return BurstBudget(
        grants={venue_id: tuple(own) for venue_id, own in by_venue.items()},
        reserved=min(share, reserved) if shares is None else 0.0,
        finds=finds,
    )


def finds_per_second(*, share: float, keys: int) -> float:
    """Return the finds per second of each of `keys` keys: an integer up to MOST_FINDS, or a number below 1."""
    finds = share / max(1, keys)
    return float(min(MOST_FINDS, int(finds))) if finds >= 1 else finds


def _is_late(key: KeyDemand, now: datetime) -> bool:
    """Return whether the key's release is at an age at which only a burst at a venue that opens late still polls."""
    return key.released_at is not None and RESERVE_AFTER < now - key.released_at <= RESERVE_LATE


def _power_of_two(number: int) -> int:
    return 1 << (number - 1).bit_length() if number else 0
