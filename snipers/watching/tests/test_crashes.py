"""A watcher dies or freezes at every point of a booking (docs/promises.md). The next one on the same store continues.

In every case there is one table at the platform, one attempt that has it, and one outcome for each ended attempt.
"""

import pytest

from snipers.testing.backend import StoredRequest
from snipers.testing.process_faults import FaultPoint, FaultyProcess
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.tests.stores import on_postgres

BEFORE_SENDING: list[FaultPoint] = [
    ("before", "claim"),
    ("after", "claim"),
    ("after", "details"),
    ("before", "book"),
]
AFTER_SENDING: list[FaultPoint] = [
    ("after", "book"),
    ("before", "record"),
    ("after", "record"),
]


@on_postgres
@pytest.mark.parametrize("end", [*BEFORE_SENDING, *AFTER_SENDING], ids=" ".join)
async def test_death_at_any_point_leaves_one_booking_and_one_outcome(harness: WatchHarness, end: FaultPoint) -> None:
    reservation_id = await harness.add_request()
    process = FaultyProcess(end)
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    left = [] if end == ("before", "claim") else await harness.wait_for_attempts(1, "claimed", "booked")
    sent = len(await harness.simulator.calls("/3/book"))

    harness.start_watcher()
    if left and not sent:
        await harness.wait_for_calls("/3/user/reservations", times=1)
        assert [one.state for one in await harness.backend.attempts()] == ["claimed"]
        await harness.expire_grace(left[0])
    (booked,) = await harness.wait_for_attempts(1, "booked")

    (booking,) = await harness.simulator.held()
    assert booked.platform_reservation_id == str(booking["reservation_id"])
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert await harness.backend.request(reservation_id) == StoredRequest(status="confirmed", reason="", stop="")
    ends = [(one.attempt_id, one.state, one.reason) for one in await harness.backend.attempts()]
    assert await harness.backend.outcomes() == ends
    assert [(state, reason) for _, state, reason in ends[:-1]] == [("lost", "not_confirmed")] * (len(ends) - 1)


async def test_a_snipe_paused_after_the_watcher_died_is_paused_when_the_attempt_is_settled(
    harness: WatchHarness,
) -> None:
    reservation_id = await harness.add_request()
    process = FaultyProcess(("after", "claim"))
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    await harness.backend.set_status(reservation_id, stop="pause")

    harness.start_watcher()
    (left,) = await harness.backend.attempts()
    await harness.expire_grace(left)
    (lost,) = await harness.wait_for_attempts()
    assert (lost.state, lost.reason) == ("lost", "not_confirmed")
    assert await harness.backend.request(reservation_id) == StoredRequest(status="paused", reason="", stop="")
    assert await harness.simulator.held() == []


@pytest.mark.parametrize("frozen_at", [("after", "claim"), ("after", "details")], ids=" ".join)
async def test_a_watcher_that_wakes_after_its_deadline_does_not_send(
    harness: WatchHarness, frozen_at: FaultPoint
) -> None:
    await harness.add_request()
    process = FaultyProcess(frozen_at)
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    await harness.wait_for_attempts(1, "claimed")

    harness.start_watcher()
    await harness.wait_for_calls("/3/user/reservations", times=1)
    process.resume(after_seconds=60)
    lapsed, booked = await harness.wait_for_attempts(2, "lost", "booked")
    assert (lapsed.state, lapsed.reason) == ("lost", "claim_lapsed")
    assert (booked.state, booked.owner != lapsed.owner) == ("booked", True)
    assert len(await harness.simulator.calls("/3/book")) == 1
    assert len(await harness.simulator.held()) == 1


async def test_a_watcher_frozen_before_recording_finds_the_outcome_recorded(harness: WatchHarness) -> None:
    reservation_id = await harness.add_request()
    process = FaultyProcess(("before", "record"))
    frozen = harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()

    harness.start_watcher()
    (booked,) = await harness.wait_for_attempts(1, "booked")
    process.resume(after_seconds=60)
    frozen.nudge()
    await harness.until(lambda: frozen.retired)
    assert await harness.backend.outcomes() == [(booked.attempt_id, "booked", "")]
    assert [line for line in await harness.backend.timeline(reservation_id) if line[0] == "booked"] == [("booked", "")]


async def test_two_watchers_of_one_venue_book_one_table_once(harness: WatchHarness) -> None:
    for number in range(4):
        await harness.add_request(number)
    first, second = harness.start_watcher(), harness.start_watcher()
    await harness.simulator.free("19:30")
    await harness.wait_for_attempts(1, "booked")
    await harness.until(lambda: first.retired or second.retired)
    assert len(await harness.simulator.held()) == 1
    assert len(await harness.simulator.calls("/3/book")) == 1


async def test_a_booking_of_a_disconnected_account_is_found(
    harness: WatchHarness,
) -> None:
    account_id = await harness.connect_account()
    reservation_id = await harness.add_request(account_id=account_id)
    process = FaultyProcess(("before", "record"))
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    # As the web tower does it: the account is disconnected, its request marked, the token kept while a call is open.
    await harness.backend.set_account_status(account_id, status="disconnected")
    await harness.backend.set_status(reservation_id, stop="pause")

    harness.start_watcher()
    (booked,) = await harness.wait_for_attempts()
    (booking,) = await harness.simulator.held()
    assert (booked.state, booked.platform_reservation_id) == ("booked", str(booking["reservation_id"]))
    assert await harness.backend.request(reservation_id) == StoredRequest(status="confirmed", reason="", stop="")
