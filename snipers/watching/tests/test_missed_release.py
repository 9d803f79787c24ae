"""A release request that missed its release is watched as a cancel request, on real sockets against the simulator.

The web tower's relay makes the change; `continue_as_cancel` writes the same values.
"""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from snipers.domain import release
from snipers.testing.backend import NewRequest
from snipers.testing.process_faults import FaultyProcess
from snipers.testing.watch_harness import WatchHarness

DAYS_AHEAD = 60
# Long enough that a watcher which starts late on a busy machine still takes part in the burst.
BURST_SECONDS = 3.0


@pytest.fixture(autouse=True)
def _short_bursts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "BURST_SECONDS", BURST_SECONDS)


async def release_request(harness: WatchHarness) -> NewRequest:
    """Return a release request for a day that is not on sale yet. Its release is in a second."""
    harness.simulator.day += timedelta(days=DAYS_AHEAD)
    return NewRequest(
        number=1,
        venue_id=harness.venue_id,
        account_id=await harness.connect_account("diner1"),
        day=harness.simulator.day,
        snipe_type="release",
        release_at=datetime.now(UTC) + timedelta(seconds=1),
    )


async def continue_as_cancel(harness: WatchHarness, reservation_id: int, filed: NewRequest) -> None:
    """Make the request a cancel request; it keeps the instant of the release that it missed."""
    await harness.backend.edit_request(reservation_id, replace(filed, snipe_type="cancel"))


async def test_a_table_that_frees_after_the_change_is_booked_once(harness: WatchHarness) -> None:
    filed = await release_request(harness)
    request = await harness.backend.add_request(filed)
    await harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(hours=1))
    watcher = harness.start_watcher()
    await harness.wait_for_entry(request, ("fired", ""))
    await asyncio.sleep(BURST_SECONDS + 0.5)
    await continue_as_cancel(harness, request, filed)
    watcher.nudge()
    await harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=0.5))
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert booked.reservation_id == request
    assert len(await harness.simulator.held()) == 1


async def test_a_watcher_that_dies_at_the_change_is_replaced_and_books_one_table(harness: WatchHarness) -> None:
    filed = await release_request(harness)
    request = await harness.backend.add_request(filed)
    await harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=1 + BURST_SECONDS + 0.5))
    process = FaultyProcess(("before", "claim"))
    harness.start_watcher(process=process)
    await process.stopped.wait()
    await continue_as_cancel(harness, request, filed)
    harness.start_watcher()
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert booked.reservation_id == request
    assert len(await harness.simulator.held()) == 1


async def test_a_request_that_is_stopped_at_the_change_books_nothing(harness: WatchHarness) -> None:
    filed = await release_request(harness)
    request = await harness.backend.add_request(filed)
    watcher = harness.start_watcher()
    await harness.wait_for_entry(request, ("fired", ""))
    await harness.backend.set_status(request, status="paused")
    await continue_as_cancel(harness, request, filed)
    watcher.nudge()
    await harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=0.3))
    await asyncio.sleep(1.5)
    assert await harness.simulator.held() == []
    assert await harness.backend.attempts() == []


async def test_of_two_dates_that_continue_for_one_table_in_all_one_is_booked(harness: WatchHarness) -> None:
    first = replace(await release_request(harness), group=1, one_table=True)
    second = replace(first, day=first.day + timedelta(days=1), choice=1)
    requests = {await harness.backend.add_request(one): one for one in (first, second)}
    watcher = harness.start_watcher()
    for request in requests:
        await harness.wait_for_entry(request, ("fired", ""))
    await asyncio.sleep(BURST_SECONDS + 0.5)
    for request, filed in requests.items():
        await continue_as_cancel(harness, request, filed)
    watcher.nudge()
    for filed in (second, first):
        harness.simulator.day = filed.day
        await harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=0.5))
    await harness.wait_for_attempts(1, "booked")
    await asyncio.sleep(1.5)
    assert len(await harness.simulator.held()) == 1
    assert [one.state for one in await harness.backend.attempts()].count("booked") == 1
