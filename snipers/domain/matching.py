"""Which slots fit a snipe, which of them it prefers, and which snipe gets which open table. Pure.

A notify-only snipe is never assigned a table.

Snipes are considered in the order of their rank. A snipe is admitted if it can get a table while every snipe admitted
earlier keeps one (augmenting paths). The sets of snipes that can be served form a transversal matroid, so this greedy
order is optimal in two ways: no snipe loses a table to one of lower rank, and as many snipes as possible are served.
Then, in the same order, each admitted snipe gets the table that it prefers among those that leave a table for every
other admitted snipe.
"""

from collections import deque
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from itertools import accumulate
from typing import Literal

from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe
from snipers.domain.vocabulary import Reason

PickReason = Literal[Reason.PICKED_PRIORITY, Reason.PICKED_FIRST, Reason.PICKED_BEST, Reason.PICKED_ONLY]
MAX_ALTERNATIVES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Pick:
    """One table assigned to one snipe.

    `reason` says whether the snipe came before others (by rank or age), got the best of several tables, or got the only
    one. `also` are unassigned tables that the snipe can try if it loses this one, best first.
    """

    snipe: Snipe
    slot: Slot
    reason: PickReason
    also: tuple[Slot, ...]


def window_place(snipe: Snipe, at: time) -> int | None:
    """Return the place of the time window that contains the time `at`, 0 for the best; None if no window contains it.

    If two windows contain it because they meet there, the place is that of the better one.
    """
    if not snipe.windows:
        return 0 if snipe.start_time <= at <= snipe.end_time else None
    return min((window.place for window in snipe.windows if window.start <= at <= window.end), default=None)


def seating_place(snipe: Snipe, slot: Slot) -> int | None:
    """Return the place of the slot's seating among those that the snipe wants, 0 for the best; None if it is not
    wanted.
    """
    seating = slot.seating.lower()
    wanted = snipe.seatings or (snipe.seating,)
    return next((place for place, name in enumerate(wanted) if name.lower() in ("", seating)), None)


def fits(snipe: Snipe, slot: Slot) -> bool:
    """Whether the slot meets all conditions of the snipe."""
    return (
        snipe.platform_venue_id == slot.platform_venue_id
        and snipe.platform == slot.platform
        and snipe.date == slot.date
        and snipe.party_size == slot.party_size
        and window_place(snipe, slot.time) is not None
        and seating_place(snipe, slot) is not None
    )


def preference(snipe: Snipe, slot: Slot) -> tuple[int, int, int, time, str]:
    """Return the sort key of a slot for one snipe: first the user's order of time windows, then that of seatings, then
    the distance from the middle of the window, then the time, then the name of the seating.
    """
    place = window_place(snipe, slot.time) or 0
    start, end = next(
        ((window.start, window.end) for window in snipe.windows if window.place == place),
        (snipe.start_time, snipe.end_time),
    )
    off_middle = abs(2 * _minutes(slot.time) - _minutes(start) - _minutes(end))
    return place, seating_place(snipe, slot) or 0, off_middle, slot.time, slot.seating.lower()


def may_book(snipe: Snipe) -> bool:
    """Whether a table may be booked for the snipe. assign() leaves out all other snipes."""
    return not snipe.notify_only


def claim_order(snipe: Snipe) -> tuple[int, datetime, int, int]:
    """Return the sort key of a snipe: vip first, then Pro, then others; within a rank the oldest request first, and
    within a request the user's order.
    """
    return snipe.rank, snipe.filed_at, snipe.choice, snipe.reservation_id


def assign(*, tables: Sequence[Slot], snipes: Sequence[Snipe], barred: Collection[tuple[int, str]] = ()) -> list[Pick]:
    """Assign tables to snipes in the order of claim_order(). `barred` are forbidden pairs (reservation_id, slot key).

    A diner with several requests gets at most one table for each meal of a day; the first of these requests in the
    order gets it. A group with `one_table` gets at most one table. Notify-only snipes get none.
    """
    order = sorted(filter(may_book, snipes), key=claim_order)
    units = [slot for slot in tables for _ in range(slot.quantity)]
    ranked = _rank(order, tables, barred)
    while True:
        unit_of = _match_all(ranked, len(units))
        if (spare := _second_of_group(order, unit_of)) is not None:
            ranked[spare] = []
            continue
        clash = _second_table(order, units, unit_of)
        if clash is None:
            break
        loser, meal = clash
        ranked[loser] = [unit for unit in ranked[loser] if units[unit].meal != meal]
    taken = frozenset(unit_of.values())
    return [
        Pick(
            snipe=order[n],
            slot=units[unit_of[n]],
            reason=_reason(order, ranked, units, n, unit_of[n]),
            also=_alternatives(ranked[n], units, taken),
        )
        for n in sorted(unit_of)
    ]


def _rank(order: Sequence[Snipe], tables: Sequence[Slot], barred: Collection[tuple[int, str]]) -> list[list[int]]:
    """Return for each snipe the numbers of the units that it may have, best first.

    A unit is one of the equal tables of a slot; units are numbered in the order of `tables`. The
    preferences are computed once for all snipes with equal conditions.
    """
    barred_keys: dict[int, set[str]] = {}
    for reservation_id, key in barred:
        barred_keys.setdefault(reservation_id, set()).add(key)
    starts = [0, *accumulate(slot.quantity for slot in tables)]
    preferred: dict[Hashable, list[int]] = {}
    ranked = []
    for snipe in order:
        request = _request(snipe)
        if request not in preferred:
            fitting = [number for number, slot in enumerate(tables) if fits(snipe, slot)]
            preferred[request] = sorted(fitting, key=lambda number: preference(snipe, tables[number]))
        off = barred_keys.get(snipe.reservation_id, ())
        ranked.append(
            [
                unit
                for number in preferred[request]
                if tables[number].key not in off
                for unit in range(starts[number], starts[number + 1])
            ]
        )
    return ranked


