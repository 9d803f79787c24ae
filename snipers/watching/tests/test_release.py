"""Releases: polls start at the instant and not before, the burst books, then the watcher polls until the request ends.

The instant is measured by the platform's clock, which may be ahead of ours or behind.
"""

import asyncio
from datetime import UTC, datetime, time, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from snipers.domain import release
from snipers.domain.cadence import BurstGrant, Schedule
from snipers.domain.early_find import FEWEST_DURATIONS, LONGEST_LEAD_SECONDS
from snipers.domain.release_learning import LearnedRule, ReleaseObservation
from snipers.domain.vocabulary import SourceState, SourceStatus
from snipers.testing.process_faults import FaultyProcess
from snipers.testing.watch_harness import WatchHarness
from snipers.watching.release import burst

# Far beyond what the venue has on sale.
DAYS_AHEAD = 60
FIND, LIST = "/4/find", "/3/user/reservations"
FIND_MS = 200
ORDINARY_PACE = 3.0


async def prepare_release(harness: WatchHarness, *, seconds: float = 2.5, skew: float = 0.0) -> datetime:
    """Choose a day that is not on sale yet, and return an instant `seconds` ahead on the platform's clock."""
    harness.simulator.day += timedelta(days=DAYS_AHEAD)
    await harness.simulator.skew(skew)
    at = datetime.now(UTC) + timedelta(seconds=seconds + skew)
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


async def add_release_request(harness: WatchHarness, number: int, release_at: datetime, **wanted: Any) -> int:
    return await harness.add_request(number, snipe_type="release", release_at=release_at, **wanted)


async def early_polls(harness: WatchHarness, release_at: datetime) -> list[float]:
    """Return how many milliseconds before the instant each early poll arrived, by the platform's own clock."""
    instant = release_at.timestamp() * 1000
    return [
        instant - call["platform_ms"] for call in await harness.simulator.calls(FIND) if call["platform_ms"] < instant
    ]


@pytest.mark.parametrize("skew", [-2.0, -0.37, 2.0])
async def test_no_poll_arrives_before_the_instant_on_the_platform_s_clock(
    memory_harness: WatchHarness, skew: float
) -> None:
    release_at = await prepare_release(memory_harness, skew=skew)
    snipe = await add_release_request(memory_harness, 1, release_at)
    await memory_harness.simulator.release("19:30", at=release_at)
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: [one.state for one in watcher.snapshot().snipes] == ["armed"])
    (booked,) = await memory_harness.wait_for_attempts()
    assert (booked.state, booked.reservation_id) == ("booked", snipe)
    assert await early_polls(memory_harness, release_at) == []
    await memory_harness.wait_for_entry(snipe, ("fired", ""))
    assert {kind for kind, _ in await memory_harness.backend.timeline(snipe)} == {
        "armed",
        "fired",
        "seen",
        "booking",
        "booked",
    }


async def test_at_most_one_find_and_no_booking_call_arrive_before_the_instant(harness: WatchHarness) -> None:
    await harness.simulator.latency(find_ms=FIND_MS)
    await harness.add_request(9)
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= FEWEST_DURATIONS)
    release_at = await prepare_release(harness, seconds=4.0)
    snipe = await add_release_request(harness, 1, release_at)
    # The book opens before the announced instant, so the early find shows the table.
    await harness.simulator.release("19:30", at=release_at - timedelta(seconds=1))
    watcher.nudge()
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert booked.reservation_id == snipe
    instant = release_at.timestamp() * 1000
    for path in ("/3/details", "/3/book"):
        assert all(call["platform_ms"] >= instant for call in await harness.simulator.calls(path))
    finds = [call for call in await harness.simulator.calls(FIND) if str(harness.simulator.day) in call["key"]]
    early = [call["platform_ms"] - instant for call in finds if call["platform_ms"] < instant]
    assert all(at >= -1000 * LONGEST_LEAD_SECONDS - 50 for at in early)
    # A watcher that a busy machine delays past its lead sends none.
    assert len(early) <= 1
    (past,) = await harness.backend.store.past_finds(platform="resy")
    assert past.seconds >= FIND_MS / 1000
    await harness.wait_for_entry(snipe, ("fired", ""))


