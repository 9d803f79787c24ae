"""`python -m k8s.policy compose`: starts compose.yaml as `docker compose up` does, from empty volumes to a booked
table.

It starts the services of the demo, without a file .env, with podman in the order of depends_on, and waits for
their health checks, books a table, makes a backup and restores it, and writes docs/measurements/compose.md. It needs
the images of `python -m k8s.policy images --build`. It tests neither restarts nor published ports.
"""

import shutil
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from . import bases, compose
from .booked_table import Api, book
from .buildah import BuildError
from .image_page import table
from .manifests import Manifest
from .pod_runs import image
from .podman import NETWORK, PREFIX, Container, Network, missing, own_mounts, podman

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "measurements" / "compose.md"
# The profiles whose services are started. Backup and restore are not among them, because they run on demand.
PROFILES = frozenset({"realtime"})
HEALTH_SECONDS, JOB_SECONDS = 240.0, 300.0
COMMAND = "python -m k8s.policy compose"


@dataclass(kw_only=True)
class Project:
    """The running services of compose.yaml. `given` has the variables of .env, `lines` the transcript."""

    file: Manifest
    given: Mapping[str, str]
    network: Network
    containers: dict[str, Container] = field(default_factory=dict)
    lines: list[tuple[str, str, str]] = field(default_factory=list)

    def up(self) -> None:
        """Start all services in the order of depends_on. Raises BuildError."""
        for name in _in_order(self.file["services"]):
            needs = self.file["services"][name].get("depends_on", {})
            for other in needs:
                self._wait_for(other, needs[other]["condition"] if isinstance(needs, dict) else "")
            self._start(name)

    def run(self, name: str, **extra: str) -> None:
        """Run a service that ends by itself, as `docker compose run --rm` does. Raises BuildError if it fails."""
        self._start(name, extra=extra)
        self._finish(name)
        podman("rm", self.containers.pop(name).name)

    def note(self, step: str, result: str, *, started: float) -> None:
        """Add a line to the transcript."""
        self.lines.append((step, result, f"{time.monotonic() - started:.1f}"))
        sys.stdout.write(f"{step}: {result}\n")

    def _start(self, name: str, *, extra: Mapping[str, str] | None = None) -> None:
        service, started = self.file["services"][name], time.monotonic()
        address = self.network.new_address()
        given = {**compose.environment(self.file, name, self.given), **(extra or {})}
        entrypoint = [compose.expand(one, self.given) for one in service.get("entrypoint", [])]
        command = [*entrypoint[1:], *(compose.expand(one, self.given) for one in service["command"])]
        chosen = [*_options(service), *self._namespaces(service, name, address), *self._volumes(service)]
        chosen += [f"--env={key}={value}" for key, value in given.items()]
        chosen += [f"--entrypoint={entrypoint[0]}"] if entrypoint else []
        own = f"{PREFIX}compose-{name}"
        podman("run", "--detach", f"--name={own}", *chosen, image(compose.expand(service["image"], {})), *command)
        sharing = str(service.get("network_mode", "")).removeprefix("service:")
        address = self.containers[sharing].address if sharing else address
        self.containers[name] = Container(name=own, address=address, manifest=service)
        self.note(f"{name} starts", " ".join([*entrypoint[:1], *command])[:90], started=started)

    def _namespaces(self, service: Manifest, name: str, address: str) -> list[str]:
        chosen = []
        for key, option in (("network_mode", "network"), ("pid", "pid"), ("ipc", "ipc")):
            kind, _, other = str(service.get(key, "")).partition(":")
            if kind == "service":
                chosen.append(f"--{option}=container:{self.containers[other].name}")
            elif kind:
                chosen.append(f"--{option}={kind}")
        if "network_mode" not in service:
            chosen += [f"--network={NETWORK}", f"--ip={address}", f"--network-alias={name}"]
        return chosen

    def _volumes(self, service: Manifest) -> list[str]:
        chosen = []
        for source, rest in (one.split(":", 1) for one in service.get("volumes", [])):
            memory = _memory_folder(self.file, source)
            place = str(ROOT / source) if source.startswith(".") else str(memory or f"{PREFIX}{source}")
            chosen.append(f"--volume={place}:{rest}")
        return chosen

    def _wait_for(self, name: str, condition: str) -> None:
        if condition == "service_completed_successfully":
            if self.containers[name].state()["Running"] or not any(one[0] == f"{name} ends" for one in self.lines):
                self._finish(name)
        elif condition == "service_healthy" and not any(one[0] == f"{name} is healthy" for one in self.lines):
            self._wait_until_healthy(name)

    def _finish(self, name: str) -> None:
        started, container = time.monotonic(), self.containers[name]
        code = podman("wait", container.name, seconds=JOB_SECONDS, check=False)
        self.note(f"{name} ends", f"exit code {code}", started=started)
        if code != "0":
            raise BuildError(f"{name} exits with {code}:\n{container.logs()[-2000:]}")

    def _wait_until_healthy(self, name: str) -> None:
        started, container = time.monotonic(), self.containers[name]
        kind, *test = (compose.expand(one, self.given) for one in container.manifest["healthcheck"]["test"])
        command = ["sh", "-c", test[0]] if kind == "CMD-SHELL" else test
        while time.monotonic() - started < HEALTH_SECONDS:
            if container.run(command)[0] == 0:
                self.note(f"{name} is healthy", " ".join(command)[:90], started=started)
                return
            if not container.state()["Running"]:
                break
            time.sleep(1)
        raise BuildError(f"{name} does not become healthy:\n{container.logs()[-2000:]}")

    def wait_for_all(self) -> None:
        """Wait until every service with a health check passes it, and every service that ends has ended. Raises
        BuildError.
        """
        for name, container in self.containers.items():
            ends = "healthcheck" not in container.manifest and container.manifest.get("restart") == "on-failure"
            self._wait_for(name, "service_completed_successfully" if ends else "")
            if "healthcheck" in container.manifest:
                self._wait_for(name, "service_healthy")

    def down(self) -> None:
        """Stop all services, the last one first, within their grace periods."""
        for name, container in reversed(list(self.containers.items())):
            if container.state()["Running"]:
                grace = float(str(container.manifest.get("stop_grace_period", "10s")).removesuffix("s"))
                started = time.monotonic()
                code, seconds = container.stop(grace=grace)
                killed = seconds >= grace + 1 or code == 137
                self.note(f"{name} stops", "killed" if killed else f"exit code {code}", started=started)


