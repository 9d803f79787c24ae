"""Rules for RayClusters: the CRD's schema, KubeRay's validation, and the project's settings of a cell.

kubernetes-validate has no schema for RayClusters, so this module uses that of KubeRay 1.7.0 (../schema/README.md).
KubeRay's operator makes further checks. This module repeats those that the project's manifests could violate.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from .manifests import Findings, Manifest, Pod, name_of, of_kind, pods

SCHEMA = Path(__file__).parent.parent / "schema" / "raycluster-v1.json.gz"
REQUIREMENTS = Path(__file__).parents[2] / "requirements" / "image-snipers.txt"
DNS_1035 = re.compile(r"[a-z]([-a-z0-9]*[a-z0-9])?")
# 63 minus "-serve-svc", the longest suffix that KubeRay appends.
LONGEST_NAME = 53
TOKENS_SINCE = (2, 52)
RAY_START_RESOURCES = ("num-cpus", "num-gpus", "memory", "resources")
# Fields that are alpha in KubeRay 1.7: without its feature gate, such a field is ignored or refused.
GATED = ("tlsOptions", "networkPolicy", "historyServerOptions")
WATCH_MIB, RAY_MIB = 85, 1024
# The longest timeout of Ray's connections in our cells, and Ray's default.
MOST_GRPC_MS, RAYS_GRPC_MS = 15_000, 120_000
# The project's folder in the image (snipers.Dockerfile), and the folder of the workers' sitecustomize.py.
IMAGE_ROOT, WORKER_SITE = "/app", "/app/snipers/runtime/worker_site"


def raycluster_schema_is_valid(manifests: Sequence[Manifest]) -> Findings:
    """Check that RayClusters match the CRD's schema and have no unknown fields.

    The API server would drop unknown fields silently.
    """
    return [
        f"{name_of(one)}: {'/'.join(map(str, error.instance_path)) or '(top)'}: {_short(error.message)}"
        for one in of_kind(manifests, "RayCluster")
        for error in _validator().iter_errors(one)
    ]


def _short(message: str) -> str:
    return message if len(message) < 200 else f"{message[:200]} ..."


@cache
def _validator() -> Any:
    return jsonschema_rs.Draft7Validator(strict(json.loads(gzip.decompress(SCHEMA.read_bytes()))))


def strict(schema: Any) -> Any:
    """Convert a schema in Kubernetes' dialect to a JSON Schema that refuses unknown fields."""
    if isinstance(schema, list):
        return [strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    # Keys of `properties` are field names; only their values are schemas.
    made = {
        key: {name: strict(one) for name, one in value.items()} if key == "properties" else strict(value)
        for key, value in schema.items()
    }
    if made.pop("x-kubernetes-int-or-string", False):
        made.pop("anyOf", None)
        made["type"] = ["integer", "string"]
    if made.pop("nullable", False) and "type" in made:
        made["type"] = [made["type"], "null"]
    properties = made.get("properties")
    if isinstance(properties, dict) and not made.get("x-kubernetes-preserve-unknown-fields"):
        made.setdefault("additionalProperties", False)
    if isinstance(properties, dict) and "required" in made:
        # The API server applies defaults before it checks required fields.
        made["required"] = [name for name in made["required"] if "default" not in properties.get(name, {})]
    if (
        made.get("type") == "object"
        and made.get("additionalProperties") is False
        and set(properties or ())
        == {
            "apiVersion",
            "kind",
            "metadata",
            "spec",
            "status",
        }
    ):
        made["properties"]["metadata"] = {"type": "object"}
    return made


def templates_as_pods(manifests: Sequence[Manifest]) -> list[Manifest]:
    """Return the pod template of each RayCluster group as a Pod manifest.

    The Pods are validated separately, because the CRD contains only parts of the core/v1 schema.
    """
    return [
        {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {"name": re.sub(r"[^a-z0-9]+", "-", pod.owner.lower()).strip("-"), "labels": dict(pod.labels)},
            "spec": dict(pod.spec),
        }
        for pod in pods(manifests)
        if pod.kind == "RayCluster"
    ]


def operator_accepts(manifests: Sequence[Manifest]) -> Findings:
    """Check that RayClusters pass KubeRay's own validation (controllers/ray/utils/validation.go)."""
    return [f"{name_of(one)}: {what}" for one in of_kind(manifests, "RayCluster") for what in _operator_errors(one)]


def _operator_errors(cluster: Manifest) -> Iterator[str]:
    name, spec = cluster["metadata"]["name"], cluster["spec"]
    if not DNS_1035.fullmatch(name) or len(name) > LONGEST_NAME:
        yield f"the name is not a DNS-1035 label of at most {LONGEST_NAME} characters"
    head = spec["headGroupSpec"]
    groups = [("head", head), *((one["groupName"], one) for one in spec.get("workerGroupSpecs", []))]
    for group, given in groups:
        started = given.get("rayStartParams", {})
        if given.get("resources") and any(started.get(key) for key in RAY_START_RESOURCES):
            yield f"{group}: resources both in rayStartParams and in the group"
        if "labels" in started:
            yield f"{group}: labels in rayStartParams"
        if not given["template"]["spec"]["containers"][0]["name"].startswith("ray"):
            yield f"{group}: the first container is not Ray's"
        if given.get("suspend") and spec.get("enableInTreeAutoscaling"):
            yield f"{group}: suspended under an autoscaler"
        if given.get("minReplicas", 0) > given.get("maxReplicas", 1) or given.get("minReplicas", 0) < 0:
            yield f"{group}: minReplicas is over maxReplicas"
    yield from _auth_errors(spec)
    yield from _autoscaling_errors(spec, groups)
    yield from _redis_errors(spec, head, cluster["metadata"].get("annotations", {}))
    yield from (f"{gate} needs a feature gate of the operator" for gate in GATED if gate in spec)


def _auth_errors(spec: Mapping[str, Any]) -> Iterator[str]:
    if spec.get("authOptions", {}).get("mode") != "token":
        return
    version = re.match(r"(\d+)\.(\d+)", spec.get("rayVersion", ""))
    if not version or (int(version[1]), int(version[2])) < TOKENS_SINCE:
        yield "token authentication needs rayVersion 2.52 or newer"


def _autoscaling_errors(spec: Mapping[str, Any], groups: Sequence[tuple[str, Mapping[str, Any]]]) -> Iterator[str]:
    variable = _environment(groups[0][1]).get("RAY_enable_autoscaler_v2")
    if not spec.get("enableInTreeAutoscaling"):
        if variable in ("1", "true"):
            yield "autoscaler v2 without enableInTreeAutoscaling"
        return
    if variable is not None and "version" in spec.get("autoscalerOptions", {}):
        yield "the autoscaler's version both as an option and as a variable"
    if spec.get("autoscalerOptions", {}).get("version") == "v2":
        for group, given in groups:
            if given["template"]["spec"].get("restartPolicy", "Never") != "Never":
                yield f"{group}: autoscaler v2 needs restartPolicy Never"


def _redis_errors(spec: Mapping[str, Any], head: Mapping[str, Any], notes: Mapping[str, str]) -> Iterator[str]:
    given, started = _environment(head), head.get("rayStartParams", {})
    if "redis-username" in started or "REDIS_USERNAME" in given:
        yield "the Redis user outside gcsFaultToleranceOptions"
    if "gcsFaultToleranceOptions" not in spec:
        if "RAY_REDIS_ADDRESS" in given:
            yield "RAY_REDIS_ADDRESS without gcsFaultToleranceOptions"
        return
    if "redis-password" in started or given.keys() & {"REDIS_PASSWORD", "RAY_REDIS_ADDRESS"}:
        yield "Redis' address or password outside gcsFaultToleranceOptions"
    if notes.keys() & {"ray.io/ft-enabled", "ray.io/external-storage-namespace"}:
        yield "fault tolerance both as annotation and as gcsFaultToleranceOptions"


def _environment(group: Mapping[str, Any]) -> dict[str, str]:
    return {one["name"]: one.get("value", "") for one in group["template"]["spec"]["containers"][0].get("env", [])}


def cell_settings_are_kept(manifests: Sequence[Manifest]) -> Findings:
    """Check that RayClusters have the required settings of a cell. cells/base/raycluster.yaml states the reasons."""
    return [f"{name_of(one)}: {what}" for one in of_kind(manifests, "RayCluster") for what in _cell_errors(one)]


def _cell_errors(cluster: Manifest) -> Iterator[str]:
    spec, head = cluster["spec"], cluster["spec"]["headGroupSpec"]
    by_group = {pod.group: pod for pod in pods([cluster])}
    if spec.get("upgradeStrategy", {}).get("type") != "None":
        yield "upgradeStrategy is not None, so a changed spec would delete every pod"
    if spec.get("authOptions", {}).get("mode") != "token":
        yield "authOptions.mode is not token"
    if head.get("rayStartParams", {}).get("num-cpus") != "0" or "watch_slots" in json.dumps(head):
        yield "the head offers CPUs or watch_slots, so watchers could land on it"
    yield from _head_errors(by_group["head"], _environment(head), head["template"])
    for name, group in [("head", head), *((one["groupName"], one) for one in spec.get("workerGroupSpecs", []))]:
        if _environment(group).get("PYTHONPATH") != f"{WORKER_SITE}:{IMAGE_ROOT}":
            yield f"{name}: PYTHONPATH is not {WORKER_SITE}:{IMAGE_ROOT}, so no zygote starts"
    if spec.get("enableInTreeAutoscaling"):
        options = spec.get("autoscalerOptions", {})
        if (options.get("version"), options.get("upscalingMode")) != ("v2", "Conservative"):
            yield "the autoscaler is not v2, Conservative"
        if options.get("idleTimeoutSeconds", 0) < 900:
            yield "idleTimeoutSeconds is under 900, so idle workers are removed before the next evening"
        if not options.get("securityContext", {}).get("readOnlyRootFilesystem"):
            yield "the autoscaler beside the head has no securityContext, so the namespace would refuse the pod"
    for group in spec.get("workerGroupSpecs", []):
        yield from _worker_errors(group, by_group[group["groupName"]])


def _head_errors(pod: Pod, given: Mapping[str, str], template: Mapping[str, Any]) -> Iterator[str]:
    resources = pod.spec["containers"][0]["resources"]
    if resources.get("requests") != resources.get("limits") or "cpu" not in resources.get("limits", {}):
        yield "the head is not Guaranteed (requests = limits, CPU and memory)"
    evict = template["metadata"].get("annotations", {}).get("cluster-autoscaler.kubernetes.io/safe-to-evict")
    if evict != "false":
        yield "the head may be moved by the node autoscaler (safe-to-evict)"
    tuned = ("RAY_health_check_period_ms", "RAY_health_check_timeout_ms", "RAY_health_check_failure_threshold")
    if missing := [name for name in tuned if name not in given]:
        yield f"the head's health checks are not tuned: {', '.join(missing)}"


def _worker_errors(group: Mapping[str, Any], pod: Pod) -> Iterator[str]:
    name, resources = group["groupName"], pod.spec["containers"][0]["resources"]
    slots = int(group.get("resources", {}).get("watch_slots", 0))
    memory = resources.get("limits", {}).get("memory", "0Mi")
    if not slots:
        yield f"{name}: offers no watch_slots, so no watcher can start there"
    if slots * WATCH_MIB > _mebibytes(memory) - RAY_MIB:
        yield f"{name}: {slots} watches of {WATCH_MIB} MiB do not fit into {memory} beside Ray"
    if resources.get("requests", {}).get("memory") != memory:
        yield f"{name}: memory request and limit differ"
    if "cpu" in resources.get("limits", {}):
        yield f"{name}: a CPU limit would throttle a release"
    if "RAY_GRACEFUL_SHUTDOWN_DRAIN_TIMEOUT_S" not in _environment(group):
        yield f"{name}: Ray's drain timeout is the default, which exceeds the grace period"
    leaving = pod.spec["containers"][0].get("lifecycle", {}).get("preStop", {}).get("exec", {}).get("command", [])
    if ["node", "drain"] != leaving[3:5]:
        yield f"{name}: preStop does not drain the node, so its watchers would be killed with it"
    if pod.spec["containers"][0].get("livenessProbe") is None:
        yield f"{name}: KubeRay's own liveness probe fails only after ten minutes"


def _mebibytes(quantity: str) -> int:
    number, unit = re.fullmatch(r"(\d+)(Mi|Gi)", quantity).groups()  # type: ignore[union-attr]  # ours are in Mi or Gi
    return int(number) * (1024 if unit == "Gi" else 1)


def watchers_log_to_stderr(manifests: Sequence[Manifest]) -> Findings:
    """Check that RAY_LOG_TO_STDERR is 1 in Ray's pods.

    Otherwise Ray writes the watchers' logs to files, which `kubectl logs` does not show.
    """
    values = _values_in_rays_pods(manifests, "RAY_LOG_TO_STDERR")
    return [
        f"{owner}: RAY_LOG_TO_STDERR is not 1, so kubectl logs shows no watcher" for owner, one in values if one != "1"
    ]


def connections_to_lost_nodes_end(manifests: Sequence[Manifest]) -> Findings:
    """Check that Ray closes a connection soon after the network of a node was cut.

    Otherwise the old processes of the node run on for a minute after the network has returned.
    """
    name = "RAY_grpc_client_keepalive_timeout_ms"
    return [
        f"{owner}: {name} is over {MOST_GRPC_MS}, so the processes of a lost node stay after its network has returned"
        for owner, value in _values_in_rays_pods(manifests, name)
        if not 0 < int(value or RAYS_GRPC_MS) <= MOST_GRPC_MS
    ]


def _values_in_rays_pods(manifests: Sequence[Manifest], name: str) -> Iterator[tuple[str, str]]:
    """Yield each pod of a RayCluster with the value of a variable in Ray's container, "" if it is not set."""
    maps = {one["metadata"]["name"]: one.get("data", {}) for one in of_kind(manifests, "ConfigMap")}
    for pod in pods(manifests):
        if pod.kind == "RayCluster":
            container = pod.spec["containers"][0]
            named = [one["configMapRef"]["name"] for one in container.get("envFrom", []) if "configMapRef" in one]
            given = {key: value for each in named for key, value in maps.get(each, {}).items()}
            given |= {one["name"]: one.get("value", "") for one in container.get("env", [])}
            yield pod.owner, given.get(name, "")


def ray_version_matches_image(manifests: Sequence[Manifest], *, requirements: str) -> Findings:
    """Check that rayVersion is the version of Ray in the image. `requirements` are the image's pinned packages."""
    pinned = re.search(r"^ray(?:\[[a-z,]+\])?==([\d.]+)", requirements, re.MULTILINE)
    version = pinned[1] if pinned else "none"
    return [
        f"{name_of(one)}: rayVersion is {one['spec'].get('rayVersion')}, the image's Ray is {version}"
        for one in of_kind(manifests, "RayCluster")
        if one["spec"].get("rayVersion") != version
    ]
