"""Fixtures: parts that run small Python programs, and a supervisor that tests run step by step."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tools.stack.supervisor import Part, Supervisor

Run = Callable[[Supervisor, Callable[[], bool]], None]


@pytest.fixture
def part(tmp_path: Path) -> Callable[..., Part]:
    """Return a function that makes a part from Python code. The part is ready at once."""

    def make(name: str, program: str, **more: object) -> Part:
        command = [sys.executable, "-c", program]
        fields: dict[str, object] = {"title": name.title(), "env": {}, "ready": lambda: True, **more}
        return Part(name=name, command=command, **fields)  # type: ignore[arg-type]  # fields of Part, chosen by tests

    return make


@pytest.fixture
def run() -> Run:
    """Return a function that runs a supervisor until `reached()` is true. Its clock advances by 0.5 s in each step."""
    clock = time.monotonic()

    def until(supervisor: Supervisor, reached: Callable[[], bool]) -> None:
        nonlocal clock
        deadline = time.monotonic() + 20
        while not reached():
            assert time.monotonic() < deadline, "the condition was not reached"
            clock += 0.5
            supervisor.run_once(now=clock)
            time.sleep(0.01)

    return until
