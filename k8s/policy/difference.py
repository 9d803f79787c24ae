"""Shows what a change of the manifests does to the rendered objects, for reviews."""

import difflib
import io
import re
import subprocess
import tarfile
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from .manifests import load, name_of
from .render import K8S, OVERLAYS, RenderError, build

_SEPARATOR = re.compile(r"^---\n", re.MULTILINE)
# The suffix that kustomize computes from the content of a ConfigMap, so that a change of the content changes each user.
_HASH = re.compile(r"-[2456789bcdfghkmt]{10}\b")
_Objects = Mapping[str, str]


def since(commit: str | None = None) -> str:
    """Return a unified diff of the rendered objects, from a commit to the working tree.

    The default is the commit at which the branch left `main`. A difference that several overlays have is shown once.
    Raises RenderError if a version does not render or the commit is unknown.
    """
    with TemporaryDirectory() as folder:
        archive = _git("archive", commit or _git("merge-base", "HEAD", "main").decode().strip(), "k8s")
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            files.extractall(folder, filter="data")
        before = {overlay: _objects(Path(folder, "k8s", "overlays", overlay)) for overlay in OVERLAYS}
    return difference(before, {overlay: _objects(K8S / "overlays" / overlay) for overlay in OVERLAYS})


def difference(before: Mapping[str, _Objects], after: Mapping[str, _Objects]) -> str:
    """Return a unified diff of objects, which are given by overlay and name.

    Its hunks have no line numbers, which differ between overlays.
    """
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    for overlay, objects in after.items():
        for name in sorted(before[overlay].keys() | objects.keys()):
            old, new = (one.get(name, "").splitlines() for one in (before[overlay], objects))
            if lines := list(difflib.unified_diff(old, new, lineterm="")):
                found[name, "\n".join("@@" if line.startswith("@@") else line for line in lines[2:])].append(overlay)
    return "".join(f"--- {name}\n+++ {name} in {', '.join(where)}\n{text}\n" for (name, text), where in found.items())


def _objects(overlay: Path) -> _Objects:
    """Return the rendered objects of an overlay by name. An overlay that does not exist has none."""
    texts = _SEPARATOR.split(_HASH.sub("-hash", build(overlay))) if overlay.is_dir() else []
    return {name_of(load(text)[0]): text for text in texts}


def _git(*arguments: str) -> bytes:
    done = subprocess.run(["git", *arguments], cwd=K8S.parent, capture_output=True, check=False)
    if done.returncode:
        raise RenderError(done.stderr.decode().strip())
    return done.stdout
