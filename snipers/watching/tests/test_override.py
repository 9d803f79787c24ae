"""Overrides on both stores: a better table replaces the diner's booking, and the diner never has two tables or none."""

from functools import partial

import pytest

from snipers.testing.backend import StoredAttempt, StoredRequest
from snipers.testing.call_hooks import BeforeCall
from snipers.testing.manual_booking import book_manually
from snipers.testing.process_faults import FaultPoint, FaultyProcess
from snipers.testing.watch_harness import WatchHarness, at
from snipers.watching.tests.stores import on_postgres


async def times_held(harness: WatchHarness) -> list[str]:
    return sorted(row["time"] for row in await harness.simulator.held())


async def wait_until_only_held(harness: WatchHarness, when: str) -> None:
    """Wait until the diner holds this table and no other."""

    async def alone() -> bool:
        return await times_held(harness) == [when]

    await harness.eventually(alone)


async def wait_until_booked(harness: WatchHarness, reservation_id: int) -> StoredAttempt:
    """Wait until the request is booked; returns the attempt that did it."""
    found: list[StoredAttempt] = []

    async def booked() -> bool:
        tried = await harness.backend.attempts()
        found[:] = [one for one in tried if (one.reservation_id, one.state) == (reservation_id, "booked")]
        return bool(found)

    await harness.eventually(booked)
    return found[0]


async def test_a_manual_booking_is_replaced_in_one_call(harness: WatchHarness) -> None:
    old = await book_manually(harness, "18:00")
    reservation_id = await harness.add_request(override=True)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert await times_held(harness) == ["19:30"]
    assert booked.old_booking_id == old
    assert await harness.backend.request(reservation_id) == StoredRequest(status="confirmed", reason="", stop="")
    assert len(await harness.simulator.calls("/3/book")) == 3


async def test_nothing_is_canceled_without_override(harness: WatchHarness) -> None:
    await book_manually(harness, "18:00")
    await harness.add_request()
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (refused,) = await harness.wait_for_attempts()
    assert (refused.state, refused.reason, refused.old_booking_id) == ("refused", "conflict", "")
    assert await times_held(harness) == ["18:00"]


async def test_our_own_earlier_booking_is_replaced_and_its_request_canceled(harness: WatchHarness) -> None:
    account_id = await harness.connect_account("diner1")
    first = await harness.add_request(1, account_id=account_id, diner="user:1", start=at("18:00"), end=at("18:30"))
    harness.start_watcher()
    await harness.simulator.free("18:30")
    early = await wait_until_booked(harness, first)
    second = await harness.add_request(2, account_id=account_id, diner="user:1", start=at("19:00"), override=True)
    await harness.simulator.free("20:00")
    late = await wait_until_booked(harness, second)
    assert await times_held(harness) == ["20:00"]
    assert late.old_booking_id == early.platform_reservation_id
    assert await harness.backend.request(first) == StoredRequest(status="canceled", reason="replaced", stop="")
    assert (await harness.backend.request(second)).status == "confirmed"
    assert ("replaced", "replaced") in await harness.backend.timeline(first)


@pytest.mark.parametrize("status", ["connected", "disconnected"])
async def test_an_earlier_booking_without_conflict_is_canceled_afterwards(harness: WatchHarness, status: str) -> None:
    account_id = await harness.connect_account("diner1")
    first = await harness.add_request(1, account_id=account_id, diner="user:1", start=at("16:00"), end=at("17:00"))
    harness.start_watcher()
    await harness.simulator.free("16:30")
    await wait_until_booked(harness, first)
    second = await harness.add_request(2, account_id=account_id, diner="user:1", start=at("19:30"), override=True)
    await harness.simulator.fault("503-html", "/3/cancel")
    await harness.simulator.free("20:00")
    booked = await wait_until_booked(harness, second)
    # The token of a disconnected account is kept while a cancellation is pending.
    await harness.backend.set_account_status(account_id, status=status)
    await wait_until_only_held(harness, "20:00")
    assert len(await harness.simulator.calls("/3/cancel")) == 2
    await harness.wait_for_entry(second, ("given_up", ""))

    async def confirmed() -> bool:
        return (await wait_until_booked(harness, second)).old_booking_gone

    await harness.eventually(confirmed)
    assert booked.old_booking_id
    assert (await harness.backend.request(first)).reason == "replaced"


async def test_a_stop_before_the_old_booking_is_marked_keeps_it(harness: WatchHarness) -> None:
    await book_manually(harness, "18:00")
    reservation_id = await harness.add_request(override=True)
    pause = partial(harness.backend.set_status, reservation_id, stop="pause")
    harness.run(harness.new_watcher(store=BeforeCall(harness.backend.store, "mark_old_booking", pause)))
    await harness.simulator.free("19:30")
    (lost,) = await harness.wait_for_attempts(1, "lost")
    assert (lost.reason, lost.old_booking_id) == ("claim_lapsed", "")
    assert await times_held(harness) == ["18:00"]
    assert (await harness.backend.request(reservation_id)).status == "paused"


ON_THE_WAY: list[FaultPoint] = [
    ("before", "mark_old_booking"),
    ("after", "mark_old_booking"),
    ("before", "record"),
    ("after", "record"),
]


@on_postgres
@pytest.mark.parametrize("end", ON_THE_WAY, ids=" ".join)
async def test_death_at_any_point_of_a_swap_leaves_one_table(harness: WatchHarness, end: FaultPoint) -> None:
    await book_manually(harness, "18:00")
    reservation_id = await harness.add_request(override=True)
    process = FaultyProcess(end)
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    (left,) = await harness.backend.attempts()
    swapped = await times_held(harness) == ["19:30"]
    assert swapped or await times_held(harness) == ["18:00"]

    harness.start_watcher()
    if not swapped:
        await harness.expire_grace(left)
    await wait_until_only_held(harness, "19:30")
    await wait_until_booked(harness, reservation_id)
    assert await harness.backend.request(reservation_id) == StoredRequest(status="confirmed", reason="", stop="")
    ends = [(one.attempt_id, one.state, one.reason) for one in await harness.backend.attempts()]
    assert await harness.backend.outcomes() == ends


async def test_a_swap_whose_answer_is_lost_is_found_on_the_list(harness: WatchHarness) -> None:
    old = await book_manually(harness, "18:00")
    await harness.add_request(override=True)
    harness.start_watcher()
    await harness.simulator.fault("cut-after-commit", "/3/book", times=1, rate=1)
    # The first answer is lost: a conflict books nothing and is settled as such.
    await harness.simulator.free("19:30")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    await harness.expire_grace(unknown)
    booked = (await harness.wait_for_attempts(2))[-1]
    assert (booked.state, booked.old_booking_id) == ("booked", old)
    assert await times_held(harness) == ["19:30"]
