"""Rules for pods: images, privileges, resources, probes, shutdown and spreading."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from snipers.control.base import Capacity
from snipers.control.concurrency import FEWEST_MOVES, concurrent_starts
from snipers.store.records import Node

from .manifests import Findings, Manifest, Pod, max_replicas, min_replicas, name_of, of_kind, pods

DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
OURS = ("tablehawk/web", "tablehawk/snipers", "tablehawk/simulator")
# The label of pods that use the API server with all of their containers. In the head's pod, only the autoscaler's
# container does, which KubeRay adds.
API_CLIENT = "tablehawk.io/api-server"
# Minimum time in seconds between the end of the longest configured shutdown and SIGKILL.
SPARE_SECONDS = 5
# Assumed duration of the move of one watcher to another node.
SECONDS_FOR_A_MOVE = 4.0


def images_by_digest(manifests: Sequence[Manifest], *, built_here: bool = False) -> Findings:
    """Check that images have digests, because tags can change.

    With `built_here`, the project's own images are exempt. The dev overlay uses locally built images.
    """
    return [
        f"{pod.owner}: image {one['image']} of {one['name']} has no digest"
        for pod in pods(manifests)
        for one in pod.all_containers
        if not DIGEST.search(one["image"]) and not (built_here and one["image"].rpartition(":")[0] in OURS)
    ]


def pods_are_restricted(manifests: Sequence[Manifest]) -> Findings:
    """Check that pods comply with the Pod Security standard "restricted".

    In addition, the root file system must be read-only, and only containers that use the API server may have a token of
    it.
    """
    return [f"{pod.owner}: {what}" for pod in pods(manifests) for what in _pod_privileges(pod)]


def _pod_privileges(pod: Pod) -> Iterator[str]:
    spec, security = pod.spec, pod.spec.get("securityContext", {})
    if not security.get("runAsNonRoot"):
        yield "runAsNonRoot is not set"
    if not security.get("runAsUser"):
        yield "runAsUser is not set, so an image could choose 0"
    if security.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        yield "seccompProfile is not RuntimeDefault"
    for field in ("hostNetwork", "hostPID", "hostIPC"):
        if spec.get(field):
            yield f"{field} is on"
    if any("hostPath" in volume for volume in spec.get("volumes", [])):
        yield "a hostPath volume"
    if spec.get("automountServiceAccountToken") is not False:
        yield "automountServiceAccountToken is not false"
    tokens = {volume["name"] for volume in spec.get("volumes", []) if _has_token(volume)}
    for one in pod.all_containers:
        mounted = tokens & {mount["name"] for mount in one.get("volumeMounts", [])}
        if mounted and pod.labels.get(API_CLIENT) != "yes":
            yield f"a token of the Kubernetes API in {one['name']}"
        yield from (f"{what} in {one['name']}" for what in _container_privileges(one.get("securityContext", {})))


def _has_token(volume: Mapping[str, Any]) -> bool:
    return any("serviceAccountToken" in source for source in volume.get("projected", {}).get("sources", []))


def _container_privileges(security: Mapping[str, Any]) -> Iterator[str]:
    if security.get("allowPrivilegeEscalation") is not False:
        yield "allowPrivilegeEscalation is not false"
    if security.get("readOnlyRootFilesystem") is not True:
        yield "the root file system is writable"
    if security.get("capabilities", {}).get("drop") != ["ALL"] or security.get("capabilities", {}).get("add"):
        yield "capabilities are not dropped"
    if security.get("privileged") or security.get("runAsUser") == 0:
        yield "runs with privileges"


def resources_are_set(manifests: Sequence[Manifest]) -> Findings:
    """Check that containers have CPU and memory requests and a memory limit, and that emptyDirs have a sizeLimit."""
    found = []
    for pod in pods(manifests):
        for one in pod.all_containers:
            given = one.get("resources", {})
            if {"cpu", "memory"} - given.get("requests", {}).keys():
                found.append(f"{pod.owner}: {one['name']} requests no CPU or no memory")
            if "memory" not in given.get("limits", {}):
                found.append(f"{pod.owner}: {one['name']} has no memory limit")
        found += [
            f"{pod.owner}: the emptyDir {volume['name']} has no sizeLimit"
            for volume in pod.spec.get("volumes", [])
            if "emptyDir" in volume and "sizeLimit" not in (volume["emptyDir"] or {})
        ]
    return found


def probes_are_valid(manifests: Sequence[Manifest]) -> Findings:
    """Check that long-lived pods have liveness and startup probes, and pods behind a Service also readiness probes.

    Liveness probes must not check dependencies.
    """
    found = []
    services = [one["spec"]["selector"] for one in manifests if one["kind"] == "Service" and "selector" in one["spec"]]
    for pod in pods(manifests):
        if not pod.long_lived:
            continue
        probed = [one for one in pod.containers if "livenessProbe" in one]
        if not probed:
            found.append(f"{pod.owner}: no liveness probe")
        for one in probed:
            if "startupProbe" not in one and "initialDelaySeconds" not in one["livenessProbe"]:
                found.append(f"{pod.owner}: {one['name']} has neither startupProbe nor initialDelaySeconds")
            if one["livenessProbe"].get("httpGet", {}).get("path") == "/readyz":
                found.append(f"{pod.owner}: liveness uses /readyz, so an unreachable database would restart it")
        served = any(all(pod.labels.get(key) == value for key, value in one.items()) for one in services)
        if served and not any("readinessProbe" in one for one in pod.containers):
            found.append(f"{pod.owner}: has a Service but no readiness probe")
        found += _unknown_probe_ports(pod)
    return found


def _unknown_probe_ports(pod: Pod) -> Findings:
    found = []
    for one in pod.containers:
        ports = {port.get("name") for port in one.get("ports", [])}
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            action = one.get(probe, {}).get("httpGet") or one.get(probe, {}).get("tcpSocket") or {}
            if isinstance(action.get("port"), str) and action["port"] not in ports:
                found.append(f"{pod.owner}: {probe} of {one['name']} uses an unknown port {action['port']}")
    return found


def grace_periods_suffice(manifests: Sequence[Manifest]) -> Findings:
    """Check that terminationGracePeriodSeconds exceeds the longest configured shutdown by SPARE_SECONDS."""
    found = []
    for pod in pods(manifests):
        grace = pod.spec.get("terminationGracePeriodSeconds", 30)
        for one in pod.containers:
            needed = _shutdown_seconds(one)
            if pod.long_lived and needed and grace < needed + SPARE_SECONDS:
                found.append(
                    f"{pod.owner}: {one['name']} takes up to {needed:.0f} s to stop and is killed after {grace}"
                )
    return found


def _shutdown_seconds(container: Mapping[str, Any]) -> float:
    """Return the longest shutdown of a container in seconds: preStop, and the stop of server/serve.py or of Ray."""
    given = {one["name"]: one.get("value", "") for one in container.get("env", [])}

    def seconds(name: str) -> float:
        return float(given.get(name) or 0)

    sockets = seconds("SOCKET_DRAIN_SECONDS")
    serving = max(seconds("DRAIN_NOTICE_SECONDS"), sockets and sockets + 2) + seconds("DRAIN_SECONDS")
    return _seconds_of_pre_stop(container) + serving + seconds("RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S")


def _seconds_of_pre_stop(container: Mapping[str, Any]) -> float:
    command = container.get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", [])
    timed = re.search(r"(?:^sleep |--wait )(\d+)", " ".join(command))
    return float(timed[1]) if timed else 0


def full_workers_drain_in_time(manifests: Sequence[Manifest]) -> Findings:
    """Check that preStop waits long enough to move all watchers of a full worker pod to the other workers."""
    found = []
    minimum = min_replicas(manifests)
    for cluster in of_kind(manifests, "RayCluster"):
        by_group = {pod.group: pod for pod in pods([cluster])}
        for group in cluster["spec"]["workerGroupSpecs"]:
            pod, slots = by_group[group["groupName"]], int(group.get("resources", {}).get("watch_slots", 0))
            cores = amount(pod.spec["containers"][0]["resources"]["requests"]["cpu"])
            others = [Node(name=str(one), host=str(one), slots=slots) for one in range(1, minimum[pod.owner])]
            capacity = Capacity(nodes=tuple(others), free_slots=slots, cores={one.name: cores for one in others})
            rounds = math.ceil(slots / concurrent_starts(capacity, fewest=FEWEST_MOVES))
            wait = _seconds_of_pre_stop(pod.spec["containers"][0])
            if rounds * SECONDS_FOR_A_MOVE > wait:
                needed = f"{slots} watchers need {rounds * SECONDS_FOR_A_MOVE:.0f} s to move"
                found.append(f"{pod.owner}: {needed}, preStop waits {wait:.0f}")
    return found


def replicas_are_spread(manifests: Sequence[Manifest]) -> Findings:
    """Check that replicas are spread over machines and zones. Ray's workers must never share a machine."""
    found = []
    for pod in pods(manifests):
        if pod.kind not in ("Deployment", "RayCluster") or pod.group == "head":
            continue
        given = {one["topologyKey"]: one for one in pod.spec.get("topologySpreadConstraints", [])}
        single = pod.labels.get("app.kubernetes.io/component") == "simulator"
        for key in ("kubernetes.io/hostname", "topology.kubernetes.io/zone"):
            if key not in given and not single:
                found.append(f"{pod.owner}: replicas are not spread over {key}")
        host = given.get("kubernetes.io/hostname", {})
        if pod.group and host.get("whenUnsatisfiable") != "DoNotSchedule":
            found.append(f"{pod.owner}: two workers may run on one machine")
        if host.get("whenUnsatisfiable") == "DoNotSchedule" and host.get("nodeTaintsPolicy") != "Honor":
            found.append(f"{pod.owner}: tainted nodes count as empty ones, so pods stay pending (nodeTaintsPolicy)")
    return found


