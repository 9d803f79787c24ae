"""How long everybody's period is: the shape of a grid, before anybody has a place on it. Pure.

The mean wait for openings is least when periods go with 1/sqrt(weight): water-filling between a floor and a ceiling.
A grid can hold multiples 2^k and 3*2^k of one shortest period, so the ideal is rounded, in several ways, and the way
that waits least is taken. What has the same weight has the same period.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

MULTIPLES: tuple[int, ...] = tuple(sorted({base << step for base in (1, 3) for step in range(12)}))
# How many shortest periods are tried, over one doubling of the ideal one.
TRIES = 24
# Unused slots cost more than the wait that they add: the budget should be used in full.
LEAST_FILLED = 0.9
WASTE = 4.0

Classes = Mapping[float, int]
"""How many keys have which weight."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """What a grid has to keep to: slots a second, and the shortest and the longest period in seconds."""

    rate: float
    floor: float
    ceiling: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The shortest period in slots (`lanes`), and which multiple of it each weight gets."""

    lanes: int
    multiples: Mapping[float, int]

    def need(self, classes: Classes) -> float:
        """Return how many lanes the keys fill."""
        return _need(classes, self.multiples)

    def filled(self, classes: Classes) -> float:
        """Return the share of all slots that is used."""
        return self.need(classes) / self.lanes

    def cost(self, classes: Classes) -> float:
        """Return the weighted wait for an opening, in slots."""
        return self.lanes * sum(weight * number * self.multiples[weight] for weight, number in classes.items())

    def between(self, bounds: Bounds) -> bool:
        """Whether no period is too short or too long."""
        shortest = self.lanes / bounds.rate
        longest = shortest * max(self.multiples.values(), default=1)
        return shortest >= bounds.floor * (1 - 1e-9) and longest <= bounds.ceiling * (1 + 1e-9)


def shapes(classes: Classes, bounds: Bounds, *, spare: int = 0) -> list[Shape]:
    """Return shapes that keep to the bounds, the one with the least wait first.

    `spare` lanes are left empty, for keys that cannot be cut to fit.
    """
    ideal = _water_filling(classes, bounds)
    found = [_rounded(ideal, 2 ** (step / TRIES), classes, bounds, spare) for step in range(TRIES)]
    equal = dict.fromkeys(classes, 1)
    found.append(Shape(lanes=_lanes(classes, equal, bounds, spare), multiples=equal))
    fullest = max(shape.filled(classes) for shape in found)
    full = [shape for shape in found if shape.filled(classes) >= LEAST_FILLED * fullest]
    different = {tuple(shape.multiples.values()): shape for shape in full}
    return sorted(different.values(), key=lambda shape: shape.cost(classes) * (1 + WASTE * (1 - shape.filled(classes))))


def _water_filling(classes: Classes, bounds: Bounds) -> dict[float, float]:
    """Return the ideal period of each weight, as short as the rate allows.

    When even the ceiling asks for more than the rate, everybody waits equally long.
    """
    number = sum(classes.values())
    if number / bounds.ceiling >= bounds.rate:
        return dict.fromkeys(classes, number / bounds.rate)

    def periods(scale: float) -> dict[float, float]:
        return {weight: min(max(scale / math.sqrt(weight), bounds.floor), bounds.ceiling) for weight in classes}

    low, high = 0.0, bounds.ceiling * math.sqrt(max(classes, default=1.0))
    for _ in range(60):
        middle = (low + high) / 2
        found = periods(middle)
        too_fast = sum(many / found[weight] for weight, many in classes.items()) > bounds.rate
        low, high = (middle, high) if too_fast else (low, middle)
    return periods(high)


def _rounded(ideal: Mapping[float, float], stretch: float, classes: Classes, bounds: Bounds, spare: int) -> Shape:
    """Round the ideal periods to multiples of a shortest one that is `stretch` times the shortest ideal."""
    shortest = min(ideal.values(), default=bounds.floor) * stretch
    multiples = {weight: _nearest(period / shortest) for weight, period in ideal.items()}
    while True:
        shape = Shape(lanes=_lanes(classes, multiples, bounds, spare), multiples=multiples)
        longest = max(multiples.values(), default=1)
        if longest == 1 or (shape.need(classes) <= shape.lanes and shape.between(bounds)):
            return shape
        shorter = MULTIPLES[MULTIPLES.index(longest) - 1]
        multiples = {weight: min(multiple, shorter) for weight, multiple in multiples.items()}


def _nearest(ratio: float) -> int:
    """Return the multiple nearest to a ratio, on a logarithmic scale."""
    return min(MULTIPLES, key=lambda multiple: abs(math.log(multiple / ratio)))


def _need(classes: Classes, multiples: Mapping[float, int]) -> float:
    return sum(number / multiples[weight] for weight, number in classes.items())


def _lanes(classes: Classes, multiples: Mapping[float, int], bounds: Bounds, spare: int) -> int:
    """Return the least number of lanes that holds the keys and the floor."""
    return max(math.ceil(_need(classes, multiples) - 1e-9) + spare, math.ceil(bounds.floor * bounds.rate - 1e-9), 1)
