"""Small fake programs: the supervisor does not care what it runs."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from stack.children import Part, Supervisor

Run = Callable[[Supervisor, Callable[[], bool]], None]


@pytest.fixture
def part(tmp_path: Path) -> Callable[..., Part]:
    """Make a part that runs a line of Python; ready as soon as it lives."""

    def make(name: str, program: str, **more: object) -> Part:
        command = [sys.executable, "-c", program]
        fields: dict[str, object] = {"title": name.title(), "env": {}, "ready": lambda: True, **more}
        return Part(name=name, command=command, **fields)  # type: ignore[arg-type]  # fields of Part, chosen by tests

    return make


@pytest.fixture
def run() -> Run:
    """Step a supervisor until `reached`, on a clock where each step is half a second."""
    clock = time.monotonic()

    def until(supervisor: Supervisor, reached: Callable[[], bool]) -> None:
        nonlocal clock
        deadline = time.monotonic() + 20
        while not reached():
            assert time.monotonic() < deadline, "it did not come to that"
            clock += 0.5
            supervisor.step(now=clock)
            time.sleep(0.01)

    return until
