"""The values that the scenario key_rotation reads from the simulator's truth log."""

import datetime as dt
from typing import Any

from loadtests.scenarios.key_rotation import seconds_to_first_poll
from loadtests.truth import TruthLog

CHANGED = dt.datetime(2026, 11, 25, 18, 0, tzinfo=dt.UTC)


def poll(venue: int, seconds: float, *, status: int = 200) -> dict[str, Any]:
    return {
        "kind": "request",
        "source": "resy",
        "path": "/4/find",
        "method": "GET",
        "status": status,
        "received_ms": (CHANGED.timestamp() + seconds) * 1000,
        "key": f"{venue}|2026-11-30|2" if status == 200 else None,
    }


def test_venue_counts_from_its_first_answered_poll_after_the_new_key() -> None:
    log = TruthLog([poll(1, -1), poll(2, 0.5, status=419), poll(1, 2), poll(1, 3), poll(2, 4), poll(3, 5)])
    found = seconds_to_first_poll(log, after=CHANGED, venues={"1", "2"})
    assert {venue: round(seconds, 3) for venue, seconds in found.items()} == {"1": 2.0, "2": 4.0}
