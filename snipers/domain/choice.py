"""Orders the slots of a group that gets one table in all, and decides when a slot is held back for better ones.

Pure, in memory. A reservation's `choice` is the place of its venue and date in the order of its group. Within a
reservation, the order of the time windows decides, then the order of the wanted seatings. These three places make
a slot's level; a lower level is better. A slot that is not the first choice is held back for a moment (Choices);
watching/matching/choice_rounds.py compares it with those of the group's other venues.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from snipers.domain.matching import fits, seating_place, window_place
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe

# Levels of one reservation. If it has more pairs of window and seating, the last ones share the last level.
LEVELS_OF_A_CHOICE: Final = 16
# After a round, the group's slots are not held back again for this long.
DECIDED_SECONDS = 1.0


def level(snipe: Snipe, slot: Slot) -> int:
    """Return the level of a slot that fits the snipe."""
    seatings = len(snipe.seatings) or 1
    within = (window_place(snipe, slot.time) or 0) * seatings + (seating_place(snipe, slot) or 0)
    return snipe.choice * LEVELS_OF_A_CHOICE + min(within, LEVELS_OF_A_CHOICE - 1)


def first_level(snipe: Snipe) -> int:
    """Return the best level that any slot of the snipe's group can have."""
    return snipe.first_choice * LEVELS_OF_A_CHOICE


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChoice:
    """An open slot that fits a snipe of a one-table group, and its level in the user's order."""

    snipe: Snipe
    slot: Slot
    level: int


def groups_with_choice(snipes: Iterable[Snipe], *, roster: Iterable[Snipe]) -> set[int]:
    """Return the one-table groups of these snipes whose users prefer some slots of the venue to others.

    A release request with one reservation in the venue's `roster` is not among them: preference() already orders its
    slots.
    """
    members = Counter(snipe.group_id for snipe in roster if snipe.one_table)
    several = {group_id for group_id, number in members.items() if number > 1}
    return {one.group_id for one in snipes if one.can_wait or (one.one_table and one.group_id in several)}


class Choices:
    """The rounds of one venue. Times `at` are monotonic seconds.

    A round of a group begins when a slot is open, but none of the user's first choice. It ends when
    the caller calls decide(). During the round only a slot of the first choice may be assigned. For
    DECIDED_SECONDS after the round, the best open slot may be assigned.
    """

    def __init__(self) -> None:
        self._running: set[int] = set()
        self._decided_until: dict[int, float] = {}

    def hold_back(
        self,
        snipes: Sequence[Snipe],
        slots: Sequence[Slot],
        open_choices: Mapping[int, Sequence[OpenChoice]],
        *,
        at: float,
    ) -> tuple[set[tuple[int, str]], list[int]]:
        """Return what one-table groups hold back, and the ids of groups whose round begins now.

        The first value is the set of pairs (reservation_id, slot key) that must not be assigned,
        because the user prefers another slot. `open_choices` has the open slots of each group by
        group id, best first.
        """
        held_back: set[tuple[int, str]] = set()
        begun = []
        for snipe in snipes:
            if snipe.group_id not in open_choices:
                continue
            best = open_choices[snipe.group_id][0].level
            fitting = [slot for slot in slots if fits(snipe, slot)]
            waits = self._has_to_wait(snipe, best=best, at=at)
            if waits and fitting and snipe.group_id not in self._running:
                self._running.add(snipe.group_id)
                begun.append(snipe.group_id)
            held_back |= {(snipe.reservation_id, slot.key) for slot in fitting if waits or level(snipe, slot) != best}
        return held_back, begun

    def decide(self, group_id: int, *, at: float) -> None:
        """End the group's round."""
        self._running.discard(group_id)
        self._decided_until = {one: until for one, until in self._decided_until.items() if until > at}
        self._decided_until[group_id] = at + DECIDED_SECONDS

    def _has_to_wait(self, snipe: Snipe, *, best: int, at: float) -> bool:
        """Return whether the snipe must wait until the round of its group ends.

        `best` is the best level among the group's open slots.
        """
        decided = self._decided_until.get(snipe.group_id, 0.0) > at
        return snipe.can_wait and best > first_level(snipe) and not decided