def main() -> int:
    """Run all steps and write the page. Return the exit code."""
    if reason := missing():
        sys.stdout.write(f"compose.yaml does not run here: {reason}.\n")
        return 0
    own_mounts(["compose"])
    file, started = yaml.safe_load(compose.FILE.read_text()), time.monotonic()
    given: dict[str, str] = {}
    failure = ""
    try:
        bases.make_stores()
        with Network() as network:
            project = Project(file=file, given=given, network=network)
            _make_volumes(file)
            try:
                _transcript(project)
            except BuildError as error:
                failure = str(error)
                project.note("failure", failure.splitlines()[0], started=time.monotonic())
            PAGE.write_text(_page(project, seconds=time.monotonic() - started))
    except BuildError as error:
        failure = str(error)
    sys.stderr.write(failure)
    return 1 if failure else 0


def _transcript(project: Project) -> None:
    project.up()
    project.wait_for_all()
    started = time.monotonic()
    web, simulator = project.containers["web"], project.containers["simulator"]
    sentence = book(
        web=Api(address=f"{web.address}:8000", headers={"Host": "127.0.0.1"}),
        simulator=Api(address=f"{simulator.address}:19100", headers={"Host": "simulator"}),
    )
    project.note("a table is booked", sentence, started=started)
    project.run("backup")
    # The steps of a restore in COMPOSE.md: stop the services that write, create an empty database, restore.
    writers = ("web", "realtime", "relay", "worker", "controller", "head")
    for name in reversed([one for one in project.containers if one in writers]):
        project.containers[name].stop(grace=60)
    postgres = project.containers["postgres"]
    for command in (
        ("dropdb", "-U", "tablehawk", "--force", "tablehawk"),
        ("createdb", "-U", "tablehawk", "tablehawk"),
    ):
        started = time.monotonic()
        code, printed = postgres.run(command)
        project.note(" ".join(command), f"exit code {code} {printed}", started=started)
    project.run("restore")
    project.down()


