"""One database and one simulated platform that two releases share, and the processes of each release.

A release runs as `stack up` in its own checkout, so its own code starts it. Both releases use the Python environment of
this checkout. All processes listen on loopback. This module ends only processes that it started, by their pids.
"""

import asyncio
import io
import os
import shutil
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from loadtests.running import ROOT, RunningStack
from tools.stack import folders, ports, process
from tools.stack.errors import StackError
from tools.stack.logs import tail
from tools.stack.settings import PORT_VARIABLES
from tools.stack.state import State
from tools.stack.testing import run_process, services

REPORTS = ROOT / "loadtests" / "reports" / "upgrade"
START_SECONDS = 120.0
SIMULATOR_STARTS = 3
COMMAND_SECONDS = 180.0
# Variables of another running stack. The releases must not inherit them.
_FOREIGN = ("DATABASE_URL", "REDIS_URL", "RAY_ADDRESS", "TABLEHAWK_STATE", "PYTHONPATH", *PORT_VARIABLES)
_PACE = {
    "POLL_SECONDS": "1",
    "POLL_BUDGET": "50",
    "OPENTABLE_POLL_SECONDS": "2",
    "OPENTABLE_POLL_BUDGET": "25",
    "IDLE_POLLS": "2",
    "OPENTABLE_IDLE_POLLS": "2",
    "POLL_CEILING": "60",
    "RELEASE_SPACING": "0.25",
}


