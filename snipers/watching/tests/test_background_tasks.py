"""Background tasks end whenever they are canceled, and a canceled task can be started again."""

import asyncio

import pytest

from snipers.watching.background_tasks import BackgroundTasks


def tasks(ended: list[str] | None = None) -> BackgroundTasks:
    told = ended if ended is not None else []
    return BackgroundTasks(about="venue 1", done=lambda: told.append("done"))


async def forever() -> None:
    await asyncio.Event().wait()


@pytest.mark.parametrize("turns", range(3), ids=["before its first step", "in its first step", "later"])
async def test_one_that_is_stopped_at_any_moment_is_over(turns: int) -> None:
    ended: list[str] = []
    some = tasks(ended)
    assert some.start("read", forever)
    for _ in range(turns):
        await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await some.cancel()
    assert (some.running("read"), ended) == (False, ["done"])
    assert some.start("read", forever)
    await some.cancel()


async def test_one_that_runs_is_not_begun_again_and_one_that_failed_is() -> None:
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
    assert (len(tried), ended) == (2, ["done", "done"])
