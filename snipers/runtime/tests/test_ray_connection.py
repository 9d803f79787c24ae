"""Blocking calls to Ray: each has a deadline, and hanging threads are bounded."""

import threading
from collections.abc import Iterator

import pytest
import ray
from ray.util import list_named_actors

from snipers.control.base import FleetUnavailable
from snipers.runtime.ray_connection import MOST_HANGING, RayConnection


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    """An event that calls wait for; set when the test ends."""
    over = threading.Event()
    yield over
    over.set()


def connection() -> RayConnection:
    return RayConnection(address="127.0.0.1:1", namespace="test")


async def test_call_returns_the_result() -> None:
    assert await connection().call(lambda: 7) == 7


async def test_hanging_call_ends_at_its_deadline(hanging: threading.Event) -> None:
    with pytest.raises(FleetUnavailable, match="no answer"):
        await connection().call(hanging.wait, seconds=0.01)


async def test_failed_call_names_the_error_type_only() -> None:
    def fail() -> None:
        raise ConnectionError("secret details")

    with pytest.raises(FleetUnavailable, match=r"^ConnectionError$"):
        await connection().call(fail)


async def test_value_error_of_an_unknown_actor_is_passed_on() -> None:
    def unknown() -> None:
        raise ValueError("no such actor")

    with pytest.raises(ValueError, match="no such actor"):
        await connection().call(unknown)


async def test_number_of_hanging_threads_is_bounded(hanging: threading.Event) -> None:
    ray = connection()
    before = threading.active_count()
    for _ in range(2 * MOST_HANGING):
        with pytest.raises(FleetUnavailable):
            await ray.call(hanging.wait, seconds=0.001)
    assert threading.active_count() - before == MOST_HANGING


async def test_call_without_a_connection_creates_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(FleetUnavailable, match=r"^RaySystemError$"):
        await connection().call(list_named_actors)
    assert not ray.is_initialized()
