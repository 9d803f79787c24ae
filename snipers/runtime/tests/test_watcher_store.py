"""The store of a watcher: the agent of the node writes for it, and without the agent it writes by itself."""

import asyncio
from datetime import UTC, datetime
from typing import cast

import pytest
from ray.exceptions import RayActorError

from snipers.runtime import control_channel
from snipers.runtime.control_channel import ControlChannel, WatcherStore
from snipers.store.records import TimelineEntry
from snipers.testing.backend import NewRequest
from snipers.testing.postgres_backend import PostgresBackend
from snipers.watching.venue_watcher import VenueWatcher


class Handle:
    """The handle of an agent that answers, fails, or never answers."""

    def __init__(self, answer: str) -> None:
        self.answer = answer
        self.calls: list[str] = []

    @property
    def save_baseline(self) -> "Handle":
        return self

    async def remote(self, account_id: int, ids: frozenset[str]) -> None:
        self.calls += ids
        if self.answer == "fails":
            raise RayActorError
        if self.answer == "never":
            await asyncio.Event().wait()


@pytest.mark.parametrize(("answer", "by_itself"), [("answers", False), ("fails", True), ("never", True), ("", True)])
async def test_a_watcher_writes_by_itself_only_if_the_agent_did_not(
    answer: str, by_itself: bool, postgres_backend: PostgresBackend, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_channel, "SAVE_SECONDS", 0.05)
    account_id = await postgres_backend.add_account(sealed="sealed")
    store = WatcherStore(url=migrated_url)
    store.channel = ControlChannel(watcher=cast(VenueWatcher, None), agent="agent-a")
    handle = store.channel._agent = Handle(answer) if answer else None
    await store.save_baseline(account_id=account_id, ids=frozenset({"r1"}))
    assert store.connected == (1 if by_itself else 0)
    assert handle is None or handle.calls == ["r1"]
    await store.close()


async def test_a_timeline_does_not_wait_for_a_frozen_agent(
    postgres_backend: PostgresBackend, migrated_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_channel, "SAVE_SECONDS", 600.0)
    account_id = await postgres_backend.add_account(sealed="sealed")
    venue_id = await postgres_backend.add_venue(platform_venue_id=1)
    filed = NewRequest(number=1, venue_id=venue_id, account_id=account_id)
    reservation_id = await postgres_backend.add_request(filed)
    store = WatcherStore(url=migrated_url)
    store.channel = ControlChannel(watcher=cast(VenueWatcher, None), agent="agent-a")
    store.channel._agent = Handle("never")
    async with asyncio.timeout(60):
        await store.write_timeline(
            entries=[TimelineEntry(reservation_id=reservation_id, at=datetime.now(UTC), kind="watching")]
        )
    await store.close()
