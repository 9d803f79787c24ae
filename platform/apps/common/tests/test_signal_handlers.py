"""The stop handler, tested in a separate process."""

import subprocess
import sys

import pytest
from django.conf import settings

PROGRAM = """
import signal, sys, threading
from apps.common.signal_handlers import stop_handler

stopping = threading.Event()
signal.signal(signal.SIGTERM, stop_handler(stopping.set, timeout={timeout}))
print("ready", flush=True)
stopping.wait()
print("stopping", flush=True)
threading.Event().wait({step})
print("ended", flush=True)
"""


@pytest.mark.parametrize(("step", "timeout", "output"), [(0.0, 60.0, "stopping\nended\n"), (600.0, 0.1, "stopping\n")])
def test_current_step_is_finished_unless_it_exceeds_the_timeout(step: float, timeout: float, output: str) -> None:
    program = PROGRAM.format(step=step, timeout=timeout)
    path = {"PYTHONPATH": str(settings.ROOT / "platform")}
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, env=path, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.terminate()
        assert process.stdout.read().startswith(output)
    assert process.returncode == 0
