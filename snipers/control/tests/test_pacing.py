"""The pace that every venue is given: by demand, changed seldom, everywhere at once, slowed by the breaker."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from snipers.control.allocation import USED
from snipers.control.breaker import Breaker, closed
from snipers.control.pacing import AHEAD_SECONDS, STAND_BY, Pace, Pacing, asks, reserved
from snipers.domain.cadence import Schedule
from snipers.domain.vocabulary import SourceStatus
from snipers.store.base import Desired, DueRelease, KeyDemand, VenueState

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY = date(2026, 11, 27)
PACES = {"resy": Pace(budget=50, floor=1, ceiling=60), "opentable": Pace(budget=5, floor=30, ceiling=60)}


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


def word(venue_id: int, version: int) -> VenueState:
    return VenueState(venue_id=venue_id, epoch=1, state="watching", polls=1, last_poll_at=NOW, schedule_version=version)


def breaker(state: SourceStatus, *, factor: float, canary: int | None = None) -> dict[str, Breaker]:
    healthy = closed(platform="resy", now=NOW)
    return {"resy": replace(healthy, source=replace(healthy.source, state=state, factor=factor), canary=canary)}


class Desk:
    """A pacing and its clock."""

    def __init__(self) -> None:
        self.pacing = Pacing(paces=PACES)
        self.now = NOW
        self.held: dict[int, Schedule] = {}

    def step(
        self,
        *desired: Desired,
        breakers: dict[str, Breaker] | None = None,
        words: list[VenueState] | None = None,
    ) -> tuple[dict[int, Schedule], dict[int, Schedule]]:
        changed, late = self.pacing.step(desired=desired, breakers=breakers or {}, words=words or [], now=self.now)
        self.held |= changed
        return changed, late

    def rate(self) -> float:
        return sum(1 / grant.period for held in self.held.values() for grant in held.grants)


def test_everybody_gets_a_schedule_that_begins_a_moment_ahead_and_everywhere_at_once() -> None:
    changed, _ = Desk().step(*(venue(number) for number in range(100)))
    assert changed.keys() == set(range(100))
    assert {schedule.starts_at for schedule in changed.values()} == {NOW.timestamp() + AHEAD_SECONDS}
    assert len({schedule.version for schedule in changed.values()}) == 1


def test_each_platform_has_its_own_floor_and_budget() -> None:
    desk = Desk()
    desk.step(venue(1), *(venue(number, platform="opentable", keys=2) for number in range(2, 92)))
    assert desk.held[1].grants[0].period == pytest.approx(1)
    assert desk.held[2].grants[0].period == pytest.approx(180 / (5 * USED))


def test_nothing_changes_as_long_as_nothing_changed() -> None:
    desk = Desk()
    venues = [venue(number, snipes=number) for number in range(1, 60)]
    desk.step(*venues)
    for _ in range(5):
        desk.now += timedelta(seconds=1)
        assert desk.step(*venues) == ({}, {})


def test_only_who_is_concerned_is_told_and_with_a_higher_version() -> None:
    desk = Desk()
    venues = [venue(number) for number in range(60)]
    (before, _) = desk.step(*venues)
    desk.now += timedelta(seconds=5)
    changed, _ = desk.step(*venues[1:], venue(0, keys=0))
    assert list(changed) == [0]
    assert changed[0].grants == ()
    assert changed[0].version > before[0].version


def test_a_watcher_with_another_schedule_is_told_again() -> None:
    desk = Desk()
    changed, _ = desk.step(venue(1), venue(2))
    version = changed[1].version
    _, late = desk.step(venue(1), venue(2), words=[word(1, version), word(2, 0)])
    assert late == {2: changed[2]}


def test_a_new_controller_gives_higher_versions_than_it_finds() -> None:
    far = int((NOW + timedelta(days=1)).timestamp() * 1000)
    changed, _ = Desk().step(venue(1), words=[word(1, far)])
    assert changed[1].version > far


def test_of_two_controllers_one_stands_by() -> None:
    desk = Desk()
    (given, _) = desk.step(venue(1))
    newer = given[1].version + 1000
    assert desk.step(venue(1), venue(2), words=[word(1, newer)]) == ({}, {})
    desk.now += STAND_BY - timedelta(seconds=1)
    assert desk.step(venue(1), venue(2), words=[word(1, newer)]) == ({}, {})
    desk.now += timedelta(seconds=1)
    changed, _ = desk.step(venue(1), venue(2), words=[word(1, newer)])
    assert changed.keys() == {1, 2}
    assert changed[1].version > newer


def test_a_stopped_platform_is_not_polled_from_now_on() -> None:
    desk = Desk()
    desk.step(venue(1), venue(2, platform="opentable"))
    changed, _ = desk.step(venue(1), venue(2, platform="opentable"), breakers=breaker(SourceStatus.STOPPED, factor=0.0))
    assert list(changed) == [1]
    assert (changed[1].grants, changed[1].starts_at) == ((), NOW.timestamp())


def test_a_pause_that_one_venue_was_asked_for_outlives_its_watcher() -> None:
    desk = Desk()
    desk.step(venue(1), venue(2))
    told = replace(word(1, desk.held[1].version), retry_at=NOW + timedelta(seconds=60))
    desk.step(venue(1), venue(2), words=[told])
    assert (bool(desk.held[1].grants), bool(desk.held[2].grants)) == (False, True)

    # A new watcher, which knows nothing of it.
    desk.now = NOW + timedelta(seconds=56)
    desk.step(venue(1), venue(2), words=[word(1, desk.held[1].version)])
    assert not desk.held[1].grants
    desk.now = NOW + timedelta(seconds=58)
    desk.step(venue(1), venue(2), words=[word(1, desk.held[1].version)])
    assert desk.held[1].grants


def test_a_short_pause_is_left_to_the_watcher() -> None:
    desk = Desk()
    desk.step(venue(1), venue(2))
    told = replace(word(1, desk.held[1].version), retry_at=NOW + timedelta(seconds=2))
    assert desk.step(venue(1), venue(2), words=[told]) == ({}, {})


def test_a_probe_is_the_canary_s_alone() -> None:
    desk = Desk()
    desk.step(*(venue(number) for number in range(5)), breakers=breaker(SourceStatus.PROBING, factor=0.25, canary=3))
    assert [number for number, held in desk.held.items() if held.grants] == [3]


@pytest.mark.parametrize(("factor", "rate"), [(0.25, 12 * USED), (0.5, 25 * USED), (1.0, 50 * USED)])
def test_a_slowed_platform_gets_a_share_of_its_budget(factor: float, rate: float) -> None:
    desk = Desk()
    desk.step(*(venue(number) for number in range(100)), breakers=breaker(SourceStatus.SLOWED, factor=factor))
    assert desk.rate() == pytest.approx(rate)


@pytest.mark.parametrize(
    ("ahead", "number", "polls"),
    [(60, 1, 0), (10.1, 1, 0), (10, 1, 4), (0, 1, 4), (-20, 1, 4), (-20.1, 1, 0), (5, 2, 8), (5, 3, 16), (5, 5, 32)],
)
def test_near_bursts_have_polls_reserved(ahead: float, number: int, polls: float) -> None:
    drop = DueRelease(release_at=NOW + timedelta(seconds=ahead), date=DAY, party_size=2, snipes=4)
    venues = [venue(one, releases=(drop,)) for one in range(number)]
    assert reserved(venues=venues, now=NOW) == polls


def test_weights_know_the_hour_and_the_day_at_the_venue() -> None:
    here = venue(1)
    (ask,) = asks(venues=[here], now=NOW)
    (at_night,) = asks(venues=[here], now=NOW + timedelta(hours=12))
    (on_the_day,) = asks(venues=[here], now=NOW + timedelta(days=7))
    assert at_night.weight == ask.weight / 2
    assert on_the_day.weight == ask.weight * 2
