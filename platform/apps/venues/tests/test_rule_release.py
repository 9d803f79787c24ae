from datetime import UTC, datetime, time
from typing import Any

import pytest

from apps.venues.rules.release import UNKNOWN, describe_rule

RULE: dict[str, Any] = {
    "days_ahead": 14,
    "local_time": time(9),
    "zone": "America/New_York",
    "source": "venue_page",
    "confidence": "high",
    "checked_at": None,
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "14 days ahead at 9:00 AM New York time; the restaurant says so itself (high confidence)."),
        ({"days_ahead": 1, "local_time": time(0)}, "1 day ahead at midnight New York time"),
        ({"days_ahead": 0, "local_time": time(12)}, "on the day itself at noon New York time"),
        ({"local_time": time(12, 30)}, "at 12:30 PM"),
        ({"local_time": time(0, 5)}, "at 12:05 AM"),
        ({"local_time": time(23, 59)}, "at 11:59 PM"),
        ({"zone": "America/Los_Angeles"}, "at 9:00 AM Los Angeles time"),
        ({"source": "observed"}, "our own watching shows it"),
        ({"source": "community", "confidence": "low"}, "diners say so (low confidence)"),
        ({"source": "none", "confidence": "low"}, "nobody has confirmed it (low confidence)"),
        # Still the day before in New York.
        ({"checked_at": datetime(2026, 11, 20, 3, tzinfo=UTC)}, ", last checked on November 19, 2026."),
    ],
)
def test_sentence_has_time_and_source(changes: dict[str, Any], words: str) -> None:
    assert words in describe_rule(**{**RULE, **changes})


@pytest.mark.parametrize("missing", ["days_ahead", "local_time"])
def test_incomplete_rule_is_unknown(missing: str) -> None:
    assert describe_rule(**{**RULE, missing: None}) == UNKNOWN
