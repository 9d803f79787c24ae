"""The limits of a platform whose pace is learned (domain/learned_pace.py). Pure.

A pace of some finds a minute is far too small for the shortest periods. So the periods of all keys grow with their
number: the allocation divides the pace by weight, and no key is polled less often than a quarter as often as with equal
periods. Release bursts share a number of finds that an address bears at once.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from snipers.control.allocation import USED, Allocation, Key
from snipers.control.burst_budget import RESERVE_AFTER, RESERVE_AHEAD, BurstShares
from snipers.control.cadence_classes import PollLimits
from snipers.control.slot_groups import SlotGroup
from snipers.domain.cadence import Schedule, due_at
from snipers.domain.learned_pace import LearnedPace
from snipers.domain.release import BURST_SECONDS
from snipers.store.records import Desired

# The period of the least promising key is at least LONGEST and at most 2 * LONGEST times the mean period, because it is
# rounded up to a power of two: a bound that changed with each new key would change every schedule.
LONGEST = 2.0
# All bursts of one instant together send at most this many finds: less than half of what got an address refused.
BURST_FINDS = 16.0
LEAST_BURST_FINDS = 2.0
# A burst that waits for a late opening uses at most this share of the pace.
LATE_SHARE = 0.5
# The canary of a stopped platform is polled within a quarter of a minute, however slow the pace is.
CANARY_RATE = 4 / 60


def learned_limits(limits: PollLimits, *, pace: LearnedPace, keys: int, probing: bool) -> PollLimits:
    """Return the limits with which `keys` keys share the learned pace. `limits.rate` is the ceiling."""
    rate = min(limits.rate, pace.finds_per_minute / 60)
    if probing:
        rate = min(limits.rate, max(rate, CANARY_RATE))
    # If all keys can have the shortest period, it has to be a whole number of slots: two slots of 9 s are no 10 s.
    fit = math.floor(USED * rate * limits.shortest_period + 1e-9)
    if rate < 1 and 0 < keys <= fit:
        rate = fit / limits.shortest_period / USED
    mean = keys / (USED * rate)
    longest = max(limits.longest_period, 2.0 ** math.ceil(math.log2(LONGEST * mean))) if keys else limits.longest_period
    return replace(limits, rate=rate, longest_period=longest, idle_polls=0.0)


def burst_shares(pace: LearnedPace) -> BurstShares:
    """Return the finds per second of the bursts. What is owed for earlier bursts reduces them."""
    finds = max(LEAST_BURST_FINDS, BURST_FINDS - pace.owed)
    return BurstShares(instant=finds / BURST_SECONDS, late=LATE_SHARE * pace.finds_per_minute / 60)


def must_wait(pace: LearnedPace, venues: Iterable[Desired], *, now: datetime) -> bool:
    """Whether regular polls wait: until calls beyond the pace are paid back, and while a release burst is due."""
    instants = (release.release_at for venue in venues for release in venue.releases)
    return pace.waits or any(one - RESERVE_AHEAD <= now <= one + RESERVE_AFTER for one in instants)


def is_same(allocation: Allocation, previous: Allocation | None) -> bool:
    """Whether no key's poll times differ from those in the previous allocation."""
    return previous is not None and previous.slot == allocation.slot and previous.groups == allocation.groups


@dataclass(slots=True)
class LastPolls:
    """When each key of a platform was due last (unix seconds), by the schedules that were in force."""

    _at: dict[Key, float]

    @classmethod
    def none(cls) -> "LastPolls":
        """Return the memory of a controller that has just started."""
        return cls({})

    def record(self, schedules: Mapping[int, Schedule], *, now: datetime) -> None:
        """Record the polls of these schedules, before others replace them."""
        known: dict[Key, float] = {}
        for venue_id, schedule in schedules.items():
            for grant in schedule.grants:
                key = venue_id, grant.date, grant.party_size
                last = due_at(grant, after=now.timestamp()) - grant.period
                if last >= schedule.starts_at:
                    known[key] = last
                elif key in self._at:
                    known[key] = self._at[key]
        self._at = {key: at for key, at in self._at.items() if key[0] in schedules} | known

    def oldest_first(self, allocation: Allocation, previous: Allocation | None, *, now: datetime) -> Allocation:
        """Return the allocation with its groups exchanged: of keys with one period, the one whose last poll is oldest
        is polled first.

        Only keys whose group is new take part. Without this, a key that gets a new group in each
        change of the schedules could wait for several periods.
        """
        kept = previous.groups if previous is not None and previous.slot == allocation.slot else {}
        moved: dict[int, list[Key]] = {}
        for key, group in allocation.groups.items():
            if kept.get(key) != group:
                moved.setdefault(group.stride, []).append(key)
        groups = dict(allocation.groups)
        frame = allocation.plan.frame_slots * allocation.slot

        def next_due(group: SlotGroup) -> float:
            phase = group.first_slot(allocation.plan.frame_slots) * allocation.slot
            return (phase - now.timestamp()) % (group.stride * frame)

        for keys in moved.values():
            free = sorted((allocation.groups[key] for key in keys), key=next_due)
            waiting = sorted(keys, key=lambda key: (self._at.get(key, 0.0), key))
            groups.update(zip(waiting, free, strict=True))
        return replace(allocation, groups=groups)
