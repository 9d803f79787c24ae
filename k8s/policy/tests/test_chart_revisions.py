"""What helm does with the chart on one cluster: install, a changed setting, a rollback, a new cell, and uninstall."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml

from k8s.policy.chart import build, helm
from k8s.policy.manifests import LONG_LIVED_KINDS, Manifest, name_of, of_kind, pod_templates
from k8s.policy.render import K8S
from k8s.policy.rules_references import references_exist

from .mutable_manifests import rendered

pytestmark = pytest.mark.skipif(not helm.find_helm(), reason=helm.HELM_MISSING)

CHANGED = {"settings": {"sniper": {"POLL_SECONDS": "3"}}}
# Fields that the API server refuses to change.
IMMUTABLE = {"Deployment": "selector", "StatefulSet": "selector", "Job": "template"}


def test_first_install_creates_no_namespace_which_helm_has_made() -> None:
    for overlay in ("prod", "dev"):
        assert not of_kind(helm.as_overlay(helm.files(), overlay), "Namespace")


def test_rollback_after_a_changed_setting_finds_every_object(tmp_path: Path) -> None:
    first, second = revision(tmp_path, {}), revision(tmp_path, CHANGED)
    assert first.keys() == second.keys()
    for name, one in first.items():
        field = IMMUTABLE.get(one["kind"], "")
        if field and "helm.sh/hook" not in one["metadata"].get("annotations", {}):
            assert one["spec"][field] == second[name]["spec"][field]
    for made in (first, second):
        assert references_exist([*made.values(), *of_kind(rendered("prod"), "Namespace")]) == []


def test_changed_setting_replaces_exactly_the_pods_that_read_it(tmp_path: Path) -> None:
    first, second = revision(tmp_path, {}), revision(tmp_path, CHANGED)
    replaced = {name for name, one in first.items() if checksums(one) != checksums(second[name])}
    readers = {
        name for name, one in first.items() if one["kind"] in LONG_LIVED_KINDS and "name: sniper-env" in yaml.dump(one)
    }
    assert readers
    assert replaced == readers
    changed = {name for name in first if first[name] != second[name]}
    assert changed == readers | {"ConfigMap/sniper-env"}


def test_new_cell_needs_a_name_and_an_image(tmp_path: Path) -> None:
    made = revision(tmp_path, {"cells": {"green": {"image": "r.example/snipers:2"}}})
    blue, green = (yaml.safe_dump(made[f"RayCluster/cell-{cell}"]) for cell in ("blue", "green"))
    image = yaml.safe_load(helm.files()["values.yaml"])["cells"]["blue"]["image"]
    assert green == blue.replace(image, "r.example/snipers:2").replace("blue", "green")


def test_cell_overrides_one_default(tmp_path: Path) -> None:
    made = revision(tmp_path, {"cells": {"blue": {"workers": {"max": 20}}}})
    group = made["RayCluster/cell-blue"]["spec"]["workerGroupSpecs"][0]
    assert (group["minReplicas"], group["maxReplicas"]) == (4, 20)


def test_uninstall_is_documented_with_everything_that_helm_leaves() -> None:
    """KubeRay removes the finalizers of a RayCluster, so RayClusters go before the operator's rights and Secrets do."""
    _, _, text = (K8S / "DEPLOYMENT.md").read_text().partition("## Uninstall")
    order = ["kubectl delete raycluster --all", "helm uninstall tablehawk", "kubectl delete job migrate seed"]
    places = [text.find(command) for command in order]
    assert -1 not in places
    assert places == sorted(places)
    hooks = [
        one["metadata"]["name"]
        for one in helm.as_overlay(helm.files(), "dev")
        if "helm.sh/hook" in one["metadata"].get("annotations", {})
    ]
    assert sorted(hooks) == ["migrate", "seed"]


def revision(folder: Path, values: Mapping[str, Any]) -> dict[str, Manifest]:
    """Return the objects of a revision by kind/name."""
    helm.write(helm.files(), folder / "tablehawk")
    (folder / "values.yaml").write_text(yaml.safe_dump(values))
    made = helm.template(folder / "tablehawk", namespace="tablehawk", values=[folder / "values.yaml"])
    by_name = {name_of(one): one for one in made}
    assert len(by_name) == len(made)
    return by_name


def checksums(manifest: Manifest) -> list[str]:
    """Return the checksum of each pod template's ConfigMaps."""
    found = (template.get("metadata", {}).get("annotations", {}) for template in pod_templates(manifest))
    return [annotations[build.CHECKSUM] for annotations in found if build.CHECKSUM in annotations]
