"""The rules for a plan's limit of active reservations. The caller locks the user's row before it counts
reservations."""

from collections.abc import Collection, Mapping


def fits(*, limit: int | None, active: int, wanted: int) -> bool:
    """Return whether `wanted` more reservations may become active beside `active` ones. A limit of None means no
    limit."""
    return limit is None or active + wanted <= limit


def surplus(
    *, limit: int | None, groups: Mapping[int, int], notify_only: Collection[int] = (), free: int = 0
) -> list[int]:
    """Return the groups to pause, newest first, so that the others are within the limit.

    `groups` has the number of active reservations by group id. The oldest `free` of the groups `notify_only` stay and
    do not count, if they have one reservation each.
    """
    if limit is None:
        return []
    stay = sorted(one for one in notify_only if groups[one] == 1)[:free]
    left, going = sum(groups.values()) - len(stay), []
    for group_id in sorted(groups.keys() - stay, reverse=True):
        if left <= limit:
            break
        going.append(group_id)
        left -= groups[group_id]
    return going
