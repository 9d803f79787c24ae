"""Runs containers of pod templates with podman, with the restrictions of their manifests.

Containers have the template's user, a read-only root, no capabilities, the memory limit, the volumes and the variables.
Containers of one pod share their network and, if the pod says so, their processes. Pods have addresses in one network
of this machine, which has no access to the Internet, and answer to the names of their Services.
"""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from .buildah import BuildError, folder, storage

NETWORK, SUBNET = "tablehawk-images", "10.77.0"
PREFIX = "tablehawk-images-"
# The largest numbers of open files and of processes of a container.
MOST = 16_384
_HYBRID = Path("/sys/fs/cgroup/unified")
_PREPARED = "IMAGES_MOUNTS_ARE_OWN"


def missing() -> str:
    """Return the reason why containers cannot run here, "" if they can."""
    if os.geteuid() != 0:
        return "containers need root here"
    programs = ("podman", "crun", "netavark", "iptables", "nsenter")
    return ", ".join(
        f"{name} is missing"
        for name in programs
        if not (shutil.which(name) or Path(f"/usr/lib/podman/{name}").exists())
    )


def own_mounts(arguments: Sequence[str]) -> None:
    """Replace this process by one with its own mount namespace, if this machine has both versions of cgroups.

    crun runs with cgroups of version 1 or of version 2, but fails if version 2 is mounted beside version 1. The new
    process unmounts version 2.
    """
    # SIGTERM ends a run as an error does, so that its containers are removed.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if os.path.ismount(_HYBRID) and _PREPARED not in os.environ:
        script = f'umount {_HYBRID} && exec "$@"'
        command = ["unshare", "--mount", "sh", "-c", script, "sh", sys.executable, "-m", "k8s.policy", *arguments]
        os.execvpe("unshare", command, {**os.environ, _PREPARED: "1"})  # noqa: S606 - ours


def podman(*arguments: str, check: bool = True, seconds: float = 300) -> str:
    """Run a subcommand of podman and return its output. With `check`, raises BuildError if it fails."""
    done = _call(arguments, seconds=seconds, errors=subprocess.PIPE)
    if check and done.returncode:
        text = f"{done.stdout}{done.stderr}".strip()[-1500:]
        raise BuildError(f"podman {' '.join(arguments)} exits with {done.returncode}: {text}")
    return done.stdout.strip()


def _call(arguments: Sequence[str], *, seconds: float, errors: int) -> subprocess.CompletedProcess[str]:
    places = (f"--network-config-dir={folder() / 'networks'}", f"--tmpdir={folder() / 'tmp'}")
    command = ["podman", *storage(), *places, "--cgroup-manager=cgroupfs", "--runtime=crun", *arguments]
    try:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=errors, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise BuildError(f"podman {' '.join(arguments[:2])} did not end within {seconds:.0f} s.") from None


@dataclass(kw_only=True)
class Container:
    """One started container. `name` is its name in podman."""

    name: str
    address: str
    manifest: Mapping[str, Any]

    def state(self) -> dict[str, Any]:
        """Return podman's description of the container's state."""
        state: dict[str, Any] = json.loads(podman("inspect", "--format={{json .State}}", self.name))
        return state

    def logs(self) -> str:
        """Return everything that the container has printed."""
        return _call(("logs", self.name), seconds=60, errors=subprocess.STDOUT).stdout.strip()

    def run(self, command: Sequence[str], *, seconds: float = 120) -> tuple[int, str]:
        """Run a command in the container. Return its exit code and its output."""
        done = _call(("exec", self.name, *command), seconds=seconds, errors=subprocess.STDOUT)
        return done.returncode, done.stdout.strip()

    def stop(self, *, grace: float) -> tuple[int, float]:
        """Send SIGTERM to the container, and SIGKILL after `grace` seconds. Return its exit code and the seconds until
        it ended.
        """
        started = time.monotonic()
        podman("stop", f"--time={grace:.0f}", self.name, check=False, seconds=grace + 60)
        return int(self.state()["ExitCode"]), time.monotonic() - started


@dataclass(kw_only=True)
class Network:
    """The network of a run, and the addresses in use."""

    used: int = 10
    numbers: Iterator[int] = field(default_factory=count)

    def __enter__(self) -> "Network":
        self.clear()
        podman("network", "create", "--internal", f"--subnet={SUBNET}.0/24", NETWORK)
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Remove the network and all containers of a run."""
        found = podman("ps", "--all", f"--filter=name=^{PREFIX}", "--format={{.Names}}").split()
        for name in found:
            podman("rm", "--force", "--time=0", name, check=False)
        podman("network", "rm", "--force", NETWORK, check=False)

    def new_address(self) -> str:
        """Return an address that no pod has."""
        self.used += 1
        return f"{SUBNET}.{self.used}"


def options(
    manifest: Mapping[str, Any], *, pod: Mapping[str, Any], volumes: Mapping[str, Path], env: Mapping[str, str]
) -> list[str]:
    """Return podman's options for a container of a pod template: user, limits, mounts and variables."""
    context = {**pod.get("securityContext", {}), **manifest.get("securityContext", {})}
    chosen = ["--read-only-tmpfs=false", "--pids-limit=0", "--pull=never"]
    for limit, kind in (("nofile", resource.RLIMIT_NOFILE), ("nproc", resource.RLIMIT_NPROC)):
        hard = resource.getrlimit(kind)[1]
        most = hard if 0 < hard < MOST else MOST  # podman's own default may exceed what is allowed here
        chosen.append(f"--ulimit={limit}={most}:{most}")
    if context.get("readOnlyRootFilesystem"):
        chosen.append("--read-only")
    if "runAsUser" in context:
        chosen.append(f"--user={context['runAsUser']}:{context.get('runAsGroup', context['runAsUser'])}")
    if context.get("allowPrivilegeEscalation") is False:
        chosen.append("--security-opt=no-new-privileges")
    chosen += [f"--cap-drop={one}" for one in context.get("capabilities", {}).get("drop", [])]
    if memory := manifest.get("resources", {}).get("limits", {}).get("memory"):
        amount = memory.replace("Mi", "m").replace("Gi", "g")
        chosen += [f"--memory={amount}", f"--memory-swap={amount}"]
    for mount in manifest.get("volumeMounts", []):
        suffix = ":ro" if mount.get("readOnly") else ""
        chosen.append(f"--volume={volumes[mount['name']]}:{mount['mountPath']}{suffix}")
    return chosen + [f"--env={name}={value}" for name, value in env.items()]


def redirect_port(container: Container, *, port: int, target: int) -> None:
    """Make a pod answer at the port of its Service, as kube-proxy does."""
    pid = str(container.state()["Pid"])
    rule = ("iptables", "-t", "nat", "-A", "PREROUTING", "-p", "tcp", "--dport", str(port))
    command = ["nsenter", "--target", pid, "--net", *rule, "-j", "REDIRECT", "--to-ports", str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise BuildError(f"iptables in {container.name} fails: {done.stderr.strip()}")
