"""Rules for network access: policies must deny it by default and allow each required connection."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .manifests import Findings, Manifest, Pod, labels_of_pods, name_of, names, of_kind, pods, selects

PROBES = ("startupProbe", "readinessProbe", "livenessProbe")
POSTGRES, REDIS, HTTPS = 5432, 6379, 443


def denied_by_default(manifests: Sequence[Manifest]) -> Findings:
    """Check that one policy selects every pod, for ingress and egress, and allows nothing."""
    for policy in of_kind(manifests, "NetworkPolicy"):
        spec = policy["spec"]
        both = set(spec.get("policyTypes", [])) == {"Ingress", "Egress"}
        if spec["podSelector"] == {} and both and not spec.get("ingress") and not spec.get("egress"):
            return []
    return ["no NetworkPolicy denies all traffic by default"]


def policies_select_pods(manifests: Sequence[Manifest]) -> Findings:
    """Check that each policy selects a pod. A policy that selects none probably has a typo in its selector."""
    every = list(labels_of_pods(manifests))
    return [
        f"{name_of(policy)}: selects no pod"
        for policy in of_kind(manifests, "NetworkPolicy")
        if not any(selects(policy["spec"]["podSelector"], labels) for labels in every)
    ]


def services_have_backends(manifests: Sequence[Manifest]) -> Findings:
    """Check that each Service selects pods with its target ports, and that a policy allows ingress to these ports."""
    found = []
    every = list(pods(manifests))
    for service in of_kind(manifests, "Service"):
        behind = [pod for pod in every if selects({"matchLabels": service["spec"]["selector"]}, pod.labels)]
        if not behind:
            found.append(f"{name_of(service)}: selects no pod")
        for port in service["spec"]["ports"]:
            target = port.get("targetPort", port["port"])
            for pod in behind:
                if target not in _ports(pod):
                    found.append(f"{name_of(service)}: {pod.owner} has no port {target}")
                elif not _ingress_is_allowed(manifests, pod, target):
                    found.append(f"{name_of(service)}: no NetworkPolicy allows ingress to {target} of {pod.owner}")
    return found


def probes_stay_inside(manifests: Sequence[Manifest]) -> Findings:
    """Check that no Service exposes a port that answers HTTP probes, because users could overload such a port."""
    found = []
    # The simulator is exempt: its control port also answers its probes.
    every = [pod for pod in pods(manifests) if pod.labels.get("app.kubernetes.io/component") != "simulator"]
    for service in of_kind(manifests, "Service"):
        targets = {port.get("targetPort", port["port"]) for port in service["spec"]["ports"]}
        for pod in every:
            if not selects({"matchLabels": service["spec"]["selector"]}, pod.labels):
                continue
            actions = [one.get(probe, {}).get("httpGet", {}) for one in pod.containers for probe in PROBES]
            exposed = sorted({str(action["port"]) for action in actions if action.get("port") in targets})
            found += [
                f"{name_of(service)}: exposes {port}, which answers the probes of {pod.owner}" for port in exposed
            ]
    return found


def stores_can_be_reached(manifests: Sequence[Manifest]) -> Findings:
    """Check that exactly the workloads that use the database have egress to it.

    A workload uses the database if it gets the database's address from a Secret. Ray's head and the simulator, which
    only have the variable, are exceptions.
    """
    found = []
    for pod in pods(manifests):
        secrets = {ref for one in pod.all_containers for ref in _secrets(one)}
        # The head has the environment of actors but runs no actors.
        needs = bool(secrets & {"web-secrets", "sniper-secrets"}) and pod.group != "head"
        needs = needs and pod.labels.get("app.kubernetes.io/component") != "simulator"
        may = _egress_is_allowed(manifests, pod, POSTGRES)
        if needs and not may:
            found.append(f"{pod.owner}: has the database's address but no egress to it")
        if may and not needs:
            found.append(f"{pod.owner}: has egress to the database but does not use it")
    return found


def cleanup_reaches_redis(manifests: Sequence[Manifest]) -> Findings:
    """Check that KubeRay's redis-cleanup Job has egress to Redis. It runs before a RayCluster is deleted."""
    return [
        f"{pod.owner}: the redis-cleanup Job has no egress to Redis, so deleting the RayCluster hangs"
        for pod in pods([one for one in manifests if "gcsFaultToleranceOptions" in one.get("spec", {})])
        if pod.group == "head"
        and not _egress_is_allowed(
            manifests, replace(pod, labels={**pod.labels, "ray.io/node-type": "redis-cleanup"}), REDIS
        )
    ]