def last_release() -> str:
    """Return the tag of the last release before HEAD. Ends the program with a sentence if there is none."""
    found = subprocess.run(
        ["git", "describe", "--tags", "--abbrev=0", "--match=v[0-9]*", "HEAD^"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        raise SystemExit("There is no release before this one. Upgrades begin with 0.1.0; name a commit with --from.")
    return found.stdout.strip()


def check_out(commit: str, *, folder: Path) -> Path:
    """Write the files of a commit into `folder` and return the folder. Commits of before 0.1.0 are refused."""
    archive = subprocess.run(["git", "archive", commit], cwd=ROOT, capture_output=True, check=False)
    if archive.returncode:
        raise SystemExit(f"Commit {commit} cannot be read: {archive.stderr.decode().strip()}")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    if not (folder / "platform" / "config" / "earlier_databases.py").exists():
        raise SystemExit(f"Commit {commit} is of before 0.1.0. Upgrades begin with 0.1.0.")
    return folder


@contextmanager
def shared_services(folder: Path) -> Iterator[dict[str, str]]:
    """Run PostgreSQL, Valkey and the simulator inside the block. Yield the environment variables for both releases."""
    keys = State(folders.make_private(folder / "keys")).load_secrets()
    kept = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    with services(folders.make_private(folder / "services")) as stores, ExitStack() as cleanup:
        for attempt in range(SIMULATOR_STARTS):
            port = {name: str(ports.find_free_port()) for name in PORT_VARIABLES}
            address = {name: f"http://{ports.LOOPBACK}:{number}" for name, number in port.items()}
            environment = kept | stores | keys | _PACE | {
                "TABLEHAWK_ENV": "development",
                "PUBLIC_URL": address["PORT"],
                "RESY_BASE_URL": address["SIM_RESY_PORT"],
                "OPENTABLE_BASE_URL": address["SIM_OPENTABLE_PORT"],
                "STRIPE_API_BASE": address["SIM_STRIPE_PORT"],
                "SIM_CONTROL_URL": address["SIM_CONTROL_PORT"],
                "WEB_PROCESSES": "1",
            }  # fmt: skip
            simulator = port | {
                "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}",
                "SIM_STRIPE_WEBHOOK_SECRET": keys["STRIPE_WEBHOOK_SECRET"],
                "SIM_STRIPE_WEBHOOK_URL": f"{address['PORT']}/api/stripe-integration/webhook/",
            }
            command = [sys.executable, "-m", "loadtests.simulator"]
            ready, log = ports.connection_probe(int(port["SIM_CONTROL_PORT"])), folder / "simulator.log"
            try:
                cleanup.enter_context(run_process(command, log=log, ready=ready, env=environment | simulator))
                break
            except StackError:
                # Another process may have taken one of the ports.
                if attempt == SIMULATOR_STARTS - 1:
                    raise
        yield environment


@dataclass(kw_only=True)
class Release:
    """The processes of one release: web, outcome relay, workers, a Ray cluster that is one cell, and its controller.

    `public_url` is in the User-Agent of its watchers, so the simulator's log shows which release sent a call.
    """

    cell: str
    root: Path
    folder: Path
    public_url: str
    shared: Mapping[str, str] = field(repr=False)
    _port: int = 0
    _child: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def address(self) -> str:
        """The address of the release's web process since its last start."""
        return f"{ports.LOOPBACK}:{self._port}"

    @property
    def state(self) -> Path:
        """The state folder of the release's stack."""
        return self.folder / self.cell

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the release's processes and commands."""
        return {
            **self.shared,
            "PUBLIC_URL": self.public_url,
            "PORT": str(self._port),
            "CELL": self.cell,
            "TABLEHAWK_STATE": str(self.state),
            "PYTHONPATH": f"{self.root / 'platform'}:{self.root}",
        }

    @property
    def running(self) -> RunningStack:
        """The release as a running stack, in the form that other scenarios use."""
        return RunningStack(state=self.state, env=self.environment)

    async def start(self) -> None:
        """Start every process and wait until all are ready."""
        command = [sys.executable, "-m", "tools.stack", "up"]
        log = self.folder / f"{self.cell}.log"
        self._port = ports.find_free_port()
        self._child = process.spawn(command, env=self.environment, log=log, cwd=self.root)
        deadline = time.monotonic() + START_SECONDS
        while not (self.state / "run" / "ready").exists():
            if self._child.poll() is not None or time.monotonic() > deadline:
                raise SystemExit(f"The release of cell {self.cell} did not start:\n{tail(log)}")
            await asyncio.sleep(0.2)

    async def stop(self) -> None:
        """Stop every process as a deployment does: send SIGTERM and wait up to 60 s for work in progress."""
        if self._child is not None:
            await asyncio.to_thread(process.stop, self._child, stop_timeout=60)
            self._child = None

    async def manage(self, *arguments: str) -> None:
        """Run one of the release's management commands."""
        await self._run(str(self.root / "platform" / "manage.py"), *arguments)

    async def take_over(self, *, reason: str) -> None:
        """Hand all venues over to the release's cell, with the release's own ops commands."""
        await self._run("-m", "snipers.ops", "cell", "up", self.cell, "--wait", "120", "--reason", reason)
        await self._run("-m", "snipers.ops", "cell", "handover", self.cell, "--batch", "12", "--reason", reason)

    def count_errors(self) -> dict[str, int]:
        """Return the number of log records of level error by program. Programs without such records are left out."""
        found = {}
        for log in sorted((self.state / "logs").glob("*.log")):
            lines = log.read_text(errors="replace").splitlines()
            if number := sum('"level": "error"' in line or '"level":"error"' in line for line in lines):
                found[log.stem] = number
        return found

    async def close(self) -> None:
        """Stop the release, copy its logs to loadtests/reports/upgrade, and remove its scratch folder."""
        await self.stop()
        if (self.state / "logs").exists():
            shutil.rmtree(REPORTS / self.cell, ignore_errors=True)
            shutil.copytree(self.state / "logs", REPORTS / self.cell, ignore=shutil.ignore_patterns("ray"))
        shutil.rmtree(folders.scratch_folder(self.state), ignore_errors=True)

    async def _run(self, *arguments: str) -> None:
        done = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, *arguments],
            env=self.environment,
            cwd=self.root,
            capture_output=True,
            text=True,
            timeout=COMMAND_SECONDS,
            check=False,
        )
        if done.returncode:
            said = f"{done.stdout[-1500:]}\n{done.stderr[-1500:]}"
            raise SystemExit(f"{' '.join(arguments)} of cell {self.cell} ended with {done.returncode}:\n{said}")
