"""Adds to the pods of a RayCluster what KubeRay's operator adds: commands, variables, and the autoscaler's container.

The additions follow controllers/ray/common/pod.go of KubeRay 1.7.0.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from shlex import quote
from typing import Any

from . import manifests as rendered
from .manifests import Manifest, Pod, of_kind

GCS_PORT = 6379
_UNITS = {"Mi": 2**20, "Gi": 2**30}
_LOGS = {"name": "ray-logs", "mountPath": "/tmp/ray"}  # noqa: S108 - the path is fixed


def pods(manifests: Sequence[Manifest]) -> Iterator[Pod]:
    """Yield every pod template as the cluster runs it: those of RayClusters with the operator's additions, others
    unchanged.
    """
    for pod in rendered.pods(manifests):
        yield replace(pod, spec=_completed(manifests, pod)) if pod.kind == "RayCluster" else pod


def head_service(cluster: Manifest) -> str:
    """Return the name of the Service that KubeRay creates for the head."""
    return f"{cluster['metadata']['name']}-head-svc"


def _completed(manifests: Sequence[Manifest], pod: Pod) -> Manifest:
    cluster = next(one for one in of_kind(manifests, "RayCluster") if pod.owner.startswith(rendered.name_of(one)))
    head = pod.group == "head"
    groups = {one["groupName"]: one for one in cluster["spec"]["workerGroupSpecs"]}
    given = cluster["spec"]["headGroupSpec"] if head else groups[pod.group]
    container = pod.spec["containers"][0]
    scaled = head and cluster["spec"].get("enableInTreeAutoscaling")
    params = dict(given["rayStartParams"])
    if scaled:
        params["no-monitor"] = ""
    if head and "gcsFaultToleranceOptions" in cluster["spec"]:
        params["redis-password"] = "$REDIS_PASSWORD"
    given = {**given, "rayStartParams": params}
    command = start_command(given, container, address="" if head else f"{head_service(cluster)}:{GCS_PORT}")
    added = [*_variables(cluster, head=head), {"name": "KUBERAY_GEN_RAY_START_CMD", "value": command}]
    container = {
        **container,
        "command": ["/bin/bash", "-lc", "--", f"ulimit -n 65536; {command}"],
        "env": [*container.get("env", []), *added],
    }
    if not scaled:
        return {**pod.spec, "containers": [container]}
    container["volumeMounts"] = [*container["volumeMounts"], _LOGS]
    volumes = [*pod.spec["volumes"], {"name": _LOGS["name"], "emptyDir": {}}]
    return {**pod.spec, "containers": [container, _autoscaler(cluster, container["image"])], "volumes": volumes}


def _autoscaler(cluster: Manifest, image: str) -> Manifest:
    name, namespace = cluster["metadata"]["name"], cluster["metadata"]["namespace"]
    command = f"ray kuberay-autoscaler --cluster-name {name} --cluster-namespace {namespace}"
    given = cluster["spec"]["autoscalerOptions"]
    plain = {"RAY_CLUSTER_NAME": name, "RAY_CLUSTER_NAMESPACE": namespace, "KUBERAY_CRD_VER": "v1"}
    plain["RAY_enable_autoscaler_v2"] = "1" if given.get("version") == "v2" else "0"
    made = [{"name": key, "value": value} for key, value in plain.items()]
    return {
        "name": "autoscaler",
        "image": image,
        "command": ["/bin/bash", "-lc", "--", command],
        "env": [*made, *_token(cluster)],
        "resources": given["resources"],
        "securityContext": given["securityContext"],
        "volumeMounts": [*given.get("volumeMounts", []), _LOGS],
    }


def start_command(given: Mapping[str, Any], container: Mapping[str, Any], *, address: str) -> str:
    """Return the command `ray start` with the parameters of a group: for a worker that joins `address` or, if that is
    "", the head.
    """
    memory = container["resources"]["limits"]["memory"]
    flags = {
        "block": "",
        "dashboard-agent-listen-port": "52365",
        "memory": str(int(memory[:-2]) * _UNITS[memory[-2:]]),
        "metrics-export-port": "8080",
        **given["rayStartParams"],
    }
    if offered := given.get("resources"):
        amounts = ",".join(f'"{name}":{amount}' for name, amount in offered.items())
        flags["resources"] = quote("{" + amounts + "}")
    parts = [f"--{name}={value}" if value else f"--{name}" for name, value in sorted(flags.items())]
    return " ".join(["ray start", f"--address={address}" if address else "--head", *parts])


def _variables(cluster: Manifest, *, head: bool) -> list[dict[str, Any]]:
    address = f"127.0.0.1:{GCS_PORT}" if head else f"{head_service(cluster)}:{GCS_PORT}"
    plain = {
        "RAY_CLUSTER_NAME": cluster["metadata"]["name"],
        "RAY_CLOUD_INSTANCE_ID": f"{cluster['metadata']['name']}-{'head' if head else 'worker'}-0",
        "RAY_PORT": str(GCS_PORT),
        "RAY_ADDRESS": address,
        "RAY_USAGE_STATS_KUBERAY_IN_USE": "1",
    }
    made: list[dict[str, Any]] = [{"name": name, "value": value} for name, value in plain.items()]
    made += _token(cluster)
    if tolerance := cluster["spec"].get("gcsFaultToleranceOptions"):
        if head:
            made += [
                {"name": "RAY_REDIS_ADDRESS", "value": tolerance["redisAddress"]},
                {"name": "REDIS_PASSWORD", **tolerance["redisPassword"]},
                {"name": "RAY_external_storage_namespace", "value": cluster["metadata"]["name"]},
            ]
        else:
            made.append({"name": "RAY_gcs_rpc_server_reconnect_timeout_s", "value": "600"})
    return made


def _token(cluster: Manifest) -> list[dict[str, Any]]:
    options = cluster["spec"]["authOptions"]
    key = {"name": options["secretName"], "key": "auth_token"}
    return [
        {"name": "RAY_AUTH_MODE", "value": options["mode"]},
        {"name": "RAY_AUTH_TOKEN", "valueFrom": {"secretKeyRef": key}},
    ]
