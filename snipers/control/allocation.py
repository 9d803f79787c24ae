"""Divides a platform's poll budget among all keys: each key gets a group of poll slots. Pure.

There are `rate` slots per second: the share USED of the budget, less the polls that are reserved for release bursts.
Slots are numbered from the unix epoch, and each belongs to at most one key. So no second holds more polls than the
budget, even if every poll is a little late. cadence_classes.py chooses the periods, slot_groups.py allocates the slots.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date

from snipers.control.cadence_classes import CadenceClass, CadencePlan, PollLimits, candidate_plans
from snipers.control.idle_budget import find_idle_bounds
from snipers.control.slot_groups import BuddyAllocator, SlotGroup
from snipers.domain.cadence import Grant

# A second holds at most `budget` polls if no poll is too late. budget + 1 consecutive slots span 1/USED seconds, which
# is 1.111 s. So they fit into one second only if the first poll is 111 ms later than the last one. A watcher skips a
# poll that is 50 ms late (domain/cadence.POLL_TOLERANCE_SECONDS). The other 61 ms are for delays after that check: a
# busy processor, a new connection, the network. On a busy machine 37 ms were not enough.
USED = 0.9
# This share of the budget is never reserved for release bursts.
LEAST_SHARE = 0.1
# A new allocation moves every key, and each move makes one gap between polls uneven. So the previous allocation is kept
# if it fills at least KEEP_FILL of the slots that a new one would fill, and if its delay is at most KEEP_DELAY times as
# long.
KEEP_FILL = 0.96
KEEP_DELAY = 1.08
# The number of plans that are tried before one more slot of each frame is left empty. Not every plan can be allocated
# without a remainder.
TRIED_PLANS = 6

Key = tuple[int, date, int]
"""Our venue id, the date and the party size."""
Grants = dict[int, tuple[Grant, ...]]
"""The poll times of each venue's keys, by venue id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WeightedKey:
    """A key to poll. `weight` is the value of one poll of the key (domain/cadence.weight)."""

    venue_id: int
    date: date
    party_size: int
    weight: float

    @property
    def key(self) -> Key:
        """The key without its weight."""
        return self.venue_id, self.date, self.party_size


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """The poll slots of one platform, as allocated to its keys. `groups` has the slot group of each key.

    `limits` has the number of poll slots per second, and the shortest and longest poll period.
    """

    limits: PollLimits
    plan: CadencePlan
    groups: Mapping[Key, SlotGroup]

    @property
    def slot(self) -> float:
        """The length of a slot in seconds."""
        return 1 / self.limits.rate

    @property
    def rate(self) -> float:
        """Polls per second of all keys together."""
        return sum(1 / group.stride for group in self.groups.values()) / (self.plan.frame_slots * self.slot)

    def grants(self, *, before: "Allocation | None" = None, known: Grants | None = None) -> Grants:
        """Return the poll times (grants) of each venue's keys by venue id, in the order of the keys.

        `known` are the grants of the earlier allocation `before`. If the slots are the same, only
        the grants of changed venues are made again.
        """
        kept: Grants = {}
        keys = set(self.groups)
        if before and known and (before.slot, before.plan.frame_slots) == (self.slot, self.plan.frame_slots):
            changed = {key[0] for key in keys if self.groups[key] is not before.groups.get(key)}
            changed |= {key[0] for key in before.groups.keys() - keys}
            kept = {venue_id: own for venue_id, own in known.items() if venue_id not in changed}
            keys = {key for key in keys if key[0] in changed}
        frame = self.plan.frame_slots * self.slot
        grants: dict[int, list[Grant]] = {}
        for venue_id, day, party_size in sorted(keys):
            group = self.groups[venue_id, day, party_size]
            phase = group.first_slot(self.plan.frame_slots) * self.slot
            grant = Grant(date=day, party_size=party_size, period=group.stride * frame, phase=phase)
            grants.setdefault(venue_id, []).append(grant)
        return kept | {venue_id: tuple(own) for venue_id, own in grants.items()}


def allocate_slots(
    *, keys: Sequence[WeightedKey], limits: PollLimits, reserved: float, previous: Allocation | None = None
) -> Allocation:
    """Return an allocation for all keys. `reserved` polls per second are left for release bursts.

    `limits.rate` is the platform's budget in polls per second. Keys of the previous allocation keep
    their slots if that allocation is still good enough. If the budget is idle, keys get more polls
    than the shortest period allows (idle_budget.py).
    """
    limits = replace(
        limits,
        rate=usable_rate(budget=limits.rate, reserved=reserved),
        longest_period=max(limits.longest_period, limits.shortest_period),
    )
    idle = find_idle_bounds(keys=Counter(key.venue_id for key in keys), limits=limits)
    if idle is not None:
        classes = {key.key: CadenceClass(key.weight, idle.shortest[key.venue_id]) for key in keys}
        found = next(_allocations(classes, idle.limits, previous, strict=True), None)
        if found is not None:
            return found
    by_weight = {weight: CadenceClass(weight, limits.shortest_period) for weight in {key.weight for key in keys}}
    classes = {key.key: by_weight[key.weight] for key in keys}
    return next(_allocations(classes, replace(limits, idle_polls=0.0), previous))


