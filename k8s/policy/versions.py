"""Checks that the product's version has one source: the file VERSION."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

from .manifests import Findings

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("platform", "realtime", "snipers", "loadtests")
# https://semver.org without build metadata, because the tag of an image cannot contain "+".
SEMANTIC = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?")
_USER_AGENT = re.compile(r"""["']Tablehawk/\d""")


def read(root: Path = ROOT) -> str:
    """Return the version in the file VERSION."""
    return (root / "VERSION").read_text().strip()


def one_version_everywhere(root: Path = ROOT) -> Findings:
    """Check that VERSION is a semantic version, and that only npm's files repeat it.

    `npm sbom` needs the version in package.json and package-lock.json.
    """
    return list(_wrong(root, read(root)))


def _wrong(root: Path, version: str) -> Iterator[str]:
    if not SEMANTIC.fullmatch(version):
        yield f"VERSION: {version!r} is not a semantic version such as 1.4.0"
    if "version" in tomllib.loads((root / "pyproject.toml").read_text())["project"]:
        yield "pyproject.toml: project.version is a second source: remove it"
    lock = json.loads((root / "frontend" / "package-lock.json").read_text())
    package = json.loads((root / "frontend" / "package.json").read_text())
    for name, found in (
        ("package.json", package),
        ("package-lock.json", lock),
        ("package-lock.json", lock["packages"][""]),
    ):
        if found.get("version") != version:
            yield f"frontend/{name}: the version is {found.get('version')}: run `make version`"
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*.py")):
            if "tests" not in path.parts and _USER_AGENT.search(path.read_text()):
                yield f"{path.relative_to(root)}: a version in a User-Agent: use snipers.environment.version"