async def test_five_snipes_of_one_release_book_with_their_own_accounts(harness: WatchHarness) -> None:
    release_at = await prepare_release(harness)
    snipes = [await add_release_request(harness, number, release_at) for number in range(5)]
    await harness.simulator.release("18:30", "19:00", "19:30", "20:00", "20:30", at=release_at)
    harness.start_watcher()
    tried = await harness.wait_for_attempts(5, "booked")
    assert sorted(one.reservation_id for one in tried) == snipes
    held = await harness.simulator.held()
    assert sorted(booking["user_email"] for booking in held) == [f"diner{number}@example.com" for number in range(5)]
    assert len({booking["time"] for booking in held}) == 5
    assert await early_polls(harness, release_at) == []


async def test_the_account_is_read_while_armed_and_not_again_in_the_burst(memory_harness: WatchHarness) -> None:
    release_at = await prepare_release(memory_harness, seconds=4.5)
    await add_release_request(memory_harness, 1, release_at)
    await memory_harness.simulator.release("19:30", at=release_at)
    memory_harness.start_watcher()
    await memory_harness.wait_for_attempts(1, "booked")
    instant = release_at.timestamp() * 1000
    reads = [call["platform_ms"] < instant for call in await memory_harness.simulator.calls(LIST)]
    assert reads == [True] * len(reads) != []


async def test_the_best_claims_are_served_and_the_others_keep_watching(memory_harness: WatchHarness) -> None:
    release_at = await prepare_release(memory_harness)
    plain, pro, vip = [await add_release_request(memory_harness, rank, release_at, rank=2 - rank) for rank in range(3)]
    await memory_harness.simulator.release("19:30", "20:00", at=release_at)
    watcher = memory_harness.start_watcher()
    tried = await memory_harness.wait_for_attempts(2, "booked")
    assert {one.reservation_id for one in tried} == {pro, vip}
    await memory_harness.until(lambda: [one.state for one in watcher.snapshot().snipes] == ["releasing"])
    await memory_harness.simulator.free("19:00")
    assert (await memory_harness.wait_for_attempts(3, "booked"))[2].reservation_id == plain


async def test_a_request_that_lost_to_others_gets_a_table_that_frees_later(memory_harness: WatchHarness) -> None:
    release_at = await prepare_release(memory_harness)
    await add_release_request(memory_harness, 1, release_at)
    await memory_harness.simulator.rivals(20)
    await memory_harness.simulator.latency(find_ms=50)
    await memory_harness.simulator.release("19:30", "20:00", at=release_at)
    memory_harness.start_watcher()
    await memory_harness.wait_for_calls(FIND, times=2)
    await memory_harness.simulator.rivals(0)
    await memory_harness.simulator.free("20:00")
    await memory_harness.wait_for_attempts(1, "booked")


async def test_the_burst_waits_for_a_book_that_opens_late(memory_harness: WatchHarness) -> None:
    release_at = await prepare_release(memory_harness, seconds=1.5)
    await add_release_request(memory_harness, 1, release_at)
    memory_harness.start_watcher()
    await memory_harness.eventually(lambda: memory_harness.simulator.calls(FIND))
    await memory_harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=0.3))
    await memory_harness.wait_for_attempts(1, "booked")
    assert await early_polls(memory_harness, release_at) == []


async def test_a_watcher_that_starts_late_begins_the_burst_at_once(harness: WatchHarness) -> None:
    release_at = await prepare_release(harness, seconds=0.5)
    await add_release_request(harness, 1, release_at)
    await harness.simulator.release("19:30", at=release_at)
    await asyncio.sleep(1)
    watcher = harness.start_watcher(pace=60)
    await harness.wait_for_attempts(1, "booked")
    assert watcher.snapshot().venue.polls >= 1