def _allocations(
    classes: Mapping[Key, CadenceClass], limits: PollLimits, previous: Allocation | None, *, strict: bool = False
) -> Iterator[Allocation]:
    """Yield the allocations of these keys, the best first. If `strict`, all periods are within the limits, and there
    may be no allocation."""
    sizes, spare = Counter(classes.values()), 0
    plans = candidate_plans(sizes, limits)[:TRIED_PLANS]
    if previous is not None and previous.limits == limits:
        kept = _adapt(previous, classes, within=strict or any(plan.is_within(limits) for plan in plans))
        if kept is not None and _is_good_enough(kept, plans, classes):
            yield kept
    while plans:
        for plan in plans:
            groups = _allocate_groups(classes, plan)
            if groups is not None:
                yield Allocation(limits=limits, plan=plan, groups=groups)
        spare += 1
        plans = [
            plan
            for plan in candidate_plans(sizes, limits, spare=spare)[:TRIED_PLANS]
            if not strict or plan.is_within(limits)
        ]


def usable_rate(*, budget: float, reserved: float) -> float:
    """Return the slots per second that keys can get: a part of the budget, less the `reserved`
    polls per second.

    The result is at least LEAST_SHARE of the budget. A budget above one poll per second is rounded
    down to an integer.
    """
    whole = whole_polls(budget)
    return max(USED * whole - reserved, LEAST_SHARE * whole)


def whole_polls(budget: float) -> float:
    """Return a budget above one poll per second rounded down to an integer, and a smaller one unchanged."""
    return math.floor(budget) if budget >= 1 else budget


def _adapt(previous: Allocation, classes: Mapping[Key, CadenceClass], *, within: bool) -> Allocation | None:
    """Return the previous allocation with the present keys in it; None if they do not fit, or if it has to be `within`
    the limits and is not.

    If a key has less weight than before, a part of its group becomes free. If a key has more weight, it gets a larger
    group. It keeps its old group if no larger one is free, because polling a single key too seldom costs less than
    moving a hundred keys.
    """
    limits, plan = previous.limits, _add_classes(previous.plan, set(classes.values()))
    if plan is None or (within and not plan.is_within(limits)):
        return None
    allocator = BuddyAllocator(plan.frame_slots)
    wanted = sorted((plan.strides[own], key) for key, own in classes.items())
    groups = {key: _shrink(previous.groups[key], stride) for stride, key in wanted if key in previous.groups}
    # Short strides first: a position that was split for a long one may have no room left for a short one.
    if not all(allocator.reserve(group) for group in sorted(groups.values(), key=lambda group: group.stride)):
        return None
    for stride, key in wanted:
        old = groups.get(key)
        if old is not None and old.stride == stride:
            continue
        new = allocator.allocate(stride)
        if new is not None:
            groups[key] = new
            if old is not None:
                allocator.free(old)
        elif old is None:
            return None
    frame = plan.frame_slots / limits.rate
    # A key that kept a group which cannot be divided as its class requires may be polled too often.
    if any(groups[key].stride * frame < own.shortest_period * (1 - 1e-9) for key, own in classes.items()):
        return None
    return Allocation(limits=limits, plan=plan, groups=groups)


def _add_classes(plan: CadencePlan, classes: AbstractSet[CadenceClass]) -> CadencePlan | None:
    """Return the plan with a stride for every class. A new class gets the stride of the next lighter one.

    None if a new class is the lightest.
    """
    strides = dict(plan.strides)
    for one in classes - plan.strides.keys():
        lighter = [known for known in plan.strides if known < one]
        if not lighter:
            return None
        strides[one] = plan.strides[max(lighter)]
    return CadencePlan(frame_slots=plan.frame_slots, strides=strides)


def _shrink(group: SlotGroup, stride: int) -> SlotGroup:
    """Return the part of a group that has this stride, or the whole group if there is no such part."""
    return group if stride == group.stride or stride % group.stride else replace(group, stride=stride)


def _is_good_enough(kept: Allocation, plans: Sequence[CadencePlan], classes: Mapping[Key, CadenceClass]) -> bool:
    """Whether the kept allocation is nearly as good as a new one.

    `plans` are the candidates for a new one, the best first. The delay of `kept` is compared with
    the first plan's delay, its used slots with those of the fullest plan: a new allocation may use
    any of these plans, and the plan with the least delay is not always the fullest.
    """
    sizes = Counter(classes.values())
    delay = kept.plan.frame_slots * sum(own.weight * kept.groups[key].stride for key, own in classes.items())
    fullest = max(plan.fill(sizes) for plan in plans)
    return kept.rate * kept.slot >= KEEP_FILL * fullest and delay <= KEEP_DELAY * plans[0].delay(sizes)


def _allocate_groups(classes: Mapping[Key, CadenceClass], plan: CadencePlan) -> dict[Key, SlotGroup] | None:
    """Allocate a group for every key; None if they do not fit."""
    allocator = BuddyAllocator(plan.frame_slots)
    groups: dict[Key, SlotGroup] = {}
    for stride, key in sorted((plan.strides[own], key) for key, own in classes.items()):
        group = allocator.allocate(stride)
        if group is None:
            return None
        groups[key] = group
    return groups
