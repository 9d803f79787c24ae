"""Renders the chart with helm, and checks that the result equals the rendering of kustomize."""

import copy
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from k8s.policy import alerts, render, versions
from k8s.policy.manifests import Findings, Manifest, load, name_of, of_kind, pod_templates

from . import build
from .tree import differences, replace_strings

HELM_MISSING = "helm is missing: install it (development environments on Linux x86-64 have it)"
# The version of Kubernetes for which the chart is rendered: the oldest one that DEPLOYMENT.md permits.
KUBERNETES = "1.34.0"
# Annotations with this prefix are instructions to helm, which the overlays do not have.
HELM_ANNOTATIONS = "helm.sh/"


class HelmError(Exception):
    """helm refuses the chart or its values. The text is helm's error message."""


def find_helm() -> str:
    """Return the path of helm, or "" if it is not installed."""
    own = Path(sys.executable).with_name("helm")
    return str(own) if own.exists() else shutil.which("helm") or ""


@cache
def files() -> Mapping[str, str]:
    """Return the files of the chart of this checkout by name. Raises ChartError and RenderError."""
    made = {name: render.manifests(name) for name in render.OVERLAYS}
    return build.make(made, version=versions.read(), rules=prometheus_rules())


def prometheus_rules() -> list[Manifest]:
    """Return the PrometheusRule objects with all alerts and recording rules, for the Prometheus Operator."""
    return of_kind(alerts.manifests(), "PrometheusRule")


def write(made: Mapping[str, str], folder: Path) -> None:
    """Write the files of a chart into a folder, which must be empty or not exist."""
    for name, text in made.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def template(chart: Path, *, namespace: str, values: Sequence[Path] = ()) -> list[Manifest]:
    """Render a chart's folder or archive with values files. Raises HelmError."""
    given = [f"--values={path}" for path in values]
    version = f"--kube-version={KUBERNETES}"
    return load(_helm("template", "tablehawk", str(chart), f"--namespace={namespace}", version, *given))


def as_overlay(made: Mapping[str, str], overlay: str) -> list[Manifest]:
    """Render a chart with the values of an overlay, in its namespace. Raises HelmError."""
    namespace = of_kind(render.manifests(overlay), "Namespace")[0]["metadata"]["name"]
    with tempfile.TemporaryDirectory() as folder:
        chart = Path(folder) / "tablehawk"
        write(made, chart)
        values = [] if overlay == build.DEFAULT else [chart / f"values-{overlay}.yaml"]
        given = [f"--values={path}" for path in values]
        _helm("lint", "--strict", "--quiet", f"--kube-version={KUBERNETES}", str(chart), *given)
        return template(chart, namespace=namespace, values=values)


def chart_agrees_with_overlay(
    overlay: str, made: Mapping[str, str] | None = None, expected: Sequence[Manifest] | None = None
) -> Findings:
    """Check that helm accepts the chart and, with an overlay's values, renders the objects of that overlay.

    `made` has the files of the chart, by default the chart of this checkout; `expected` is the overlay's rendering.
    """
    try:
        rendered = as_overlay(files() if made is None else made, overlay)
    except (HelmError, build.ChartError, render.RenderError) as error:
        return str(error).splitlines()
    wanted = render.manifests(overlay) if expected is None else expected
    return list(differences(_comparable(rendered), _comparable(wanted)))


def _comparable(manifests: Sequence[Manifest]) -> dict[str, Manifest]:
    """Return the manifests by name, without what the chart and the overlays have in different forms: the namespace,
    checksums in the names of ConfigMaps, and annotations for helm.
    """
    plain = build.plain_config_names(manifests)
    made: list[Manifest] = replace_strings(copy.deepcopy(list(manifests)), lambda text: plain.get(text, text))
    for one in made:
        for owner in (one, *pod_templates(one)):
            annotations: dict[str, Any] = owner.get("metadata", {}).pop("annotations", {})
            for_helm = (HELM_ANNOTATIONS, build.CHECKSUM)
            if kept := {key: value for key, value in annotations.items() if not key.startswith(for_helm)}:
                owner["metadata"]["annotations"] = kept
            if not owner.get("metadata", True):
                del owner["metadata"]
    return {name_of(one): one for one in made if one["kind"] != "Namespace"}


def _helm(*arguments: str) -> str:
    done = subprocess.run([find_helm(), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise HelmError((done.stderr + done.stdout).strip()[-2000:])
    return done.stdout
