"""The fleet's mailbox actor: it starts with the first watcher and ends after the last one. No Ray runs."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest
import ray
from ray.util import list_named_actors

from snipers.runtime.actor_names import MAILBOX, venue_actor
from snipers.runtime.fleet import RayFleet
from snipers.runtime.ray_connection import RayConnection


class FakeConnection:
    """A connection to a cluster that only lists, starts and kills actors."""

    def __init__(self) -> None:
        self.generation = 1
        self.actors: set[str] = set()

    async def call(self, work: Callable[[], Any], *, seconds: float = 0.0) -> Any:
        if work is list_named_actors:
            return sorted(self.actors)
        assert isinstance(work, partial)
        if work.func is ray.kill:
            self.actors.discard(work.args[0])
        elif work.func is not ray.get_actor:
            self.actors.add(work.args[1])
            return work.args[1]
        return work.args[0]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    return now


async def test_the_mailbox_actor_ends_a_minute_after_the_last_watcher(clock: list[float]) -> None:
    cluster = FakeConnection()
    watchers = RayFleet(connection=cast(RayConnection, cluster), watch_memory=1, add_counts=lambda _: None)
    assert await watchers.running() == frozenset()
    assert not cluster.actors, "nothing needs it yet"
    assert await watchers.snapshots(venue_ids=[]) == []
    await watchers.nudge(venue_id=7)
    await watchers.start(venue_id=7, platform="resy")
    assert cluster.actors == {MAILBOX, venue_actor(7)}
    clock[0] = 1000.0
    assert await watchers.running() == {7}
    cluster.actors.remove(venue_actor(7))
    for clock[0], kept in ((1001.0, True), (1060.0, True), (1061.5, False), (1063.0, False)):
        assert await watchers.running() == frozenset()
        assert (MAILBOX in cluster.actors) is kept
    await watchers.start(venue_id=7, platform="resy")
    assert cluster.actors == {MAILBOX, venue_actor(7)}


async def test_a_start_delays_the_end_of_the_mailbox_actor(clock: list[float]) -> None:
    cluster = FakeConnection()
    cluster.actors = {MAILBOX}
    watchers = RayFleet(connection=cast(RayConnection, cluster), watch_memory=1, add_counts=lambda _: None)
    await watchers.running()
    clock[0] = 59.0
    await watchers.start(venue_id=7, platform="resy")
    cluster.actors.remove(venue_actor(7))
    clock[0] = 62.0
    await watchers.running()
    assert MAILBOX in cluster.actors


async def test_watchers_without_a_mailbox_actor_get_another(clock: list[float]) -> None:
    cluster = FakeConnection()
    cluster.actors = {venue_actor(7)}
    watchers = RayFleet(connection=cast(RayConnection, cluster), watch_memory=1, add_counts=lambda _: None)
    for _ in range(2):
        assert await watchers.running() == {7}
        assert cluster.actors == {MAILBOX, venue_actor(7)}
        cluster.actors.remove(MAILBOX)
