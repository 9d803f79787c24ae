"""The benchmark selects its parts and reports progress. The parts in these tests measure nothing."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from loadtests.bench import control_cpu
from loadtests.bench.__main__ import ESTIMATES, parse_options, run, select_parts
from loadtests.progress import Progress


class FakeControl:
    def __init__(self) -> None:
        self.latencies: list[dict[str, float]] = []

    async def set_latency(self, **times: float) -> None:
        self.latencies.append(times)

    async def close(self) -> None:
        pass


def select(*argv: str) -> list[str]:
    stack: Any = None
    return list(select_parts(parse_options(list(argv)), running=stack, control=stack))


def test_options_select_the_parts_of_a_run() -> None:
    assert select() == [part for part in ESTIMATES if part not in ("idle", "release")]
    assert select("--no-browser") == ["baseline", "booking", "memory", "api", "mcp", "cpu", "control", "polls"]
    assert select("--api-only") == ["api"]
    assert select("--mcp-only") == ["mcp"]
    assert select("--paint-only") == ["paint"]
    assert select("--cpu-only") == ["cpu"]
    assert select("--control-only") == ["control"]
    assert select("--desk-only") == ["desk"]
    assert select("--idle-only") == ["idle"]
    assert select("--release-only") == ["release"]


def test_run_prints_progress_and_restores_latencies(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def measure() -> dict[str, str]:
        await asyncio.sleep(0.05)
        return {"metric": "1 ms"}

    control: Any = FakeControl()
    progress = Progress({"booking": 90, "desk": 30}, durations=tmp_path / "durations.json", interval=0.01)
    metrics = asyncio.run(run({"booking": measure, "desk": measure}, control=control, progress=progress))
    assert metrics == {"booking": {"metric": "1 ms"}, "desk": {"metric": "1 ms"}}
    assert control.latencies == [{"find_ms": 20.0, "details_ms": 20.0, "book_ms": 20.0}, {}]
    lines = capsys.readouterr().out.splitlines()
    assert "[1/2] booking: 00:00 of about 01:30" in lines
    assert "[2/2] desk: started, takes about 00:30 (run: 00:00 of about 02:00)" in lines


def test_control_steps_of_a_synthetic_cell_are_measured() -> None:
    """Every venue keeps its watcher, and the changes reach the controller one by one."""

    async def steps() -> tuple[list[int], int]:
        async with control_cpu.running_steps(40) as found:
            for changes in (0, 0, 0, 4, 0):
                await found.step(changes=changes)
            return [len(one) for one in found.store.reads], len(found.fleet.watchers)

    assert asyncio.run(steps()) == ([40, 4], 40)
