"""A platform that holds a table when its terms are read: every hold ends in a booking or is released."""

from functools import partial

import pytest

from snipers.testing.backend import StoredRequest
from snipers.testing.call_hooks import BeforeCall
from snipers.testing.manual_booking import book_manually
from snipers.testing.process_faults import FaultPoint, FaultyProcess
from snipers.testing.simulators import OpenTableSimulator
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.tests.stores import on_postgres


async def locks(harness: WatchHarness) -> tuple[int, int]:
    """Return the numbers of tables that were held and of holds that the diner released."""
    given_back = [entry for entry in await harness.simulator.truth("unlocked") if entry["by"] == "diner"]
    return len(await harness.simulator.truth("locked")), len(given_back)


async def wait_until_released(harness: WatchHarness) -> None:
    """Wait until every hold without a booking was released."""

    async def none_left() -> bool:
        held, back = await locks(harness)
        return held > 0 and held == back

    await harness.eventually(none_left)


async def times_held(harness: WatchHarness) -> list[str]:
    return sorted(row["time"] for row in await harness.simulator.held())


async def test_a_freed_table_is_held_and_booked(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    reservation_id = await harness.add_request()
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    (booking,) = await harness.simulator.held()
    assert (tried.state, tried.platform_reservation_id) == ("booked", str(booking["reservation_id"]))
    assert (await harness.backend.request(reservation_id)).status == "confirmed"
    assert await locks(harness) == (1, 0)


async def test_the_hold_of_a_paused_request_is_released(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    reservation_id = await harness.add_request()
    paused = partial(harness.backend.set_status, reservation_id, status="paused")
    harness.run(harness.new_watcher(store=BeforeCall(harness.backend.store, "claim", paused)))
    await harness.simulator.free("19:30")
    await wait_until_released(harness)
    assert await locks(harness) == (1, 1)
    assert await harness.backend.attempts() == []


async def test_the_hold_of_a_slot_with_too_high_a_fee_is_released(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    await harness.simulator.terms(fee_cents=1250)
    reservation_id = await harness.add_request(fee_ceiling_cents=2499)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    assert (tried.state, tried.reason) == ("refused", "held_back_fee")
    await wait_until_released(harness)
    assert ("held_back", "held_back_fee") in await harness.backend.timeline(reservation_id)
    assert await harness.simulator.calls("/dapi/booking/make-reservation") == []


async def test_the_hold_of_a_refused_booking_is_released(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    await book_manually(harness, "18:00", venue_id=harness.simulator.second_venue_id)
    await harness.add_request()
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts()
    assert (tried.state, tried.reason) == ("refused", "conflict")

    async def second_hold_given_back() -> bool:
        return await locks(harness) == (2, 1)

    await harness.eventually(second_hold_given_back)
    assert await times_held(harness) == ["18:00"]


@pytest.mark.parametrize("override", [False, True])
async def test_o6_conflict_that_the_lock_names_is_resolved_before_a_call(
    holding_harness: WatchHarness, override: bool
) -> None:
    harness, calls = holding_harness, "/dapi/booking/make-reservation"
    await book_manually(harness, "18:00")
    before = len(await harness.simulator.calls(calls))
    await harness.add_request(override=override)
    await harness.simulator.fault("conflict-in-lock", "/api/v1/reservation/{rid}/lock", times=9)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts(1, "booked" if override else "refused")
    sent = len(await harness.simulator.calls(calls)) - before
    assert (tried.reason, sent) == (("", 1) if override else ("conflict", 0))
    assert await times_held(harness) == (["19:30"] if override else ["18:00"])


async def test_the_hold_of_a_booking_in_doubt_is_kept(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    await harness.add_request()
    await harness.simulator.fault("cut-after-commit", "/dapi/booking/make-reservation")
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts(1, "booked")
    assert tried.state == "booked"
    assert await locks(harness) == (1, 0)


async def test_a_conflict_within_the_venue_modifies_the_old_booking(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    await book_manually(harness, "18:00")
    reservation_id = await harness.add_request(override=True)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts(1, "booked")
    (booking,) = await harness.simulator.held()
    assert (booking["time"], tried.platform_reservation_id) == ("19:30", str(booking["reservation_id"]))
    assert (await harness.backend.request(reservation_id)).status == "confirmed"


async def test_a_conflict_elsewhere_cancels_the_old_booking_while_the_new_slot_is_held(
    holding_harness: WatchHarness,
) -> None:
    harness = holding_harness
    old = await book_manually(harness, "18:00", venue_id=harness.simulator.second_venue_id)
    reservation_id = await harness.add_request(override=True)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (tried,) = await harness.wait_for_attempts(1, "booked")
    assert await times_held(harness) == ["19:30"]
    assert (tried.old_booking_id, tried.old_booking_gone) == (old, True)
    lines = [kind for kind, _ in await harness.backend.timeline(reservation_id) if kind != "watching"]
    assert lines == ["seen", "booking", "given_up", "booked"]


async def test_a_failure_between_cancellation_and_booking_is_recorded_as_failed_override(
    holding_harness: WatchHarness,
) -> None:
    harness = holding_harness
    await book_manually(harness, "18:00", venue_id=harness.simulator.second_venue_id)
    reservation_id = await harness.add_request(override=True)
    # The book call is sent as soon as the old booking is canceled, so the fault must exist before.
    cut_off = partial(harness.simulator.fault, "500-short", "/dapi/booking/make-reservation")
    harness.run(harness.new_watcher(client=BeforeCall(harness.client, "cancel", cut_off)))
    await harness.simulator.free("19:30")
    (unknown,) = await harness.wait_for_attempts(1, "unknown")
    await harness.expire_grace(unknown)
    (lost, *_) = await harness.wait_for_attempts(1, "lost")
    assert (lost.reason, lost.old_booking_gone) == ("override_failed", True)
    assert ("lost", "override_failed") in await harness.backend.timeline(reservation_id)


async def test_a_cancellation_answered_with_404_keeps_the_old_booking_and_is_tried_again(
    holding_harness: WatchHarness,
) -> None:
    harness, cancel = holding_harness, "/api/v3/reservation/{rid}/{confirmationNumber}"
    account_id = await harness.connect_account("diner1")
    await book_manually(harness, "18:00", venue_id=harness.simulator.second_venue_id)
    reservation_id = await harness.add_request(account_id=account_id, override=True)
    await harness.simulator.fault("404", cancel)
    harness.start_watcher()
    await harness.simulator.free("19:30")
    (refused,) = await harness.wait_for_attempts(1, "refused")
    assert (refused.reason, refused.old_booking_gone) == ("not_understood", False)
    assert len(await harness.simulator.calls(cancel)) == 1
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert (booked.reservation_id, booked.old_booking_gone) == (reservation_id, True)
    assert await times_held(harness) == ["19:30"]


ON_THE_WAY: list[FaultPoint] = [
    ("before", "mark_old_booking"),
    ("after", "mark_old_booking"),
    ("before", "cancel"),
    ("after", "cancel"),
    ("before", "confirm_old_booking_gone"),
    ("after", "confirm_old_booking_gone"),
    ("before", "record"),
    ("after", "record"),
]


@on_postgres
@pytest.mark.parametrize("end", ON_THE_WAY, ids=" ".join)
async def test_death_at_any_point_between_cancellation_and_booking_is_repaired(
    holding_harness: WatchHarness, opentable_platform: OpenTableSimulator, end: FaultPoint
) -> None:
    harness = holding_harness
    # The dead watcher's hold expires soon.
    await opentable_platform.lock_seconds(1)
    await book_manually(harness, "18:00", venue_id=harness.simulator.second_venue_id)
    reservation_id = await harness.add_request(override=True)
    process = FaultyProcess(end)
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    (left,) = await harness.backend.attempts()

    async def new_table_held() -> bool:
        return "19:30" in await times_held(harness)

    if end[1] == "confirm_old_booking_gone":
        # The book call was sent before this write, and the death of the process does not stop it.
        await harness.eventually(new_table_held)
    booked = await new_table_held()

    harness.start_watcher()
    if not booked:
        await harness.expire_grace(left)

    async def only_new_table_held() -> bool:
        return await times_held(harness) == ["19:30"]

    await harness.eventually(only_new_table_held)

    async def confirmed() -> bool:
        return await harness.backend.request(reservation_id) == StoredRequest(status="confirmed", reason="", stop="")

    await harness.eventually(confirmed)
    ends = [(one.attempt_id, one.state, one.reason) for one in await harness.backend.attempts()]
    assert await harness.backend.outcomes() == ends
    assert len(await harness.simulator.truth("cancelled")) == 1


async def test_a_watcher_frozen_after_marking_cancels_nothing(holding_harness: WatchHarness) -> None:
    harness = holding_harness
    await book_manually(harness, "18:00", venue_id=harness.simulator.second_venue_id)
    await harness.add_request(override=True)
    process = FaultyProcess(("after", "mark_old_booking"))
    harness.start_watcher(process=process)
    await harness.simulator.free("19:30")
    await process.stopped.wait()
    process.resume(after_seconds=60)
    (lapsed, *_) = await harness.wait_for_attempts(1, "lost")
    assert (lapsed.reason, lapsed.old_booking_gone) == ("claim_lapsed", False)
