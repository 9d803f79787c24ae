"""Chooses the poll period of each cadence class, before keys get their slots. Pure.

Keys of one weight form a class and have one period. Periods proportional to 1/sqrt(weight) minimize the mean delay
between the opening of a table and the poll that finds it. A shortest and a longest period bound them (water-filling).
Slot groups allow only periods of 2^k and 3*2^k frames. So the ideal periods are rounded in several ways, and each way
gives a candidate plan.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

STRIDES: tuple[int, ...] = tuple(sorted({base << power for base in (1, 3) for power in range(12)}))
# Frame lengths to try, over one doubling of the ideal length.
TRIES = 24
# A candidate plan must use at least LEAST_FILL of the slots that the fullest plan uses. Among these, an unused share of
# the slots costs UNUSED_COST times as much as the same relative increase of the delay.
LEAST_FILL = 0.9
UNUSED_COST = 4.0

ClassSizes = Mapping[float, int]
"""The number of keys by weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PollLimits:
    """The limits of a platform's polls: polls per second, and the shortest and longest seconds between two polls of a
    key.

    A period may exceed the longest one if the rate is too low for all keys.
    """

    rate: float
    shortest_period: float
    longest_period: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CadencePlan:
    """The number of slots in a frame, and the poll period of each weight.

    A period is stated as a stride, which is a number of frames. A frame is as long as the shortest period.
    """

    frame_slots: int
    strides: Mapping[float, int]

    def fill(self, sizes: ClassSizes) -> float:
        """Return the share of all slots that keys use."""
        return _used_slots(sizes, self.strides) / self.frame_slots

    def delay(self, sizes: ClassSizes) -> float:
        """Return the weighted sum of all periods, in slots."""
        return self.frame_slots * sum(weight * number * self.strides[weight] for weight, number in sizes.items())

    def is_within(self, limits: PollLimits) -> bool:
        """Whether all periods are within the limits."""
        shortest = self.frame_slots / limits.rate
        longest = shortest * max(self.strides.values(), default=1)
        return shortest >= limits.shortest_period * (1 - 1e-9) and longest <= limits.longest_period * (1 + 1e-9)


def candidate_plans(sizes: ClassSizes, limits: PollLimits, *, spare: int = 0) -> list[CadencePlan]:
    """Return plans, the best trade-off of delay and used slots first. They are within the limits if that is possible.

    `limits.rate` is the number of slots per second. `spare` slots of each frame stay empty, so that more groups fit.
    """
    ideal = _ideal_periods(sizes, limits)
    plans = [_round_periods(ideal, 2 ** (number / TRIES), sizes, limits, spare) for number in range(TRIES)]
    equal = dict.fromkeys(sizes, 1)
    plans.append(CadencePlan(frame_slots=_frame_slots(sizes, equal, limits, spare), strides=equal))
    fullest = max(plan.fill(sizes) for plan in plans)
    distinct = {tuple(plan.strides.values()): plan for plan in plans if plan.fill(sizes) >= LEAST_FILL * fullest}
    return sorted(distinct.values(), key=lambda plan: plan.delay(sizes) * (1 + UNUSED_COST * (1 - plan.fill(sizes))))


def _ideal_periods(sizes: ClassSizes, limits: PollLimits) -> dict[float, float]:
    """Return the ideal period of each weight in seconds. All are equal if even the longest periods would exceed the
    rate."""
    number = sum(sizes.values())
    if number / limits.longest_period >= limits.rate:
        return dict.fromkeys(sizes, number / limits.rate)

    def periods(scale: float) -> dict[float, float]:
        return {
            weight: min(max(scale / math.sqrt(weight), limits.shortest_period), limits.longest_period)
            for weight in sizes
        }

    low, high = 0.0, limits.longest_period * math.sqrt(max(sizes, default=1.0))
    for _ in range(60):
        middle = (low + high) / 2
        found = periods(middle)
        too_fast = sum(many / found[weight] for weight, many in sizes.items()) > limits.rate
        low, high = (middle, high) if too_fast else (low, middle)
    return periods(high)


def _round_periods(
    ideal: Mapping[float, float], stretch: float, sizes: ClassSizes, limits: PollLimits, spare: int
) -> CadencePlan:
    """Round the ideal periods to strides of a frame that is `stretch` times the shortest ideal period."""
    frame = min(ideal.values(), default=limits.shortest_period) * stretch
    strides = {weight: _nearest_stride(period / frame) for weight, period in ideal.items()}
    while True:
        plan = CadencePlan(frame_slots=_frame_slots(sizes, strides, limits, spare), strides=strides)
        longest = max(strides.values(), default=1)
        if longest == 1 or (plan.fill(sizes) <= 1 and plan.is_within(limits)):
            return plan
        shorter = STRIDES[STRIDES.index(longest) - 1]
        strides = {weight: min(stride, shorter) for weight, stride in strides.items()}


def _nearest_stride(ratio: float) -> int:
    """Return the stride nearest to a ratio on a logarithmic scale."""
    return min(STRIDES, key=lambda stride: abs(math.log(stride / ratio)))


def _used_slots(sizes: ClassSizes, strides: Mapping[float, int]) -> float:
    return sum(number / strides[weight] for weight, number in sizes.items())


def _frame_slots(sizes: ClassSizes, strides: Mapping[float, int], limits: PollLimits, spare: int) -> int:
    """Return the smallest frame that has room for all keys and is not shorter than the shortest period."""
    held = math.ceil(_used_slots(sizes, strides) - 1e-9) + spare
    return max(held, math.ceil(limits.shortest_period * limits.rate - 1e-9), 1)
