"""Chooses the poll period of each cadence class, before keys get their slots. Pure.

Keys of one weight form a class and have one period. While the budget is idle, keys may have different shortest
periods (idle_budget.py); then a class has one weight and one shortest period. Periods proportional to 1/sqrt(weight)
minimize the mean delay between the opening of a table and the poll that finds it. A shortest and a longest period
bound them (water-filling). Slot groups allow only periods of 2^k and 3*2^k frames. So the ideal periods are rounded
in several ways, and each way gives a candidate plan.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

STRIDES: tuple[int, ...] = tuple(sorted({base << power for base in (1, 3) for power in range(12)}))
# The number of frame lengths to try, from the shortest ideal period to twice its length.
TRIES = 24
# An unused share of the slots costs UNUSED_COST times as much as the same relative increase of the delay.
UNUSED_COST = 4.0
# Beyond MANY_SLOTS, one slot in HEADROOM of a frame stays empty for keys that come later. Without it, each new key of a
# platform without idle slots would need a new allocation, which moves all keys and changes the schedules of all venues.
MANY_SLOTS = 500
HEADROOM = 50


class CadenceClass(NamedTuple):
    """The keys of one weight whose period is at least `shortest_period` seconds."""

    weight: float
    shortest_period: float


ClassSizes = Mapping[CadenceClass, int]
"""The number of keys by class."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PollLimits:
    """The limits of a platform's polls: polls per second, and the shortest and longest seconds
    between two polls of a key.

    A period may exceed the longest one if the rate is too low for all keys. While the budget is
    idle, a period may be shorter than the shortest one, until its venue has `idle_polls` polls per
    second. With 0, no period may.
    """

    rate: float
    shortest_period: float
    longest_period: float
    idle_polls: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CadencePlan:
    """The number of slots in a frame, and the poll period of each class.

    A period is stated as a stride, which is a number of frames.
    """

    frame_slots: int
    strides: Mapping[CadenceClass, int]

    def fill(self, sizes: ClassSizes) -> float:
        """Return the share of all slots that keys use."""
        return _used_slots(sizes, self.strides) / self.frame_slots

    def delay(self, sizes: ClassSizes) -> float:
        """Return the weighted sum of all periods, in slots."""
        return self.frame_slots * sum(one.weight * number * self.strides[one] for one, number in sizes.items())

    def is_within(self, limits: PollLimits) -> bool:
        """Whether all periods are within the limits."""
        frame = self.frame_slots / limits.rate
        return all(
            one.shortest_period * (1 - 1e-9) <= stride * frame <= limits.longest_period * (1 + 1e-9)
            for one, stride in self.strides.items()
        )


def candidate_plans(sizes: ClassSizes, limits: PollLimits, *, spare: int = 0) -> list[CadencePlan]:
    """Return plans, the best trade-off of delay and used slots first. They are within the limits if that is possible.

    `limits.rate` is the number of slots per second. `spare` slots of each frame stay empty, so that more groups fit.
    """
    ideal = _ideal_periods(sizes, limits)
    shortest = min(ideal.values(), default=limits.shortest_period)
    frames = [shortest * math.exp2(number / TRIES) for number in range(TRIES)]
    if limits.idle_polls:
        # While the budget is idle, the longest period may be near the shortest one: few strides of a long frame fit.
        frames += [frame / 2 for frame in frames]
        frames += [
            limits.longest_period / stride for stride in STRIDES if shortest * stride <= 4 * limits.longest_period
        ]
    plans = [_round_periods(ideal, frame, sizes, limits, spare) for frame in frames]
    if limits.idle_polls:
        plans += [_round_periods(ideal, frame, sizes, limits, spare, nearest=_stride_above) for frame in frames]
    equal = dict.fromkeys(sizes, 1)
    plans.append(CadencePlan(frame_slots=_frame_slots(sizes, equal, limits, spare), strides=equal))
    distinct = {tuple(plan.strides.values()): plan for plan in plans}
    return sorted(distinct.values(), key=lambda plan: plan.delay(sizes) * (1 + UNUSED_COST * (1 - plan.fill(sizes))))


def _ideal_periods(sizes: ClassSizes, limits: PollLimits) -> dict[CadenceClass, float]:
    """Return the ideal period of each class in seconds. All are equal if even the longest periods would exceed the
    rate."""
    number = sum(sizes.values())
    if number / limits.longest_period >= limits.rate:
        return dict.fromkeys(sizes, number / limits.rate)

    def periods(scale: float) -> dict[CadenceClass, float]:
        return {
            one: min(max(scale / math.sqrt(one.weight), one.shortest_period), limits.longest_period) for one in sizes
        }

    low, high = 0.0, limits.longest_period * math.sqrt(max((one.weight for one in sizes), default=1.0))
    for _ in range(60):
        middle = (low + high) / 2
        found = periods(middle)
        too_fast = sum(many / found[one] for one, many in sizes.items()) > limits.rate
        low, high = (middle, high) if too_fast else (low, middle)
    return periods(high)


def _round_periods(
    ideal: Mapping[CadenceClass, float],
    frame: float,
    sizes: ClassSizes,
    limits: PollLimits,
    spare: int,
    *,
    nearest: Callable[[float], int] | None = None,
) -> CadencePlan:
    """Round the ideal periods to strides of a frame of about `frame` seconds.

    The longest strides are shortened until the keys fit and all periods are within the limits, or
    all strides are 1. `nearest` replaces _nearest_stride().
    """
    strides = {one: (nearest or _nearest_stride)(period / frame) for one, period in ideal.items()}
    while True:
        plan = CadencePlan(frame_slots=_frame_slots(sizes, strides, limits, spare), strides=strides)
        longest = max(strides.values(), default=1)
        if longest == 1 or (plan.fill(sizes) <= 1 and plan.is_within(limits)):
            return plan
        shorter = STRIDES[STRIDES.index(longest) - 1]
        strides = {one: min(stride, shorter) for one, stride in strides.items()}


def _nearest_stride(ratio: float) -> int:
    """Return the stride nearest to a ratio on a logarithmic scale."""
    return min(STRIDES, key=lambda stride: abs(math.log(stride / ratio)))


def _stride_above(ratio: float) -> int:
    """Return the shortest stride that is at least a ratio, or the longest one."""
    return next((stride for stride in STRIDES if stride >= ratio * (1 - 1e-9)), STRIDES[-1])


def _used_slots(sizes: ClassSizes, strides: Mapping[CadenceClass, int]) -> float:
    return sum(number / strides[one] for one, number in sizes.items())


def _frame_slots(sizes: ClassSizes, strides: Mapping[CadenceClass, int], limits: PollLimits, spare: int) -> int:
    """Return the number of slots of the smallest frame that has room for all keys, the headroom and `spare` free
    slots, and in which no period is shorter than the shortest one of its class."""
    held = math.ceil(_used_slots(sizes, strides) - 1e-9)
    held += max(0, held - MANY_SLOTS) // HEADROOM + spare
    least = (math.ceil(one.shortest_period * limits.rate / stride - 1e-9) for one, stride in strides.items())
    return max(held, *least, 1)