def _in_order(services: Mapping[str, Any]) -> Iterator[str]:
    """Yield the services that `up` starts. Each comes after the services on which it depends or whose namespaces it
    shares.
    """
    chosen = [name for name, one in services.items() if not one.get("profiles") or PROFILES & set(one["profiles"])]
    done: set[str] = set()
    while len(done) < len(chosen):
        for name in chosen:
            needs = {*services[name].get("depends_on", []), *_shared(services[name])} & set(chosen)
            if name not in done and needs <= done:
                done.add(name)
                yield name


def _shared(service: Mapping[str, Any]) -> Iterator[str]:
    for key in ("network_mode", "pid", "ipc"):
        kind, _, other = str(service.get(key, "")).partition(":")
        if kind == "service":
            yield other


def _options(service: Mapping[str, Any]) -> list[str]:
    chosen = ["--read-only-tmpfs=false", "--pids-limit=0", "--pull=never"]
    chosen += ["--ulimit=nofile=16384:16384", "--ulimit=nproc=16384:16384"]
    chosen += ["--read-only"] if service.get("read_only") else []
    for key, option in (("user", "user"), ("shm_size", "shm-size"), ("stop_signal", "stop-signal")):
        if key in service:
            chosen.append(f"--{option}={service[key]}")
    for key, option in (("cap_drop", "cap-drop"), ("tmpfs", "tmpfs"), ("group_add", "group-add")):
        chosen += [f"--{option}={one}" for one in service.get(key, [])]
    return chosen + [f"--security-opt={one.removesuffix(':true')}" for one in service.get("security_opt", [])]


def _memory_folder(file: Manifest, volume: str) -> Path | None:
    """Return a folder in memory for a volume that is a tmpfs, otherwise None. podman accepts no size for such a
    volume.
    """
    options = (file["volumes"].get(volume) or {}).get("driver_opts", {})
    return Path("/dev/shm") / f"{PREFIX}{volume}" if options.get("type") == "tmpfs" else None  # noqa: S108 - memory, in this run only


def _make_volumes(file: Manifest) -> None:
    for name in file["volumes"]:
        if folder := _memory_folder(file, name):
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            folder.chmod(0o1777)
        else:
            podman("volume", "rm", "--force", f"{PREFIX}{name}", check=False)
            podman("volume", "create", f"{PREFIX}{name}")


def _page(project: Project, *, seconds: float) -> str:
    from loadtests.measurements import commit, machine

    origin = {**machine(), "commit": commit(), "command": f"`{COMMAND}`", "duration": f"{seconds:.0f} s"}
    logs = [f"{name}: {line[:160]}" for name, one in project.containers.items() for line in _last(one)]
    rows: Sequence[Sequence[str]] = [
        tuple(one.replace("|", "\\|").replace("\n", " ") for one in row) for row in project.lines
    ]
    return "\n\n".join(
        [
            "# compose.yaml, from empty volumes to a booked table",
            f"Written by `{COMMAND}`. Do not edit: the next run replaces this page.",
            table(("Metric", "Value"), origin.items()),
            "## Steps",
            table(("Step", "Result", "Seconds"), rows),
            "## Ends of the logs",
            "```\n" + "\n".join(logs) + "\n```\n",
        ]
    )


def _last(container: Container) -> list[str]:
    return [line for line in container.logs().splitlines() if line.strip()][-3:]
