"""A run that saw less than a floor fails, and every scenario and benchmark has floors that it counts."""

import math
import random
import re
from importlib import import_module
from pathlib import Path

import pytest

from loadtests import floors
from loadtests.bench.__main__ import ESTIMATES
from loadtests.report import Section
from loadtests.running import ROOT
from loadtests.scenarios.__main__ import SCENARIOS
from loadtests.scenarios.chaos.faults import FAULTS, LASTING_FAULTS, REPLY_FAULTS
from loadtests.scenarios.chaos.records import ChaosRecord, Wave
from loadtests.scenarios.chaos.verdict import count_calls
from loadtests.truth import TruthLog

EVERY_FLOOR = [(scenario, name) for scenario, shares in floors.SCENARIOS.items() for name in shares]


def run_with(scenario: str, *, planned: int, below: str = "", uncounted: str = "") -> Section:
    """Return the section of a run that reached exactly its floors, but missed one by one or did not count one."""
    section = Section(name=scenario, about="")
    for name, share in floors.SCENARIOS[scenario].items():
        if name != uncounted:
            section.saw(name, math.ceil(share * planned) - (name == below), of=planned)
    section.require_floors()
    return section


@pytest.mark.parametrize(("scenario", "name"), EVERY_FLOOR)
def test_run_below_a_floor_is_a_violation(scenario: str, name: str) -> None:
    planned = random.randint(40, 2000)
    assert run_with(scenario, planned=planned).violations == []
    (violation,) = run_with(scenario, planned=planned, below=name).violations
    assert name in violation
    (violation,) = run_with(scenario, planned=planned, uncounted=name).violations
    assert name in violation


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_each_scenario_counts_its_floors(scenario: str) -> None:
    module = import_module(f"loadtests.scenarios.{scenario}")
    assert module.__file__ is not None
    path = Path(module.__file__)
    files = path.parent.glob("*.py") if path.name == "__init__.py" else [path, path.with_name("shared_polling.py")]
    source = "".join(file.read_text() for file in files)
    assert floors.SCENARIOS[scenario]
    if scenario not in ("chaos", "upgrade"):  # these count by a loop over the names
        assert [name for name in floors.SCENARIOS[scenario] if f'.saw("{name}"' not in source] == []
    with pytest.raises(KeyError):
        Section(name=scenario, about="").saw("something else", 1, of=1)


def test_each_fault_of_chaos_has_a_floor() -> None:
    assert FAULTS.keys() == floors.CHAOS.keys()
    assert REPLY_FAULTS | LASTING_FAULTS <= FAULTS.keys()


def log_of_calls(times: list[float]) -> TruthLog:
    calls = [
        {"kind": "request", "source": "resy", "method": "POST", "path": "/3/book", "received_ms": 1000 * at}
        for at in times
    ]
    return TruthLog(entries=calls)


@pytest.mark.parametrize("fault", FAULTS)
def test_fault_without_booking_calls_fails_the_run(fault: str) -> None:
    """All calls of the wave were sent before its fault began: what happened since one request left its tables."""
    wave = Wave(fault=fault, injected_at=100.0, removed_at=112.0, recovered_at=120.0)
    record = ChaosRecord(waves=[wave])
    for times, held in (([99.0] * 40, False), ([101.0] * 40, True)):
        section = Section(name="chaos", about="")
        count_calls(section, record, log_of_calls(times), faults=[fault], requests=40)
        section.require_floors()
        assert (section.violations == []) is held
        assert section.metrics[f"seen: {fault}"].startswith(f"{40 if held else 0}, at least ")


def test_fault_that_got_no_wave_fails_the_run() -> None:
    section = Section(name="chaos", about="")
    count_calls(section, ChaosRecord(), TruthLog(), faults=["kill web"], requests=40)
    section.require_floors()
    (violation,) = section.violations
    assert "kill web" in violation


@pytest.mark.parametrize(
    ("fault", "at", "counts"),
    [
        ("book: hang", 111.0, True),
        ("book: hang", 113.0, False),  # after the fault, before the wave has recovered
        ("everything empty", 113.0, True),
        ("kill web", 119.0, True),
        ("kill web", 121.0, False),
    ],
)
def test_calls_count_until_the_fault_or_the_recovery_ends(fault: str, at: float, counts: bool) -> None:
    record = ChaosRecord(waves=[Wave(fault=fault, injected_at=100.0, removed_at=112.0, recovered_at=120.0)])
    section = Section(name="chaos", about="")
    count_calls(section, record, log_of_calls([at]), faults=[fault], requests=40)
    seen = {floor.name: floor.seen for floor in section.counted}
    assert seen[fault] == counts


@pytest.mark.parametrize("part", ESTIMATES)
def test_each_benchmark_has_floors_and_fails_below_them(part: str) -> None:
    shares = floors.BENCHMARKS[part]
    planned = random.randint(40, 2000)
    row_of = {name: random.choice([f"{name} and more", f"reply: {name}"]) for name in shares}
    enough = {row_of[name]: f"n {math.ceil(share * planned):,}  p50 3.0 ms" for name, share in shares.items()}
    assert list(floors.find_below_in_rows(part, enough, of=planned)) == []
    for name in shares:
        row = row_of[name]
        fewer = f"{shares[name] * planned - 0.01:.2f} of {planned}"
        for value in (fewer, "nothing measured", "none", ""):
            assert list(floors.find_below_in_rows(part, enough | {row: value}, of=planned))
        assert list(floors.find_below_in_rows(part, {k: v for k, v in enough.items() if k != row}, of=planned))


def test_pages_of_earlier_runs_reach_the_floors_of_their_parts() -> None:
    """The floors name rows that the benchmark writes, and a full run reaches them."""
    planned = {"baseline": 50, "booking": 200, "api": 60, "mcp": 20, "paint": 40, "idle": 100, "release": 200}
    found = {}
    pages = [
        ROOT / "docs" / "measurements" / f"bench{part}.md" for part in ("", "-control", "-idle", "-mcp", "-release")
    ]
    for text in (page.read_text() for page in pages if page.exists()):
        for part, table in re.findall(r"^## (\w+)\n\n(.*?)(?=\n## |\Z)", text, re.MULTILINE | re.DOTALL):
            cells = [line.split(" | ") for line in table.splitlines() if line.startswith("| ")]
            rows = {cell[0].removeprefix("| "): cell[1].removesuffix(" |") for cell in cells}
            found[part] = list(floors.find_below_in_rows(part, rows, of=planned.get(part, 1)))
    # The part of assistants has no page before its first run.
    assert found.keys() | {"mcp"} == ESTIMATES.keys()
    assert not any(found.values()), found
