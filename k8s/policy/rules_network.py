"""Rules of network access: denied by default, allowed for each connection that a component needs."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from .manifests import Findings, Manifest, Pod, name_of, names, of_kind, pods, selects

PROBES = ("startupProbe", "readinessProbe", "livenessProbe")
POSTGRES, REDIS, HTTPS = 5432, 6379, 443


def denied_by_default(manifests: Sequence[Manifest]) -> Findings:
    """One policy takes every pod, in both directions, and allows nothing."""
    for policy in of_kind(manifests, "NetworkPolicy"):
        spec = policy["spec"]
        both = set(spec.get("policyTypes", [])) == {"Ingress", "Egress"}
        if spec["podSelector"] == {} and both and not spec.get("ingress") and not spec.get("egress"):
            return []
    return ["no NetworkPolicy denies every pod everything"]


def policies_take_pods(manifests: Sequence[Manifest]) -> Findings:
    """A policy that selects nothing is a typo: the way it should open stays shut."""
    every = list(pods(manifests))
    return [
        f"{name_of(policy)}: selects no pod"
        for policy in of_kind(manifests, "NetworkPolicy")
        if not any(selects(policy["spec"]["podSelector"], pod.labels) for pod in every)
    ]


def services_lead_somewhere(manifests: Sequence[Manifest]) -> Findings:
    """A Service's selector takes pods, its target ports are theirs, and a policy lets somebody in there."""
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
                elif not _let_in(manifests, pod, target):
                    found.append(f"{name_of(service)}: no NetworkPolicy lets anybody reach {target} of {pod.owner}")
    return found


def probes_stay_inside(manifests: Sequence[Manifest]) -> Findings:
    """No Service leads to a port that answers HTTP probes: what users can reach, they can also use up."""
    found = []
    # The simulator is there for developers, through the same port.
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
    """A workload with the database's address may reach it; no workload may reach a store that it does not use."""
    found = []
    for pod in pods(manifests):
        secrets = {ref for one in pod.all_containers for ref in _secrets(one)}
        # The head is given what its actors would be, and runs none.
        needs = bool(secrets & {"web-secrets", "sniper-secrets"}) and pod.group != "head"
        needs = needs and pod.labels.get("app.kubernetes.io/component") != "simulator"
        may = _let_out(manifests, pod, POSTGRES)
        if needs and not may:
            found.append(f"{pod.owner}: has the database's address and no way to it")
        if may and not needs:
            found.append(f"{pod.owner}: may reach the database and has no use for it")
    return found


def cleanup_reaches_redis(manifests: Sequence[Manifest]) -> Findings:
    """A RayCluster ends after KubeRay's redis-cleanup Job: the head's pod with another node type, which needs Redis."""
    return [
        f"{pod.owner}: the redis-cleanup Job is not let out to Redis, so deleting the RayCluster hangs"
        for pod in pods([one for one in manifests if "gcsFaultToleranceOptions" in one.get("spec", {})])
        if pod.group == "head"
        and not _let_out(manifests, replace(pod, labels={**pod.labels, "ray.io/node-type": "redis-cleanup"}), REDIS)
    ]


def watchers_reach_platforms(manifests: Sequence[Manifest]) -> Findings:
    """Ray's workers poll and book: without a way out they would only fail."""
    return [
        f"{pod.owner}: no way out to the platforms"
        for pod in pods(manifests)
        if pod.kind == "RayCluster" and pod.group != "head" and not _let_out(manifests, pod, HTTPS)
    ]


def monitors_find_ports(manifests: Sequence[Manifest]) -> Findings:
    """What Prometheus is told to scrape exists, and Prometheus is let in."""
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
                f"{name_of(monitor)}: Prometheus is not let in to {endpoint['port']} of {pod.owner}"
                for pod in scraped
                if not _let_in(manifests, pod, endpoint["port"], namespace="monitoring")
            ]
    return found


def cells_are_rooms(manifests: Sequence[Manifest]) -> Findings:
    """The controller is told the head's Service of a RayCluster that exists, and shares a room with it."""
    found = []
    clusters = names(manifests, "RayCluster")
    for config in of_kind(manifests, "ConfigMap"):
        head = config.get("data", {}).get("RAY_HEAD", "")
        if head and head.removesuffix("-head-svc:6379") not in clusters:
            found.append(f"{name_of(config)}: RAY_HEAD={head} is no RayCluster's head")
    cells = {pod.owner: pod.labels.get("tablehawk.io/cell") for pod in pods(manifests) if pod.kind == "RayCluster"}
    found += [f"{owner}: pods do not say their cell" for owner, cell in cells.items() if not cell]
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


def _let_in(manifests: Sequence[Manifest], pod: Pod, port: Any, *, namespace: str = "") -> bool:
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


def _let_out(manifests: Sequence[Manifest], pod: Pod, port: int) -> bool:
    """To somewhere other than the pod's own cell."""
    for policy in of_kind(manifests, "NetworkPolicy"):
        if not selects(policy["spec"]["podSelector"], pod.labels):
            continue
        for rule in policy["spec"].get("egress") or []:
            if port in {one["port"] for one in rule.get("ports", [])}:
                return True
    return False
