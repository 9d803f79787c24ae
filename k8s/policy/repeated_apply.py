"""Rules for manifests that are applied repeatedly: an apply must not conflict with, or reset, fields of controllers.

KubeRay writes `scaleStrategy`, and Ray's autoscaler writes `replicas`, both into spec.workerGroupSpecs. Server-side
apply treats this list as atomic. So each writer becomes the owner of the whole list, and a later apply conflicts.
"""

from collections.abc import Sequence
from pathlib import Path

import yaml

from .manifests import Findings, Manifest, name_of, names, of_kind, read

K8S = Path(__file__).resolve().parents[1]
# The label by which the command with --force-conflicts selects only RayClusters.
LABEL, VALUE = "app.kubernetes.io/component", "ray"
WRITTEN_BY_OTHERS = (".spec.workerGroupSpecs[].replicas", ".spec.workerGroupSpecs[].scaleStrategy")
WITHOUT_NAMESPACE = frozenset({"Namespace", "PriorityClass"})
FLUX_ONCE = ("kustomize.toolkit.fluxcd.io/ssa", "IfNotPresent")


def can_be_applied_repeatedly(manifests: Sequence[Manifest]) -> Findings:
    """Check that applying the manifests again does not conflict with KubeRay.

    Each worker group must have the field `scaleStrategy`, which KubeRay would add otherwise. Only RayClusters may have
    the label that selects objects for --force-conflicts.
    """
    found = []
    for one in manifests:
        labelled = one["metadata"].get("labels", {}).get(LABEL) == VALUE
        if labelled != (one["kind"] == "RayCluster"):
            found.append(f"{name_of(one)}: the label {LABEL}={VALUE} in metadata belongs only to RayClusters")
    for cluster in of_kind(manifests, "RayCluster"):
        found += [
            f"{name_of(cluster)}: {group['groupName']} lacks `scaleStrategy: {{}}`, so KubeRay changes the list"
            for group in cluster["spec"]["workerGroupSpecs"]
            if group.get("scaleStrategy") != {}
        ]
    return found


def objects_have_the_namespace(manifests: Sequence[Manifest]) -> Findings:
    """Check that all objects name the overlay's namespace. Otherwise kubectl would apply them to the namespace of its
    context.
    """
    namespaces = names(manifests, "Namespace")
    return [
        f"{name_of(one)}: is not in the namespace {' '.join(namespaces)}"
        for one in manifests
        if one["kind"] not in WITHOUT_NAMESPACE and one["metadata"].get("namespace") not in namespaces
    ]


def gitops_ignores_fields_of_others(k8s: Path = K8S) -> Findings:
    """Check that Argo CD and Flux leave the fields of controllers unchanged.

    Argo CD must ignore these fields, Flux must create a RayCluster only once, and neither may prune objects.
    """
    argo, flux = (read(k8s / "gitops" / f"{name}.yaml")["spec"] for name in ("argocd", "flux"))
    ignored = {
        path
        for one in argo.get("ignoreDifferences", [])
        if (one["group"], one["kind"]) == ("ray.io", "RayCluster")
        for path in one.get("jqPathExpressions", [])
    }
    found = [f"gitops/argocd.yaml: {path} is not ignored" for path in WRITTEN_BY_OTHERS if path not in ignored]
    found += [
        f"gitops/argocd.yaml: the sync option {option} is missing"
        for option in ("ServerSideApply=true", "RespectIgnoreDifferences=true")
        if option not in argo["syncPolicy"]["syncOptions"]
    ]
    patched = [
        yaml.safe_load(one["patch"]) for one in flux.get("patches", []) if one["target"] == {"kind": "RayCluster"}
    ]
    if not any(one["metadata"].get("annotations", {}).get(FLUX_ONCE[0]) == FLUX_ONCE[1] for one in patched):
        found.append("gitops/flux.yaml: RayClusters are applied on every interval")
    for name, prunes in (("argocd", argo["syncPolicy"]["automated"].get("prune")), ("flux", flux.get("prune"))):
        if prunes is not False:
            found.append(f"gitops/{name}.yaml: prunes, so a cell's ConfigMaps go before its RayCluster")
    return found
