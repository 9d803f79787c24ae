"""The tables of groups, reservations, attempts, outcomes and watches.

The sniper tower reads and writes them with its own SQL (snipers/store/sql). This package defines their columns.
"""

from .attempts import CALL_OPEN, CANCELLATION_PENDING, HELD_BACK, LIVE_ATTEMPT, Attempt, AttemptState, Outcome
from .calendar_feeds import CalendarFeed
from .cells import Cell, CellNode, CellState, NodeState, PollShare
from .odds import OddsBaseline, OddsPrediction, SeenOpening, WatchedTime
from .readiness import Rehearsal, SeenTerms
from .requests import COMMANDED_SWAP, Client, ClientCard, Reservation, ReservationGroup, SnipeType, Status
from .swaps import SwapOffer
from .watches import Candidate, Opening, TimelineEntry, VenueWatch, WatchState
from .weekly_rules import WeeklyOccurrence, WeeklyRule, WeeklyRuleStatus, WeekStatus

__all__ = [
    "CALL_OPEN",
    "CANCELLATION_PENDING",
    "COMMANDED_SWAP",
    "HELD_BACK",
    "LIVE_ATTEMPT",
    "Attempt",
    "AttemptState",
    "CalendarFeed",
    "Candidate",
    "Cell",
    "CellNode",
    "CellState",
    "Client",
    "ClientCard",
    "NodeState",
    "OddsBaseline",
    "OddsPrediction",
    "Opening",
    "Outcome",
    "PollShare",
    "Rehearsal",
    "Reservation",
    "ReservationGroup",
    "SeenOpening",
    "SeenTerms",
    "SnipeType",
    "Status",
    "SwapOffer",
    "TimelineEntry",
    "VenueWatch",
    "WatchState",
    "WatchedTime",
    "WeekStatus",
    "WeeklyOccurrence",
    "WeeklyRule",
    "WeeklyRuleStatus",
]
