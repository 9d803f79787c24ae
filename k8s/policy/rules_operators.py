"""Rules for the stores of the operators' overlays and for KEDA: PostgreSQL archives its log, Valkey's replica has a
primary, and KEDA's objects fit the workers.
"""

import re
from collections.abc import Iterator, Sequence

from . import dashboards
from .manifests import Findings, Manifest, name_of, names, of_kind
from .rules_pods import amount
from .rules_references import secret_keys

_REPLICA_OF = re.compile(r"--replicaof (\S+)-(\d+)\.(\S+) (\d+)")


def log_is_archived(manifests: Sequence[Manifest]) -> Findings:
    """Check that each PostgreSQL cluster has a standby, an archive of its write-ahead log, and scheduled base
    backups.
    """
    return [f"{name_of(one)}: {what}" for one in of_kind(manifests, "Cluster") for what in _unarchived(manifests, one)]


def _unarchived(manifests: Sequence[Manifest], cluster: Manifest) -> Iterator[str]:
    spec, keys = cluster["spec"], secret_keys(manifests)
    stores = {one["metadata"]["name"]: one["spec"]["configuration"] for one in of_kind(manifests, "ObjectStore")}
    archivers = [one for one in spec["plugins"] if one["isWALArchiver"]]
    if spec["instances"] < 2:
        yield "has no standby"
    if missing := {"username", "password"} - keys.get(spec["bootstrap"]["initdb"]["secret"]["name"], frozenset()):
        yield f"the Secret of its owner has no key {', '.join(sorted(missing))}"
    if len(archivers) != 1:
        yield f"{len(archivers)} plugins archive the log, needs one"
        return
    store = archivers[0]["parameters"]["barmanObjectName"]
    if store not in stores:
        yield f"ObjectStore/{store} does not exist"
    for reference in stores.get(store, {}).get("s3Credentials", {}).values():
        if reference["key"] not in keys.get(reference["name"], ()):
            yield f"Secret/{reference['name']} has no key {reference['key']}"
    if not any(
        one["spec"]["cluster"]["name"] == cluster["metadata"]["name"]
        and one["spec"]["method"] == "plugin"
        and one["spec"]["pluginConfiguration"]["name"] == archivers[0]["name"]
        and not one["spec"].get("suspend")
        for one in of_kind(manifests, "ScheduledBackup")
    ):
        yield "no ScheduledBackup copies it with the plugin that archives its log"


def replicas_find_their_primary(manifests: Sequence[Manifest]) -> Findings:
    """Check that Valkey's replica follows the first pod of its StatefulSet, to which clients connect."""
    return [
        f"{name_of(one)}: {what}"
        for one in of_kind(manifests, "StatefulSet")
        if one["spec"]["replicas"] > 1
        for what in _without_primary(manifests, one)
    ]


def _without_primary(manifests: Sequence[Manifest], owner: Manifest) -> Iterator[str]:
    name, service = owner["metadata"]["name"], owner["spec"]["serviceName"]
    container = owner["spec"]["template"]["spec"]["containers"][0]
    ports = {str(port["containerPort"]) for port in container["ports"]}
    found = _REPLICA_OF.search(" ".join(container["command"]))
    if not found or found.groups() not in {(name, "0", service, port) for port in ports}:
        yield f"its replica does not follow {name}-0.{service}"
    headless = [
        one["metadata"]["name"]
        for one in of_kind(manifests, "Service")
        if one["spec"].get("clusterIP") == "None" and one["spec"].get("publishNotReadyAddresses")
    ]
    if service not in headless:
        yield f"Service/{service} does not give its pods names before they are ready"
    selectors = [one["spec"]["selector"] for one in of_kind(manifests, "Service") if one["metadata"]["name"] == name]
    if not any(one.get("apps.kubernetes.io/pod-index") == "0" for one in selectors):
        yield f"clients of Service/{name} may reach the replica, which takes no writes"


def placeholders_are_as_large_as_workers(manifests: Sequence[Manifest]) -> Findings:
    """Check that KEDA adds one placeholder for each full worker, and that a worker fits into the place of a
    placeholder.
    """
    deployments = {one["metadata"]["name"]: one for one in of_kind(manifests, "Deployment")}
    groups = [group for one in of_kind(manifests, "RayCluster") for group in one["spec"]["workerGroupSpecs"]]
    found = []
    for scaler in of_kind(manifests, "ScaledObject"):
        target = deployments.get(scaler["spec"]["scaleTargetRef"]["name"], {})
        sizes = [_requests(target["spec"]["template"])] if target else []
        slots = {trigger["metadata"]["threshold"] for trigger in scaler["spec"]["triggers"]}
        for group in groups:
            if slots != {group["resources"]["watch_slots"]}:
                found.append(f"{name_of(scaler)}: a worker has {group['resources']['watch_slots']} watch_slots")
            worker = _requests(group["template"])
            found += [
                f"{name_of(scaler)}: a worker requests more {what} than a placeholder"
                for size in sizes
                for what in worker
                if worker[what] > size[what]
            ]
    return found


def _requests(template: Manifest) -> dict[str, float]:
    given = template["spec"]["containers"][0]["resources"]["requests"]
    return {what: amount(given[what]) for what in ("cpu", "memory")}


def scalers_have_metrics(manifests: Sequence[Manifest]) -> Findings:
    """Check that KEDA's queries use existing metrics, and Deployments existing priority classes."""
    found = []
    for scaler in of_kind(manifests, "ScaledObject"):
        for trigger in scaler["spec"]["triggers"]:
            unknown = dashboards.metrics_in(trigger["metadata"]["query"]) - dashboards.exported_metrics()
            found += [f"{name_of(scaler)}: unknown metric {name}" for name in sorted(unknown)]
    classes = names(manifests, "PriorityClass")
    for one in of_kind(manifests, "Deployment"):
        wanted = one["spec"]["template"]["spec"].get("priorityClassName")
        if wanted and wanted not in classes:
            found.append(f"{name_of(one)}: PriorityClass/{wanted} does not exist")
    return found
