from datetime import UTC, datetime, time
from typing import Any

import pytest

from apps.venues.messages import UNKNOWN, describe_rule

RULE: dict[str, Any] = {
    "days_ahead": 14,
    "local_time": time(9),
    "zone": "America/New_York",
    "source": "venue_page",
    "confidence": "high",
    "checked_at": None,
    "locale": "en-US",
}


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "New dates open 14 days ahead at 9:00 AM in New York. Stated by the restaurant (high confidence)."),
        ({"days_ahead": 1, "local_time": time(0)}, "1 day ahead at 12:00 AM in New York."),
        ({"days_ahead": 0, "local_time": time(12)}, "on the day itself at 12:00 PM in New York."),
        ({"local_time": time(12, 30)}, "at 12:30 PM"),
        ({"local_time": time(0, 5)}, "at 12:05 AM"),
        ({"local_time": time(23, 59)}, "at 11:59 PM"),
        ({"zone": "America/Los_Angeles"}, "at 9:00 AM in Los Angeles."),
        ({"source": "observed"}, "Seen in our own checks"),
        ({"source": "community", "confidence": "low"}, "Reported by diners (low confidence)"),
        ({"source": "none", "confidence": "low"}, "Not confirmed yet (low confidence)"),
        # Still the day before in New York.
        ({"checked_at": datetime(2026, 11, 20, 3, tzinfo=UTC)}, ", last checked on November 19, 2026."),
        ({"locale": "en-GB", "checked_at": datetime(2026, 11, 20, 3, tzinfo=UTC)}, "at 09:00 in New York."),
        ({"locale": "en-GB", "checked_at": datetime(2026, 11, 20, 3, tzinfo=UTC)}, "on 19 November 2026."),
    ],
)
def test_sentence_has_time_and_source(changes: dict[str, Any], words: str) -> None:
    assert words in describe_rule(**{**RULE, **changes})


@pytest.mark.parametrize("missing", ["days_ahead", "local_time"])
def test_incomplete_rule_is_unknown(missing: str) -> None:
    assert describe_rule(**{**RULE, missing: None}) == UNKNOWN
