"""The sentences of booked tables and their cancellation."""

from typing import Final

still_canceling = "We're still canceling {tables}. Try again when that's done, usually within a minute.".format
replaced_by = "the table that {table} replaces".format

NO_TABLE: Final = "There's no booked table to cancel."
CANCELING_BY_LINK: Final = "Canceling your table. We'll notify you if the platform doesn't confirm it."
CANCELED_ALREADY: Final = "This table is already canceled."
DEAD_CANCEL_LINK: Final = "This link doesn't work anymore. Log in to cancel the table."
CUTOFF_PASSED: Final = "The free cancellation has ended. Check what canceling costs now."

reconnect_to_cancel = "Your {platform} login has expired. Reconnect it, or cancel the table on {platform}.".format
