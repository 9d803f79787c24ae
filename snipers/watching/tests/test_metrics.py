"""Counts of a watcher, and the log record of an attempt under its request's trace."""

import logging

import pytest

from snipers.clients.errors import (
    Blocked,
    KeyRefused,
    Malformed,
    NotFound,
    PlatformError,
    RateLimited,
    Unavailable,
    Unsent,
)
from snipers.domain import metrics
from snipers.domain.counts import Counts
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.metrics import WatcherMetrics
from snipers.watching.venue_watcher import VenueWatcher

TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


async def counted(harness: WatchHarness, watcher: VenueWatcher, *, result: str, reply: str = "") -> Counts:
    """Collect the watcher's counts until an attempt has this result and this answer of the platform."""
    found = Counts()

    def ended() -> bool:
        found.add(watcher.drain_counts())
        return metrics.ATTEMPTS.series("", result, reply) in found.totals

    await harness.until(ended)
    return found


async def test_a_booking_is_counted_with_its_times_and_logged_under_its_trace(
    harness: WatchHarness, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="snipers.watching.metrics")
    reservation_id = await harness.add_request(trace=TRACE)
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 2)
    await harness.simulator.free("19:30")
    found = await counted(harness, watcher, result="booked")
    assert found.totals[metrics.POLLS.series("", "ok")] >= 3
    assert found.totals[metrics.FENCED.series("")] == 0
    for metric, labels in ((metrics.POLL_SECONDS, ("",)), (metrics.LAG, ("",)), (metrics.SUBMIT_SECONDS, ("",))):
        assert sum(found.histograms[metric.series(*labels)].counts) >= 1
    # Counted from the poll before, which did not show the slot: at least one period.
    assert 0.03 < found.histograms[metrics.BOOKED_SECONDS.series("", "cancel")].sum < 30
    (record,) = [record for record in caplog.records if record.name == "snipers.watching.metrics"]
    logged = vars(record)
    assert logged["trace_id"] == TRACE.split("-")[1]
    assert (logged["reservation_id"], logged["epoch"]) == (reservation_id, 1)
    assert logged["attempt_id"] == (await harness.wait_for_attempts())[0].attempt_id
    assert {"sent_ms", "answer_ms"} <= logged.keys()


async def test_an_attempt_that_booked_nothing_is_counted_by_its_reason(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    await harness.simulator.terms(fee_cents=2500)
    await harness.add_request()
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    found = await counted(harness, watcher, result="held_back_fee")
    assert metrics.SUBMIT_SECONDS.series("") not in found.histograms, "nothing was sent"


async def test_a_lost_table_is_counted_and_logged_with_the_platforms_answer(
    memory_harness: WatchHarness, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="snipers.watching.metrics")
    harness, answer = memory_harness, "404 POST /3/details"
    await harness.simulator.fault("404", "/3/details", times=20)
    await harness.add_request()
    watcher = harness.start_watcher()
    await harness.simulator.free("19:30")
    await counted(harness, watcher, result="slot_gone", reply=answer)
    assert (await harness.wait_for_attempts())[0].reply == answer
    assert f"slot_gone ({answer})" in caplog.text


async def test_a_replaced_watcher_counts_its_replacement(memory_harness: WatchHarness) -> None:
    harness = memory_harness
    await harness.add_request()
    first = harness.start_watcher()
    await harness.until(lambda: first.snapshot().venue.polls >= 1)
    harness.start_watcher()
    await harness.until(lambda: first.retired)
    assert first.drain_counts().totals[metrics.FENCED.series("")] == 1


@pytest.mark.parametrize(
    ("error", "label"),
    [
        (RateLimited("429"), "limited"),
        (Blocked("403"), "blocked"),
        (KeyRefused("419"), "key_refused"),
        (Unsent("no connection"), "unsent"),
        (Unavailable("no answer"), "away"),
        (Malformed("slots"), "malformed"),
        (NotFound("venue"), "other"),
    ],
)
def test_a_failed_poll_is_counted_by_what_the_platform_did(error: PlatformError, label: str) -> None:
    counted = WatcherMetrics(platform="resy", now=lambda: pytest.fail("no clock is needed"), monotonic=lambda: 0.0)
    counted.record_poll_failure(error)
    assert counted.drain(polls=[], answers={}).totals[metrics.POLLS.series("resy", label)] == 1
