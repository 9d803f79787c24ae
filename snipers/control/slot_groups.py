"""A buddy allocator for the poll slots of a platform. Pure.

Slots form frames of equal length. A slot group is one position in every `stride`-th frame. The allocator splits a free
group into two or three equal ones (buddies), so strides are 2^k and 3*2^k frames. Two groups overlap only if one was
split from the other.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

# Multiples of the golden ratio, modulo 1, are spread evenly however many there are.
GOLDEN = 0.6180339887498949


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotGroup:
    """One `position` in every `stride`-th frame, starting with frame `first`."""

    stride: int
    position: int
    first: int

    def first_slot(self, frame_slots: int) -> int:
        """Return the number of the group's first slot."""
        return self.first * frame_slots + self.position

    def split(self, parts: int) -> list["SlotGroup"]:
        """Split the group into this number of equal parts."""
        return [
            SlotGroup(stride=self.stride * parts, position=self.position, first=self.first + part * self.stride)
            for part in range(parts)
        ]


class BuddyAllocator:
    """The free slot groups. Each frame has `frame_slots` slots."""

    def __init__(self, frame_slots: int) -> None:
        self._free: dict[int, dict[tuple[int, int], SlotGroup]] = {1: dict(_whole_frame(frame_slots))}

    def allocate(self, stride: int) -> SlotGroup | None:
        """Allocate a group of this stride by splitting the smallest free group that can be split into it.

        Return None if there is no such free group.
        """
        strides = [free for free, groups in self._free.items() if groups and _splits_into(free, stride)]
        if not strides:
            return None
        _, group = self._free[max(strides)].popitem()
        return self._split_down(group, stride=stride, first=group.first)

    def reserve(self, group: SlotGroup) -> bool:
        """Allocate exactly this group and return True. Return False if any part of the group is in use."""
        for stride, groups in self._free.items():
            if _splits_into(stride, group.stride) and (
                whole := groups.pop((group.position, group.first % stride), None)
            ):
                self._split_down(whole, stride=group.stride, first=group.first)
                return True
        return False

    def free(self, group: SlotGroup) -> None:
        """Make a group available."""
        self._free.setdefault(group.stride, {})[group.position, group.first] = group

    def _split_down(self, group: SlotGroup, *, stride: int, first: int) -> SlotGroup:
        """Split a group until the part that contains frame `first` has this stride. Free the other parts.

        The group is halved before it is divided by three, because a half can be split into more strides than a third.
        """
        while group.stride < stride:
            parts = group.split(2 if stride // group.stride % 2 == 0 else 3)
            group = next(part for part in parts if first % part.stride == part.first)
            for part in parts:
                if part != group:
                    self.free(part)
        return group


@lru_cache(maxsize=4)
def _whole_frame(frame_slots: int) -> Mapping[tuple[int, int], SlotGroup]:
    """Return the groups of all positions. In this order, used positions lie evenly between unused ones."""
    positions = sorted(range(frame_slots), key=lambda position: position * GOLDEN % 1, reverse=True)
    return {(position, 0): SlotGroup(stride=1, position=position, first=0) for position in positions}


def _splits_into(stride: int, wanted: int) -> bool:
    """Whether groups of stride `stride` can be split into groups of stride `wanted`.

    A split is any number of halvings and at most one division by three.
    """
    if wanted % stride:
        return False
    ratio = wanted // stride
    return _is_power_of_two(ratio) or (ratio % 3 == 0 and _is_power_of_two(ratio // 3))


def _is_power_of_two(number: int) -> bool:
    return number & (number - 1) == 0