def quota_suffices(manifests: Sequence[Manifest]) -> Findings:
    """Check that all workloads at their largest size fit into the namespace's quota."""
    largest = max_replicas(manifests)
    needed = {"requests.cpu": 0.0, "requests.memory": 0.0, "pods": 0.0}
    for pod in pods(manifests):
        copies = largest.get(pod.owner, 1)
        needed["pods"] += copies
        for what in ("cpu", "memory"):
            of_pod = sum(amount(one.get("resources", {}).get("requests", {}).get(what, "0")) for one in pod.containers)
            needed[f"requests.{what}"] += copies * of_pod
    for cluster in of_kind(manifests, "Cluster"):
        needed["pods"] += cluster["spec"]["instances"]
        for what, most in cluster["spec"]["resources"]["requests"].items():
            needed[f"requests.{what}"] += cluster["spec"]["instances"] * amount(most)
    found = []
    for quota in of_kind(manifests, "ResourceQuota"):
        for what, most in quota["spec"]["hard"].items():
            if needed[what] > amount(most):
                found.append(f"{name_of(quota)}: {what} is {most}, the largest size needs {needed[what]:.0f}")
    return found


def amount(quantity: str) -> float:
    """Convert a Kubernetes quantity to a number of cores, bytes or objects. Raises ValueError for other units."""
    found = re.fullmatch(r"(\d+)(m|Mi|Gi)?", quantity)
    if found is None:
        raise ValueError(f"{quantity} is not a supported quantity")
    return int(found[1]) * {"m": 0.001, "Mi": 2.0**20, "Gi": 2.0**30, None: 1.0}[found[2]]
