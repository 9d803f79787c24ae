"""Rules for PostgreSQL: the declared number of connections is at least the sum of all connection pools, and the log has
no values of rows.
"""

import math
from collections.abc import Mapping, Sequence

from .manifests import Findings, Manifest, Pod, max_replicas, name_of, of_kind, pods

ANNOTATION = "tablehawk.io/postgres-connections"
# Pool sizes of platform/server/database.py and snipers/store/postgres.py; tests/test_settings.py compares them. A
# process may have one more connection for LISTEN.
WEB_POOL, SNIPER_POOL = 16, 4
# During a rollout, a Deployment has a quarter more pods (maxSurge in components/hardening).
SURGE = 1.25
SLOT = "watch_slots"
NO_ROWS = {"log_error_verbosity": "terse", "log_min_error_statement": "fatal"}
STATEMENT_LOGS = {"log_statement", "log_duration", "log_min_duration_statement", "log_min_duration_sample"}


def connections_are_declared(manifests: Sequence[Manifest]) -> Findings:
    """Check that the namespace's annotation declares enough connections for all workloads at their largest size."""
    needed = max_connections(manifests)
    found = []
    for namespace in of_kind(manifests, "Namespace"):
        declared = int(namespace["metadata"].get("annotations", {}).get(ANNOTATION, "0"))
        if declared < needed:
            found.append(f"{name_of(namespace)}: {ANNOTATION} is {declared}, the largest size opens {needed}")
        for server in of_kind(manifests, "StatefulSet"):
            args = server["spec"]["template"]["spec"]["containers"][0].get("args", [])
            if server["metadata"]["name"] == "postgres" and f"max_connections={declared}" not in args:
                found.append(f"{name_of(server)}: max_connections is not {declared}")
        for cluster in of_kind(manifests, "Cluster"):
            if cluster["spec"]["postgresql"]["parameters"].get("max_connections") != str(declared):
                found.append(f"{name_of(cluster)}: max_connections is not {declared}")
    return found


def log_has_no_rows(manifests: Sequence[Manifest]) -> Findings:
    """Check that no PostgreSQL server logs the values of rows: neither the DETAIL of errors nor failed or slow
    statements.
    """
    found = []
    for server in of_kind(manifests, "StatefulSet"):
        if server["metadata"]["name"] == "postgres":
            args = server["spec"]["template"]["spec"]["containers"][0].get("args", [])
            found += [f"{name_of(server)}: {what}" for what in _logged(dict(one.split("=") for one in args[1::2]))]
    for cluster in of_kind(manifests, "Cluster"):
        found += [f"{name_of(cluster)}: {what}" for what in _logged(cluster["spec"]["postgresql"]["parameters"])]
    return found


def _logged(parameters: Mapping[str, str]) -> list[str]:
    wrong = [f"{name} is not {value}" for name, value in NO_ROWS.items() if parameters.get(name) != value]
    return wrong + [f"{name} logs statements" for name in sorted(STATEMENT_LOGS & parameters.keys())]


def max_connections(manifests: Sequence[Manifest]) -> int:
    """Return the number of connections when all workloads have their largest size and all pools are full.

    If there are several cells, only the largest counts: a venue has one watcher, so all cells together do not need more
    watchers.
    """
    copies = max_replicas(manifests)
    total, watchers = 0, [0]
    for pod in pods(manifests):
        if pod.kind == "RayCluster":
            cluster = next(one for one in of_kind(manifests, "RayCluster") if pod.owner.startswith(name_of(one)))
            watchers.append(_slots(cluster, pod) * copies.get(pod.owner, 0) * SNIPER_POOL)
        elif pod.kind == "Deployment":
            total += math.ceil(copies.get(pod.owner, 1) * SURGE) * _connections_of_process(pod)
        else:
            total += min(1, _connections_of_process(pod))
    return total + max(watchers)


def _slots(cluster: Manifest, pod: Pod) -> int:
    groups = [one for one in cluster["spec"]["workerGroupSpecs"] if one["groupName"] == pod.group]
    return sum(int(one.get("resources", {}).get(SLOT, 0)) for one in groups)


def _connections_of_process(pod: Pod) -> int:
    secrets = {
        source["secretRef"]["name"]
        for one in pod.containers
        for source in one.get("envFrom", [])
        if "secretRef" in source
    }
    if "web-secrets" in secrets:
        return WEB_POOL + 1
    if "sniper-secrets" in secrets:
        return SNIPER_POOL + 1
    keys = [one.get("valueFrom", {}).get("secretKeyRef", {}) for each in pod.containers for one in each.get("env", [])]
    return int(any(one.get("key") == "DATABASE_URL" for one in keys))
