"""The store of a watcher: the agent of the node writes for it, and without the agent it writes by itself."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
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

    def __getattr__(self, method: str) -> SimpleNamespace:
        return SimpleNamespace(remote=partial(self._call, method))

    async def _call(self, method: str, *_: object) -> None:
        self.calls.append(method)
        if self.answer == "fails":
            raise RayActorError
        if self.answer == "never":
            await asyncio.Event().wait()


ANSWERS = pytest.mark.parametrize(
    ("answer", "by_itself"), [("answers", False), ("fails", True), ("never", True), ("", True)]
)


@pytest.fixture
async def store(migrated_url: str) -> AsyncIterator[WatcherStore]:
    store = WatcherStore(url=migrated_url)
    store.channel = ControlChannel(watcher=cast(VenueWatcher, None), agent="agent-a")
    yield store
    await store.close()


def give_agent(store: WatcherStore, answer: str) -> list[str]:
    """Give the watcher an agent that answers so, or none. Return the list of its calls."""
    assert store.channel is not None
    store.channel._agent = handle = Handle(answer) if answer else None
    return [] if handle is None else handle.calls


async def add_entry(backend: PostgresBackend) -> TimelineEntry:
    account_id = await backend.add_account(sealed="sealed")
    venue_id = await backend.add_venue(platform_venue_id=1)
    filed = NewRequest(number=1, venue_id=venue_id, account_id=account_id)
    return TimelineEntry(reservation_id=await backend.add_request(filed), at=datetime.now(UTC), kind="watching")


@ANSWERS
async def test_a_watcher_saves_a_baseline_by_itself_only_if_the_agent_did_not(
    answer: str,
    by_itself: bool,
    postgres_backend: PostgresBackend,
    store: WatcherStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(control_channel, "SAVE_SECONDS", 0.05)
    account_id = await postgres_backend.add_account(sealed="sealed")
    calls = give_agent(store, answer)
    await store.save_baseline(account_id=account_id, ids=frozenset({"r1"}))
    assert store.connected == (1 if by_itself else 0)
    assert calls == (["save_baseline"] if answer else [])


@ANSWERS
async def test_what_a_watcher_sees_is_written_by_itself_only_if_the_agent_did_not(
    answer: str,
    by_itself: bool,
    postgres_backend: PostgresBackend,
    store: WatcherStore,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(control_channel, "WRITE_SECONDS", 0.05)
    entry = await add_entry(postgres_backend)
    calls = give_agent(store, answer)
    await store.write_timeline(entries=[entry], may_wait=True)
    assert len(await postgres_backend.timeline(entry.reservation_id)) == (1 if by_itself else 0)
    assert store.connected == (1 if by_itself else 0)
    assert calls == (["write_timeline"] if answer else [])


async def test_the_timeline_of_a_booking_does_not_wait_for_a_frozen_agent(
    postgres_backend: PostgresBackend, store: WatcherStore
) -> None:
    entry = await add_entry(postgres_backend)
    calls = give_agent(store, "never")
    async with asyncio.timeout(60):
        await store.write_timeline(entries=[entry])
    assert await postgres_backend.timeline(entry.reservation_id) == [("watching", "")]
    assert calls == []
