"""`python -m k8s.policy release`: makes the files of a release and, with --tag, tags the commit.

The command refuses uncommitted changes, a version without an entry in CHANGELOG.md and a tag that exists. It writes
these files into one folder:

    <image>-<version>.tar             images as OCI archives, if buildah is installed
    sbom-<image>.cdx.json             packages of each image: Python, npm, and Debian's if it was built (CycloneDX)
    tablehawk-<version>.tar.gz        manifests, rules, dashboards, compose.yaml; the same bytes for the same commit
    tablehawk-chart-<version>.tgz     the Helm chart with values files of all overlays; the same bytes too
    chart-<version>.tar               the chart as an OCI archive
    SHA256SUMS                        checksums of all other files
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from . import alerts, image_contents, images, render, sbom, versions
from .archives import tar_gz
from .buildah import BuildError
from .chart import build, helm, package
from .checks import rules_for_overlay
from .manifests import Findings, load

ROOT = versions.ROOT
REGISTRY = "registry.example/tablehawk"
# The overlay prod-handover is left out: its manifests name the images of two releases.
OVERLAYS = ("staging", "prod", "prod-gateway")
# Files that are copied into the archive unchanged.
COPIED = (
    *("VERSION", "CHANGELOG.md", "k8s/DEPLOYMENT.md", "k8s/COMPOSE.md", "compose.yaml", "k8s/compose_env.py"),
    *("k8s/base/config/shared.env", "k8s/base/config/web.env", "k8s/base/config/sniper.env"),
    *(f"k8s/base/backup/{name}" for name in ("copy.sh", "copy.sql", "rows.sql", "restore.sh", "drill.sh")),
    "k8s/components/simulator/doors.py",
    *(f"k8s/compose/{name}" for name in ("start.sh", "demo.env", "deployment.yaml")),
)


@dataclass(frozen=True, kw_only=True)
class Release:
    """One release: its version, its commit, and the registry and digests of its images.

    `digests` has the digest of each built image by name. `epoch` is the time of the commit in unix seconds.
    """

    version: str
    commit: str
    epoch: int
    registry: str
    digests: Mapping[str, str]


class NotReleasable(Exception):
    """The release cannot be made. The message states the reasons."""


def main(arguments: Sequence[str]) -> int:
    """Make a release with the options in `arguments`. Return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m k8s.policy release")
    parser.add_argument("--to", type=Path, default=ROOT / "dist", help="folder of the files")
    parser.add_argument("--registry", default=REGISTRY, help="where the images will be pulled from")
    parser.add_argument(
        "--tag", action="store_true", help="tag the commit; otherwise nothing outside the folder changes"
    )
    parser.add_argument("--no-images", action="store_true", help="do not build the images")
    given = parser.parse_args(arguments)
    try:
        version = versions.read()
        if findings := refusals(ROOT, version=version):
            raise NotReleasable("\n".join(findings))
        folder = given.to / version
        folder.mkdir(parents=True, exist_ok=True)
        commit, epoch = _git(ROOT, "log", "-1", "--format=%H %ct").split()
        digests = {} if given.no_images else images.archive(folder, version=version, commit=commit)
        release = Release(
            version=version, commit=commit, epoch=int(epoch), registry=given.registry.rstrip("/"), digests=digests
        )
        write(release, folder)
        systems = {name: image_contents.system_packages(f"tablehawk/{name}:{version}") for name in digests}
        sbom.write(folder, epoch=release.epoch, systems=systems)
        write_checksums(folder)
        if given.tag:
            _git(ROOT, "tag", "-a", f"v{version}", "-m", f"Tablehawk {version}\n\n{entry(ROOT, version=version)}")
    except (NotReleasable, build.ChartError, render.RenderError, BuildError, sbom.SbomError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write((folder / "SHA256SUMS").read_text())
    sys.stdout.write(f"{folder} holds {version}{'' if given.tag else '; nothing was tagged'}.\n")
    if not digests:
        sys.stdout.write("Without built images the manifests name tags, which can change, instead of digests.\n")
    return 0


def refusals(root: Path, *, version: str) -> Findings:
    """Return the reasons why this checkout cannot be released. Empty if it can."""
    found = versions.one_version_everywhere(root)
    if changed := _git(root, "status", "--porcelain"):
        found.append(f"The tree has changes that no commit contains:\n{changed}")
    if not entry(root, version=version):
        found.append(f"CHANGELOG.md has no entry '## [{version}] - YYYY-MM-DD' with text.")
    if _git(root, "tag", "--list", f"v{version}"):
        found.append(f"The tag v{version} exists: raise VERSION.")
    return found


def entry(root: Path, *, version: str) -> str:
    """Return the text under the heading of a version in CHANGELOG.md, "" if there is none."""
    heading = rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$"
    found = re.search(rf"{heading}\n(.*?)(?=^## \[|\Z)", (root / "CHANGELOG.md").read_text(), re.MULTILINE | re.DOTALL)
    return found[1].strip() if found else ""


def write(release: Release, folder: Path) -> None:
    """Write the archive with the manifests, and the chart, into the folder.

    Raises NotReleasable if a released manifest breaks a rule, or if the chart renders other objects than the overlays.
    """
    files = {f"k8s/{overlay}.yaml": manifests(release, overlay) for overlay in OVERLAYS}
    files["k8s/monitoring.yaml"] = yaml.safe_dump_all(alerts.manifests(), sort_keys=False, width=120)
    files |= {name: (ROOT / name).read_text() for name in COPIED}
    name = f"tablehawk-{release.version}"
    (folder / f"{name}.tar.gz").write_bytes(tar_gz(files, prefix=name, epoch=release.epoch))
    chart = chart_files(release)
    (folder / f"tablehawk-chart-{release.version}.tgz").write_bytes(package.archive(chart, epoch=release.epoch))
    (folder / f"chart-{release.version}.tar").write_bytes(package.oci_archive(chart, epoch=release.epoch))


def chart_files(release: Release) -> Mapping[str, str]:
    """Return the chart of a release. Raises NotReleasable if helm is missing, or if the chart renders other objects
    than the overlays.
    """
    if not helm.find_helm():
        raise NotReleasable(helm.HELM_MISSING)
    made = {overlay: load(_rendered(release, overlay)) for overlay in render.OVERLAYS}
    files = build.make(made, version=release.version, rules=helm.prometheus_rules())
    for overlay, expected in made.items():
        if found := helm.chart_agrees_with_overlay(overlay, files, expected):
            raise NotReleasable(f"The chart does not render {overlay}:\n" + "\n".join(found))
    return files


def manifests(release: Release, overlay: str) -> str:
    """Render an overlay as YAML, with the images and the version of a release.

    Raises NotReleasable if a rendered manifest breaks a rule.
    """
    text = _rendered(release, overlay)
    if broken := list(_broken(release, overlay, text)):
        raise NotReleasable("\n".join(broken))
    return f"# Tablehawk {release.version}, commit {release.commit}: k8s/overlays/{overlay}\n{text}"


def _rendered(release: Release, overlay: str) -> str:
    wanted = {
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "images": [
            {
                "name": f"{REGISTRY}/{name}",
                "newName": f"{release.registry}/{name}",
                "newTag": release.version,
                **({"digest": release.digests[name]} if name in release.digests else {}),
            }
            for name in ("web", "snipers")
        ],
        # Not in pod templates: a changed label there would restart pods that did not change otherwise.
        "labels": [{"pairs": {"app.kubernetes.io/version": release.version}}],
    }
    with tempfile.TemporaryDirectory() as made:
        # kustomize accepts folders by relative paths only.
        wanted["resources"] = [os.path.relpath(render.K8S / "overlays" / overlay, Path(made).resolve())]
        (Path(made) / "kustomization.yaml").write_text(yaml.safe_dump(wanted))
        return render.build(Path(made).resolve())


def _broken(release: Release, overlay: str, text: str) -> Iterator[str]:
    """Check the released manifests with the rules of their overlay.

    Digests are required only if images were built. Images must have the version of the release.
    """
    made = load(text)
    for what, rule in rules_for_overlay(overlay).items():
        if what != "images have digests" or release.digests:
            yield from (f"{overlay}: {what}: {finding}" for finding in rule(made))
    for image in re.findall(r"image: (\S*tablehawk/\S+)", text):
        if f":{release.version}" not in image or "sha256:" + "0" * 64 in image:
            yield f"{overlay}: {image} is not of {release.version}"


def write_checksums(folder: Path) -> None:
    """Write SHA256SUMS, which `sha256sum --check` reads, for all other files of the folder."""
    lines = []
    for path in sorted(folder.iterdir()):
        if path.name != "SHA256SUMS":
            with path.open("rb") as file:
                lines.append(f"{hashlib.file_digest(file, 'sha256').hexdigest()}  {path.name}\n")
    (folder / "SHA256SUMS").write_text("".join(lines))


def _git(root: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotReleasable(f"git {arguments[0]} fails: {done.stderr.strip()}")
    return done.stdout.strip()
