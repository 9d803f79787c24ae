"""Decides which open slots are held back for one-table groups, because the user prefers others that may still open.

In memory, no I/O. choice_rounds.py compares the slots with those of the group's other venues.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from snipers.domain import choice
from snipers.domain.matching import fits
from snipers.domain.slot import Slot
from snipers.domain.snipe import Snipe

# After a round, the group's slots are not held back again for this long.
DECIDED_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenChoice:
    """An open slot that fits a snipe of a one-table group, and its level in the user's order."""

    snipe: Snipe
    slot: Slot
    level: int


def groups_with_choice(snipes: Iterable[Snipe], *, roster: Iterable[Snipe]) -> set[int]:
    """Return the one-table groups of these snipes whose users prefer some slots of the venue to others.

    A release request with one reservation in the venue's `roster` is not among them: preference() in domain/matching.py
    already orders its slots.
    """
    members = Counter(snipe.group_id for snipe in roster if snipe.one_table)
    several = {group_id for group_id, number in members.items() if number > 1}
    return {one.group_id for one in snipes if choice.waits(one) or (one.one_table and one.group_id in several)}


class Choices:
    """The rounds of one venue. Times `at` are monotonic seconds.

    A round of a group begins with the first open slot that is not the user's first choice, and ends with decide().
    Until then only a slot of the first choice may be assigned. Afterwards only the best open slot may be.
    """

    def __init__(self) -> None:
        self._running: set[int] = set()
        self._decided_until: dict[int, float] = {}
        self._new: list[int] = []

    def permits(self, snipe: Snipe, *, level: int, best: int, at: float) -> bool:
        """Return whether a slot of this level may be assigned now. `best` is the best level among the group's open
        slots.

        Begins a round if the group has to wait for better slots.
        """
        if not choice.waits(snipe):
            return level == best
        if best > choice.first_level(snipe) and self._decided_until.get(snipe.group_id, 0.0) <= at:
            if snipe.group_id not in self._running:
                self._running.add(snipe.group_id)
                self._new.append(snipe.group_id)
            return False
        return level == best

    def held_back(
        self,
        snipes: Sequence[Snipe],
        slots: Sequence[Slot],
        open_choices: Mapping[int, Sequence[OpenChoice]],
        *,
        at: float,
    ) -> set[tuple[int, str]]:
        """Return the pairs of snipe and slot key that one-table groups hold back for slots that their users prefer.

        `open_choices` are the groups' open slots, best first.
        """
        return {
            (snipe.reservation_id, slot.key)
            for snipe in snipes
            if snipe.group_id in open_choices
            for slot in slots
            if fits(snipe, slot)
            and not self.permits(
                snipe, level=choice.level(snipe, slot), best=open_choices[snipe.group_id][0].level, at=at
            )
        }

    def take_new(self) -> list[int]:
        """Return the groups whose round has begun since the last call."""
        new, self._new = self._new, []
        return new

    def decide(self, group_id: int, *, at: float) -> None:
        """End the group's round."""
        self._running.discard(group_id)
        self._decided_until = {one: until for one, until in self._decided_until.items() if until > at}
        self._decided_until[group_id] = at + DECIDED_SECONDS
