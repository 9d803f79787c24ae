"""Starts the pods of rendered manifests in containers, and records the result of each command."""

import os
import shutil
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import bases, kuberay, pod_environment
from .buildah import BuildError
from .manifests import Manifest, Pod, of_kind, selects
from .podman import NETWORK, PREFIX, Container, Network, options, podman, redirect_port
from .probes import answers, wait_for

SUBSTITUTES = {"docker.io/library/postgres": bases.POSTGRES, "docker.io/valkey/valkey": bases.VALKEY}
JOB_SECONDS = 300.0
KILLED = 128 + 9
ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount"


@dataclass(frozen=True, kw_only=True)
class Result:
    """The result of one command. `owner` is the object of the pod, and `log` is the end of the command's output."""

    owner: str
    container: str
    command: tuple[str, ...]
    outcome: str
    seconds: float
    log: str = ""
    passed: bool = True


@dataclass(kw_only=True)
class Cluster:
    """The objects of one rendered overlay, and those of its pods that run.

    `secrets` has the contents of each Secret by name and key, `account` the files of a service account. `variables` are
    set in every container: they contain the address of the API server.
    """

    manifests: Sequence[Manifest]
    secrets: pod_environment.Secrets
    network: Network
    folder: Path
    account: Mapping[str, str] = field(default_factory=dict)
    variables: Mapping[str, str] = field(default_factory=dict)
    results: list[Result] = field(default_factory=list)
    running: dict[str, list[Container]] = field(default_factory=dict)

    def pod(self, owner: str) -> Pod:
        """Return the pod template of an object such as Deployment/web."""
        return next(one for one in kuberay.pods(self.manifests) if one.owner == owner)

    def start(self, owner: str, *, aliases: Sequence[str] = (), extra_env: Mapping[str, str] | None = None) -> None:
        """Start a long-lived pod: init containers in order, then its containers, until all probes pass.

        Services that select the pod give it their names; `aliases` are further names.
        """
        pod, address = self.pod(owner), self.network.new_address()
        volumes, services = self._volumes(pod), self._services(pod)
        started: list[Container] = []
        self.running[owner] = started
        named = [*aliases, *(str(one["metadata"]["name"]) for one in services)]
        network = [f"--network={NETWORK}", f"--ip={address}", *(f"--network-alias={one}" for one in named)]
        for manifest in [*pod.spec.get("initContainers", []), *pod.spec["containers"]]:
            if manifest in pod.spec.get("initContainers", []) and manifest.get("restartPolicy") != "Always":
                self.run(owner, manifest=manifest, volumes=volumes)
                continue
            if started:
                network = [f"--network=container:{started[0].name}"]
                if pod.spec.get("shareProcessNamespace"):
                    network.append(f"--pid=container:{started[0].name}")
            container = self._create(pod, manifest, volumes=volumes, placed=network, address=address, extra=extra_env)
            started.append(container)
            if len(started) == 1:
                self._open_ports(pod, services, container)
            if manifest in pod.spec.get("initContainers", []):  # the next container waits for it
                self._record_start(owner, container, started)
        for container in started:
            if not any(one.owner == owner and one.container == container.manifest["name"] for one in self.results):
                self._record_start(owner, container, started)

    def run(
        self,
        owner: str,
        *,
        manifest: Mapping[str, Any] | None = None,
        volumes: Mapping[str, Path] | None = None,
        extra_env: Mapping[str, str] | None = None,
    ) -> None:
        """Run a container that ends by itself: that of a Job, or an init container. It has to exit with 0."""
        pod = self.pod(owner)
        manifest = manifest or pod.spec["containers"][0]
        address = self.network.new_address()
        placed = [f"--network={NETWORK}", f"--ip={address}"]
        started = time.monotonic()
        container = self._create(
            pod, manifest, volumes=volumes or self._volumes(pod), placed=placed, address=address, extra=extra_env
        )
        code = podman("wait", container.name, seconds=JOB_SECONDS, check=False)
        self._record(owner, container, f"exits with {code}", time.monotonic() - started, passed=code == "0")
        podman("rm", container.name)

    def check_running(self) -> None:
        """Record for every started container whether it still runs and passes its liveness probe, or without one its
        readiness probe.
        """
        for owner, containers in self.running.items():
            for container in containers:
                probe = container.manifest.get("livenessProbe") or container.manifest.get("readinessProbe")
                state, started = container.state(), time.monotonic()
                well = state["Running"] and (not probe or answers(probe, container, containers))
                outcome = (
                    "still runs" + (", liveness probe passes" if probe else "") if well else f"fails: {state['Status']}"
                )
                self._record(owner, container, outcome, time.monotonic() - started, passed=bool(well))

    def exec(self, owner: str, command: Sequence[str], *, container: int = 0, allowed: Collection[int] = (0,)) -> str:
        """Run a command in a running container, and record the result. Return the output.

        The command passes if its exit code is one of `allowed`.
        """
        chosen, started = self.running[owner][container], time.monotonic()
        code, printed = chosen.run(command)
        self.results.append(
            Result(
                owner=owner,
                container=f"{chosen.manifest['name']} (exec)",
                command=tuple(command),
                outcome=f"exits with {code}",
                seconds=time.monotonic() - started,
                log=printed,
                passed=code in allowed,
            )
        )
        return printed

    def stop(self, owner: str) -> None:
        """Send SIGTERM to the containers of a pod, the last one first. Each must end within the grace period."""
        grace = float(self.pod(owner).spec.get("terminationGracePeriodSeconds", 30))
        for container in reversed(self.running.pop(owner)):
            code, seconds = container.stop(grace=grace)
            in_time = seconds < grace + 1 and code != KILLED
            outcome = f"exits with {code} after SIGTERM" if in_time else f"killed after {grace:.0f} s"
            # A grace of a second is for containers without work, such as `sleep`, which ignores SIGTERM.
            self._record(owner, container, outcome, seconds, passed=in_time or grace <= 1)

    def _create(
        self,
        pod: Pod,
        manifest: Mapping[str, Any],
        *,
        volumes: Mapping[str, Path],
        placed: Sequence[str],
        address: str,
        extra: Mapping[str, str] | None,
    ) -> Container:
        maps = pod_environment.config_maps(self.manifests)
        env = pod_environment.environment(manifest, maps=maps, secrets=self.secrets, address=address)
        env |= {**self.variables, **(extra or {})}
        chosen = options(manifest, pod=pod.spec, volumes=volumes, env=env)
        if pod.spec.get("automountServiceAccountToken", True):
            chosen.append(f"--volume={self._account_folder()}:{ACCOUNT}:ro")
        command = [pod_environment.expand(one, env) for one in manifest.get("command", [])]
        entrypoint = [f"--entrypoint={command[0]}"] if command else []
        arguments = [*command[1:], *manifest.get("args", [])]
        name = f"{PREFIX}{next(self.network.numbers)}-{pod.owner.partition('/')[2].split(' ')[0]}-{manifest['name']}"
        podman("run", "--detach", f"--name={name}", *placed, *chosen, *entrypoint, image(manifest["image"]), *arguments)
        return Container(name=name, address=address, manifest=manifest)

    def _record_start(self, owner: str, container: Container, together: Sequence[Container]) -> None:
        started, passed = time.monotonic(), []
        for kind in ("startupProbe", "readinessProbe", "livenessProbe"):
            if probe := container.manifest.get(kind):
                if not wait_for(probe, container, together):
                    self._record(owner, container, f"{kind} fails", time.monotonic() - started, passed=False)
                    return
                passed.append(kind.removesuffix("Probe"))
        outcome = "runs" + (f"; probes pass: {', '.join(passed)}" if passed else "; no probe")
        self._record(owner, container, outcome, time.monotonic() - started, passed=True)

    def _record(self, owner: str, container: Container, outcome: str, seconds: float, *, passed: bool) -> None:
        command = (*container.manifest.get("command", []), *container.manifest.get("args", []))
        self.results.append(
            Result(
                owner=owner,
                container=str(container.manifest["name"]),
                command=command,
                outcome=outcome,
                seconds=seconds,
                log=container.logs(),
                passed=passed,
            )
        )

    def _services(self, pod: Pod) -> list[Manifest]:
        return [
            one
            for one in of_kind(self.manifests, "Service")
            if selects({"matchLabels": one["spec"]["selector"]}, pod.labels)
        ]

    def _open_ports(self, pod: Pod, services: Sequence[Manifest], first: Container) -> None:
        numbers = {port["name"]: port["containerPort"] for one in pod.all_containers for port in one.get("ports", [])}
        for port in (port for one in services for port in one["spec"]["ports"]):
            target = numbers.get(port.get("targetPort"), port.get("targetPort", port["port"]))
            if target != port["port"]:
                redirect_port(first, port=port["port"], target=target)

    def _volumes(self, pod: Pod) -> dict[str, Path]:
        """Make the folders of a pod's volumes. The folders of claims keep their contents for later pods."""
        own = self.folder / pod.owner.replace("/", "-").replace(" ", "-")
        group = pod.spec.get("securityContext", {}).get("fsGroup", 0)
        made: dict[str, Path] = {}
        for volume in pod.spec.get("volumes", []):
            claim = volume.get("persistentVolumeClaim", {}).get("claimName")
            path = made[volume["name"]] = self.folder / f"claim-{claim}" if claim else own / volume["name"]
            if volume.get("emptyDir", {}).get("medium") == "Memory":
                path = made[volume["name"]] = Path("/dev/shm") / PREFIX / own.name / volume["name"]  # noqa: S108 - memory, in this run only
            if not claim:
                shutil.rmtree(path, ignore_errors=True)
            _make_folder(path, group=group)
            for name, text in self._files(volume).items():
                (path / name).write_text(text)
        for mount in (mount for one in pod.all_containers for mount in one.get("volumeMounts", [])):
            if mount["name"] not in made:  # volumeClaimTemplates of a StatefulSet
                made[mount["name"]] = own / mount["name"]
                _make_folder(made[mount["name"]], group=group)
        return made

    def _account_folder(self) -> Path:
        path = self.folder / "account"
        path.mkdir(parents=True, exist_ok=True)
        for name, text in self.account.items():
            (path / name).write_text(text)
        return path

    def _files(self, volume: Mapping[str, Any]) -> Mapping[str, str]:
        if "configMap" in volume:
            return pod_environment.config_maps(self.manifests)[volume["configMap"]["name"]]
        return self.account if "projected" in volume else {}


def image(name: str) -> str:
    """Return the local image for an image name of the manifests. Raises BuildError if there is none."""
    plain = name.partition("@")[0]
    last = plain.rpartition("/")[2].partition(":")[0]
    if "tablehawk/" in plain:
        return f"localhost/tablehawk/{last}:dev"
    for prefix, substitute in SUBSTITUTES.items():
        if plain.startswith(prefix):
            return substitute
    raise BuildError(f"There is no image here for {name}.")


def _make_folder(path: Path, *, group: int) -> None:
    path.mkdir(parents=True, exist_ok=True)
    os.chown(path, 0, group)
    path.chmod(0o3777)
