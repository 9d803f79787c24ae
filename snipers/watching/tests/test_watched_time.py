"""The observations for the odds that answers to polls add, and the answers that add none."""

import math
import random
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, cast

import pytest

from snipers.domain.odds.records import MOST_OPENINGS, Observations, SeenOpening, WatchedTime
from snipers.domain.slot import Slot
from snipers.store.base import SnipeStore
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.polling import observations
from snipers.watching.polling.observations import GAP_SECONDS, RECORD_SECONDS, WatchedTimes

KEY = date(2026, 12, 4), 2
# 10 AM in New York, two days before.
NOON = datetime(2026, 12, 2, 15, tzinfo=UTC)


def slot(at: time, seating: str = "Bar") -> Slot:
    return Slot(platform="resy", platform_venue_id=1, date=KEY[0], time=at, party_size=2, seating=seating, token="t")


SLOT = slot(time(19))


def answer(
    times: WatchedTimes, at: float, *, fresh: list[Slot] | None = None, counts: bool = True, tables: int = 1
) -> None:
    times.record_answer(
        KEY,
        fresh=fresh or [],
        tables=tables,
        counts=counts,
        at=at,
        seen_at=NOON + timedelta(seconds=at),
        zone="America/New_York",
    )


def test_answers_add_new_tables_and_the_time_between_them() -> None:
    times = WatchedTimes()
    answer(times, 0, fresh=[slot(time(18))])
    answer(times, 30)
    answer(times, 90, fresh=[slot(time(20)), SLOT, SLOT])
    openings, watched = times.take()
    # The tables opened at an unknown instant of the last 60 s, of which half counts.
    assert watched == [WatchedTime(service_date=KEY[0], party_size=2, lead=4, part=1, seconds=60)]
    assert [one.slots for one in openings] == [((time(19), "Bar"), (time(20), "Bar"))]
    assert (openings[0].lead, openings[0].part) == (4, 1)
    assert times.take() == ([], [])


@pytest.mark.parametrize(
    "answers",
    [
        # The first answer of a run, an answer after a gap, and those of a closed book or a release.
        [(0.0, True, 1)],
        [(0.0, True, 1), (GAP_SECONDS + 1, True, 1)],
        [(0.0, False, 0), (30.0, True, 1)],
        [(0.0, True, 1), (30.0, False, 1)],
        # The tables vanished together, so the platform may have hidden them.
        [(0.0, True, 3), (30.0, True, 0), (60.0, True, 3)],
    ],
)
def test_answers_that_do_not_count_add_nothing(answers: list[tuple[float, bool, int]]) -> None:
    times = WatchedTimes()
    for at, counts, tables in answers:
        answer(times, at, fresh=[SLOT] if tables else [], counts=counts, tables=tables)
    assert times.take() == ([], [])


@pytest.mark.parametrize(
    ("fresh", "seconds", "opening"),
    [
        # Two hours, from 9 AM to 11 AM, and four hours, from 9 AM to 1 PM.
        (False, {(2, 1): 7200.0}, None),
        (True, {(2, 1): 3600.0}, (2, 1)),
        (False, {(4, 1): 3 * 3600.0, (4, 2): 3600.0}, None),
        (True, {(4, 1): 2 * 3600.0}, (4, 1)),
    ],
)
def test_a_long_gap_counts_in_the_parts_of_the_day_that_it_spans(
    fresh: bool, seconds: dict[tuple[int, int], float], opening: tuple[int, int] | None
) -> None:
    times, gap = WatchedTimes(), 3600.0 * next(iter(seconds))[0]
    answer(times, -3600.0)
    answer(times, gap - 3600.0, fresh=[SLOT] if fresh else [])
    openings, watched = times.take()
    assert {(int(gap / 3600), one.part): one.seconds for one in watched} == pytest.approx(seconds)
    assert [(int(gap / 3600), one.part) for one in openings] == ([opening] if opening else [])


def test_long_gaps_yield_the_rate_of_openings() -> None:
    """Tables open once an hour on average, and the key is polled once an hour."""
    draw, times, observed, watched = random.Random(1), WatchedTimes(), 0, 0.0
    answer(times, 0)
    for number in range(1, 4001):
        opened = draw.random() < 1 - math.exp(-1)
        answer(times, 3600.0 * number, fresh=[SLOT] if opened else [])
        openings, seconds = times.take()
        observed += len(openings)
        watched += sum(one.seconds for one in seconds)
    assert observed / (watched / 3600) == pytest.approx(2 * math.tanh(0.5), rel=0.05)


def test_a_record_is_due_after_a_minute_and_may_be_restored() -> None:
    times = WatchedTimes()
    answer(times, 0)
    assert not times.due(at=1000)
    answer(times, 5, fresh=[SLOT])
    assert not times.due(at=5 + RECORD_SECONDS - 1)
    assert times.due(at=5 + RECORD_SECONDS)
    taken = times.take()
    assert not times.due(at=1000)
    answer(times, 10)
    times.restore(taken, at=20)
    openings, watched = times.take()
    assert openings == taken[0]
    assert sum(one.seconds for one in watched) == 2.5 + 5


def test_waiting_openings_are_bounded_and_forgotten_keys_start_again() -> None:
    times = WatchedTimes()
    for at in range(MOST_OPENINGS + 10):
        answer(times, at, fresh=[SLOT])
    assert len(times.take()[0]) == MOST_OPENINGS
    times.keep([])
    answer(times, MOST_OPENINGS + 11, fresh=[SLOT])
    assert times.take() == ([], [])


class RecordingStore:
    """A store that passes every call on, and keeps what is recorded for the odds."""

    def __init__(self, store: SnipeStore) -> None:
        self._store = store
        self.openings: list[SeenOpening] = []
        self.watched: list[WatchedTime] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    async def record_watched(self, *, observed: Mapping[int, Observations]) -> None:
        await self._store.record_watched(observed=observed)
        for found in observed.values():
            self.openings += found.openings
            self.watched += found.watched


async def test_a_watcher_records_what_it_sees_without_a_further_call(
    harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observations, "RECORD_SECONDS", 0.3)
    await harness.simulator.free("22:00")
    # The request wants no table of these hours, so nothing is booked.
    await harness.add_request(1, start=time(12), end=time(13))
    store = RecordingStore(harness.backend.store)
    watcher = harness.new_watcher(store=cast("SnipeStore", store))
    harness.run(watcher)
    await harness.until(lambda: store.watched)
    assert store.openings == []
    await harness.simulator.free("21:45")
    await harness.until(lambda: store.openings)
    await watcher.aclose()
    (opening,) = store.openings
    assert (opening.service_date, opening.party_size) == (harness.simulator.day, 2)
    assert [at for at, _ in opening.slots] == [time(21, 45)]
    requests = Counter(entry["path"] for entry in await harness.simulator.truth("request"))
    finds = requests.pop("/4/find")
    # Each find is a poll that the schedule sent for the request; one may be unanswered at the end.
    assert finds - watcher.snapshot().venue.polls in (0, 1)
    assert not {path for path in requests if "calendar" in path}
    assert sum(one.seconds for one in store.watched) > 0
