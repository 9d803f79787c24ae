"""How long the breaker pauses polling after a storm of refusals: the table of snipers/control/README.md."""

import random
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.control.breaker import STOPS, closed_breaker, update_breaker
from snipers.domain.cadence import BLOCKED_BACKOFF
from snipers.domain.vocabulary import FailureKind, SourceStatus
from snipers.store.records import VenueState

START = datetime(2026, 11, 28, 19, 0, tzinfo=UTC)
VENUES = 10
# One step of the simulation, in seconds. Each venue polls once a second if its own pause and the breaker permit it.
STEP = 0.25


def longest_pause(*, storm: float, share: float = 1.0, retry_after: float = 2.0, seed: int = 0) -> float:
    """Return the longest time in seconds without an attempted poll of a venue, with a storm of `storm` seconds.

    The platform refuses the share `share` of the polls during the storm.
    """
    rng, breaker = random.Random(seed), closed_breaker(platform="resy", now=START)
    reports = {venue: report(venue) for venue in range(VENUES)}
    polled, resume = dict.fromkeys(reports, -0.5), dict.fromkeys(reports, 0.0)
    failures, longest, now = dict.fromkeys(reports, 0), 0.0, 0.0
    while now <= storm + 1 or breaker.source.state is not SourceStatus.HEALTHY:
        for venue in reports:
            if not breaker.polls(venue) or now < max(resume[venue], polled[venue] + 1.0):
                continue
            longest, polled[venue] = max(longest, now - polled[venue]), now
            if now < storm and rng.random() < share:
                failures[venue] += 1
                resume[venue] = now + BLOCKED_BACKOFF.delay(failures=failures[venue], retry_after=retry_after)
                reports[venue] = report(venue, failed=now, retry=resume[venue])
            else:
                failures[venue] = 0
                reports[venue] = report(venue, answered=now + 0.01)
        breaker = update_breaker(breaker, reports=list(reports.values()), now=at(now + 0.05))
        now += STEP
    return longest


def at(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def report(
    venue: int, *, failed: float | None = None, retry: float | None = None, answered: float | None = None
) -> VenueState:
    return VenueState(
        venue_id=venue,
        epoch=1,
        state="watching",
        polls=1,
        failure=(FailureKind.NONE if failed is None else FailureKind.LIMITED).value,
        failed_at=None if failed is None else at(failed),
        retry_at=None if retry is None else at(retry),
        last_poll_at=None if answered is None else at(answered),
    )


@pytest.mark.parametrize(
    ("storm", "stops"),
    [
        (2, [5]),
        (5, [5]),
        (8, [5, 10]),
        (12, [5, 10]),
        (20, [5, 10, 20]),
        (60, [5, 10, 20, 40]),
        (120, [5, 10, 20, 40, 80]),
    ],
)
def test_pause_is_the_sum_of_stops_that_began_in_the_storm(storm: float, stops: list[int]) -> None:
    assert sum(stops) <= longest_pause(storm=storm) <= sum(stops) + 2


@given(
    storm=st.floats(min_value=1, max_value=200), share=st.floats(min_value=0.3, max_value=1), seed=st.integers(0, 1000)
)
def test_pause_is_at_most_twice_the_storm_and_the_first_stop(storm: float, share: float, seed: int) -> None:
    """A stop begins only at a refusal, and it is as long as all stops before it and the first one together."""
    assert longest_pause(storm=storm, share=share, seed=seed) <= 2 * storm + STOPS.first + 3


def test_stated_retry_after_is_never_cut_short() -> None:
    assert longest_pause(storm=1, retry_after=40) >= 40
