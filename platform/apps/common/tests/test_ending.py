"""A command that is told to stop, as a process of its own."""

import subprocess
import sys

import pytest
from django.conf import settings

PROGRAM = """
import signal, sys, threading
from apps.common.ending import ending

told = threading.Event()
signal.signal(signal.SIGTERM, ending(told.set, timeout={timeout}))
print("ready", flush=True)
told.wait()
print("told", flush=True)
threading.Event().wait({step})
print("ended", flush=True)
"""


@pytest.mark.parametrize(("step", "timeout", "said"), [(0.0, 60.0, "told\nended\n"), (600.0, 0.1, "told\n")])
def test_the_step_at_hand_is_ended_unless_it_takes_too_long(step: float, timeout: float, said: str) -> None:
    program = PROGRAM.format(step=step, timeout=timeout)
    path = {"PYTHONPATH": str(settings.ROOT / "platform")}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, env=path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.terminate()
        assert process.stdout.read().startswith(said)
    assert process.returncode == 0