async def test_a_watcher_that_dies_in_the_burst_is_replaced_without_a_second_table(harness: WatchHarness) -> None:
    release_at = await prepare_release(harness, seconds=1.5)
    snipe = await add_release_request(harness, 1, release_at)
    await harness.simulator.release("19:30", at=release_at)
    process = FaultyProcess(("before", "claim"))
    harness.start_watcher(process=process)
    await process.stopped.wait()
    harness.start_watcher()
    (booked,) = await harness.wait_for_attempts(1, "booked")
    assert booked.reservation_id == snipe
    assert len(await harness.simulator.held()) == 1


async def test_a_table_freed_before_the_instant_goes_to_a_cancel_request(memory_harness: WatchHarness) -> None:
    release_at = await prepare_release(memory_harness, seconds=60)
    await add_release_request(memory_harness, 1, release_at, rank=0)
    memory_harness.simulator.day -= timedelta(days=DAYS_AHEAD)
    patient = await add_release_request(memory_harness, 2, release_at, rank=0)
    waiting = await memory_harness.add_request(3)
    memory_harness.start_watcher()
    await memory_harness.simulator.free("19:30", count=2)
    (booked,) = await memory_harness.wait_for_attempts()
    assert booked.reservation_id == waiting
    await asyncio.sleep(0.3)
    assert len(await memory_harness.backend.attempts()) == 1
    assert ("seen", "") not in await memory_harness.backend.timeline(patient)
    assert {call["key"].split("|")[1] for call in await memory_harness.simulator.calls(FIND)} == {
        str(memory_harness.simulator.day)
    }


async def test_a_burst_ends_at_the_first_refusal_and_retry_after_is_honored(
    memory_harness: WatchHarness,
) -> None:
    release_at = await prepare_release(memory_harness, seconds=1.5)
    await add_release_request(memory_harness, 1, release_at)
    await memory_harness.simulator.release("19:30", at=release_at)
    await memory_harness.simulator.fault("429", FIND, retry_after=2)
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: watcher.snapshot().venue.failure == "limited")
    await memory_harness.wait_for_attempts(1, "booked")
    refused, *later = await memory_harness.simulator.calls(FIND)
    assert refused["status"] == 429
    assert min(call["received_ms"] for call in later) - refused["replied_ms"] >= 1990


async def test_a_request_paused_before_the_instant_causes_no_poll(memory_harness: WatchHarness) -> None:
    # In the last second before a release no roster is read: the pause must be read well before, on any machine.
    release_at = await prepare_release(memory_harness, seconds=8)
    paused, other = (
        await add_release_request(memory_harness, 1, release_at),
        await add_release_request(memory_harness, 2, release_at, party_size=4),
    )
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: len(watcher.snapshot().snipes) == 2)
    await memory_harness.backend.set_status(paused, status="paused")
    watcher.nudge()
    await memory_harness.until(lambda: len(watcher.snapshot().snipes) == 1)
    await memory_harness.wait_for_calls(FIND, times=2)
    assert {call["key"].split("|")[2] for call in await memory_harness.simulator.calls(FIND)} == {"4"}
    assert await early_polls(memory_harness, release_at) == []
    await memory_harness.wait_for_entry(other, ("fired", ""))


async def test_no_burst_starts_while_the_platform_is_stopped(harness: WatchHarness) -> None:
    release_at = await prepare_release(harness, seconds=1.5)
    snipe = await add_release_request(harness, 1, release_at)
    now = datetime.now(UTC)
    stopped = SourceState(
        platform="resy", state=SourceStatus.STOPPED, reason="blocked", since=now, until=None, factor=0.0
    )
    await harness.backend.store.write_sources(sources=[stopped])
    harness.start_watcher(pace=60)
    await harness.wait_for_entry(snipe, ("watching", ""))
    assert ("fired", "") not in await harness.backend.timeline(snipe)


