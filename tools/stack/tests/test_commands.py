"""The commands doctor, status, reset and run, and the end of the programs that commands run."""

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings as django_settings

from tools.stack import main, ports, process
from tools.stack.parts import plan
from tools.stack.settings import OUTSIDE_SERVICES, ROOT, read_settings
from tools.stack.state import State


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


def test_a_stack_starts_after_a_reset_that_deletes_its_mails_and_text_messages(kept: State) -> None:
    for folder in (django_settings.EMAIL_FILE_PATH, django_settings.SMS_FILE_PATH):
        message = kept.folder / Path(folder).name / "to-a-user.log"
        message.parent.mkdir()
        message.write_text("Your code is 123456.")
    assert main.main(["reset", "--yes"]) == 0
    kept.open()
    assert not list(kept.folder.rglob("to-a-user.log"))


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


def run_stack(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m tools.stack ARGUMENTS` with these additional variables."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **variables}
    command = [sys.executable, "-m", "tools.stack", *arguments]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=False, timeout=30)


def test_run_passes_the_environment_and_returns_the_exit_code(kept: State) -> None:
    kept.lock(url="http://127.0.0.1:1234")
    kept.write_environment({"PUBLIC_URL": "http://127.0.0.1:1234"})
    check = "import os, sys; sys.exit(7 if os.environ['PUBLIC_URL'].endswith('1234') else 1)"
    assert run_stack("run", "-c", check).returncode == 7
    kept.unlock()
    assert main.main(["run", "-c", check]) == 1


def test_program_of_run_gets_every_variable_of_the_stacks_programs(kept: State) -> None:
    """The operator's variables have names that nobody foresaw, and another copy's addresses are in the terminal."""
    odd = "".join(random.choices("ABCDEFGHIJ_", k=12))
    given = {
        "RESY_BASE_URL": "https://api.example",
        "STRIPE_API_BASE": "https://stripe.example",
        "EMAIL_PORT": "2525",
        "TWILIO_FROM": "+12125550100",
        "SSL_CERT_FILE": "/nowhere/ca.pem",
        odd: 'line\nbreak, "quotes" and \udcff',
    }
    settings = read_settings({**given, "TABLEHAWK_STATE": str(kept.folder), "TERM": "the first terminal's"})
    planned = plan(settings, kept)
    kept.lock(url=settings.public_url)
    kept.write_environment(planned.shared)
    for part in planned.parts:
        if part.name in ("web", "background", "controller", "migrate"):
            assert planned.shared.items() >= part.env.items() - {("TERM", "the first terminal's")}
    terminal = {name: "http://127.0.0.1:9103" for name in OUTSIDE_SERVICES} | {"TERM": "mine", "MARK": "mine"}
    done = run_stack("run", "-c", "import json, os; print(json.dumps(dict(os.environ)))", **terminal)
    got = json.loads(done.stdout)
    kept.unlock()
    assert got.items() >= given.items()
    assert (got["TERM"], got["MARK"]) == ("mine", "mine")
    assert not [name for name, value in got.items() if value == "http://127.0.0.1:9103"]


# Writes its pid, and exits with 5 on SIGTERM.
PROGRAM = (
    "import os, signal, sys, time; signal.signal(signal.SIGTERM, lambda *_: sys.exit(5));"
    "print(os.getpid(), flush=True); time.sleep(60)"
)
# Programs of this package that run another program: with the stack's environment, beside a temporary stack, and npm.
RUN = "import sys; from tools.stack import main; main.main(['run', '-c', {program!r}])"
CALL = (
    "import os, sys; from tools.stack import process; process.exit_on_stop_signals();"
    "process.call([sys.executable, '-c', {program!r}], env=os.environ)"
)
CAPTURED = (
    "import subprocess, sys; from tools.stack import process; process.exit_on_stop_signals();"
    "subprocess.run([sys.executable, '-c', {program!r}])"
)
NPM = "from tools import bootstrap; bootstrap.main(['npm', '-c', {program!r}])"


@pytest.mark.parametrize(
    ("wrapper", "code"), [(RUN, 5), (NPM, 5), (CALL, 128 + signal.SIGTERM), (CAPTURED, 128 + signal.SIGTERM)]
)
def test_sigterm_ends_the_program_that_a_command_runs(wrapper: str, code: int, kept: State, tmp_path: Path) -> None:
    kept.lock(url="http://127.0.0.1:1234")
    kept.write_environment({})
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "npm").symlink_to(sys.executable)
    (folder / "node").write_text("#!/bin/sh\necho v22.14.0\n")
    (folder / "node").chmod(0o755)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PATH": f"{folder}:{os.environ['PATH']}"}
    command = [sys.executable, "-c", wrapper.format(program=PROGRAM)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout is not None
        program = process.identify(int(started.stdout.readline()))
        assert program is not None
        started.terminate()
        assert started.wait(timeout=10) == code
    assert process.wait_gone([program], timeout=1) == []
    kept.unlock()


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
