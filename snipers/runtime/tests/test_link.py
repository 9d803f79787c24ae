"""Ray's blocking calls: each has a deadline, and what hangs holds nothing up."""

import threading
from collections.abc import Iterator

import pytest
import ray
from ray.util import list_named_actors

from snipers.control.base import FleetAway
from snipers.runtime.link import MOST_STUCK, RayLink


@pytest.fixture
def hanging() -> Iterator[threading.Event]:
    """Calls wait for it; it is set when the test is over."""
    over = threading.Event()
    yield over
    over.set()


def link() -> RayLink:
    return RayLink(address="127.0.0.1:1", namespace="test")


async def test_an_answer_is_handed_on() -> None:
    assert await link().call(lambda: 7) == 7


async def test_a_call_that_hangs_ends_at_its_deadline(hanging: threading.Event) -> None:
    with pytest.raises(FleetAway, match="no answer"):
        await link().call(hanging.wait, seconds=0.01)


async def test_a_failure_says_that_ray_is_away_and_why() -> None:
    def fail() -> None:
        raise ConnectionError("secret details")

    with pytest.raises(FleetAway, match=r"^ConnectionError$"):
        await link().call(fail)


async def test_ray_s_word_for_no_such_actor_is_handed_on() -> None:
    def unknown() -> None:
        raise ValueError("no such actor")

    with pytest.raises(ValueError, match="no such actor"):
        await link().call(unknown)


async def test_threads_that_are_stuck_are_not_added_to(hanging: threading.Event) -> None:
    ray = link()
    before = threading.active_count()
    for _ in range(2 * MOST_STUCK):
        with pytest.raises(FleetAway):
            await ray.call(hanging.wait, seconds=0.001)
    assert threading.active_count() - before == MOST_STUCK


async def test_a_call_without_a_connection_makes_none_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_ADDRESS", "127.0.0.1:1")
    with pytest.raises(FleetAway, match=r"^RaySystemError$"):
        await link().call(list_named_actors)
    assert not ray.is_initialized()
