"""Who says nothing for how long: silence is counted only while we ask."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest

from snipers.control.silence import Silence
from snipers.store.base import Desired

START = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
VENUES = (1, 2, 3, 4, 5)


def venue(venue_id: int, *, open_attempts: int = 0) -> Desired:
    return Desired(
        venue_id=venue_id,
        platform="resy",
        time_zone="America/New_York",
        keys=(),
        snipes=1,
        open_attempts=open_attempts,
        releases=(),
        failed_starts=0,
        quarantined_until=None,
        opened=0.0,
        watched=0.0,
    )


class Room:
    """Watchers 1 to 5, of which those in `frozen` never answer."""

    def __init__(self, *frozen: int, open_attempts: int = 0) -> None:
        self.frozen = set(frozen)
        self.desired = {one: venue(one, open_attempts=open_attempts) for one in VENUES}
        self.silence = Silence()
        self.now = START
        self.replaced: list[tuple[float, int]] = []
        self.rests: list[timedelta] = []
        self.reasons: list[str] = []

    def step(self, seconds: float, *, asked: Sequence[int] = VENUES, at_most: int = 3) -> None:
        self.now += timedelta(seconds=seconds)
        spoke = set(asked) - self.frozen
        self.silence.hear(asked=asked, spoke=spoke, running=VENUES, now=self.now)
        found = self.silence.judge(desired=self.desired, at_most=at_most, now=self.now)
        self.replaced += [((self.now - START).total_seconds(), one) for one in found.replace]
        self.rests += [one.until - self.now for one in found.quarantine]
        self.reasons += [one.reason for one in found.quarantine]


def test_a_watcher_that_says_nothing_for_thirteen_seconds_is_replaced_once() -> None:
    room = Room(2)
    for _ in range(10):
        room.step(2.0)
    assert room.replaced == [(16.0, 2)], "asked at 2 s for the first time, and never answered"


def test_those_who_answer_are_left_alone() -> None:
    room = Room()
    for _ in range(100):
        room.step(2.0)
    assert not room.replaced


def test_an_answer_in_between_ends_a_silence() -> None:
    room = Room(2)
    for _ in range(6):
        room.step(2.0)
    room.frozen.clear()
    room.step(2.0)
    room.frozen.add(2)
    for _ in range(6):
        room.step(2.0)
    assert not room.replaced


@pytest.mark.parametrize("away", [10.0, 60.0, 8 * 3600.0])
def test_a_step_that_took_long_is_not_silence(away: float) -> None:
    room = Room(*VENUES)
    room.step(1.0)
    room.step(away)
    room.frozen.clear()
    room.step(away)
    assert not room.replaced


def test_a_controller_that_is_always_slow_replaces_all_the_same() -> None:
    room = Room(2)
    for _ in range(6):
        room.step(10.0)
    assert [one for _, one in room.replaced] == [2]


def test_who_is_not_asked_is_not_silent() -> None:
    room = Room(2)
    for _ in range(30):
        room.step(2.0, asked=(1, 3))
    assert not room.replaced


def test_who_is_not_wanted_any_more_is_not_brought_back() -> None:
    room = Room(2)
    del room.desired[2]
    for _ in range(10):
        room.step(2.0)
    assert not room.replaced


def test_many_are_replaced_a_few_at_a_time() -> None:
    room = Room(1, 2, 3, 4)
    for _ in range(8):
        room.step(2.0)
    assert room.replaced == [(16.0, 1), (16.0, 2), (16.0, 3)]
    room.step(2.0, asked=(4, 5))
    assert room.replaced[3:] == [(18.0, 4)]


def test_nobody_is_replaced_while_too_many_start() -> None:
    room = Room(2)
    for _ in range(12):
        room.step(2.0, at_most=0)
    assert not room.replaced
    room.step(2.0, at_most=1)
    assert room.replaced == [(26.0, 2)]


def test_a_venue_whose_watchers_fall_silent_again_and_again_rests_longer_each_time() -> None:
    room = Room(2)
    for _ in range(40):
        room.step(2.0)
    assert [one for _, one in room.replaced] == [2, 2]
    assert room.rests[:2] == [timedelta(minutes=1), timedelta(minutes=2)]
    assert room.reasons[0] == "silent 3 times in 10 min"


def test_where_a_call_is_open_the_rest_is_short() -> None:
    room = Room(2, open_attempts=1)
    for _ in range(30):
        room.step(2.0)
    assert room.rests == [timedelta(seconds=15)]


def test_three_silences_in_a_long_time_are_an_accident_each() -> None:
    room = Room(2)
    for _ in range(3):
        for _ in range(8):
            room.step(2.0)
        room.frozen.clear()
        room.step(400.0)
        room.frozen.add(2)
    assert len(room.replaced) == 3
    assert not room.rests