def watchers_reach_platforms(manifests: Sequence[Manifest]) -> Findings:
    """Check that Ray's workers have egress to the platforms."""
    return [
        f"{pod.owner}: no egress to the platforms"
        for pod in pods(manifests)
        if pod.kind == "RayCluster" and pod.group != "head" and not _egress_is_allowed(manifests, pod, HTTPS)
    ]


def monitors_find_ports(manifests: Sequence[Manifest]) -> Findings:
    """Check that the ports of PodMonitors and ServiceMonitors exist and that Prometheus has ingress to them."""
    found = []
    every = list(pods(manifests))
    for monitor in of_kind(manifests, "PodMonitor", "ServiceMonitor"):
        spec = monitor["spec"]
        endpoints = spec.get("podMetricsEndpoints", spec.get("endpoints", []))
        if monitor["kind"] == "PodMonitor":
            behind = [pod for pod in every if selects(spec["selector"], pod.labels)]
        else:
            behind = _behind_services(manifests, spec["selector"], every)
        for endpoint in endpoints:
            scraped = [pod for pod in behind if endpoint["port"] in _ports(pod)]
            if not scraped:
                found.append(f"{name_of(monitor)}: no pod has the port {endpoint['port']}")
            found += [
                f"{name_of(monitor)}: Prometheus has no ingress to {endpoint['port']} of {pod.owner}"
                for pod in scraped
                if not _ingress_is_allowed(manifests, pod, endpoint["port"], namespace="monitoring")
            ]
    return found


def cells_are_isolated(manifests: Sequence[Manifest]) -> Findings:
    """Check that RAY_HEAD is the head Service of an existing RayCluster and that Ray's pods have their cell's label."""
    found = []
    clusters = names(manifests, "RayCluster")
    for config in of_kind(manifests, "ConfigMap"):
        head = config.get("data", {}).get("RAY_HEAD", "")
        if head and head.removesuffix("-head-svc:6379") not in clusters:
            found.append(f"{name_of(config)}: RAY_HEAD={head} is not the head of a RayCluster")
    cells = {pod.owner: pod.labels.get("tablehawk.io/cell") for pod in pods(manifests) if pod.kind == "RayCluster"}
    found += [f"{owner}: pods lack the label of their cell" for owner, cell in cells.items() if not cell]
    return found


def _behind_services(manifests: Sequence[Manifest], selector: Mapping[str, Any], every: Sequence[Pod]) -> list[Pod]:
    taken = [one for one in of_kind(manifests, "Service") if selects(selector, one["metadata"].get("labels", {}))]
    return [pod for one in taken for pod in every if selects({"matchLabels": one["spec"]["selector"]}, pod.labels)]


def _ports(pod: Pod) -> set[Any]:
    return {
        value
        for one in pod.containers
        for port in one.get("ports", [])
        for value in (port.get("name"), port["containerPort"])
    }


def _secrets(container: Mapping[str, Any]) -> Iterator[str]:
    yield from (one["secretRef"]["name"] for one in container.get("envFrom", []) if "secretRef" in one)
    named = (one.get("valueFrom", {}).get("secretKeyRef", {}) for one in container.get("env", []))
    yield from (one["name"] for one in named if one.get("key") == "DATABASE_URL")


def _ingress_is_allowed(manifests: Sequence[Manifest], pod: Pod, port: Any, *, namespace: str = "") -> bool:
    for policy in of_kind(manifests, "NetworkPolicy"):
        if not selects(policy["spec"]["podSelector"], pod.labels):
            continue
        for rule in policy["spec"].get("ingress") or []:
            ports = {one["port"] for one in rule.get("ports", [])}
            named = [peer.get("namespaceSelector", {}).get("matchLabels", {}) for peer in rule.get("from", [])]
            right = not namespace or {"kubernetes.io/metadata.name": namespace} in named
            if right and (not ports or port in ports):
                return True
    return False


def _egress_is_allowed(manifests: Sequence[Manifest], pod: Pod, port: int) -> bool:
    """Return whether a policy allows the pod egress to this port, whatever the destination."""
    for policy in of_kind(manifests, "NetworkPolicy"):
        if not selects(policy["spec"]["podSelector"], pod.labels):
            continue
        for rule in policy["spec"].get("egress") or []:
            if port in {one["port"] for one in rule.get("ports", [])}:
                return True
    return False
