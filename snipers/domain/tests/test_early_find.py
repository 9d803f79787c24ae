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
        ([], 1.0),
        ([found(1.0, None)], 1.0),
        ([found(1.0, True)] * 3, 1.0),
        ([found(1.0, False)], 0.95),
        ([found(1.0, False), found(0.95, False)], 0.9),
        # One failure after many successes changes nothing.
        ([found(0.9, True)] * 40 + [found(1.0, False)] * 4 + [found(0.95, False)] * 4 + [found(0.9, False)], 0.9),
        # A large lead that succeeded proves the smaller ones.
        ([found(0.5, False)] + [found(0.6, True)] * 9, 0.6),
    ],
)
def test_the_share_follows_the_results(results: list[EarlyFind], share: float) -> None:
    assert best_share(results) == share


@pytest.mark.parametrize(
    ("read_share", "least", "most"),
    [
        (lambda _: 1.0, 0.95, 1.0),
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


def test_a_platform_that_reads_on_arrival_is_learned_within_a_few_openings() -> None:
    results: list[EarlyFind] = []
    while (share := best_share(results)) > 0.3:
        results.append(found(share, False))
    assert len(results) <= 2 * len(SHARES)


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
