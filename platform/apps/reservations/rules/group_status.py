"""A group's status, derived from its requests. The SQL twin for lists is selectors.STATUS_OF_GROUP."""

from collections.abc import Collection
from typing import Final, Literal

StatusName = Literal["active", "paused", "confirmed", "unsuccessful", "canceled"]
# First one that any member has. A group counts as active if any of its reservations is.
PRECEDENCE: Final[tuple[StatusName, ...]] = ("active", "paused", "confirmed", "unsuccessful", "canceled")


def derive(statuses: Collection[str]) -> StatusName:
    """Return the group's status from its members' statuses; a group without members is canceled."""
    return next((status for status in PRECEDENCE if status in statuses), "canceled")
