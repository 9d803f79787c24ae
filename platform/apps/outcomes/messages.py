"""The sentences of booked tables and their cancellation."""

from typing import Final


def still_canceling(*, tables: str) -> str:
    return f"We're still canceling {tables}. Try again when that's done, usually within a minute."


def replaced_by(*, table: str) -> str:
    return f"the table that {table} replaces"


NO_TABLE: Final = "There's no booked table to cancel."
CANCELING_BY_LINK: Final = "Canceling your table. We'll notify you if the platform doesn't confirm it."
CANCELED_ALREADY: Final = "This table is already canceled."
DEAD_CANCEL_LINK: Final = "This link doesn't work anymore. Log in to cancel the table."
CUTOFF_PASSED: Final = "The free cancellation has ended. Check what canceling costs now."


def reconnect_to_cancel(*, platform: str) -> str:
    return f"Your {platform} login has expired. Reconnect it, or cancel the table on {platform}."
