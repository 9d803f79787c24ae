"""Runs a Ray node as one process: `python -P ray_node.py ray start ...`, without `--block`.

`ray start --block` keeps 95 MB of Ray in memory only to watch two processes. This program instead
runs `ray start` without that option: `ray start` then starts the node's processes and exits, and
this program becomes their parent. This program ends all of them on SIGTERM, and when the GCS or the
raylet exits.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

import psutil

# The node's PYTHONPATH has the checkout only for its workers, which cannot import the web tower.
sys.path.append(str(Path(__file__).resolve().parents[2]))

from tools.stack import process

SERVICES = frozenset({"gcs_server", "raylet"})
STOP_SECONDS = 5.0


class StopRequested(Exception):
    """SIGTERM or SIGINT was received."""


def run(command: Sequence[str]) -> int:
    """Run the node. Return 0 after a stop, 1 after one of its services has exited, and the exit code of `command` if
    the node does not start.
    """
    process.become_subreaper()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _stop)
    try:
        code = subprocess.call(command)
        if code == 0:
            _wait_for_exit({pid for pid in process.direct_children() if psutil.Process(pid).name() in SERVICES})
            code = 1
    except StopRequested:
        code = 0
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_IGN)
    _end_all()
    return code


def _wait_for_exit(services: set[int]) -> None:
    """Wait until one of the services exits, and reap other children meanwhile."""
    while services and os.wait()[0] not in services:
        pass


def _end_all() -> None:
    """Send SIGTERM to the child processes, wait STOP_SECONDS, and kill all descendants that are left."""
    below = process.descendants()
    for pid in process.direct_children():
        os.kill(pid, signal.SIGTERM)
    process.kill_all(process.wait_gone(below, timeout=STOP_SECONDS))


def _stop(number: int, frame: FrameType | None) -> None:
    raise StopRequested


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
