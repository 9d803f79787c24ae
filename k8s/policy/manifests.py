"""Rendered manifests as plain data, and the pods that they will become: Deployments', Jobs' and Ray's alike."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
SERVED = frozenset({"Deployment", "StatefulSet", "DaemonSet", "RayCluster"})
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, kw_only=True)
class Pod:
    """One pod template. `owner` is for sentences, `kind` is the owner's; `group` is Ray's, empty elsewhere."""

    owner: str
    kind: str
    labels: Mapping[str, str]
    spec: Mapping[str, Any]
    owner_labels: Mapping[str, str]
    group: str = ""

    @property
    def long_lived(self) -> bool:
        """Whether it runs until it is told to go, which Jobs do not."""
        return self.kind in SERVED

    @property
    def containers(self) -> Sequence[Mapping[str, Any]]:
        """Containers that run for as long as the pod does, native sidecars with them."""
        sidecars = [one for one in self.spec.get("initContainers", []) if one.get("restartPolicy") == "Always"]
        return [*self.spec["containers"], *sidecars]

    @property
    def all_containers(self) -> Sequence[Mapping[str, Any]]:
        """Every container, those that only prepare too."""
        return [*self.spec["containers"], *self.spec.get("initContainers", [])]


def load(text: str) -> list[Manifest]:
    """Read a stream of YAML documents; empty ones are left out."""
    return [document for document in yaml.load_all(text, Loader=_LOADER) if document]


def of_kind(manifests: Sequence[Manifest], *kinds: str) -> list[Manifest]:
    """The manifests of these kinds."""
    return [one for one in manifests if one["kind"] in kinds]


def name_of(manifest: Manifest) -> str:
    """Kind/name, as sentences say it."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def names(manifests: Sequence[Manifest], kind: str) -> set[str]:
    """The names that a kind has."""
    return {str(one["metadata"]["name"]) for one in of_kind(manifests, kind)}


def pods(manifests: Sequence[Manifest]) -> Iterator[Pod]:
    """Every pod template in the manifests, Ray's with the labels that KubeRay adds to them."""
    for one in manifests:
        if path := _TEMPLATES.get(one["kind"]):
            template = one
            for step in path:
                template = template[step]
            yield _pod(one, template)
        elif one["kind"] == "RayCluster":
            yield from _ray_pods(one)


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
    """Whether a label selector takes these labels. An empty one takes everything."""
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


def fewest_copies(manifests: Sequence[Manifest]) -> dict[str, int]:
    """How many pods of each owner there are when it is quiet."""
    return _copies(manifests, "minReplicas")


def most_copies(manifests: Sequence[Manifest]) -> dict[str, int]:
    """How many pods of each owner there may be."""
    return _copies(manifests, "maxReplicas")


def _copies(manifests: Sequence[Manifest], bound: str) -> dict[str, int]:
    copies = {name_of(one): one["spec"].get("replicas", 1) for one in of_kind(manifests, "Deployment", "StatefulSet")}
    for scaler in of_kind(manifests, "HorizontalPodAutoscaler"):
        target = scaler["spec"]["scaleTargetRef"]
        copies[f"{target['kind']}/{target['name']}"] = scaler["spec"][bound]
    for cluster in of_kind(manifests, "RayCluster"):
        for group in cluster["spec"]["workerGroupSpecs"]:
            copies[f"{name_of(cluster)} ({group['groupName']})"] = group[bound]
    return copies
