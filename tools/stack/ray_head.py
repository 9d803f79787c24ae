"""Runs the Ray head node of one stack: on the loopback interface, with token authentication and free ports.

`ray_node.py` is the parent of all Ray processes. It stops them on SIGTERM, and when the GCS or the
raylet exits. Ray's sockets need short paths, so Ray's folder is in the scratch folder. `logs/ray`
is a link to Ray's logs.
"""

import json
import os
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from tools.stack import folders, ports
from tools.stack.settings import ROOT

_SERVICES = ("raylet", "gcs_server")
# The memory of one watcher in bytes, and the share of the machine's memory that all watchers together may use.
_WATCH_BYTES = 85_000_000
_WATCH_SHARE = 0.75
_OBJECT_STORE_BYTES = 80_000_000  # Ray's minimum: watchers exchange only small messages
# Ray's command line. With WITHOUT_RAY_AGENTS=1, it starts no dashboard; Ray has no setting for that, and continues
# without the dashboard's process.
_RAY = """
import os
from ray._private import services
from ray.scripts.scripts import main

if os.environ.get("WITHOUT_RAY_AGENTS") == "1":
    services.start_api_server = lambda *arguments, **options: (None, None)
main()
"""


@dataclass(kw_only=True)
class RayHead:
    """One Ray head node. A restarted node has the same address. `slots` is the number of watchers that it can run.

    With a `host` other than loopback, Ray's ports listen on all interfaces: only for a network namespace.
    """

    folder: Path
    token: Path
    host: str = ports.LOOPBACK
    port: int = field(default_factory=ports.find_free_port)
    slots: int = field(default_factory=lambda: watch_slots(os.environ.get("WATCH_SLOTS", "")))
    python: str = sys.executable

    @property
    def address(self) -> str:
        return f"{self.host}:{self.port}"

    def client_environment(self) -> dict[str, str]:
        """Return the environment variables that a program needs to connect to the head."""
        return {
            "RAY_ADDRESS": self.address,
            "RAY_AUTH_MODE": "token",
            "RAY_AUTH_TOKEN_PATH": str(self.token),
            # Ray's only switch that binds a node to loopback, despite its name. Without it every Ray port listens on
            # all interfaces, even with --node-ip-address.
            "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0" if self.host == ports.LOOPBACK else "1",
            "RAY_USAGE_STATS_ENABLED": "0",
        }

    def environment(self) -> dict[str, str]:
        """Return the environment variables with which the head is started. Ray's workers inherit them."""
        return self.client_environment() | {
            "RAY_TMPDIR": str(self.folder),
            "RAY_prestart_worker_first_driver": "0",
            # No drain on shutdown: watchers are safe to kill, because their state is in the database.
            "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S": "0",
            # A node that does not respond is dead after about 15 s instead of a minute; it exits when it resumes.
            "RAY_health_check_period_ms": "1000",
            "RAY_health_check_timeout_ms": "2000",
            "RAY_health_check_failure_threshold": "5",
            # Time between the stop request and SIGKILL for a frozen worker; Ray's default is 5 s.
            "RAY_kill_worker_timeout_milliseconds": "500",
            # Watchers are latency-critical, so they run at normal priority; Ray's default is 15.
            "RAY_worker_niceness": "0",
            # No dashboard and no agents, and periodic work at a slower pace (docs/decisions/0501).
            "WITHOUT_RAY_AGENTS": "1",
            "RAY_enable_metrics_collection": "0",
            "RAY_task_events_report_interval_ms": "0",
            "RAY_event_stats": "0",
            "RAY_memory_monitor_refresh_ms": "2000",
            "RAY_raylet_check_gc_period_milliseconds": "5000",
            "RAY_report_worker_backlog_interval_ms": "5000",
            "RAY_io_context_event_loop_lag_collection_interval_ms": "60000",
            "RAY_io_context_monitor_probe_interval_ms": "60000",
            "RAY_local_fs_monitor_interval_ms": "10000",
            "RAY_metrics_report_interval_ms": "3600000",
            "MALLOC_ARENA_MAX": "1",
            "PYTHONNODEBUGRANGES": "1",
            # The sitecustomize.py in the first folder keeps the web tower's packages out of the workers.
            "PYTHONPATH": os.pathsep.join(map(str, (ROOT / "snipers" / "runtime" / "worker_site", ROOT))),
        }

    def prepare(self) -> None:
        """Prepare Ray's folder before the start: create it, and delete the sockets and logs of earlier runs."""
        folders.make_private(self.folder.parent)
        folders.make_private(self.folder)
        for old in self.folder.glob("session_*"):
            if old.is_symlink():
                old.unlink()
            else:
                shutil.rmtree(old, ignore_errors=True)
        self._ready_file.unlink(missing_ok=True)

    def command(self) -> list[str]:
        return [
            *(self.python, "-P", str(Path(__file__).with_name("ray_node.py"))),
            *(self.python, "-P", "-c", _RAY, "start", "--head"),
            *(f"--node-ip-address={self.host}", f"--port={self.port}"),
            # Free ports, because Ray's default ports are fixed and a second stack would use the same.
            *("--min-worker-port=0", "--max-worker-port=0", "--dashboard-agent-listen-port=0"),
            *("--no-monitor", "--include-log-monitor=false", "--include-dashboard=false", "--disable-usage-stats"),
            *(f"--object-store-memory={_OBJECT_STORE_BYTES}", f"--temp-dir={self.folder}"),
            *resource_flags(slots=self.slots),
            *("--log-style=record", "--log-color=false"),
        ]

    def ready(self) -> bool:
        """Return whether the head is ready: Ray has written its last file, and its port accepts connections."""
        return self._ready_file.exists() and ports.connection_probe(self.port, host=self.host)()

    def is_frozen(self, pid: int) -> bool:
        """Return whether the GCS or the raylet below the process `pid` is stopped (SIGSTOP).
        ray_node.py detects only services that have exited."""
        try:
            below = psutil.Process(pid).children(recursive=True)
        except psutil.Error:
            return False
        return any(_is_stopped(process) for process in below)

    @property
    def _ready_file(self) -> Path:
        return self.folder / "ray_current_cluster"


def watch_slots(configured: str) -> int:
    """Return the number of watchers that this machine can run: `configured` if it is not "", otherwise computed from
    the machine's memory."""
    if configured:
        return int(configured)
    return max(1, int(psutil.virtual_memory().total * _WATCH_SHARE / _WATCH_BYTES))


def resource_flags(*, slots: int) -> list[str]:
    """Return the arguments of `ray start` for the node's resources: its watcher slots and the memory for them."""
    offered = [f"--resources={json.dumps({'watch_slots': slots})}"] if slots else []
    return [*offered, f"--memory={max(1, slots) * _WATCH_BYTES}"]


def _is_stopped(process: psutil.Process) -> bool:
    try:
        return process.name() in _SERVICES and process.status() == psutil.STATUS_STOPPED
    except psutil.Error:
        return False


def link_logs(*, folder: Path, logs: Path) -> None:
    """Create the symbolic link `ray` in the folder `logs`, which points to the logs of Ray's newest session."""
    link = logs / "ray"
    link.unlink(missing_ok=True)
    os.symlink(folder / "session_latest" / "logs", link)
