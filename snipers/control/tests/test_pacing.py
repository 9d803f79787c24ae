"""Schedules are divided by demand, change rarely, start everywhere at one instant, and follow the breaker."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from snipers.control import pacing as pacing_module
from snipers.control.allocation import USED, Allocation, WeightedKey, allocate_slots
from snipers.control.breaker import Breaker, closed_breaker
from snipers.control.burst_budget import NO_FINDS
from snipers.control.cadence_classes import PollLimits
from snipers.control.idle_budget import REFUSAL_QUIET
from snipers.control.key_weights import WEIGHT_PERIOD, KeyWeights, weighted_keys
from snipers.control.pacing import (
    BEFORE_SLOT,
    LEAD_SECONDS,
    ROUND_SECONDS,
    STANDBY,
    Pacing,
    limit_first_round,
)
from snipers.domain.cadence import Schedule, due_at
from snipers.domain.odds.relative import ASSUMED, RelativeOdds
from snipers.domain.vocabulary import FailureKind, SourceStatus
from snipers.store.records import Desired, DueRelease, KeyDemand, VenueState

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY = date(2026, 11, 27)
LIMITS = {
    "resy": PollLimits(rate=50, shortest_period=1, longest_period=60),
    "opentable": PollLimits(rate=5, shortest_period=30, longest_period=60),
}

IDLE = {"resy": replace(LIMITS["resy"], idle_polls=2.0)}


def venue(venue_id: int, *, keys: int = 1, snipes: int = 1, platform: str = "resy", **more: Any) -> Desired:
    return Desired(
        venue_id=venue_id,
        platform=platform,
        time_zone="America/New_York",
        keys=tuple(
            KeyDemand(date=DAY + timedelta(days=number), party_size=2, snipes=snipes, vip=0, pro=0)
            for number in range(keys)
        ),
        snipes=snipes,
        open_attempts=0,
        **more,
    )


def report(venue_id: int, version: int) -> VenueState:
    return VenueState(venue_id=venue_id, epoch=1, state="watching", polls=1, last_poll_at=NOW, schedule_version=version)


def breaker(state: SourceStatus, *, factor: float, canary: int | None = None) -> dict[str, Breaker]:
    healthy = closed_breaker(platform="resy", now=NOW)
    return {"resy": replace(healthy, source=replace(healthy.source, state=state, factor=factor), canary=canary)}


class Harness:
    """A pacing with a clock and the schedules that it has made."""

    def __init__(self, limits: dict[str, PollLimits] = LIMITS) -> None:
        self.pacing = Pacing(limits=limits)
        self.now = NOW
        self.held: dict[int, Schedule] = {}

    def update(
        self,
        *desired: Desired,
        breakers: dict[str, Breaker] | None = None,
        reports: list[VenueState] | None = None,
    ) -> tuple[dict[int, Schedule], dict[int, Schedule]]:
        changed, missed = self.pacing.update_schedules(
            desired=desired, breakers=breakers or {}, reports=reports or [], now=self.now
        )
        self.held |= changed
        return changed, missed

    def rate(self) -> float:
        return sum(1 / grant.period for held in self.held.values() for grant in held.grants)


def test_all_schedules_start_at_the_same_moment_ahead() -> None:
    changed, _ = Harness().update(*(venue(number) for number in range(100)))
    assert changed.keys() == set(range(100))
    assert {schedule.starts_at for schedule in changed.values()} == {NOW.timestamp() + LEAD_SECONDS}
    assert len({schedule.version for schedule in changed.values()}) == 1


def test_each_platform_has_its_own_limits() -> None:
    harness = Harness()
    harness.update(venue(1), *(venue(number, platform="opentable", keys=2) for number in range(2, 92)))
    assert harness.held[1].grants[0].period == pytest.approx(1)
    assert harness.held[2].grants[0].period == pytest.approx(180 / (5 * USED))


def test_unchanged_demand_changes_no_schedule() -> None:
    harness = Harness()
    venues = [venue(number, snipes=number) for number in range(1, 60)]
    harness.update(*venues)
    for _ in range(5):
        harness.now += timedelta(seconds=1)
        assert harness.update(*venues) == ({}, {})


def test_only_changed_schedules_get_a_higher_version() -> None:
    harness = Harness()
    venues = [venue(number) for number in range(60)]
    (before, _) = harness.update(*venues)
    harness.now += timedelta(seconds=5)
    changed, _ = harness.update(*venues[1:], venue(0, keys=0))
    assert list(changed) == [0]
    assert changed[0].grants == ()
    assert changed[0].version > before[0].version


def test_missed_schedule_is_returned_again() -> None:
    harness = Harness()
    changed, _ = harness.update(venue(1), venue(2))
    version = changed[1].version
    _, missed = harness.update(venue(1), venue(2), reports=[report(1, version), report(2, 0)])
    assert missed == {2: changed[2]}


def test_new_controller_uses_higher_versions_than_it_finds() -> None:
    far = int((NOW + timedelta(days=1)).timestamp() * 1000)
    changed, _ = Harness().update(venue(1), reports=[report(1, far)])
    assert changed[1].version > far


def test_controller_stands_by_for_newer_schedules_of_another() -> None:
    harness = Harness()
    (given, _) = harness.update(venue(1))
    newer = given[1].version + 1000
    assert harness.update(venue(1), venue(2), reports=[report(1, newer)]) == ({}, {})
    harness.now += STANDBY - timedelta(seconds=1)
    assert harness.update(venue(1), venue(2), reports=[report(1, newer)]) == ({}, {})
    harness.now += timedelta(seconds=1)
    changed, _ = harness.update(venue(1), venue(2), reports=[report(1, newer)])
    assert changed.keys() == {1, 2}
    assert changed[1].version > newer


def test_stopped_platform_is_not_polled_from_now_on() -> None:
    harness = Harness()
    harness.update(venue(1), venue(2, platform="opentable"))
    changed, _ = harness.update(
        venue(1), venue(2, platform="opentable"), breakers=breaker(SourceStatus.STOPPED, factor=0.0)
    )
    assert list(changed) == [1]
    assert (changed[1].grants, changed[1].starts_at) == ((), NOW.timestamp())


def test_pause_of_one_venue_outlives_its_watcher() -> None:
    harness = Harness()
    harness.update(venue(1), venue(2))
    reported = replace(report(1, harness.held[1].version), retry_at=NOW + timedelta(seconds=60))
    harness.update(venue(1), venue(2), reports=[reported])
    assert (bool(harness.held[1].grants), bool(harness.held[2].grants)) == (False, True)

    # A new watcher, which does not report the pause.
    harness.now = NOW + timedelta(seconds=56)
    harness.update(venue(1), venue(2), reports=[report(1, harness.held[1].version)])
    assert not harness.held[1].grants
    harness.now = NOW + timedelta(seconds=58)
    harness.update(venue(1), venue(2), reports=[report(1, harness.held[1].version)])
    assert harness.held[1].grants


def test_shorter_pause_does_not_shorten_the_pause_of_a_venue() -> None:
    harness = Harness()
    harness.update(venue(1), venue(2))
    for seconds in (60, 5):
        reported = replace(report(1, harness.held[1].version), retry_at=NOW + timedelta(seconds=seconds))
        harness.update(venue(1), venue(2), reports=[reported])
    harness.now = NOW + timedelta(seconds=56)
    harness.update(venue(1), venue(2))
    assert not harness.held[1].grants
    harness.now = NOW + timedelta(seconds=58)
    harness.update(venue(1), venue(2))
    assert harness.held[1].grants


def test_short_pause_is_left_to_the_watcher() -> None:
    harness = Harness()
    harness.update(venue(1), venue(2))
    reported = replace(report(1, harness.held[1].version), retry_at=NOW + timedelta(seconds=2))
    assert harness.update(venue(1), venue(2), reports=[reported]) == ({}, {})


def test_only_the_canary_is_polled_while_probing() -> None:
    harness = Harness()
    harness.update(
        *(venue(number) for number in range(5)), breakers=breaker(SourceStatus.PROBING, factor=0.25, canary=3)
    )
    assert [number for number, held in harness.held.items() if held.grants] == [3]


@pytest.mark.parametrize(("factor", "rate"), [(0.25, 12 * USED), (0.5, 25 * USED), (1.0, 50 * USED)])
def test_slowed_platform_has_a_share_of_its_budget(factor: float, rate: float) -> None:
    harness = Harness()
    harness.update(*(venue(number) for number in range(100)), breakers=breaker(SourceStatus.SLOWED, factor=factor))
    assert harness.rate() == pytest.approx(rate)


def test_the_schedule_of_a_venue_has_the_finds_of_its_burst_until_the_burst_is_over() -> None:
    harness = Harness()
    waiting = DueRelease(release_at=NOW + timedelta(seconds=60), date=DAY, party_size=2, snipes=1)
    harness.update(venue(1), *(venue(number, keys=0, releases=(waiting,)) for number in range(2, 12)))
    assert [one.finds for number in range(2, 12) for one in harness.held[number].bursts] == [4.0] * 10
    assert harness.held[1].bursts == ()
    # Five keys are served. The finds of the others stay, because the watchers may learn of a change late.
    harness.now += timedelta(seconds=61)
    harness.update(venue(1), *(venue(number, keys=0, releases=(waiting,)) for number in range(2, 7)))
    assert [one.finds for number in range(2, 7) for one in harness.held[number].bursts] == [4.0] * 5
    harness.now += timedelta(seconds=90)
    harness.update(venue(1), *(venue(number, keys=0) for number in range(2, 12)))
    assert not any(held.bursts for held in harness.held.values())


def test_a_slowed_platform_has_fewer_finds_in_a_burst() -> None:
    harness = Harness()
    near = DueRelease(release_at=NOW + timedelta(seconds=5), date=DAY, party_size=2, snipes=1)
    harness.update(
        *(venue(number, keys=0, releases=(near,)) for number in range(4)),
        breakers=breaker(SourceStatus.SLOWED, factor=0.25),
    )
    assert [one.finds for held in harness.held.values() for one in held.bursts] == [2.0] * 4


@pytest.mark.parametrize(
    ("state", "factor", "granted"),
    [
        (SourceStatus.STOPPED, 0.0, False),
        (SourceStatus.PROBING, 0.25, False),
        (SourceStatus.SLOWED, 0.25, True),
        (SourceStatus.HEALTHY, 1.0, True),
    ],
)
def test_a_stopped_platform_has_no_finds_for_late_openings(state: SourceStatus, factor: float, granted: bool) -> None:
    harness = Harness()
    late = KeyDemand(date=DAY, party_size=2, snipes=1, vip=0, pro=0, released_at=NOW - timedelta(seconds=60))
    waiting = replace(venue(1, keys=0), keys=(late,))
    harness.update(waiting)
    assert [one.finds for one in harness.held[1].bursts] == [1.0]
    harness.now += timedelta(seconds=1)
    harness.update(waiting, breakers=breaker(state, factor=factor, canary=2))
    assert [one.finds for one in harness.held[1].bursts] == [1.0 if granted else NO_FINDS]


@pytest.mark.parametrize("venues", [1, 40, 100, 175])
def test_r4_every_key_is_polled_within_ten_seconds_of_an_accepted_key(venues: int) -> None:
    pacing = Pacing(limits={"resy": PollLimits(rate=50, shortest_period=10, longest_period=60)})
    desired = [venue(number, snipes=1 + 60 * (number % 3)) for number in range(venues)]
    accepted = {"resy": replace(closed_breaker(platform="resy", now=NOW), key_accepted=NOW)}
    pacing.update_schedules(desired=desired, breakers=breaker(SourceStatus.STOPPED, factor=0.0), reports=[], now=NOW)
    (first, _) = pacing.update_schedules(desired=desired, breakers=accepted, reports=[], now=NOW)
    # Another cell's watcher learns of its schedule and of the changed access three seconds late.
    dues = [
        due_at(held.grants[0], after=NOW.timestamp() + LEAD_SECONDS + late)
        for held in first.values()
        for late in (0, 3)
    ]
    assert max(dues) - NOW.timestamp() <= 10
    assert sum(1 / held.grants[0].period for held in first.values()) <= 50 * USED + 1e-9
    later = NOW + timedelta(seconds=8.1)
    (regular, _) = pacing.update_schedules(desired=desired, breakers=accepted, reports=[], now=later)
    assert min(held.grants[0].period for held in regular.values()) >= 10 - 1e-9


@pytest.mark.parametrize(
    ("keys", "since", "first_round"),
    [(100, 0, True), (100, 8, True), (100, 8.1, False), (900, 23, True), (900, 24.1, False)],
)
def test_r4_round_after_an_accepted_key_lasts_as_long_as_the_budget_requires(
    keys: int, since: float, first_round: bool
) -> None:
    regular = PollLimits(rate=50, shortest_period=10, longest_period=60)
    found = limit_first_round(regular, keys=keys, reserved=0, since=timedelta(seconds=since))
    assert (found.longest_period == ROUND_SECONDS) is first_round
    assert (found == regular) is not first_round


def test_weights_depend_on_the_local_hour_and_day() -> None:
    here = venue(1)
    (key,) = weighted_keys([here], now=NOW + timedelta(days=1))
    (at_night,) = weighted_keys([here], now=NOW + timedelta(days=1, hours=12))
    (on_the_day,) = weighted_keys([here], now=NOW + timedelta(days=7))
    assert at_night.weight == key.weight / 2
    assert on_the_day.weight == key.weight * 2


def test_weights_follow_the_learned_odds() -> None:
    here, odds = venue(1), RelativeOdds(leads=[1.0] * 9, parts=[2.0, 0.5, 1.0, 1.0])
    now = NOW + timedelta(days=1)
    by_part = [
        weighted_keys([here], odds=odds, now=now + timedelta(hours=hours))[0].weight for hours in range(0, 24, 6)
    ]
    assert sorted(by_part) == [0.5, 1.0, 1.0, 2.0]


class TestIdleBudget:
    """Keys use an idle budget, and lose it at once when other keys or a release need polls."""

    def test_idle_budget_is_used(self) -> None:
        harness = Harness(IDLE)
        harness.update(*(venue(number) for number in range(10)))
        assert harness.rate() == pytest.approx(20)

    def test_rates_fall_before_new_demand_is_polled(self) -> None:
        harness = Harness(IDLE)
        harness.update(*(venue(number) for number in range(20)))
        harness.now += timedelta(seconds=5)
        changed, _ = harness.update(*(venue(number) for number in range(100)))
        assert changed.keys() == set(range(100))
        (start,) = {schedule.starts_at for schedule in changed.values()}
        assert 0 <= start - harness.now.timestamp() - LEAD_SECONDS <= 1 / 44
        assert harness.rate() <= 45 * (1 + 1e-9)

    def test_release_burst_lowers_the_rates_and_starts_before_an_old_slot(self) -> None:
        harness = Harness(IDLE)
        venues = [venue(number) for number in range(20)]
        harness.update(*venues)
        harness.now += timedelta(seconds=5)
        release = DueRelease(release_at=harness.now + timedelta(seconds=9), date=DAY, party_size=2, snipes=4)
        changed, _ = harness.update(*venues, venue(20, keys=0, releases=(release,)))
        (start,) = {schedule.starts_at for schedule in changed.values()}
        assert harness.rate() <= 41 * (1 + 1e-9)
        old_slot = 1 / 44
        assert 0 <= start - harness.now.timestamp() - LEAD_SECONDS <= old_slot
        assert (start + BEFORE_SLOT) / old_slot == pytest.approx(round((start + BEFORE_SLOT) / old_slot), abs=1e-4)

    @pytest.mark.parametrize("kind", [FailureKind.LIMITED, FailureKind.BLOCKED])
    def test_refused_poll_ends_the_use_of_the_idle_budget_for_a_while(self, kind: FailureKind) -> None:
        harness = Harness(IDLE)
        venues = [venue(number) for number in range(10)]
        harness.update(*venues)
        refused = replace(report(1, harness.held[1].version), failure=kind.value, failed_at=harness.now)
        harness.update(*venues, reports=[refused])
        assert harness.rate() == pytest.approx(10)
        # The report may not come again: the watcher has been replaced.
        harness.now += REFUSAL_QUIET - timedelta(seconds=1)
        harness.update(*venues)
        assert harness.rate() == pytest.approx(10)
        harness.now += timedelta(seconds=1)
        harness.update(*venues)
        assert harness.rate() > 19

    @pytest.mark.parametrize(
        ("state", "factor"), [(SourceStatus.HEALTHY, 0.5), (SourceStatus.SLOWED, 0.5), (SourceStatus.PROBING, 0.25)]
    )
    def test_reduced_budget_is_never_idle(self, state: SourceStatus, factor: float) -> None:
        harness = Harness(IDLE)
        harness.update(*(venue(number) for number in range(5)), breakers=breaker(state, factor=factor, canary=1))
        assert harness.held[1].grants[0].period >= 1

    def test_paused_and_stopped_venues_are_not_polled(self) -> None:
        harness = Harness(IDLE)
        venues = [venue(number) for number in range(5)]
        harness.update(*venues)
        paused = replace(report(1, harness.held[1].version), retry_at=harness.now + timedelta(seconds=60))
        harness.update(*venues, reports=[paused])
        assert not harness.held[1].grants
        harness.update(*venues, breakers=breaker(SourceStatus.STOPPED, factor=0.0))
        assert harness.rate() == 0

    def test_constant_demand_changes_no_schedule(self) -> None:
        harness = Harness(IDLE)
        venues = [venue(number, snipes=number + 1, keys=1 + number % 2) for number in range(12)]
        harness.update(*venues)
        for _ in range(5):
            harness.now += timedelta(seconds=1)
            assert harness.update(*venues) == ({}, {})


def test_slots_are_allocated_only_if_something_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    computed = []

    def count(**arguments: Any) -> Allocation:
        computed.append(arguments)
        return allocate_slots(**arguments)

    monkeypatch.setattr(pacing_module, "allocate_slots", count)
    pacing = Pacing(limits={"resy": LIMITS["resy"]})

    def update(*venues: Desired, minutes: int = 0) -> dict[int, Schedule]:
        now = NOW + timedelta(minutes=minutes)
        return pacing.update_schedules(desired=venues, breakers={}, reports=[], now=now)[0]

    first = update(venue(1), venue(2))
    assert first.keys() == {1, 2}
    for minute in range(1, 10):
        assert update(venue(1), venue(2), minutes=minute) == {}
    # The second computation shows that the allocation stays as it is.
    assert len(computed) == 2
    update(venue(1), venue(2, snipes=16), minutes=10)
    assert len(computed) == 3


def test_weights_are_kept_for_a_while_and_follow_each_change_of_a_venue() -> None:
    weights, one, other = KeyWeights(), venue(1), venue(2)

    def current(*venues: Desired, after: timedelta = timedelta(), odds: RelativeOdds = ASSUMED) -> list[WeightedKey]:
        found = weights.current(list(venues), odds=odds, now=NOW + after)
        assert [key.venue_id for key in found] == [key.venue_id for key in weighted_keys(venues, odds=odds, now=NOW)]
        return found

    first = current(one, other)
    assert current(one, other, after=WEIGHT_PERIOD / 2) is first
    many = replace(one, keys=(replace(one.keys[0], snipes=64),))
    changed = current(many, other, after=WEIGHT_PERIOD / 2)
    assert changed == weighted_keys([many, other], now=NOW)
    assert current(other, after=WEIGHT_PERIOD / 2) == first[1:]
    released = replace(one, keys=(replace(one.keys[0], released_at=NOW),))
    assert current(released)[0].weight > first[0].weight
    hours = timedelta(hours=3)
    assert current(released, after=hours)[0].weight == first[0].weight, "no longer soon after the release"
    odds = RelativeOdds(leads=[2.0] * 9, parts=[2.0] * 4)
    assert current(one, after=hours, odds=odds) == weighted_keys([one], odds=odds, now=NOW + hours)
