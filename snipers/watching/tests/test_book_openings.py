"""The answers to polls that show a venue opening its book, and those that do not."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import pytest

from snipers.domain.release_learning import ReleaseObservation
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.polling import observations
from snipers.watching.polling.observations import OPENED_TOGETHER_SECONDS, BookOpenings
from snipers.watching.tests.test_release import FIND, add_release_request, prepare_release

DAY = date(2026, 12, 20)
NEXT = DAY + timedelta(days=1)
NOON = datetime(2026, 11, 20, 17, 0, tzinfo=UTC)
TOOK = 0.2
Answer = tuple[float, date, bool]


def after(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def opened(day: date, closed: float | None, open_at: float) -> ReleaseObservation:
    closed_at = None if closed is None else after(closed)
    return ReleaseObservation(service_date=day, closed_at=closed_at, open_at=after(open_at))


def record(answers: list[Answer], *, released: bool = False) -> BookOpenings:
    """Record answers (seconds, day, on sale) to polls that were sent TOOK seconds before."""
    openings = BookOpenings()
    for at, day, on_sale in answers:
        openings.record_answer(
            day, on_sale=on_sale, asked_at=after(at - TOOK), seen_at=after(at), at=at, released=released
        )
    return openings


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        ([(0, DAY, False), (10, DAY, False), (20, DAY, True)], [opened(DAY, 10 - TOOK, 20)]),
        # A day that was never seen closed says nothing, nor one that is still closed.
        ([(0, DAY, True), (10, DAY, True)], []),
        ([(0, DAY, False), (10, DAY, False)], []),
        # An open day that seems closed for a while has not opened again.
        ([(0, DAY, True), (10, DAY, False), (20, DAY, True)], []),
        ([(0, DAY, False), (10, DAY, True), (20, DAY, False), (30, DAY, True)], [opened(DAY, -TOOK, 10)]),
        # Days that open together were hidden by a block. Days that open one after the other were not.
        ([(0, DAY, False), (1, NEXT, False), (10, DAY, True), (11, NEXT, True)], []),
        (
            [(0, DAY, False), (1, NEXT, False), (10, DAY, True), (30, NEXT, True)],
            [opened(DAY, -TOOK, 10), opened(NEXT, 1 - TOOK, 30)],
        ),
    ],
)
def test_an_opening_is_a_closed_answer_and_then_an_open_one(
    answers: list[Answer], found: list[ReleaseObservation]
) -> None:
    assert record(answers).take_due(at=100) == found


def test_a_release_shows_an_opening_without_a_closed_answer() -> None:
    assert record([(5, DAY, True)], released=True).take_due(at=100) == [opened(DAY, None, 5)]


def test_openings_wait_for_others_and_are_taken_once() -> None:
    openings = record([(0, DAY, False), (10, DAY, True)])
    assert not openings.due(at=10 + OPENED_TOGETHER_SECONDS / 2)
    assert openings.take_due(at=10 + OPENED_TOGETHER_SECONDS / 2) == []
    assert openings.due(at=10 + OPENED_TOGETHER_SECONDS)
    taken = openings.take_due(at=10 + OPENED_TOGETHER_SECONDS)
    assert taken == [opened(DAY, -TOOK, 10)]
    assert openings.take_due(at=100) == []
    openings.restore(taken)
    assert openings.due(at=100)
    assert openings.take_due(at=100) == taken


def test_two_days_that_open_together_are_ignored_however_often_openings_are_taken() -> None:
    openings = record([(0, DAY, False), (0, NEXT, False), (10, DAY, True), (19, NEXT, True)])
    assert [openings.take_due(at=at) for at in range(11, 60)] == [[]] * 49


def test_days_that_are_no_longer_polled_are_forgotten() -> None:
    openings = record([(0, DAY, False)])
    openings.keep({NEXT})
    openings.record_answer(DAY, on_sale=True, asked_at=after(9), seen_at=after(10), at=10, released=False)
    assert openings.take_due(at=100) == []


async def test_a_watcher_records_the_opening_that_its_release_sees(
    harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observations, "OPENED_TOGETHER_SECONDS", 0.5)
    release_at = await prepare_release(harness)
    await add_release_request(harness, 1, release_at)
    harness.start_watcher()
    # The book opens later than announced: only after a find of the burst has shown the day closed.
    async with asyncio.timeout(60):
        while await finds_after(harness, release_at) == 0:  # noqa: ASYNC110 - another process
            await asyncio.sleep(0.1)
    opens_at = datetime.now(UTC) + timedelta(seconds=3)
    await harness.simulator.release("19:30", at=opens_at)
    await harness.wait_for_attempts(1, "booked")
    venue_id, store = harness.venue_id, harness.backend.store
    async with asyncio.timeout(60):
        while not (found := await store.release_observations(venue_id=venue_id)):  # noqa: ASYNC110 - a database
            await asyncio.sleep(0.1)
    (one,) = found
    assert one.service_date == harness.simulator.day
    assert one.closed_at is not None
    assert one.open_at is not None
    assert one.closed_at < opens_at < one.open_at


async def finds_after(harness: WatchHarness, instant: datetime) -> int:
    calls = await harness.simulator.calls(FIND)
    return sum(call["platform_ms"] >= instant.timestamp() * 1000 for call in calls)
