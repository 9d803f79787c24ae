"""The sentences of searches and swaps."""

from typing import Final

SWAPPING: Final = "Booking the new table. Your table stays until it's booked."
KEPT: Final = "You keep your table. We won't offer this one again."
NO_TABLE_TO_SWAP: Final = "There's no booked table to swap."
NOTHING_BETTER: Final = "You ranked nothing above this table, or its time is over."
SWAP_UNDER_WAY: Final = "Another swap of this table is under way."
NOT_REPLACEABLE: Final = "The platform permits both tables, so the old one is canceled after the new one is booked."

reconnect_to_swap = "Your {platform} login has expired. Reconnect it to swap.".format
