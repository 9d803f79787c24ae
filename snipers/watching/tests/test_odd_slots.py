"""A watcher matches slots of unusual form by the chosen seating, and counts the slots that it leaves out."""

import logging

import pytest

from snipers.domain import metrics
from snipers.testing.watch_harness import WatchHarness


async def test_r8_chosen_seating_matches_when_the_type_is_a_service(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    await harness.simulator.fault("service-labels", "/4/find", times=10_000)
    (slot,) = await harness.simulator.free("19:30")
    await harness.add_request(seating=slot["seating"])
    harness.start_watcher()
    (tried,) = await harness.wait_for_attempts()
    assert tried.state == "booked"


async def test_r6_skipped_slots_are_counted_and_logged_once(
    memory_harness: WatchHarness, caplog: pytest.LogCaptureFixture
) -> None:
    harness, field = memory_harness, "reply.results.venues[].slots[].date.start"
    await harness.simulator.fault("bad-slot", "/4/find", times=10_000)
    for at in ("12:00", "13:00"):
        await harness.simulator.free(at)
    await harness.add_request()
    watcher = harness.start_watcher()
    with caplog.at_level(logging.WARNING):
        await harness.until(lambda: watcher.snapshot().venue.polls >= 3)
    counts = watcher.drain_counts().totals
    assert counts[metrics.SKIPPED.series("", "slot", "unreadable", field)] >= 3
    assert sum(field in record.getMessage() for record in caplog.records) == 1
    await harness.simulator.free("19:30")
    assert (await harness.wait_for_attempts())[0].state == "booked", "other slots are not hidden"
