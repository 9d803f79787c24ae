"""Rules about each pod: what it is made of, what it may do, what it gets, how it is asked, how it ends."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from snipers.control.base import Capacity
from snipers.control.concurrency import FEWEST_MOVES, concurrent_starts
from snipers.store.records import Node

from .manifests import Findings, Manifest, Pod, fewest_copies, most_copies, name_of, of_kind, pods

DIGEST = re.compile(r"@sha256:[0-9a-f]{64}$")
OURS = ("tablehawk/web", "tablehawk/snipers", "tablehawk/simulator")
# Left between the longest way that a pod is told to take at its end and the kill.
SPARE_SECONDS = 5
# From the start of a watcher elsewhere until the old one is gone and the next may move.
SECONDS_FOR_A_MOVE = 4.0


def images_by_digest(manifests: Sequence[Manifest], *, built_here: bool = False) -> Findings:
    """A tag may name another image tomorrow. `built_here`: our own are made on the machine that runs them (dev)."""
    return [
        f"{pod.owner}: image {one['image']} of {one['name']} has no digest"
        for pod in pods(manifests)
        for one in pod.all_containers
        if not DIGEST.search(one["image"]) and not (built_here and one["image"].rpartition(":")[0] in OURS)
    ]


def restricted(manifests: Sequence[Manifest]) -> Findings:
    """Pod Security "restricted", a read-only root and no token of the API server."""
    return [f"{pod.owner}: {what}" for pod in pods(manifests) for what in _open_doors(pod)]


def _open_doors(pod: Pod) -> Iterator[str]:
    spec, security = pod.spec, pod.spec.get("securityContext", {})
    if not security.get("runAsNonRoot"):
        yield "runAsNonRoot is not set"
    if not security.get("runAsUser"):
        yield "runAsUser is not set, so that an image could choose 0"
    if security.get("seccompProfile", {}).get("type") != "RuntimeDefault":
        yield "seccompProfile is not RuntimeDefault"
    for field in ("hostNetwork", "hostPID", "hostIPC"):
        if spec.get(field):
            yield f"{field} is on"
    if any("hostPath" in volume for volume in spec.get("volumes", [])):
        yield "a hostPath volume"
    # KubeRay's autoscaler, beside the head, is the one process that talks to the API server.
    autoscales = pod.group == "head" and spec.get("automountServiceAccountToken") is True
    if spec.get("automountServiceAccountToken") is not False and not autoscales:
        yield "automountServiceAccountToken is not false"
    for one in pod.all_containers:
        yield from (f"{what} in {one['name']}" for what in _open_container(one.get("securityContext", {})))


def _open_container(security: Mapping[str, Any]) -> Iterator[str]:
    if security.get("allowPrivilegeEscalation") is not False:
        yield "allowPrivilegeEscalation is not false"
    if security.get("readOnlyRootFilesystem") is not True:
        yield "the root file system can be written"
    if security.get("capabilities", {}).get("drop") != ["ALL"] or security.get("capabilities", {}).get("add"):
        yield "capabilities are not dropped"
    if security.get("privileged") or security.get("runAsUser") == 0:
        yield "runs with privileges"


def resources_said(manifests: Sequence[Manifest]) -> Findings:
    """Requests of both kinds and a memory limit everywhere; the disk that an emptyDir may take is bounded."""
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


def probes(manifests: Sequence[Manifest]) -> Findings:
    """A boot has time, a hung process is restarted, who is served is ready first. Liveness asks nothing outside."""
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
                found.append(f"{pod.owner}: {one['name']} has no time to boot before liveness is asked")
            if one["livenessProbe"].get("httpGet", {}).get("path") == "/readyz":
                found.append(f"{pod.owner}: liveness asks /readyz, so a database that is away would restart it")
        served = any(all(pod.labels.get(key) == value for key, value in one.items()) for one in services)
        if served and not any("readinessProbe" in one for one in pod.containers):
            found.append(f"{pod.owner}: is served by a Service and has no readiness probe")
        found += _unknown_probe_ports(pod)
    return found


def _unknown_probe_ports(pod: Pod) -> Findings:
    found = []
    for one in pod.containers:
        ports = {port.get("name") for port in one.get("ports", [])}
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            action = one.get(probe, {}).get("httpGet") or one.get(probe, {}).get("tcpSocket") or {}
            if isinstance(action.get("port"), str) and action["port"] not in ports:
                found.append(f"{pod.owner}: {probe} of {one['name']} asks a port {action['port']} that it has not")
    return found


def time_to_end(manifests: Sequence[Manifest]) -> Findings:
    """The kill comes after the longest way out that the pod's own settings describe."""
    found = []
    for pod in pods(manifests):
        grace = pod.spec.get("terminationGracePeriodSeconds", 30)
        for one in pod.containers:
            needed = _way_out(one)
            if pod.long_lived and needed and grace < needed + SPARE_SECONDS:
                found.append(
                    f"{pod.owner}: {one['name']} takes up to {needed:.0f} s to end and is killed after {grace}"
                )
    return found


