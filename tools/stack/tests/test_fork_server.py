"""The fork server, with Django and real processes. The supervisor is a process of its own, as it adopts orphans."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tools.stack import ports, process
from tools.stack.fork_server import ForkServer
from tools.stack.settings import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")

# What a program sees: it writes this as JSON, waits if it is told to, and ends with code 3.
PROGRAM = """
import json, os, socket, sys, time
loaded = "config.urls" in sys.modules
from django.conf import settings
descriptor = next(int(one.removeprefix("--fd=")) for one in sys.argv if one.startswith("--fd="))
facts = {
    "pid": os.getpid(), "parent": os.getppid(), "session": os.getsid(0), "loaded": loaded, "main": __name__,
    "port": socket.socket(fileno=descriptor).getsockname()[1], "words": sys.argv[1:3],
    "name": settings.DATABASES["default"]["OPTIONS"]["application_name"],
    "idle": settings.DATABASES["default"]["OPTIONS"]["pool"].get("max_idle"),
}
print(json.dumps(facts), flush=True)
time.sleep(float(sys.argv[2]))
sys.exit(3)
"""
SUPERVISOR = """
import os, sys, time
from pathlib import Path
from tools.stack import ports, process
from tools.stack.fork_server import ForkServer
folder, seconds, port = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
process.become_subreaper()
server = ForkServer(
    command=(sys.executable, "-m", "server.fork_server"), env=os.environ, cwd=Path.cwd(), log=folder / "server.log"
)
server.start()
while server.is_loading():
    time.sleep(0.02)
listener = ports.SharedListener(port)
command = [str(folder / "manage.py"), "run_background", seconds]
child = server.spawn(command, log=folder / "log", death_signal=15, inherited=[listener.open()])
server.stop()
print(os.getpid(), server.pid, child.pid, flush=True)
print(child.wait(60), flush=True)
"""


def supervise(folder: Path, *, seconds: float, port: int) -> subprocess.Popen[str]:
    (folder / "manage.py").write_text(PROGRAM)
    return subprocess.Popen(
        [sys.executable, "-c", SUPERVISOR, str(folder), str(seconds), str(port)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"},
        stdout=subprocess.PIPE,
        text=True,
    )


def facts(folder: Path) -> Any:
    deadline = time.monotonic() + 60
    while not (folder / "log").exists() or not (text := (folder / "log").read_text()):
        assert time.monotonic() < deadline, (folder / "server.log").read_text()
        time.sleep(0.05)
    return json.loads(text)


def test_forked_program_is_a_child_of_the_supervisor_with_its_own_name(tmp_path: Path) -> None:
    port = ports.find_free_port()
    supervisor = supervise(tmp_path, seconds=0, port=port)
    printed, _ = supervisor.communicate(timeout=120)
    (parent, server, child), (code,) = (line.split() for line in printed.splitlines())
    assert facts(tmp_path) == {
        "pid": int(child),
        "parent": int(parent),
        "session": int(child),
        "loaded": True,
        "main": "__main__",
        "port": port,
        "words": ["run_background", "0"],
        "name": "tablehawk-background",
        "idle": 60.0,
    }
    assert (server, code) == ("None", "3")


def test_forked_program_gets_its_death_signal_when_the_supervisor_dies(tmp_path: Path) -> None:
    supervisor = supervise(tmp_path, seconds=600, port=ports.find_free_port())
    found = process.identify(facts(tmp_path)["pid"])
    assert found is not None
    supervisor.kill()
    supervisor.communicate()
    assert process.wait_gone([found], timeout=20) == []


@pytest.mark.parametrize("program", ["import sys; sys.exit(1)", "import time; time.sleep(600)"])
def test_a_server_that_fails_or_hangs_forks_nothing_and_delays_nothing(
    program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tools.stack.fork_server.LOAD_TIMEOUT_SECONDS", 0.5)
    server = ForkServer(command=(sys.executable, "-c", program), env={}, cwd=tmp_path, log=tmp_path / "log")
    server.start()
    pid = server.pid
    assert pid is not None
    deadline = time.monotonic() + 20
    while server.is_loading():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert server.spawn(["x.py"], log=tmp_path / "log", death_signal=signal.SIGTERM) is None
    assert process.identify(pid) is None


def test_a_server_that_does_not_answer_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tools.stack.fork_server.FORK_TIMEOUT_SECONDS", 0.2)
    program = (
        "import socket, sys, time; s = socket.socket(fileno=int(sys.argv[1][5:])); s.send(b'ready'); time.sleep(600)"
    )
    server = ForkServer(command=(sys.executable, "-c", program), env={}, cwd=tmp_path, log=tmp_path / "log")
    server.start()
    while server.is_loading():
        time.sleep(0.02)
    with socket.socket() as listener:
        inherited = [listener.fileno()]
        assert server.spawn(["x.py"], log=tmp_path / "log", death_signal=15, inherited=inherited) is None
    assert server.pid is None
