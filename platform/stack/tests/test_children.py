"""The supervisor over small real processes."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from stack import ports, process
from stack.children import Part, Phase, Supervisor, pause_after
from stack.errors import StackError
from stack.logs import rotate
from stack.tests.conftest import Run

FOREVER = "import time; time.sleep(600)"
MakePart = Callable[..., Part]


@contextmanager
def supervising(*parts: Part, logs: Path) -> Iterator[Supervisor]:
    supervisor = Supervisor(parts, logs)
    try:
        yield supervisor
    finally:
        supervisor.stop()


def test_a_part_waits_until_what_it_needs_is_ready(part: MakePart, run: Run, tmp_path: Path) -> None:
    door = tmp_path / "open"
    first = part("first", FOREVER, ready=door.exists)
    second = part("second", FOREVER, after=("first", "not part of this stack"))
    with supervising(second, first, logs=tmp_path) as stack:
        run(stack, lambda: stack.children["first"].phase is Phase.STARTING)
        assert stack.children["second"].phase is Phase.WAITING
        door.touch()
        run(stack, lambda: stack.settled)
        assert stack.is_ready("second")


def test_a_part_that_is_killed_is_started_again_and_said_to_be_back(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with supervising(part("worker", FOREVER), logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        first = stack.children["worker"].pid
        assert first is not None
        os.kill(first, signal.SIGKILL)
        run(stack, lambda: stack.is_ready("worker") and stack.children["worker"].starts == 2)
    said = capsys.readouterr().out
    assert "Worker was ended by SIGKILL; starting it again in 0.2 s." in said
    assert "Worker is back." in said


def test_parts_with_one_door_all_listen_there_and_nobody_is_refused_while_none_lives(
    part: MakePart, run: Run, tmp_path: Path
) -> None:
    said = tmp_path / "said"
    program = (
        "import socket, sys; shared = socket.socket(fileno=int(sys.argv[1].removeprefix('--fd=')));"
        f"print(shared.getsockname()[1], file=open({str(said)!r}, 'a')); import time; time.sleep(600)"
    )
    door = ports.Door(ports.free())
    first, second = part("first", program, door=door), part("second", program, door=door)
    with supervising(first, second, logs=tmp_path) as stack:
        run(stack, lambda: said.exists() and said.read_text().split() == [str(door.port)] * 2)
        for child in stack.children.values():
            assert child.running is not None
            child.running.kill()
            child.running.wait()
        assert ports.answers(door.port)()
    assert not ports.answers(door.port)()


def test_pauses_between_starts_double_up_to_five_seconds(part: MakePart, run: Run, tmp_path: Path) -> None:
    pauses: list[float] = []
    # On a busy machine Python alone takes long enough to start to pass for a part that lived for a while.
    broken = replace(part("broken", "", ready=lambda: False), command=("false",))
    with supervising(broken, logs=tmp_path) as stack:
        child = stack.children["broken"]
        while len(pauses) < 7:
            run(stack, lambda: child.phase is Phase.RESTING)
            pauses.append(child.rest)
            run(stack, lambda: child.phase is not Phase.RESTING)
    assert pauses == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_a_part_that_does_not_stay_up_is_reported_once_with_the_end_of_its_log(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = part("broken", "print('the reason'); raise SystemExit(3)", ready=lambda: False)
    with supervising(broken, logs=tmp_path) as stack:
        run(stack, lambda: stack.children["broken"].starts == 8)
    said = capsys.readouterr()
    assert said.err.count("Broken does not stay up.") == 1
    assert "the reason" in said.err
    assert said.out.count("starting it again") == 4


@pytest.mark.parametrize(
    ("life", "quick_deaths", "pause"),
    [
        # A long life makes a death an accident, whatever went before.
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
def test_only_deaths_in_quick_succession_make_the_pause_longer(life: float, quick_deaths: int, pause: float) -> None:
    assert pause_after(life=life, quick_deaths=quick_deaths) == pause


def test_a_healthy_life_makes_earlier_deaths_forgotten(part: MakePart, run: Run, tmp_path: Path) -> None:
    with supervising(part("worker", FOREVER), logs=tmp_path) as stack:
        child = stack.children["worker"]
        run(stack, lambda: stack.settled)
        assert child.pid is not None
        os.kill(child.pid, signal.SIGKILL)
        run(stack, lambda: child.quick_deaths == 1)
        run(stack, lambda: child.quick_deaths == 0)


def test_a_part_that_is_frozen_is_ended_with_all_below_it_and_starts_anew(
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
        assert not process.alive(below)
        frozen.unlink()
        run(stack, lambda: stack.settled)
    assert "Server stands still; ending it." in capsys.readouterr().out


def test_a_task_runs_once_and_shows_its_progress(
    part: MakePart, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = part("task", "print('300 venues')", once=True, shown=True)
    with supervising(task, logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        assert stack.children["task"].phase is Phase.DONE
        run(stack, lambda: stack.children["task"].starts == 1)
    assert "    300 venues\n" in capsys.readouterr().out


def test_a_failing_task_ends_the_start_only_when_nothing_works_without_it(
    part: MakePart, run: Run, tmp_path: Path
) -> None:
    with supervising(part("extra", "raise SystemExit(1)", once=True, vital=False), logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        assert stack.children["extra"].phase is Phase.FAILED
    needed = part("needed", "print('no such table'); raise SystemExit(1)", once=True)
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


def test_a_part_that_ignores_the_request_is_ended_with_all_its_session(
    part: MakePart, run: Run, tmp_path: Path
) -> None:
    up = tmp_path / "up"
    program = (
        "import signal, subprocess, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "subprocess.Popen(['sleep', '600'])\n"
        f"open({str(up)!r}, 'w'); time.sleep(600)"
    )
    with supervising(part("deaf", program, grace=0.2, ready=up.exists), logs=tmp_path) as stack:
        run(stack, lambda: stack.settled)
        leader = stack.children["deaf"].pid
        assert leader is not None
        members = process.session_of(leader)
        assert len(members) == 2
    assert process.wait_gone(members, timeout=5) == []


def test_a_program_that_is_missing_is_named(part: MakePart, run: Run, tmp_path: Path) -> None:
    missing = Part(name="gone", title="Gone", command=["/nowhere/gone"], env={})
    with (
        supervising(missing, logs=tmp_path) as stack,
        pytest.raises(StackError, match="Gone cannot start: /nowhere/gone is missing"),
    ):
        run(stack, lambda: False)


def test_a_large_log_is_put_aside_once(tmp_path: Path) -> None:
    log = tmp_path / "web.log"
    log.write_bytes(b"x" * 5_000_001)
    rotate(log)
    assert not log.exists()
    assert (tmp_path / "web.log.1").stat().st_size == 5_000_001
    log.write_bytes(b"small")
    rotate(log)
    assert log.read_bytes() == b"small"
