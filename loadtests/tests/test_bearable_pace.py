"""The simulated copy of `make load ARGS=bearable_pace`: the guard refuses what it must, the learned pace holds."""

import pytest

from loadtests.scenarios.bearable_pace import run
from loadtests.simulator.guard import GuardRule
from loadtests.virtual_pace import VirtualCopy, build_world

RULE = GuardRule(32, 13, 8)
HOURS = 14.0


async def test_fixed_pace_below_the_guard_is_never_refused_and_one_above_it_is() -> None:
    world = build_world(venues=2, openings=50, hours=HOURS, seed=1)
    low = await VirtualCopy(world, rule=RULE, fixed=12.0, seed=1).play(hours=HOURS)
    high = await VirtualCopy(world, rule=RULE, fixed=20.0, seed=1).play(hours=HOURS)
    assert (low.lockouts, low.refused) == ([], 0)
    assert low.finds == pytest.approx(0.9 * 12 * 60 * HOURS, rel=0.02)
    assert len(high.lockouts) == 1


@pytest.mark.parametrize("rule", [GuardRule(32, 8, 2), GuardRule(20, 10, 1), GuardRule(60, 9, 3)])
async def test_learned_pace_is_refused_once_and_returns_below_what_was_refused(rule: GuardRule) -> None:
    world = build_world(venues=2, openings=50, hours=HOURS, seed=1)
    learned = await VirtualCopy(world, rule=rule, fixed=None, seed=1).play(hours=HOURS)
    assert len(learned.lockouts) == 1
    assert learned.refused <= 12
    highest, last = max(pace for _, pace in learned.paces), learned.paces[-1][1]
    assert 0.5 * highest < last <= 0.85 * highest
    assert learned.let_in < HOURS * 3600


async def test_scenario_names_broken_promises() -> None:
    options = "--venues 2 --hours 6 --openings 200 --guard-finds 3 --guard-per-minute 3 --guard-hours 3".split()
    section = await run(options)
    assert any("lockouts" in one or "freed -> seen" in one for one in section.violations)
