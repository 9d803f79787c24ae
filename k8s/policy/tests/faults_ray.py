"""Faults in RayClusters: of the CRD's schema, of KubeRay's validation, and of the settings of a cell."""

from .mutable_manifests import Fault, MutableManifests

SCHEMA = [
    Fault(rule="RayClusters match the CRD", inject=inject, message=message)
    for inject, message in [
        (lambda m: m.cell["authOptions"].update(mode="tokens"), "authOptions/mode"),
        (lambda m: m.cell.update(enableInTreeAutoscalling=True), "enableInTreeAutoscalling"),
        (lambda m: m.workers.update(minReplicas="2"), "minReplicas"),
        (lambda m: m.workers["resources"].update(watch_slots=80), "watch_slots"),
        (lambda m: m.workers.pop("groupName"), "groupName"),
        (lambda m: m.watcher["livenessProbe"].update(failureTreshold=3), "failureTreshold"),
        (lambda m: m.cell["upgradeStrategy"].update(type="Rolling"), "upgradeStrategy/type"),
    ]
]


def _env(m: MutableManifests, name: str, value: str) -> bool:
    """Set a variable of the head. Returns True, for use in expressions."""
    m.head["template"]["spec"]["containers"][0]["env"].append({"name": name, "value": value})
    return True


OPERATOR = [
    Fault(rule="KubeRay accepts the RayClusters", inject=inject, message=message)
    for inject, message in [
        (lambda m: m["RayCluster/cell-blue"]["metadata"].update(name="1-cell"), "DNS-1035"),
        (lambda m: m["RayCluster/cell-blue"]["metadata"].update(name="c" * 54), "at most 53"),
        (lambda m: m.workers["rayStartParams"].update(resources="{}"), "resources both in"),
        (lambda m: m.workers["rayStartParams"].update({"num-cpus": "4"}), "watchers: resources both in"),
        (lambda m: m.head["rayStartParams"].update(labels="a=b"), "labels in rayStartParams"),
        (lambda m: m.watcher.update(name="sidecar"), "the first container is not Ray's"),
        (lambda m: m.workers.update(suspend=True), "suspended under an autoscaler"),
        (lambda m: m.workers.update(minReplicas=99), "minReplicas is over maxReplicas"),
        (lambda m: m.cell.update(rayVersion="2.51.0"), "needs rayVersion 2.52"),
        (lambda m: m.cell.pop("rayVersion"), "needs rayVersion 2.52"),
        (lambda m: m.workers["template"]["spec"].update(restartPolicy="Always"), "needs restartPolicy Never"),
        (lambda m: _env(m, "RAY_enable_autoscaler_v2", "1"), "both as an option and as a variable"),
        (
            lambda m: m.cell.update(enableInTreeAutoscaling=not _env(m, "RAY_enable_autoscaler_v2", "1")),
            "without enableInTree",
        ),
        (lambda m: m.head["rayStartParams"].update({"redis-password": "x"}), "outside gcsFaultToleranceOptions"),
        (lambda m: _env(m, "REDIS_USERNAME", "x"), "the Redis user outside"),
        (
            lambda m: m.cell.pop("gcsFaultToleranceOptions") and _env(m, "RAY_REDIS_ADDRESS", "x"),
            "RAY_REDIS_ADDRESS without",
        ),
        (
            lambda m: m["RayCluster/cell-blue"]["metadata"].update(annotations={"ray.io/ft-enabled": "true"}),
            "both as annotation",
        ),
        (lambda m: m.cell.update(tlsOptions={"enabled": True}), "tlsOptions needs a feature gate"),
    ]
]

CELL = [
    Fault(rule="cells keep their settings", inject=inject, message=message)
    for inject, message in [
        (lambda m: m.cell["upgradeStrategy"].update(type="Recreate"), "would delete every pod"),
        (lambda m: m.cell["authOptions"].update(mode="disabled"), "is not token"),
        (lambda m: m.head["rayStartParams"].pop("num-cpus"), "the head offers"),
        (lambda m: m.head.update(resources={"watch_slots": "1"}), "the head offers"),
        (
            lambda m: m.head["template"]["spec"]["containers"][0]["resources"]["limits"].pop("cpu"),
            "the head is not Guaranteed",
        ),
        (lambda m: m.head["template"]["metadata"].pop("annotations"), "safe-to-evict"),
        (lambda m: m.head["template"]["spec"]["containers"][0]["env"].pop(0), "health checks are not tuned"),
        (lambda m: m.cell["autoscalerOptions"].update(version="v1"), "is not v2, Conservative"),
        (lambda m: m.cell["autoscalerOptions"].update(idleTimeoutSeconds=60), "idleTimeoutSeconds"),
        (lambda m: m.cell["autoscalerOptions"].pop("securityContext"), "would refuse the pod"),
        (lambda m: m.workers.pop("resources"), "offers no watch_slots"),
        (lambda m: m.workers["resources"].update(watch_slots="120"), "do not fit into 8Gi"),
        (lambda m: m.watcher["resources"]["requests"].update(memory="4Gi"), "request and limit differ"),
        (lambda m: m.watcher["resources"]["limits"].update(cpu="4"), "would throttle"),
        (lambda m: m.watcher.update(env=[]), "Ray's drain timeout is the default"),
        (lambda m: m.watcher.update(env=[]), "watchers: PYTHONPATH is not"),
        (lambda m: _env(m, "PYTHONPATH", "/app"), "head: PYTHONPATH is not"),
        (lambda m: m.watcher.pop("livenessProbe"), "ten minutes"),
        (lambda m: m.watcher.pop("lifecycle"), "preStop does not drain"),
    ]
]

VERSION = [
    Fault(rule="rayVersion is the image's", inject=lambda m: m.cell.update(rayVersion="2.59.0"), message="2.59.0")
]

FAULTS = [*SCHEMA, *OPERATOR, *CELL, *VERSION]
