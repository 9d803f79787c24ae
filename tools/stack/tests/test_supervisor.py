"""The supervisor with small real processes."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tools.stack import ports, process
from tools.stack.errors import StackError
from tools.stack.logs import rotate
from tools.stack.supervisor import Part, Phase, Supervisor, restart_pause
from tools.stack.tests.conftest import Run

FOREVER = "import time; time.sleep(600)"
MakePart = Callable[..., Part]


@contextmanager
def supervising(*parts: Part, logs: Path) -> Iterator[Supervisor]:
    supervisor = Supervisor(parts, logs)
    try:
        yield supervisor
    finally:
        supervisor.stop()


def test_part_starts_after_its_requirements_are_ready(part: MakePart, run: Run, tmp_path: Path) -> None:
    opened = tmp_path / "open"
    first = part("first", FOREVER, ready=opened.exists)
    second = part("second", FOREVER, after=("first", "not part of this stack"))
    with supervising(second, first, logs=tmp_path) as stack:
        run(stack, lambda: stack.children["first"].phase is Phase.STARTING)
        assert stack.children["second"].phase is Phase.WAITING
        opened.touch()
        run(stack, lambda: stack.settled)
        assert stack.is_ready("second")


def test_killed_part_restarts_and_the_recovery_is_printed(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with supervising(part("worker", FOREVER), logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        first = stack.children["worker"].pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        run(stack, lambda: stack.is_ready("worker") and stack.children["worker"].starts == 2)
    output = capsys.readouterr().out
    assert "Worker was killed by SIGKILL; restarting it in 0.2 s." in output
    assert "Worker is back." in output


def test_shared_listener_accepts_connections_while_no_part_runs(part: MakePart, run: Run, tmp_path: Path) -> None:
    output = tmp_path / "output"
    program = (
        "import socket, sys; shared = socket.socket(fileno=int(sys.argv[1].removeprefix('--fd=')));"
        f"print(shared.getsockname()[1], file=open({str(output)!r}, 'a')); import time; time.sleep(600)"
    )
    listener = ports.SharedListener(ports.find_free_port())
    first, second = part("first", program, listener=listener), part("second", program, listener=listener)
    with supervising(first, second, logs=tmp_path) as stack:
        run(stack, lambda: output.exists() and output.read_text().split() == [str(listener.port)] * 2)
        for child in stack.children.values():
            assert child.running is not None
            child.running.kill()
            child.running.wait()
        assert ports.connection_probe(listener.port)()
    assert not ports.connection_probe(listener.port)()


def test_pauses_between_starts_double_up_to_five_seconds(part: MakePart, run: Run, tmp_path: Path) -> None:
    pauses: list[float] = []
    # Not Python: on a busy machine its start alone could exceed FAILED_START_SECONDS.
    broken = replace(part("broken", "", ready=lambda: False), command=("false",))
    with supervising(broken, logs=tmp_path) as stack:
        child = stack.children["broken"]
        while len(pauses) < 7:
            run(stack, lambda: child.phase is Phase.PAUSED)
            pauses.append(child.pause)
            run(stack, lambda: child.phase is not Phase.PAUSED)
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_crash_loop_is_reported_once_with_the_end_of_the_log(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = part("broken", "print('the reason'); raise SystemExit(3)", ready=lambda: False)
    with supervising(broken, logs=tmp_path) as stack:
        run(stack, lambda: stack.children["broken"].starts == 8)
    output = capsys.readouterr()
    assert output.err.count("Broken exits repeatedly.") == 1
    assert "the reason" in output.err
    assert output.out.count("restarting it") == 4


@pytest.mark.parametrize(
    ("uptime", "failed_starts", "pause"),
    [
        # After a long uptime the part restarts at once.
        (3600.0, 0, 0.0),
        (30.0, 0, 0.0),
        (29.9, 0, 0.2),
        (10.0, 0, 0.2),
        (9.9, 1, 0.2),
        (1.0, 2, 0.4),
        (1.0, 3, 0.8),
        (1.0, 4, 1.6),
        (1.0, 5, 3.2),
        (1.0, 6, 5.0),
        (1.0, 600, 5.0),
    ],
)
def test_only_failed_starts_in_a_row_lengthen_the_pause(uptime: float, failed_starts: int, pause: float) -> None:
    assert restart_pause(uptime=uptime, failed_starts=failed_starts) == pause


def test_long_uptime_resets_failed_starts(part: MakePart, run: Run, tmp_path: Path) -> None:
    with supervising(part("worker", FOREVER), logs=tmp_path) as stack:
        child = stack.children["worker"]
        run(stack, lambda: stack.settled)
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        run(stack, lambda: child.failed_starts == 1)
        run(stack, lambda: child.failed_starts == 0)


def test_frozen_part_and_its_descendants_are_killed_and_the_part_restarts(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frozen = tmp_path / "frozen"
    born = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])"
    stuck = part("server", f"{born}; time.sleep(600)", frozen=lambda _: frozen.exists())
    with supervising(stuck, logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        first = stack.children["server"].pid
        assert first is not None
        run(stack, lambda: len(process.descendants(first)) == 1)
        (below,) = process.descendants(first)
        frozen.touch()
        run(stack, lambda: stack.children["server"].starts == 2)
        assert not process.is_alive(below)
        frozen.unlink()
        run(stack, lambda: stack.settled)
    assert "Server does not respond; killing it." in capsys.readouterr().out


def test_one_shot_part_runs_once_and_prints_its_output(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = part("task", "print('300 venues')", one_shot=True, show_output=True)
    with supervising(task, logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        assert stack.children["task"].phase is Phase.DONE
        run(stack, lambda: stack.children["task"].starts == 1)
    assert "    300 venues\n" in capsys.readouterr().out


def test_failed_one_shot_part_stops_the_stack_only_if_required(part: MakePart, run: Run, tmp_path: Path) -> None:
    with supervising(part("extra", "raise SystemExit(1)", one_shot=True, required=False), logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        assert stack.children["extra"].phase is Phase.FAILED
    needed = part("needed", "print('no such table'); raise SystemExit(1)", one_shot=True)
    with (
        supervising(needed, logs=tmp_path) as stack,
        pytest.raises(StackError, match=r"(?s)Needed failed.*no such table"),
    ):
        run(stack, lambda: False)


def test_parts_stop_in_the_order_of_their_stage(part: MakePart, run: Run, tmp_path: Path) -> None:
    note = tmp_path / "order"
    program = (
        "import signal, sys, time\n"
        "def leave(*_):\n"
        f"    open({str(note)!r}, 'a').write('{{}} ')\n"
        "    sys.exit()\n"
        "signal.signal(signal.SIGTERM, leave)\n"
        f"open({str(tmp_path)!r} + '/{{}}.up', 'w')\n"
        "time.sleep(600)"
    )
    parts = [
        part(name, program.replace("{}", name), stop_stage=stage, ready=(tmp_path / f"{name}.up").exists)
        for name, stage in (("store", 2), ("web", 0), ("broker", 1))
    ]
    with supervising(*parts, logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
    assert note.read_text().split() == ["web", "broker", "store"]


def test_part_that_ignores_sigterm_is_killed_with_its_session(part: MakePart, run: Run, tmp_path: Path) -> None:
    up = tmp_path / "up"
    program = (
        "import signal, subprocess, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "subprocess.Popen(['sleep', '600'])\n"
        f"open({str(up)!r}, 'w'); time.sleep(600)"
    )
    with supervising(part("stubborn", program, stop_timeout=0.2, ready=up.exists), logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        leader = stack.children["stubborn"].pid
        assert leader is not None
        members = process.session_of(leader)
        assert len(members) == 2
    assert process.wait_gone(members, timeout=60) == []


def test_missing_program_is_named(part: MakePart, run: Run, tmp_path: Path) -> None:
    missing = Part(name="gone", title="Gone", command=["/nowhere/gone"], env={})
    with (
        supervising(missing, logs=tmp_path) as stack,
        pytest.raises(StackError, match="Gone cannot start: /nowhere/gone is missing"),
    ):
        run(stack, lambda: False)


def test_large_log_is_rotated_once(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_bytes(b"x" * 5_000_001)
    rotate(log)
    assert not log.exists()
    assert (tmp_path / "web.log.1").stat().st_size == 5_000_001
    log.write_bytes(b"small")
    rotate(log)
    assert log.read_bytes() == b"small"
