"""The tables of requests, attempts, outcomes and watches.

The sniper tower reads and writes them with its own SQL (snipers/store/sql). This package defines their columns.
"""

from .attempts import CALL_OPEN, CANCELLATION_PENDING, HELD_BACK, LIVE_ATTEMPT, Attempt, AttemptState, Outcome
from .requests import COMMANDED_SWAP, Client, ClientCard, Reservation, ReservationGroup, SnipeType, Status
from .watches import Candidate, Opening, TimelineEntry, VenueWatch, WatchState

__all__ = [
    "CALL_OPEN",
    "CANCELLATION_PENDING",
    "COMMANDED_SWAP",
    "HELD_BACK",
    "LIVE_ATTEMPT",
    "Attempt",
    "AttemptState",
    "Candidate",
    "Client",
    "ClientCard",
    "Opening",
    "Outcome",
    "Reservation",
    "ReservationGroup",
    "SnipeType",
    "Status",
    "TimelineEntry",
    "VenueWatch",
    "WatchState",
]