async def test_after_a_restart_long_past_the_release_the_snipe_has_no_burst(
    memory_harness: WatchHarness,
) -> None:
    release_at = datetime.now(UTC) - timedelta(seconds=60)
    snipe = await add_release_request(memory_harness, 1, release_at)
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: [one.state for one in watcher.snapshot().snipes] == ["watching"])
    await memory_harness.simulator.free("19:30")
    await memory_harness.wait_for_attempts(1, "booked")
    await memory_harness.wait_for_entry(snipe, ("watching", ""))
    assert {"armed", "fired"}.isdisjoint(kind for kind, _ in await memory_harness.backend.timeline(snipe))


async def test_a_release_of_tomorrow_is_not_in_the_status_report(memory_harness: WatchHarness) -> None:
    await add_release_request(memory_harness, 1, datetime.now(UTC) + timedelta(days=1))
    await memory_harness.add_request(2)
    watcher = memory_harness.start_watcher()
    await memory_harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    assert [one.state for one in watcher.snapshot().snipes] == ["watching"]


async def test_a_snipe_with_an_unusable_account_is_not_armed(memory_harness: WatchHarness) -> None:
    release_at = await prepare_release(memory_harness)
    account_id = await memory_harness.connect_account("diner1")
    unable = await add_release_request(memory_harness, 1, release_at, account_id=account_id)
    await memory_harness.backend.set_account_status(account_id, status="needs_reconnect")
    able = await add_release_request(memory_harness, 2, release_at)
    await memory_harness.simulator.release("19:30", at=release_at)
    watcher = memory_harness.start_watcher()
    (booked,) = await memory_harness.wait_for_attempts(1, "booked")
    assert booked.reservation_id == able
    await memory_harness.wait_for_entry(able, ("fired", ""))
    assert {"armed", "fired"}.isdisjoint(kind for kind, _ in await memory_harness.backend.timeline(unable))
    assert [one.state for one in watcher.snapshot().snipes] == ["needs_reconnect"]


async def test_a_burst_waits_for_a_venue_that_opens_late(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    release_at = await prepare_late_release(memory_harness, monkeypatch)
    await add_release_request(memory_harness, 1, release_at)
    memory_harness.start_watcher()
    late = await wait_for_late_finds(memory_harness, release_at)
    assert (late[-1] - late[0]) / (len(late) - 1) > 0.3
    await memory_harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=1))
    await memory_harness.wait_for_attempts(1, "booked")


