"""A rotated key at a running watcher: no account is flagged, and polls resume when an operator sets the new key."""

import time
from datetime import UTC, datetime

import pytest

from snipers.domain.access import StoredAccess
from snipers.domain.cadence import Grant, Schedule
from snipers.testing.watch_harness import WatchHarness
from snipers.watching import venue_watcher


async def test_r4_a_rotated_key_flags_no_account_and_polls_resume_with_the_new_one(harness: WatchHarness) -> None:
    simulator, backend = harness.simulator, harness.backend
    account_id = await harness.connect_account()
    await harness.add_request(account_id=account_id)
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    await simulator.rotate_key("new-key")
    await harness.until(lambda: watcher.snapshot().venue.failure == "key_stale")
    new_account = await harness.backend.add_account(sealed=simulator.box.seal("not a token").text)
    await harness.add_request(2, account_id=new_account)
    watcher.nudge()
    polls = watcher.snapshot().venue.polls
    await harness.until(lambda: watcher.snapshot().venue.state == "backing_off")
    for account in (account_id, new_account):
        assert (await backend.account_status(account))[0] == "connected"
        assert (await backend.attention(account))[0] == ""
    stored = StoredAccess(changed_at=datetime.now(UTC), sealed_secret=simulator.box.seal("new-key").text)
    await backend.set_access(simulator.source, stored)
    changed = time.monotonic()
    await harness.until(lambda: watcher.snapshot().venue.polls > polls, seconds=10)
    assert time.monotonic() - changed < 10


async def test_r4_a_schedule_that_ends_a_stop_makes_the_watcher_read_the_changed_access(
    harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(venue_watcher, "ROSTER_SECONDS", 3600.0)
    simulator = harness.simulator
    await harness.add_request(account_id=await harness.connect_account())
    watcher = harness.start_watcher()
    await harness.until(lambda: watcher.snapshot().venue.polls >= 1)
    watcher.set_schedule(Schedule(version=1, starts_at=0.0, grants=()))
    await simulator.rotate_key("new-key")
    await harness.until(lambda: watcher.snapshot().venue.failure == "key_stale")
    stored = StoredAccess(changed_at=datetime.now(UTC), sealed_secret=simulator.box.seal("new-key").text)
    await harness.backend.set_access(simulator.source, stored)
    polls = watcher.snapshot().venue.polls
    (key,) = watcher._allocator.snipes.poll_keys(now=datetime.now(UTC))
    grant = Grant(date=key[0], party_size=key[1], period=0.2, phase=0.0)
    watcher.set_schedule(Schedule(version=2, starts_at=0.0, grants=(grant,)))
    await harness.until(lambda: watcher.snapshot().venue.polls > polls, seconds=10)
