"""The reads that operators may make: named statements of the store, with checks of their parameters.

No read returns a secret, not even a sealed one, because the admin API sends the rows to other machines.
"""

from collections.abc import Mapping
from typing import Any, Final

from snipers.ops.parameters import Check, ids, one_id, rows
from snipers.store.rows import DEMAND

READS: Final[Mapping[str, Mapping[str, Check]]] = {
    "clock": {},
    "desired": {},
    "read_watched": {},
    "read_watches": {"venue_ids": ids},
    "read_requests": {"venue_id": one_id},
    "read_attempts": {"venue_id": one_id},
    "read_ended_attempts": {},
    "read_switches": {},
    "read_shares": {},
    "read_paces": {},
    "read_cells": {},
    "read_nodes": {},
    "read_outcomes": {"most": rows},
    "read_backlog": {},
    "read_outbox": {"most": rows},
    "read_access_shown": {},
    "sources": {},
}
# Parameters with fixed values, which callers cannot set.
FIXED: Final[Mapping[str, Mapping[str, Any]]] = {"desired": DEMAND}