async def test_a_stop_of_the_platform_ends_a_burst_that_waits_for_a_late_opening(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(burst, "BREAKER_SECONDS", 0.2)
    release_at = await prepare_late_release(memory_harness, monkeypatch)
    await add_release_request(memory_harness, 1, release_at)
    memory_harness.start_watcher(pace=30.0)
    await wait_for_late_finds(memory_harness, release_at)
    now = datetime.now(UTC)
    stopped = SourceState(
        platform="resy", state=SourceStatus.STOPPED, reason="blocked", since=now, until=None, factor=0.0
    )
    await memory_harness.backend.store.write_sources(sources=[stopped])
    # The burst would last until 27 s after the instant, with a find every 0.4 s.
    await asyncio.sleep(1.0)
    finds = len(await memory_harness.simulator.calls(FIND))
    await asyncio.sleep(2.0)
    # The watcher's own schedule, which a controller would stop, polls once in 30 s.
    assert len(await memory_harness.simulator.calls(FIND)) <= finds + 1


async def test_a_burst_without_finds_resumes_when_it_is_granted_finds_again(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(burst, "BREAKER_SECONDS", 0.2)
    release_at = await prepare_late_release(memory_harness, monkeypatch)
    await add_release_request(memory_harness, 1, release_at)
    watcher = memory_harness.start_watcher(pace=30.0)
    await wait_for_late_finds(memory_harness, release_at)
    for version, finds in ((1, 0.001), (2, 1.0)):
        grant = BurstGrant(date=memory_harness.simulator.day, party_size=2, finds=finds)
        watcher.set_schedule(Schedule(version=version, starts_at=0.0, grants=(), bursts=(grant,)))
        await asyncio.sleep(0.5)
        sent = len(await memory_harness.simulator.calls(FIND))
        await asyncio.sleep(2.5)
        assert (len(await memory_harness.simulator.calls(FIND)) > sent) is (version == 2)


async def test_a_long_burst_ends_when_the_book_has_opened_without_a_table_that_fits(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "OPEN_SECONDS", 1.0)
    release_at = await prepare_late_release(memory_harness, monkeypatch)
    await add_release_request(memory_harness, 1, release_at)
    memory_harness.start_watcher(pace=ORDINARY_PACE)
    await wait_for_late_finds(memory_harness, release_at)
    await memory_harness.simulator.release("12:00", at=datetime.now(UTC) + timedelta(seconds=1))
    # Without the early end, polls would be 0.4 s apart until 27 s after the instant.
    async with asyncio.timeout(15):
        while True:
            finds = await finds_since(memory_harness, release_at)
            if any(after - before > 1 for before, after in pairwise(finds)):
                break
            await asyncio.sleep(0.1)
    # Tables that open in a second step are found at the ordinary rate.
    await memory_harness.simulator.release("19:30", at=datetime.now(UTC) + timedelta(seconds=0.3))
    await memory_harness.wait_for_attempts(1, "booked")
    assert max(await finds_since(memory_harness, release_at)) < 20


async def test_a_second_step_is_booked_by_a_burst_that_saw_the_first(
    memory_harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(release, "OPEN_SECONDS", 5.0)
    release_at = await prepare_late_release(memory_harness, monkeypatch)
    await add_release_request(memory_harness, 1, release_at)
    memory_harness.start_watcher(pace=30.0)
    await wait_for_late_finds(memory_harness, release_at)
    opens_at = datetime.now(UTC) + timedelta(seconds=1)
    await memory_harness.simulator.release("12:00", at=opens_at)
    await memory_harness.simulator.release("19:30", at=opens_at + timedelta(seconds=3))
    await memory_harness.wait_for_attempts(1, "booked")
    # The next ordinary poll would come after 30 s.
    finds = await finds_since(memory_harness, release_at)
    assert max(after - before for before, after in pairwise(finds)) < 15


async def wait_for_late_finds(harness: WatchHarness, release_at: datetime) -> list[float]:
    """Wait for two finds of the burst's slow part and return its finds, in seconds after the instant."""
    async with asyncio.timeout(30):
        while True:
            late = [at for at in await finds_since(harness, release_at) if at > 1.1]
            if len(late) >= 2:
                return late
            await asyncio.sleep(0.1)


async def finds_since(harness: WatchHarness, instant: datetime) -> list[float]:
    """Return how many seconds after the instant each find arrived, by the platform's clock."""
    calls = await harness.simulator.calls(FIND)
    return sorted(at for call in calls if (at := call["platform_ms"] / 1000 - instant.timestamp()) >= 0)


async def prepare_late_release(harness: WatchHarness, monkeypatch: pytest.MonkeyPatch) -> datetime:
    """Prepare a release at a venue that was up to 20 s late before. The first part of its burst takes 1 s."""
    monkeypatch.setattr(release, "BURST_SECONDS", 1.0)
    monkeypatch.setattr(release, "LATE_FINDS", 2.5)
    release_at = await prepare_release(harness)
    local = release_at.astimezone(ZoneInfo("America/New_York"))
    rule = LearnedRule(
        days_ahead=DAYS_AHEAD,
        local_time=time(local.hour, local.minute),
        jitter_seconds=20.0,
        seen=6,
        observed=6,
        confidence="high",
    )
    monkeypatch.setattr(burst, "learn_rule", lambda **_: rule)
    seen = ReleaseObservation(service_date=harness.simulator.day, closed_at=datetime.now(UTC), open_at=None)
    await harness.backend.store.record_openings(venue_id=harness.venue_id, observations=[seen])
    return release_at
