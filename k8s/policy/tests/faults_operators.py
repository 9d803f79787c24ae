"""Faults of the overlay prod-operators: PostgreSQL by CloudNativePG, Valkey with a replica, KEDA."""

from collections.abc import Callable
from typing import Any

from .mutable_manifests import Fault, MutableManifests


def _faults(rule: str, *cases: tuple[Callable[[MutableManifests], Any], str]) -> list[Fault]:
    return [Fault(rule=rule, inject=inject, message=message, overlay="prod-operators") for inject, message in cases]


FAULTS = [
    *_faults(
        "PostgreSQL's log is archived",
        (lambda m: m["Cluster/database"]["spec"].update(instances=1), "has no standby"),
        (
            lambda m: m["Cluster/database"]["spec"]["plugins"][0].update(isWALArchiver=False),
            "0 plugins archive the log",
        ),
        (lambda m: m.remove("ObjectStore/database"), "ObjectStore/database does not exist"),
        (
            lambda m: m["ObjectStore/database"]["spec"]["configuration"]["s3Credentials"]["accessKeyId"].update(
                key="ID"
            ),
            "Secret/database-bucket has no key ID",
        ),
        (lambda m: m.remove("ExternalSecret/database-owner"), "no key password, username"),
        (lambda m: m.remove("ScheduledBackup/database"), "no ScheduledBackup copies it"),
        (lambda m: m["ScheduledBackup/database"]["spec"].update(suspend=True), "no ScheduledBackup copies it"),
        (lambda m: m["ScheduledBackup/database"]["spec"].update(cluster={"name": "db"}), "no ScheduledBackup"),
        (lambda m: m["ScheduledBackup/database"]["spec"].update(method="barmanObjectStore"), "no ScheduledBackup"),
    ),
    *_faults(
        "replicas find their primary",
        (
            lambda m: m.app("StatefulSet/channels")["command"].__setitem__(2, "valkey-server --replicaof valkey 6379"),
            "its replica does not follow channels-0.channels-pods",
        ),
        (
            lambda m: m.app("StatefulSet/channels")["ports"][0].update(containerPort=6380),
            "its replica does not follow channels-0.channels-pods",
        ),
        (
            lambda m: m["Service/channels-pods"]["spec"].pop("publishNotReadyAddresses"),
            "Service/channels-pods does not give its pods names",
        ),
        (
            lambda m: m["Service/channels"]["spec"]["selector"].pop("apps.kubernetes.io/pod-index"),
            "may reach the replica, which takes no writes",
        ),
    ),
    *_faults(
        "autoscalers have metrics",
        (
            lambda m: m["ScaledObject/spare"]["spec"]["triggers"][0]["metadata"].update(query="sum(reconcile_drifts)"),
            "unknown metric reconcile_drifts",
        ),
        (lambda m: m.remove("PriorityClass/tablehawk-spare"), "PriorityClass/tablehawk-spare does not exist"),
    ),
    *_faults(
        "placeholders are as large as workers",
        (
            lambda m: m.app("Deployment/spare")["resources"]["requests"].update(memory="4Gi"),
            "ScaledObject/spare: a worker requests more memory than a placeholder",
        ),
        (lambda m: m.workers["resources"].update(watch_slots="60"), "ScaledObject/spare: a worker has 60 watch_slots"),
    ),
    *_faults(
        "autoscalers have targets",
        (lambda m: m["ScaledObject/spare"]["spec"]["scaleTargetRef"].update(name="spares"), "Deployment/spares does"),
        (lambda m: m["Deployment/spare"]["spec"].update(replicas=1), "which the autoscaler owns"),
        (lambda m: m["ScaledObject/spare"]["spec"].update(minReplicaCount=9), "minReplicas is over maxReplicas"),
    ),
    *_faults(
        "PostgreSQL's connections are declared",
        (
            lambda m: m["Cluster/database"]["spec"]["postgresql"]["parameters"].update(max_connections="100"),
            "Cluster/database: max_connections is not 5200",
        ),
    ),
    *_faults(
        "PostgreSQL's log has no rows",
        (
            lambda m: m["Cluster/database"]["spec"]["postgresql"]["parameters"].pop("log_error_verbosity"),
            "Cluster/database: log_error_verbosity is not terse",
        ),
        (
            lambda m: m["Cluster/database"]["spec"]["postgresql"]["parameters"].update(log_statement="mod"),
            "Cluster/database: log_statement logs statements",
        ),
    ),
    *_faults(
        "the quota suffices",
        (lambda m: m["Cluster/database"]["spec"]["resources"]["requests"].update(memory="128Gi"), "requests.memory is"),
    ),
    *_faults(
        "policies select pods",
        (
            lambda m: m["NetworkPolicy/database"]["spec"]["podSelector"].update(
                matchLabels={"cnpg.io/cluster": "databases"}
            ),
            "NetworkPolicy/database: selects no pod",
        ),
    ),
    *_faults(
        "other kinds are listed and match their schema",
        (lambda m: m["ScheduledBackup/database"]["spec"].update(schedule="41 2 * * *"), "spec/schedule"),
        (lambda m: m["Cluster/database"]["spec"].update(instance=2), "instance"),
        (lambda m: m["Cluster/database"]["spec"].update(imageName="postgresql:18"), "spec/imageName"),
        (lambda m: m["ObjectStore/database"]["spec"]["configuration"].update(destinationPath="bucket"), "destination"),
        (lambda m: m["ScaledObject/spare"]["spec"].pop("fallback"), "fallback"),
    ),
]
