"""The simulated worlds of the odds: the same seed is the same world, and the estimator is far better than the base
rate in a small one. `make load ARGS=odds` scores all worlds."""

from dataclasses import replace
from datetime import datetime, time, timedelta

import pytest

from loadtests import odds_scoring
from loadtests.odds_worlds import FIRST_DAY, WORLDS, Simulation
from loadtests.scenarios.odds import state_odds

SMALL = replace(WORLDS[0], venues=5)
TINY = replace(WORLDS[0], venues=2)
NOW = datetime.combine(FIRST_DAY + timedelta(days=60), time(10))


def test_a_seed_determines_a_world() -> None:
    first, second, other = (Simulation(TINY, seed=seed) for seed in (1, 1, 2))
    evidence = [one.evidence(one.venues[0], now=NOW) for one in (first, second, other)]
    assert evidence[0] == evidence[1] != evidence[2]
    assert list(first.cases(now=NOW, count=5)) == list(second.cases(now=NOW, count=5))


def test_evidence_has_nothing_from_the_future_or_from_unwatched_time() -> None:
    simulation = Simulation(TINY, seed=1)
    venue = simulation.venues[0]
    before = simulation.evidence(venue, now=NOW)
    later = simulation.evidence(venue, now=NOW + timedelta(days=5))
    assert len(before.events) < len(later.events)
    everything = sum(len(key.openings) for key in venue.keys.values())
    assert len(later.events) < everything / 2
    assert before.watched_hours() > 0


def test_odds_are_better_than_the_base_rate_in_a_small_world() -> None:
    stated, _ = state_odds(Simulation(SMALL, seed=3), cases=100)
    score = odds_scoring.score(stated)
    assert score is not None
    assert score.count > 250
    assert score.improvement > 0.2


def test_the_score_of_predictions() -> None:
    found = odds_scoring.score([(0.1, False), (0.15, True), (0.9, True), (1.0, True)])
    assert found is not None
    assert found.brier == pytest.approx((0.01 + 0.7225 + 0.01 + 0.0) / 4)
    assert found.base_rate == 0.75
    assert found.base_brier == pytest.approx(0.1875)
    assert found.improvement == pytest.approx(1 - found.brier / found.base_brier)
    assert [(one.tenth, one.count, one.happened) for one in found.deciles] == [(1, 2, 0.5), (9, 2, 1.0)]
    assert odds_scoring.score([]) is None
