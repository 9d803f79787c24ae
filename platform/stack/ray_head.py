"""The Ray head of one machine: lean, on loopback only, with a token, and free to stand beside another one.

`ray start --block` is the parent of all of Ray's processes; it ends them when it is asked to stop and when one of
them dies. Ray's sockets need short paths, so its folder is in the scratch folder; `logs/ray` leads there.
"""

import json
import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from stack import folders, ports
from stack.settings import ROOT

_SERVICES = ("raylet", "gcs_server")
# What one watcher is given room for, and the share of the machine that all of them may have.
_WATCH_BYTES = 85_000_000
_WATCH_SHARE = 0.75
_OBJECT_STORE_BYTES = 80_000_000  # the least Ray takes: watchers pass small messages only


@dataclass(kw_only=True)
class RayHead:
    """One head node. Its address stays the same when it is started again. `slots`: its room for watchers."""

    folder: Path
    token: Path
    port: int = field(default_factory=ports.free)
    agent_port: int = field(default_factory=ports.free)
    slots: int = field(default_factory=lambda: watch_slots(os.environ.get("WATCH_SLOTS", "")))
    python: str = sys.executable

    @property
    def address(self) -> str:
        return f"{ports.LOOPBACK}:{self.port}"

    def client_environment(self) -> dict[str, str]:
        """What a program needs to connect."""
        return {
            "RAY_ADDRESS": self.address,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(self.token),
            # Named for other systems, this is Ray's only switch for "loopback is this node's address": without it
            # every Ray port listens on all interfaces, whatever --node-ip-address says.
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
            "RAY_USAGE_STATS_ENABLED": "0",
        }

    def environment(self) -> dict[str, str]:
        """What the head itself needs on top; workers inherit all of it."""
        return self.client_environment() | {
            "RAY_TMPDIR": str(self.folder),
            "RAY_prestart_worker_first_driver": "0",
            # Draining waits for every watcher to leave; they are safe to kill and come back from the database.
            "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0",
            # A node that does not answer is given up after some 15 s instead of a minute; it ends itself when it wakes.
            "RAY_health_check_period_ms": "1000",
            "RAY_health_check_timeout_ms": "2000",
            "RAY_health_check_failure_threshold": "5",
            # A worker that stands still is asked to end first; Ray waits 5 s for that before it kills it.
            "RAY_kill_worker_timeout_milliseconds": "500",
            # A table is gone in a blink: watchers run like everything else here, not behind it (Ray's default is 15).
            "RAY_worker_niceness": "0",
            "MALLOC_ARENA_MAX": "1",
            "PYTHONNODEBUGRANGES": "1",
            # The first folder keeps the web tower's packages out of the workers: see the module in it.
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "snipers" / "runtime" / "worker_site", ROOT))),
        }

    def prepare(self) -> None:
        """Clear the last run's sessions: they hold sockets and logs of processes that are gone."""
        folders.private(self.folder.parent)
        folders.private(self.folder)
        for old in self.folder.glob("session_*"):
            if old.is_symlink():
                old.unlink()
            else:
                shutil.rmtree(old, ignore_errors=True)
        self._ready_mark.unlink(missing_ok=True)

    def command(self) -> list[str]:
        return [
            *(self.python, "-m", "ray.scripts.scripts", "start", "--head", "--block"),
            *(f"--node-ip-address={ports.LOOPBACK}", f"--port={self.port}"),
            # Ray's own defaults are fixed ports, which a second stack on this machine would meet.
            *("--min-worker-port=0", "--max-worker-port=0", f"--dashboard-agent-listen-port={self.agent_port}"),
            *("--no-monitor", "--include-log-monitor=false", "--include-dashboard=false", "--disable-usage-stats"),
            *(f"--object-store-memory={_OBJECT_STORE_BYTES}", f"--temp-dir={self.folder}"),
            *room(slots=self.slots),
            *("--log-style=record", "--log-color=false"),
        ]

    def ready(self) -> bool:
        """Ray writes this file last, once the node has joined."""
        return self._ready_mark.exists() and ports.answers(self.port)()

    def frozen(self, pid: int) -> bool:
        """Whether one of Ray's own processes below `pid` was stopped: `ray start` notices only those that end."""
        try:
            below = psutil.Process(pid).children(recursive=True)
        except psutil.Error:
            return False
        return any(_stopped(process) for process in below)

    @property
    def _ready_mark(self) -> Path:
        return self.folder / "ray_current_cluster"


def watch_slots(chosen: str) -> int:
    """How many watchers this machine has room for: `chosen` (0: none), else by its memory."""
    if chosen:
        return int(chosen)
    return max(1, int(psutil.virtual_memory().total * _WATCH_SHARE / _WATCH_BYTES))


def room(*, slots: int) -> list[str]:
    """What a node says to Ray of its room. Each watcher asks for a slot and its memory; memory must not be the less."""
    offered = [f"--resources={json.dumps({'watch_slots': slots})}"] if slots else []
    return [*offered, f"--memory={max(1, slots) * _WATCH_BYTES}"]


def _stopped(process: psutil.Process) -> bool:
    try:
        return process.name() in _SERVICES and process.status() == psutil.STATUS_STOPPED
    except psutil.Error:
        return False


def link_logs(*, folder: Path, logs: Path) -> None:
    """Let `logs/ray` lead to the newest session's logs."""
    link = logs / "ray"
    link.unlink(missing_ok=True)
    os.symlink(folder / "session_latest" / "logs", link)
