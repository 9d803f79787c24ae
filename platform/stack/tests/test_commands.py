"""The commands doctor, status, reset and run."""

from pathlib import Path

import pytest

from stack import main, ports
from stack.state import State


@pytest.fixture(autouse=True)
def free_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PORT", "SIM_CONTROL_PORT", "SIM_RESY_PORT"):
        monkeypatch.setenv(name, str(ports.find_free_port()))
    for name in ("DATABASE_URL", "REDIS_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> State:
    """A state folder as a finished run leaves it, for the commands under test."""
    state = State(tmp_path / "state")
    monkeypatch.setenv("TABLEHAWK_STATE", str(state.folder))
    state.open()
    state.load_secrets()
    (state.folder / "postgres" / "base").mkdir(parents=True)
    return state


def test_reset_deletes_only_the_stacks_files(kept: State) -> None:
    (kept.folder / "notes.txt").write_text("mine")
    assert main.main(["reset", "--yes"]) == 0
    assert [path.name for path in kept.folder.iterdir()] == ["notes.txt"]


def test_reset_requires_confirmation(kept: State, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "")
    assert main.main(["reset"]) == 0
    assert (kept.folder / "postgres").exists()


def test_reset_is_refused_while_the_stack_runs(kept: State, capsys: pytest.CaptureFixture[str]) -> None:
    kept.lock(url="http://127.0.0.1:1")
    assert main.main(["reset", "--yes"]) == 1
    assert "Tablehawk is running" in capsys.readouterr().err
    assert (kept.folder / "postgres").exists()
    kept.unlock()


@pytest.mark.parametrize("arguments", [["status"], ["run", "-c", "pass"]])
def test_status_and_run_require_a_running_stack(
    arguments: list[str], kept: State, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.main(arguments) == 1
    assert capsys.readouterr().err == "Tablehawk is not running: start it with `make up`.\n"


def test_run_passes_the_environment_and_returns_the_exit_code(kept: State) -> None:
    kept.lock(url="http://127.0.0.1:1234")
    kept.write_environment({"PUBLIC_URL": "http://127.0.0.1:1234"})
    check = "import os, sys; sys.exit(7 if os.environ['PUBLIC_URL'].endswith('1234') else 1)"
    assert main.main(["run", "-c", check]) == 7
    kept.unlock()
    assert main.main(["run", "-c", check]) == 1


def test_doctor_prints_every_check_and_each_problem(
    kept: State, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
    assert main.main(["doctor"]) == 1
    output = capsys.readouterr().out
    assert all(
        subject in output for subject in ("Python", "Node", "Front end", "Disk", "Memory", "PostgreSQL", "Ports")
    )
    assert "The Redis in REDIS_URL does not answer" in output