def _way_out(container: Mapping[str, Any]) -> float:
    """Seconds: preStop, then what config/serve.py or Ray wait for."""
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


def full_workers_are_left_in_time(manifests: Sequence[Manifest]) -> Findings:
    """preStop waits until all watchers of a full pod moved, at the pace that the other workers' cores allow."""
    found = []
    fewest = fewest_copies(manifests)
    for cluster in of_kind(manifests, "RayCluster"):
        by_group = {pod.group: pod for pod in pods([cluster])}
        for group in cluster["spec"]["workerGroupSpecs"]:
            pod, slots = by_group[group["groupName"]], int(group.get("resources", {}).get("watch_slots", 0))
            cores = amount(pod.spec["containers"][0]["resources"]["requests"]["cpu"])
            others = [Node(name=str(one), host=str(one), slots=slots) for one in range(1, fewest[pod.owner])]
            capacity = Capacity(nodes=tuple(others), free_slots=slots, cores={one.name: cores for one in others})
            rounds = math.ceil(slots / concurrent_starts(capacity, fewest=FEWEST_MOVES))
            wait = _seconds_of_pre_stop(pod.spec["containers"][0])
            if rounds * SECONDS_FOR_A_MOVE > wait:
                needed = f"{slots} watchers need {rounds * SECONDS_FOR_A_MOVE:.0f} s to move"
                found.append(f"{pod.owner}: {needed}, preStop waits {wait:.0f}")
    return found


def spread(manifests: Sequence[Manifest]) -> Findings:
    """Copies of one workload stand on different machines and in different zones; Ray's workers do so at any price."""
    found = []
    for pod in pods(manifests):
        if pod.kind not in ("Deployment", "RayCluster") or pod.group == "head":
            continue
        given = {one["topologyKey"]: one for one in pod.spec.get("topologySpreadConstraints", [])}
        single = pod.labels.get("app.kubernetes.io/component") == "simulator"
        for key in ("kubernetes.io/hostname", "topology.kubernetes.io/zone"):
            if key not in given and not single:
                found.append(f"{pod.owner}: copies are not spread over {key}")
        host = given.get("kubernetes.io/hostname", {})
        if pod.group and host.get("whenUnsatisfiable") != "DoNotSchedule":
            found.append(f"{pod.owner}: two workers may stand on one machine")
        if host.get("whenUnsatisfiable") == "DoNotSchedule" and host.get("nodeTaintsPolicy") != "Honor":
            found.append(f"{pod.owner}: tainted nodes count as empty ones, so pods stay pending (nodeTaintsPolicy)")
    return found


def quota_suffices(manifests: Sequence[Manifest]) -> Findings:
    """Everything at its largest fits into the namespace's quota, or scaling up would stop at it in the worst hour."""
    largest = most_copies(manifests)
    needed = {"requests.cpu": 0.0, "requests.memory": 0.0, "pods": 0.0}
    for pod in pods(manifests):
        copies = largest.get(pod.owner, 1)
        needed["pods"] += copies
        for what in ("cpu", "memory"):
            of_pod = sum(amount(one.get("resources", {}).get("requests", {}).get(what, "0")) for one in pod.containers)
            needed[f"requests.{what}"] += copies * of_pod
    found = []
    for quota in of_kind(manifests, "ResourceQuota"):
        for what, most in quota["spec"]["hard"].items():
            if needed[what] > amount(most):
                found.append(f"{name_of(quota)}: {what} is {most}, everything at its largest needs {needed[what]:.0f}")
    return found


def amount(quantity: str) -> float:
    """A Kubernetes quantity as a number: cores, bytes or pieces."""
    found = re.fullmatch(r"(\d+)(m|Mi|Gi)?", quantity)
    if found is None:
        raise ValueError(f"{quantity} is no quantity of ours")
    return int(found[1]) * {"m": 0.001, "Mi": 2.0**20, "Gi": 2.0**30, None: 1.0}[found[2]]
