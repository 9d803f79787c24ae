"""The command and the variables with which Kubernetes starts a worker node, from the manifests in k8s/."""

import shlex
from collections.abc import Mapping
from functools import cache
from typing import Any

from k8s.policy import kuberay, manifests
from loadtests.running import ROOT

_CLUSTER = ROOT / "k8s" / "cells" / "base" / "raycluster.yaml"
_SETTINGS = ROOT / "k8s" / "base" / "config" / "sniper.env"
# KubeRay adds it to the workers of a head whose state is in Redis (k8s/components/gcs-redis-ft).
_KUBERAY = {"RAY_gcs_rpc_server_reconnect_timeout_s": "600"}
_IMAGE_ROOT = "/app"
_DETECTION = ("RAY_health_check_", "RAY_grpc_client_keepalive_")


def worker_command(*, address: str, slots: int) -> list[str]:
    """Return the arguments of `ray` that KubeRay makes of the manifest, for a node with other slots."""
    group = _cluster()["workerGroupSpecs"][0]
    group = {**group, "resources": {"watch_slots": str(slots)}}
    command = kuberay.start_command(group, group["template"]["spec"]["containers"][0], address=address)
    return shlex.split(command)[1:]


def worker_environment() -> dict[str, str]:
    """Return the variables of a worker for Ray and Python. The settings of the watchers are those of the running
    stack."""
    settings = {name: value for name, value in _settings().items() if name.startswith(("RAY_", "MALLOC_", "PYTHON"))}
    fixed = _variables(_cluster()["workerGroupSpecs"][0])
    path = fixed["PYTHONPATH"].replace(_IMAGE_ROOT, str(ROOT))
    return {**settings, **fixed, **_KUBERAY, "PYTHONPATH": path}


def head_environment() -> dict[str, str]:
    """Return the head's variables that decide when a node counts as lost, and when a connection does."""
    given = {**_settings(), **_variables(_cluster()["headGroupSpec"])}
    return {name: value for name, value in given.items() if name.startswith(_DETECTION)}


def _variables(group: Mapping[str, Any]) -> dict[str, str]:
    container = group["template"]["spec"]["containers"][0]
    return {one["name"]: one["value"] for one in container["env"] if "value" in one}


def _settings() -> dict[str, str]:
    lines = _SETTINGS.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))


@cache
def _cluster() -> dict[str, Any]:
    loaded = manifests.load(_CLUSTER.read_text())
    spec: dict[str, Any] = manifests.of_kind(loaded, "RayCluster")[0]["spec"]
    return spec
