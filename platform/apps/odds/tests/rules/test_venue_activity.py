from datetime import UTC, date, datetime, time

import pytest

from apps.odds.rules.venue_activity import Opening, latest_openings, stated_fee
from apps.outcomes.rules.known_terms import KnownTerms

FRIDAY, SATURDAY = date(2026, 11, 27), date(2026, 11, 28)


def opening(day: date = FRIDAY, hour: int = 19, party: int = 2, *, minute: int = 0, second: int = 0) -> Opening:
    return Opening(day, time(hour), party, datetime(2026, 11, 25, 14, minute, second, tzinfo=UTC))


def test_the_newest_openings_come_first() -> None:
    seen = [opening(minute=1), opening(SATURDAY, minute=3), opening(hour=20, minute=2), opening(party=4, minute=0)]
    assert latest_openings(seen, limit=3) == [seen[1], seen[2], seen[0]]


def test_an_opening_that_several_requests_saw_counts_once_with_its_last_sighting() -> None:
    assert latest_openings([opening(minute=5), opening(minute=9), opening(minute=7)], limit=5) == [opening(minute=9)]


def test_times_of_sightings_are_cut_to_the_minute() -> None:
    assert latest_openings([opening(minute=5, second=42)], limit=5) == [opening(minute=5)]


def terms(deposit: int | None, cancel: int | None, held_back: int | None) -> KnownTerms:
    seen_at = datetime(2026, 11, 20, tzinfo=UTC)
    return KnownTerms(2, deposit, cancel, held_back, "USD", None, FRIDAY, time(19, 0), seen_at)


@pytest.mark.parametrize(
    ("stated", "fee"),
    [
        (terms(5_000, 2_500, None), ("deposit", 5_000)),
        (terms(0, 2_500, None), ("late_cancellation", 2_500)),
        (terms(None, None, 7_500), ("fee_or_deposit", 7_500)),
        (terms(0, 0, None), ("none", 0)),
        (terms(0, None, None), ("none", 0)),
        (terms(None, None, None), None),
    ],
)
def test_the_fee_is_what_the_platform_stated(stated: KnownTerms, fee: tuple[str, int] | None) -> None:
    assert stated_fee(stated) == fee
