"""Checks the contents of the images: sizes, labels, and that nothing is in them that only development needs."""

import json
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from .buildah import buildah
from .images import FOLDER, IMAGES, ROOT, Image
from .manifests import Findings

# The largest uncompressed size of each image in bytes. The simulator's image has no limit: only developers run it.
LIMITS = {"tablehawk/web": 250_000_000, "tablehawk/snipers": 450_000_000}
LABELS = ("title", "version", "revision", "source", "licenses")
_FOLDERS = frozenset({"tests", "testing", "bench", "fuzz", "e2e", "loadtests", "tools", "node_modules"})
_FILES = ("conftest.py", "test_*.py", "*.test.ts", "*.test.tsx", "*.spec.ts")
# Packages of the development environment that production must not have.
_TOOLS = frozenset({"pip", "setuptools", "pytest", "_pytest", "hypothesis", "locust", "mypy", "ruff", "schemathesis"})
_COPY = re.compile(r"^COPY (?!--)(.+) \S+$", re.MULTILINE)


@dataclass(frozen=True, kw_only=True)
class Contents:
    """Sizes of an image in bytes.

    `size` is the sum of `packages` (/opt/venv), `project` (/app) and the system, which is the rest of the base image.
    `base` is the size of the base image before files of it were deleted. `parts` has the largest packages and folders
    of the project.
    """

    name: str
    size: int
    base: int
    packages: int
    project: int
    parts: dict[str, int]
    findings: Findings


def unwanted(paths: Iterable[str]) -> Findings:
    """Return those of the paths of an image's files (relative to its root) that only development needs."""
    found = []
    for path in paths:
        parts = path.split("/")
        ours = parts[0] == "app" and (_FOLDERS & set(parts[1:-1]) or any(fnmatch(parts[-1], one) for one in _FILES))
        tool = "site-packages" in parts[:-1] and parts[parts.index("site-packages") + 1] in _TOOLS
        if ours or tool:
            found.append(path)
    return sorted(found)


def sources_are_for_production(dockerignore: str | None = None) -> Findings:
    """Check that the Dockerfiles of the web and sniper images copy no test, no benchmark and no file of the
    simulator.
    """
    found = []
    for image in IMAGES:
        if image.name in LIMITS:
            copied = copied_files(image, dockerignore)
            found += [f"{image.name}: {path.removeprefix('app/')}" for path in unwanted(f"app/{one}" for one in copied)]
    return found


def copied_files(image: Image, dockerignore: str | None = None) -> Iterator[str]:
    """Yield the paths of the checkout's files that a build copies into an image."""
    text = (ROOT / ".dockerignore").read_text() if dockerignore is None else dockerignore
    ignored = [line for line in text.splitlines() if (line and line[0] not in "#!*") or line.startswith("**/")]
    for source in _sources(image):
        yield from (path for path in _files(source) if not _is_ignored(path, ignored))


def _sources(image: Image) -> Iterator[str]:
    stages = re.split(r"^FROM .* AS (\S+)$", (FOLDER / image.dockerfile).read_text(), flags=re.MULTILINE)
    text = stages[stages.index(image.stage) + 1]
    for found in _COPY.findall(text):
        yield from found.split()


def _files(source: str) -> Iterator[str]:
    path = ROOT / source
    if path.is_file():
        yield source
    for folder, _, names in os.walk(path):
        if "__pycache__" not in folder:
            yield from (str((Path(folder) / name).relative_to(ROOT)) for name in names)


def _is_ignored(path: str, patterns: Iterable[str]) -> bool:
    parts = path.split("/")
    return any(
        any(fnmatch(part, one[3:]) for part in parts) if one.startswith("**/") else fnmatch(path, f"{one}/*")
        for one in patterns
    )


def measure(image: Image, *, base: str) -> Contents:
    """Measure a built image with the tag dev, and check its files and labels."""
    name = f"{image.name}:dev"
    with _mounted(base) as root:
        lower = _size(root)
    with _mounted(name) as root:
        size, packages, project, parts = _size(root), _size(root / "opt/venv"), _size(root / "app"), _parts(root)
        paths = [str(one.relative_to(root)) for one in root.glob("app/**/*")]
        paths += [str(one.relative_to(root)) for one in root.glob("opt/venv/lib/*/site-packages/*/*")]
    findings = _missing_labels(name)
    if image.name in LIMITS:
        findings += [f"{name}: {path} is for development" for path in unwanted(paths)]
        if size > LIMITS[image.name]:
            findings.append(f"{name}: {size / 1e6:.0f} MB are more than {LIMITS[image.name] / 1e6:.0f} MB")
    sizes = {"size": size, "base": lower, "packages": packages, "project": project}
    return Contents(name=image.name, **sizes, parts=parts, findings=findings)


def system_packages(name: str) -> str:
    """Return the text of /var/lib/dpkg/status of an image."""
    with _mounted(name) as root:
        return (root / "var/lib/dpkg/status").read_text()


def _missing_labels(name: str) -> Findings:
    config = json.loads(buildah("inspect", "--type=image", name, capture=True))["OCIv1"]["config"]
    labels = config.get("Labels") or {}
    keys = (f"org.opencontainers.image.{one}" for one in LABELS)
    return [f"{name}: the label {key} is missing" for key in keys if not labels.get(key)]


@contextmanager
def _mounted(name: str) -> Iterator[Path]:
    container = buildah("from", "--pull-never", name, capture=True)
    try:
        yield Path(buildah("mount", container, capture=True))
    finally:
        buildah("rm", container, capture=True)


def _size(root: Path) -> int:
    """Return the bytes of all files. A file with several hard links counts once."""
    seen = {}
    for folder, _, names in os.walk(root):
        for name in names:
            found = os.lstat(os.path.join(folder, name))
            seen[found.st_ino, found.st_dev] = found.st_size
    return sum(seen.values())


def _parts(root: Path, *, most: int = 15) -> dict[str, int]:
    """Return the largest packages and folders of the project."""
    folders = [*root.glob("opt/venv/lib/*/site-packages/*"), *root.glob("app/*")]
    sizes = Counter(
        {str(one.relative_to(root)): _size(one) if one.is_dir() else one.lstat().st_size for one in folders}
    )
    return dict(sizes.most_common(most))
