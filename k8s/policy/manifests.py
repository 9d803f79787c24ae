"""Rendered manifests as plain data, and their pod templates (workloads, Jobs, RayClusters)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

Manifest = dict[str, Any]
Findings = list[str]

_TEMPLATES = {
    "Deployment": ("spec", "template"),
    "StatefulSet": ("spec", "template"),
    "DaemonSet": ("spec", "template"),
    "Job": ("spec", "template"),
    "CronJob": ("spec", "jobTemplate", "spec", "template"),
}
LONG_LIVED_KINDS = frozenset({"Deployment", "StatefulSet", "DaemonSet", "RayCluster"})
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, kw_only=True)
class Pod:
    """One pod template.

    `owner` is the kind/name of the object that has the template, for messages. `kind` is the kind of that object.
    `group` is the name of the Ray group, "" outside of RayClusters.
    """

    owner: str
    kind: str
    labels: Mapping[str, str]
    spec: Mapping[str, Any]
    owner_labels: Mapping[str, str]
    group: str = ""

    @property
    def long_lived(self) -> bool:
        """Whether the pod runs until it is deleted, unlike the pod of a Job."""
        return self.kind in LONG_LIVED_KINDS

    @property
    def containers(self) -> Sequence[Mapping[str, Any]]:
        """The containers that run as long as the pod, including native sidecars."""
        sidecars = [one for one in self.spec.get("initContainers", []) if one.get("restartPolicy") == "Always"]
        return [*self.spec["containers"], *sidecars]

    @property
    def all_containers(self) -> Sequence[Mapping[str, Any]]:
        """All containers of the pod, including init containers."""
        return [*self.spec["containers"], *self.spec.get("initContainers", [])]


def read(path: Path) -> Any:
    """Parse a file with one YAML document."""
    (document,) = load(path.read_text())
    return document


def load(text: str) -> list[Manifest]:
    """Parse a stream of YAML documents and return all that are not empty."""
    return [document for document in yaml.load_all(text, Loader=_LOADER) if document]


def of_kind(manifests: Sequence[Manifest], *kinds: str) -> list[Manifest]:
    """Return the manifests of these kinds."""
    return [one for one in manifests if one["kind"] in kinds]


def name_of(manifest: Manifest) -> str:
    """Return "kind/name" of a manifest, for messages."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def names(manifests: Sequence[Manifest], kind: str) -> set[str]:
    """Return the names of all manifests of a kind."""
    return {str(one["metadata"]["name"]) for one in of_kind(manifests, kind)}


def pod_templates(manifest: Manifest) -> Iterator[dict[str, Any]]:
    """Yield every pod template of one manifest."""
    if path := _TEMPLATES.get(manifest["kind"]):
        template = manifest
        for step in path:
            template = template[step]
        yield template
    elif manifest["kind"] == "RayCluster":
        spec = manifest["spec"]
        yield from (group["template"] for group in (spec["headGroupSpec"], *spec.get("workerGroupSpecs", ())))


def pods(manifests: Sequence[Manifest]) -> Iterator[Pod]:
    """Yield every pod template. Templates of RayClusters also have the labels that KubeRay adds."""
    for one in manifests:
        if one["kind"] in _TEMPLATES:
            # Kubernetes numbers the pods of a StatefulSet from 0. The first pod stands for all of them.
            numbered = {"apps.kubernetes.io/pod-index": "0"} if one["kind"] == "StatefulSet" else None
            yield from (_pod(one, template, added=numbered) for template in pod_templates(one))
        elif one["kind"] == "RayCluster":
            yield from _ray_pods(one)


def labels_of_pods(manifests: Sequence[Manifest]) -> Iterator[Mapping[str, str]]:
    """Yield the labels of every pod, including the pods that CloudNativePG creates without a template in the
    manifests.
    """
    yield from (pod.labels for pod in pods(manifests))
    yield from ({"cnpg.io/cluster": one["metadata"]["name"]} for one in of_kind(manifests, "Cluster"))


def _pod(owner: Manifest, template: Manifest, *, group: str = "", added: Mapping[str, str] | None = None) -> Pod:
    return Pod(
        owner=name_of(owner) + (f" ({group})" if group else ""),
        kind=owner["kind"],
        labels={**template.get("metadata", {}).get("labels", {}), **(added or {})},
        spec=template["spec"],
        owner_labels=owner["metadata"].get("labels", {}),
        group=group,
    )


def _ray_pods(cluster: Manifest) -> Iterator[Pod]:
    common = {"ray.io/cluster": cluster["metadata"]["name"], "ray.io/is-ray-node": "yes"}
    head = cluster["spec"]["headGroupSpec"]
    added = {**common, "ray.io/node-type": "head", "ray.io/group": "headgroup"}
    yield _pod(cluster, head["template"], group="head", added=added)
    for group in cluster["spec"].get("workerGroupSpecs", []):
        added = {**common, "ray.io/node-type": "worker", "ray.io/group": group["groupName"]}
        yield _pod(cluster, group["template"], group=group["groupName"], added=added)


def selects(selector: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    """Return whether a label selector matches these labels. An empty selector matches all."""
    if any(labels.get(key) != value for key, value in selector.get("matchLabels", {}).items()):
        return False
    return all(_holds(expression, labels) for expression in selector.get("matchExpressions", []))


def _holds(expression: Mapping[str, Any], labels: Mapping[str, str]) -> bool:
    value, values = labels.get(expression["key"]), expression.get("values", [])
    match expression["operator"]:
        case "In":
            return value in values
        case "NotIn":
            return value not in values
        case "Exists":
            return value is not None
        case _:
            return value is None


def min_replicas(manifests: Sequence[Manifest]) -> dict[str, int]:
    """Return the smallest number of pods by owner ("kind/name"), as its replicas or its autoscaler set it."""
    return _replicas(manifests, "minReplicas")


def max_replicas(manifests: Sequence[Manifest]) -> dict[str, int]:
    """Return the largest number of pods by owner ("kind/name"), as its replicas or its autoscaler set it."""
    return _replicas(manifests, "maxReplicas")


def _replicas(manifests: Sequence[Manifest], bound: str) -> dict[str, int]:
    copies = {name_of(one): one["spec"].get("replicas", 1) for one in of_kind(manifests, "Deployment", "StatefulSet")}
    for scaler in of_kind(manifests, "HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        copies[f"{target['kind']}/{target['name']}"] = scaler["spec"][bound]
    for scaler in of_kind(manifests, "ScaledObject"):
        copies[f"Deployment/{scaler['spec']['scaleTargetRef']['name']}"] = scaler["spec"][f"{bound[:3]}ReplicaCount"]
    for cluster in of_kind(manifests, "RayCluster"):
        for group in cluster["spec"]["workerGroupSpecs"]:
            copies[f"{name_of(cluster)} ({group['groupName']})"] = group[bound]
    return copies
