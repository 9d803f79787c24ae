"""Dates in billing's sentences are those of New York, in the format of the reader's locale."""

from datetime import UTC, datetime

import pytest

from apps.billing import messages


@pytest.mark.parametrize(
    ("instant", "locale", "text"),
    [
        (datetime(2026, 12, 20, 12, tzinfo=UTC), "en-US", "December 20, 2026"),
        (datetime(2026, 12, 21, 2, tzinfo=UTC), "en-US", "December 20, 2026"),
        (datetime(2027, 1, 1, 12, tzinfo=UTC), "en-GB", "1 January 2027"),
    ],
)
def test_sentences_name_the_day_on_which_access_ends(instant: datetime, locale: str, text: str) -> None:
    assert messages.access(plan="premium", ends=instant, locale=locale) == f"You keep access to Pro until {text}."
    assert messages.canceled(plan="standard", ends=instant, locale=locale).endswith(f"until {text}.")
