import json
import time
from pathlib import Path

import pytest

from loadtests import measurements
from loadtests.progress import INTERVAL_SECONDS, Progress


def test_a_page_names_machine_commit_command_and_date(tmp_path: Path) -> None:
    page = measurements.write(
        "x", title="X", command="make x", tables={"Part": {"polls | seconds": "1\n2"}}, seconds=61, folder=tmp_path
    ).read_text()
    for expected in ("| measured | 20", "| machine | ", "| commit | ", "| command | `make x` |", "| duration | 61 s |"):
        assert expected in page
    assert "## Part\n\n| Metric | Value |\n|---|---|\n| polls \\| seconds | 1 2 |" in page


def test_progress_prints_the_part_and_the_duration_of_the_last_run(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    durations = tmp_path / "durations.json"
    durations.write_text(json.dumps({"api": 62}))
    with Progress({"api": 9, "desk": 90}, durations=durations, interval=0.01).part("api"):
        time.sleep(0.05)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "[1/2] api: started, takes about 01:02 (run: 00:00 of about 02:32)"
    assert lines[1] == "[1/2] api: 00:00 of about 01:02"
    assert lines[-1].startswith("[1/2] api: done in 00:00")
    assert json.loads(durations.read_text())["api"] < 5


def test_progress_keeps_durations_by_options(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    durations = tmp_path / "durations.json"
    with Progress({"api": 9}, options=["--api-seconds", "5"], durations=durations).part("api"):
        pass
    with Progress({"api": 9}, durations=durations).part("api"):
        pass
    assert "started, takes about 00:09" in capsys.readouterr().out.splitlines()[2]
    assert set(json.loads(durations.read_text())) == {"api", "api --api-seconds 5"}


def test_progress_is_silent_for_at_most_ten_seconds() -> None:
    assert INTERVAL_SECONDS <= 10


def test_progress_does_not_keep_the_duration_of_a_failed_part(tmp_path: Path) -> None:
    durations = tmp_path / "durations.json"
    with pytest.raises(ValueError, match="no stack"), Progress({"api": 9}, durations=durations).part("api"):
        raise ValueError("no stack")
    assert not durations.exists()
