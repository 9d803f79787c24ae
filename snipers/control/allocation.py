"""Who may poll when: shares a platform's budget out over all keys, as places on one grid of slots. Pure.

A slot is 1/rate seconds wide, where the rate is USED of the budget, less what bursts need. Slots are numbered from the
unix epoch, and each belongs to one key at most: so no second holds more polls than the budget, even when every
poll slips a little. shapes.py says how long each period is, lanes.py who gets which slots.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import date

from snipers.control.lanes import Lanes, Place
from snipers.control.shapes import Bounds, Classes, Shape, shapes
from snipers.domain.cadence import Grant

# `budget` + 1 polls that follow each other take budget / (USED budget) = 1/USED seconds: 111 ms more than a second. So
# a second can hold one too many only when its first poll comes 111 ms later than its last one. A watcher leaves out
# what it is 50 ms late with (POLL_TOLERANCE_SECONDS); 61 ms are left for what it does not see: a task that has to wait
# for the processor, a connection that has to be made, the way there. (37 ms were once not enough on a busy machine.)
USED = 0.9
# However many bursts are near, this share of the budget goes on watching.
LEAST_SHARE = 0.1
# An old layout is kept while it costs no more than this against a new one: in a new one every key moves, and its next
# gap is uneven.
KEEP_FILLED = 0.96
KEEP_COST = 1.08
# Some shapes cannot be cut from a grid without remainders; so many are tried before a lane is left empty.
TRIED = 6

Key = tuple[int, date, int]
"""Our venue id, the date and the party size."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One key that wants to be polled. `weight` is what one look at it is worth (domain/cadence.weight)."""

    venue_id: int
    date: date
    party_size: int
    weight: float

    @property
    def key(self) -> Key:
        """What is asked for."""
        return self.venue_id, self.date, self.party_size


@dataclass(frozen=True, slots=True, kw_only=True)
class Allocation:
    """One platform's grid: the slot in seconds, the shape, and every key's place. Slots count from the unix epoch."""

    slot: float
    shape: Shape
    places: Mapping[Key, Place]

    @property
    def rate(self) -> float:
        """Polls a second of all keys together."""
        return sum(1 / place.multiple for place in self.places.values()) / (self.shape.lanes * self.slot)

    def grants(self) -> dict[int, tuple[Grant, ...]]:
        """Return each venue's grants, in the order of its keys."""
        shortest = self.shape.lanes * self.slot
        grants: dict[int, list[Grant]] = {}
        for key in sorted(self.places):
            venue_id, day, party_size = key
            place = self.places[key]
            phase = place.offset(self.shape.lanes) * self.slot
            grant = Grant(date=day, party_size=party_size, period=place.multiple * shortest, phase=phase)
            grants.setdefault(venue_id, []).append(grant)
        return {venue_id: tuple(own) for venue_id, own in grants.items()}


def allocate(
    *, asks: Sequence[Ask], budget: float, floor: float, ceiling: float, reserved: float
) -> dict[int, tuple[Grant, ...]]:
    """Return what each venue may poll when. `budget` and `reserved` are polls a second, `floor` and `ceiling` seconds.

    No key is polled more often than the floor, and none more seldom than the ceiling while the budget allows that.
    """
    return lay_out(asks=asks, budget=budget, floor=floor, ceiling=ceiling, reserved=reserved).grants()


def lay_out(
    *,
    asks: Sequence[Ask],
    budget: float,
    floor: float,
    ceiling: float,
    reserved: float,
    before: Allocation | None = None,
) -> Allocation:
    """As allocate(), as a layout of the grid. Keys of the layout `before` keep their places where that costs little."""
    bounds = Bounds(rate=usable(budget=budget, reserved=reserved), floor=floor, ceiling=max(ceiling, floor))
    slot = 1 / bounds.rate
    classes = Counter(ask.weight for ask in asks)
    found = shapes(classes, bounds)
    if before is not None and before.slot == slot:
        kept = _kept(asks, before, bounds)
        if kept is not None and _as_good(kept, found[:TRIED], asks, classes):
            return kept
    spare = 0
    while True:
        for shape in found[:TRIED]:
            places = _place(asks, shape)
            if places is not None:
                return Allocation(slot=slot, shape=shape, places=places)
        spare += 1
        found = shapes(classes, bounds, spare=spare)


def usable(*, budget: float, reserved: float) -> float:
    """Return the polls a second that can be granted. Above one a second only whole polls of a budget count."""
    whole = math.floor(budget) if budget >= 1 else budget
    return max(USED * whole - reserved, LEAST_SHARE * whole)


def _kept(asks: Sequence[Ask], before: Allocation, bounds: Bounds) -> Allocation | None:
    """Return the old layout with the present keys in it; None when they do not fit.

    A key that is worth less than before leaves a part of its place. One that is worth more gets it where there is room,
    and stays where it is otherwise: one that is polled too seldom costs less than a hundred that all move.
    """
    shape = _with_weights(before.shape, {ask.weight for ask in asks})
    if shape is None or not shape.between(bounds):
        return None
    lanes = Lanes(shape.lanes)
    wanted = sorted((shape.multiples[ask.weight], ask.key) for ask in asks)
    places = {key: _part(before.places[key], multiple) for multiple, key in wanted if key in before.places}
    # Short periods first: a lane that was cut for a long one may have no place left for a short one.
    if not all(lanes.hold(place) for place in sorted(places.values(), key=lambda place: place.multiple)):
        return None
    for multiple, key in wanted:
        old = places.get(key)
        if old is not None and old.multiple == multiple:
            continue
        new = lanes.take(multiple)
        if new is not None:
            places[key] = new
            if old is not None:
                lanes.give(old)
        elif old is None:
            return None
    return Allocation(slot=before.slot, shape=shape, places=places)


def _with_weights(before: Shape, weights: AbstractSet[float]) -> Shape | None:
    """Return the old shape with a multiple for every present weight; a new weight goes with the next lighter one."""
    multiples = dict(before.multiples)
    for weight in weights - before.multiples.keys():
        lighter = [known for known in before.multiples if known < weight]
        if not lighter:
            return None
        multiples[weight] = before.multiples[max(lighter)]
    return Shape(lanes=before.lanes, multiples=multiples)


def _part(place: Place, multiple: int) -> Place:
    """Return every `multiple`-th round of a place, the place itself where it has no such part."""
    return place if multiple % place.multiple else replace(place, multiple=multiple)


def _as_good(kept: Allocation, best: Sequence[Shape], asks: Sequence[Ask], classes: Classes) -> bool:
    """Whether a layout costs about as little as the first shape and fills as much as the one that fills most.

    A new layout may use any of these shapes, and the cheapest one does not always fill most.
    """
    filled = kept.rate * kept.slot
    cost = kept.shape.lanes * sum(ask.weight * kept.places[ask.key].multiple for ask in asks)
    fullest = max(shape.filled(classes) for shape in best)
    return filled >= KEEP_FILLED * fullest and cost <= KEEP_COST * best[0].cost(classes)


def _place(asks: Sequence[Ask], shape: Shape) -> dict[Key, Place] | None:
    """Give every key a place; None when they do not fit."""
    lanes = Lanes(shape.lanes)
    places: dict[Key, Place] = {}
    for multiple, key in sorted((shape.multiples[ask.weight], ask.key) for ask in asks):
        found = lanes.take(multiple)
        if found is None:
            return None
        places[key] = found
    return places
