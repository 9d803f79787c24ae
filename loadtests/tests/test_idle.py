import pytest

from loadtests.process_tree import Footprint
from loadtests.scenarios.idle import DEMO, NO_REQUEST, Phase, footprint_rows, phase_levels


@pytest.mark.parametrize(
    ("phase", "cpu", "pss", "held"),
    [
        (DEMO, 6.0, 900.0, [True]),
        (DEMO, 6.1, 900.0, [False]),
        (NO_REQUEST, 3.0, 700.0, [True, True]),
        (NO_REQUEST, 3.1, 701.0, [False, False]),
    ],
)
def test_goals_are_for_all_processes_together(phase: Phase, cpu: float, pss: float, held: list[bool]) -> None:
    halves = {
        "web": Footprint(cpu=cpu / 2, pss=pss / 2, count=2),
        "relay": Footprint(cpu=cpu / 2, pss=pss / 2, count=1),
    }
    assert [level.held for level in phase_levels(phase, halves) if level.held is not None] == held


def test_rows_show_the_run_before_and_names_that_are_gone() -> None:
    before = {
        level.name: level.value
        for level in phase_levels(
            DEMO, {"web": Footprint(cpu=2.0, pss=300.0, count=2), "relay": Footprint(cpu=1.5, pss=90.0, count=1)}
        )
        if level.value is not None
    }
    rows = footprint_rows(DEMO, {"web": Footprint(cpu=0.5, pss=150.0, count=1)}, before=before)
    assert rows == {
        "with demo data: all processes": "0.50 % of a core, 150 MB, 1 processes; before 3.50 %, 390 MB",
        "with demo data: web": "0.50 % of a core, 150 MB, 1 processes; before 2.00 %, 300 MB",
        "with demo data: relay": "0.00 % of a core, 0 MB, 0 processes; before 1.50 %, 90 MB",
    }
    assert "before" not in footprint_rows(DEMO, {"web": Footprint(cpu=1.0)}, before={})["with demo data: web"]
