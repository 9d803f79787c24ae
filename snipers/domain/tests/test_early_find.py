"""The early find learns from past openings how early it is worth sending."""

import random
import statistics
from collections import deque
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from snipers.domain.early_find import (
    FEWEST_DURATIONS,
    LONGEST_LEAD_SECONDS,
    SHARES,
    EarlyFind,
    best_share,
    lead_seconds,
)


def found(share: float, shown: bool | None) -> EarlyFind:
    return EarlyFind(share=share, shown=shown)


@pytest.mark.parametrize(
    ("results", "share"),
    [
        # At first, most platforms are taken to read as they reply.
        ([], 0.9),
        ([found(1.0, None)], 0.9),
        ([found(0.9, True)] * 3, 0.9),
        # A failure makes the next early find come a little later.
        ([found(0.9, False)], 0.85),
        # One failure after many successes changes nothing.
        ([found(0.9, True)] * 30 + [found(0.9, False)], 0.9),
        # A platform that reads at a random moment: the share that halves the chance.
        ([found(0.5, True)] * 10 + [found(0.5, False)] * 10, 0.4),
        # A success with a large share is evidence for all smaller ones.
        ([found(0.5, False)] + [found(0.6, True)] * 9, 0.6),
        # A platform that reads on arrival: the smallest share arrives between the opening and its certain time.
        ([found(share, False) for share in SHARES] * 2 + [found(0.1, True)] * 4, 0.1),
    ],
)
def test_the_share_follows_the_results(results: list[EarlyFind], share: float) -> None:
    assert best_share(results) == share


@pytest.mark.parametrize(
    ("read_share", "least", "most"),
    [
        (lambda _: 1.0, 0.9, 1.0),
        (lambda _: 0.87, 0.8, 0.85),
        (lambda rng: rng.random(), 0.2, 0.6),
    ],
)
def test_the_share_approaches_the_moment_at_which_a_platform_reads(
    read_share: Callable[[random.Random], float], least: float, most: float
) -> None:
    rng, results, chosen = random.Random(1), deque[EarlyFind](maxlen=40), []
    for _ in range(200):
        share = best_share(results)
        results.append(found(share, read_share(rng) >= share))
        chosen.append(share)
    assert least <= statistics.median(chosen[40:]) <= most


def test_at_a_platform_that_reads_on_arrival_the_find_comes_before_the_certain_time() -> None:
    """The book is certainly open 0.05 to 0.2 of a find's duration after it has opened."""
    rng, results, gained = random.Random(1), deque[EarlyFind](maxlen=40), []
    for _ in range(200):
        share = best_share(results)
        shown = rng.uniform(0.05, 0.2) >= share
        results.append(found(share, shown))
        gained.append(share if shown else 0.0)
    assert statistics.mean(gained[40:]) >= 0.05


@pytest.mark.parametrize("before", [lambda _: 0.0, lambda rng: rng.random()])
def test_a_platform_that_changes_to_reading_as_it_replies_is_learned(before: Callable[[random.Random], float]) -> None:
    rng, results = random.Random(1), deque[EarlyFind](maxlen=40)
    for number in range(100):
        share = best_share(results)
        results.append(found(share, number >= 60 or before(rng) >= share))
    assert best_share(results) >= 0.9


def test_the_time_to_the_table_is_near_the_best_of_all_leads() -> None:
    """The times are in durations of a find, for a platform that reads at a random moment. The best mean is 0.75."""
    rng, results, times = random.Random(1), deque[EarlyFind](maxlen=40), []
    for _ in range(2000):
        share = best_share(results)
        shown = rng.random() >= share
        results.append(found(share, shown))
        times.append(1 - share if shown else 1.0)
    assert statistics.mean(times) <= 0.85
    assert statistics.median(times) <= 0.85


@pytest.mark.parametrize(
    ("durations", "share", "lead"),
    [
        ([], 1.0, None),
        ([0.02, 0.02], 1.0, None),
        ([0.02, 0.02, 0.02], 1.0, 0.02),
        ([0.02, 0.02, 0.02], 0.5, 0.01),
        ([0.02, 0.022, 0.026, 0.9], 1.0, 0.021),
        ([3.0, 3.0, 3.0], 1.0, LONGEST_LEAD_SECONDS),
    ],
)
def test_the_lead_is_a_share_of_what_most_finds_take(durations: list[float], share: float, lead: float | None) -> None:
    assert lead_seconds(durations, share=share) == (lead if lead is None else pytest.approx(lead))


@given(
    durations=st.lists(st.floats(0.0, 10.0), max_size=30),
    results=st.lists(st.builds(found, st.floats(0.01, 1.0), st.sampled_from([None, True, False])), max_size=40),
)
def test_a_find_is_never_sent_earlier_than_most_finds_take(durations: list[float], results: list[EarlyFind]) -> None:
    share = best_share(results)
    assert share in SHARES
    lead = lead_seconds(durations, share=share)
    assert (lead is None) is (len(durations) < FEWEST_DURATIONS)
    if lead is not None:
        assert 0.0 <= lead <= min(LONGEST_LEAD_SECONDS, statistics.median(durations))