def _request(snipe: Snipe) -> Hashable:
    """Return the fields of a snipe that fits() and preference() depend on."""
    return (
        snipe.platform,
        snipe.platform_venue_id,
        snipe.date,
        snipe.party_size,
        snipe.start_time,
        snipe.end_time,
        snipe.windows,
        tuple(name.lower() for name in snipe.seatings or (snipe.seating,)),
    )


def _alternatives(ranked: Sequence[int], units: Sequence[Slot], taken: Collection[int]) -> tuple[Slot, ...]:
    """Return the unassigned tables that a snipe may have, best first."""
    left = dict.fromkeys(units[unit] for unit in ranked if unit not in taken)
    return tuple(left)[:MAX_ALTERNATIVES]


def _match_all(ranked: Sequence[Sequence[int]], units: int) -> Mapping[int, int]:
    """Map the number of each served snipe to the number of its unit."""
    matching = _Matching(ranked)
    for snipe in range(len(ranked)):
        if len(matching.unit_of) == units:
            break
        matching.admit(snipe)
    for snipe in sorted(matching.unit_of):
        matching.choose(snipe)
    return matching.unit_of


class _Matching:
    """A matching of snipes with units, which are the single tables of all slots.

    `ranked` has a row for each snipe: the units that it may have, best first.
    """

    def __init__(self, ranked: Sequence[Sequence[int]]) -> None:
        self._ranked = ranked
        self._fixed: set[int] = set()
        self._holder: dict[int, int] = {}
        self.unit_of: dict[int, int] = {}

    def admit(self, snipe: int) -> bool:
        """Find a unit for a snipe that has none; return whether there is one.

        Other snipes may get a different unit, but every matched snipe stays matched.
        """
        reached: dict[int, int] = {}
        waiting = deque([snipe])
        while waiting:
            reaching = waiting.popleft()
            for unit in self._ranked[reaching]:
                if unit in reached or unit in self._fixed:
                    continue
                reached[unit] = reaching
                if unit not in self._holder:
                    self._shift(unit, reached)
                    return True
                waiting.append(self._holder[unit])
        return False

    def choose(self, snipe: int) -> None:
        """Give the snipe the unit that it prefers among those that leave a unit for every other matched snipe.

        Later calls do not change this choice.
        """
        for unit in self._ranked[snipe]:
            if unit not in self._fixed and self._move(snipe, unit):
                break
        self._fixed.add(self.unit_of[snipe])

    def _shift(self, unit: int, reached: Mapping[int, int]) -> None:
        """Follow the augmenting path back from a free unit. `reached` maps each unit to the snipe that wants it.

        Each snipe on the path takes the unit that follows it, and leaves its own unit to the snipe before it.
        """
        while True:
            snipe = reached[unit]
            left = self.unit_of.get(snipe)
            self._assign(snipe, unit)
            if left is None:
                return
            unit = left

    def _move(self, snipe: int, unit: int) -> bool:
        own = self.unit_of[snipe]
        if unit == own:
            return True
        other = self._holder.get(unit)
        del self._holder[own]
        self._assign(snipe, unit)
        if other is None:
            return True
        del self.unit_of[other]
        self._fixed.add(unit)
        moved = self.admit(other)
        self._fixed.discard(unit)
        if not moved:
            self._assign(snipe, own)
            self._assign(other, unit)
        return moved

    def _assign(self, snipe: int, unit: int) -> None:
        self.unit_of[snipe] = unit
        self._holder[unit] = snipe


def _second_of_group(order: Sequence[Snipe], unit_of: Mapping[int, int]) -> int | None:
    """Return the index in `order` of the last snipe that got a table although an earlier snipe of the same one-table
    group already got one; None if there is no such snipe.
    """
    served: set[int] = set()
    spare = None
    for n in sorted(unit_of):
        if order[n].one_table and order[n].group_id in served:
            spare = n
        served.add(order[n].group_id)
    return spare


def _second_table(order: Sequence[Snipe], units: Sequence[Slot], unit_of: Mapping[int, int]) -> tuple[int, str] | None:
    """Find a snipe whose table is its diner's second one for a meal. Return (number of the snipe, meal), or None.

    Of several such snipes, the last one in `order` is returned.
    """
    served: set[tuple[str, date, str]] = set()
    clash = None
    for n in sorted(unit_of):
        meal = units[unit_of[n]].meal
        key = (order[n].diner_key, order[n].date, meal)
        if key in served:
            clash = n, meal
        served.add(key)
    return clash


def _reason(
    order: Sequence[Snipe], ranked: Sequence[Sequence[int]], units: Sequence[Slot], winner: int, unit: int
) -> PickReason:
    behind = next((n for n in range(winner + 1, len(order)) if unit in ranked[n]), None)
    if behind is not None:
        return Reason.PICKED_PRIORITY if order[winner].rank < order[behind].rank else Reason.PICKED_FIRST
    several = any(units[other].key != units[unit].key for other in ranked[winner])
    return Reason.PICKED_BEST if several else Reason.PICKED_ONLY


def _minutes(at: time) -> int:
    return at.hour * 60 + at.minute
