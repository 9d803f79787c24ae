"""From kustomizations to manifests, and the rendered copies in k8s/rendered.

The copies are what a review reads, and what is checked on a machine without a kustomize that knows components (no
package of apt, PyPI or npm brings one). A stamp over the sources in each says whether it is still theirs.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from .manifests import Findings, Manifest, load

K8S = Path(__file__).resolve().parents[1]
RENDERED = K8S / "rendered"
OVERLAYS = ("dev", "staging", "prod", "prod-handover")
SOURCES = ("base", "cells", "components", "overlays")
# Components came with 3.7; what our patches rely on (regular expressions in targets, labels' own fields) with 5.0.
NEEDED = 5
_STAMP = re.compile(r"^# Sources: ([0-9a-f]{64})$", re.MULTILINE)


class RenderError(Exception):
    """kustomize refused; the message is its own."""


@cache
def renderer() -> tuple[str, ...]:
    """The command that renders a folder, or nothing where no kustomize of version 5 or newer is."""
    if (kustomize := shutil.which("kustomize")) and _major([kustomize, "version"]) >= NEEDED:
        return (kustomize, "build")
    if (kubectl := shutil.which("kubectl")) and _major([kubectl, "version", "--client", "-o", "json"]) >= NEEDED:
        return (kubectl, "kustomize")
    return ()


def _major(command: list[str]) -> int:
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    try:
        said = json.loads(said)["kustomizeVersion"]
    except (ValueError, KeyError, TypeError):
        if len(command) > 2:
            return 0
    version = re.search(r"v?(\d+)\.\d+", said)
    return int(version[1]) if version else 0


def render(overlay: str) -> str:
    """One overlay as YAML. Raises RenderError with kustomize's own words."""
    return _built(str(K8S / "overlays" / overlay))


@cache
def _built(folder: str) -> str:
    done = subprocess.run([*renderer(), folder], capture_output=True, text=True, check=False, env={**os.environ})
    if done.returncode != 0:
        raise RenderError(done.stderr.strip().splitlines()[-1][:1000])
    return done.stdout


def manifests(overlay: str) -> Sequence[Manifest]:
    """An overlay's manifests, not to be changed: rendered now where that is possible, else the copy."""
    return _loaded(render(overlay) if renderer() else (RENDERED / f"{overlay}.yaml").read_text())


@cache
def _loaded(text: str) -> Sequence[Manifest]:
    return tuple(load(text))


def stamp() -> str:
    """A fingerprint of everything that kustomize reads."""
    digest = hashlib.sha256()
    for path in sorted(path for folder in SOURCES for path in (K8S / folder).rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            content = path.read_bytes()
            digest.update(f"{path.relative_to(K8S)} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def write() -> None:
    """Render every overlay into k8s/rendered."""
    RENDERED.mkdir(exist_ok=True)
    for overlay in OVERLAYS:
        head = (
            f"# Made by `python -m k8s.policy render`: kubectl kustomize k8s/overlays/{overlay}\n# Sources: {stamp()}\n"
        )
        (RENDERED / f"{overlay}.yaml").write_text(head + render(overlay))


def copy_is_fresh(overlay: str) -> Findings:
    """The copy is of these sources, and says what they render to."""
    path = RENDERED / f"{overlay}.yaml"
    again = "run `python -m k8s.policy render`"
    if not path.exists():
        return [f"k8s/rendered/{overlay}.yaml is missing: {again}"]
    text = path.read_text()
    noted = _STAMP.search(text)
    if noted is None or noted[1] != stamp():
        return [f"k8s/rendered/{overlay}.yaml is older than k8s/: {again} where kubectl is"]
    if renderer() and _sorted(load(text)) != _sorted(load(render(overlay))):
        return [f"k8s/rendered/{overlay}.yaml was changed by hand: {again}"]
    return []


def _sorted(given: Sequence[Manifest]) -> list[str]:
    return sorted(json.dumps(one, sort_keys=True) for one in given)
