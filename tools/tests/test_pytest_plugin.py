"""In a new checkout, one process of a test run compiles the tests for all."""

import fcntl
from pathlib import Path

import pytest

from tools.pytest_plugin import first_alone


def test_until_one_process_has_collected_the_others_wait(tmp_path: Path) -> None:
    stamp = tmp_path / "cache" / "compiled"
    collecting = first_alone(stamp)
    next(collecting)
    with (tmp_path / "cache" / "compiled.lock").open("w") as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with pytest.raises(StopIteration) as ended:
        collecting.send("collected")
    assert ended.value.value == "collected"
    assert stamp.exists()


def test_a_failed_collection_leaves_the_work_to_the_next_process(tmp_path: Path) -> None:
    stamp = tmp_path / "compiled"
    collecting = first_alone(stamp)
    next(collecting)
    with pytest.raises(ValueError, match="broken"):
        collecting.throw(ValueError("broken"))
    assert not stamp.exists()


def test_later_runs_do_not_wait(tmp_path: Path) -> None:
    stamp = tmp_path / "compiled"
    stamp.touch()
    both = [first_alone(stamp) for _ in range(2)]
    for one in both:
        next(one)
    assert not stamp.with_suffix(".lock").exists()
