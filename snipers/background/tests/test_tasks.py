"""A background task ends when it is canceled, and a canceled task can be started again."""

import asyncio

import pytest

from snipers.background.tasks import BackgroundTasks


def tasks(ended: list[str]) -> BackgroundTasks:
    return BackgroundTasks(owner="venue 1", on_end=lambda: ended.append("ended"))


async def forever() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("iterations", range(3), ids=["before its first step", "in its first step", "later"])
async def test_cancel_ends_a_task_at_any_moment(iterations: int) -> None:
    ended: list[str] = []
    some = tasks(ended)
    assert some.start("read", forever)
    for _ in range(iterations):
        await asyncio.sleep(0)
    async with asyncio.timeout(60):
        await some.cancel()
    assert (some.running("read"), ended) == (False, ["ended"])
    assert some.start("read", forever)
    await some.cancel()


async def test_a_running_task_is_not_started_again_and_a_failed_one_is() -> None:
    ended: list[str] = []
    some = tasks(ended)
    tried = []

    async def fail() -> None:
        tried.append(1)
        raise OSError("away")

    assert some.start("read", fail)
    assert not some.start("read", fail)
    await some.finish()
    assert some.start("read", fail)
    await some.finish()
    assert (len(tried), ended) == (2, ["ended", "ended"])


@pytest.mark.parametrize("wakes", [True, False])
async def test_the_owner_is_woken_unless_the_task_needs_no_wake_up(wakes: bool) -> None:
    ended: list[str] = []
    some = tasks(ended)
    assert some.start("read", lambda: asyncio.sleep(0), wakes=lambda: wakes)
    await some.finish()
    await asyncio.sleep(0)
    assert ended == (["ended"] if wakes else [])
