"""Attempts are read only if there may be something to settle."""

import pytest

from snipers.testing.call_hooks import BeforeCall
from snipers.testing.watch_harness import WatchHarness
from snipers.watching import venue_watcher

READ_SECONDS = 0.05


async def test_attempts_are_not_read_while_nothing_is_unsettled(
    harness: WatchHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(venue_watcher, "ROSTER_SECONDS", READ_SECONDS)
    await harness.add_request()
    reads = {"roster": 0, "open_attempts": 0}

    async def count(name: str) -> None:
        reads[name] += 1

    store = BeforeCall(harness.backend.store, "open_attempts", lambda: count("open_attempts"))
    harness.run(harness.new_watcher(store=BeforeCall(store, "roster", lambda: count("roster"))))
    await harness.until(lambda: reads["roster"] >= 8)
    assert reads["open_attempts"] == 0
