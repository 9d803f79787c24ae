"""Derives the status of a group from its reservations. For lists, selectors.group_pages does the same in SQL."""

from collections.abc import Collection
from typing import Final

from realtime.events import Status

# The group has the first of these statuses that any of its reservations has.
PRECEDENCE: Final[tuple[Status, ...]] = ("active", "paused", "confirmed", "unsuccessful", "canceled")


def derive(statuses: Collection[str]) -> Status:
    """Return the group's status from its reservations' statuses. A group without reservations is canceled."""
    return next((status for status in PRECEDENCE if status in statuses), "canceled")
