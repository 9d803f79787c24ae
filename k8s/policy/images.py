"""Checks of Dockerfiles (hadolint, pinned base images), and a build of the images with buildah."""

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .buildah import buildah, certificate_flags, find_buildah
from .manifests import Findings

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "k8s" / "images"
PINNED = re.compile(r"^ARG (\w+_IMAGE)=\S+@sha256:[0-9a-f]{64}$", re.MULTILINE)
FROM = re.compile(r"^FROM (\S+)(?: AS (\S+))?$", re.MULTILINE)
DEFAULT = re.compile(r"^ARG (\w+_IMAGE)=(\S+)$", re.MULTILINE)
ARGUMENT = re.compile(r"\$\{(\w+)\}")
USER = "USER 10001:10001"


@dataclass(frozen=True, kw_only=True)
class Image:
    """One image: its Dockerfile, its stage, and a command that succeeds only if the image works."""

    name: str
    dockerfile: str
    stage: str
    proof: tuple[str, ...]


IMAGES = (
    Image(
        name="tablehawk/web",
        dockerfile="web.Dockerfile",
        stage="web",
        proof=("python", "-c", "import server.serve, django, snipers.clients.resy.client"),
    ),
    Image(
        name="tablehawk/simulator",
        dockerfile="web.Dockerfile",
        stage="simulator",
        proof=("python", "-c", "import loadtests.simulator.server"),
    ),
    Image(
        name="tablehawk/snipers",
        dockerfile="snipers.Dockerfile",
        stage="snipers",
        proof=("bash", "-lc", "ray --version && /opt/venv/bin/python -c 'import snipers.runtime.main'"),
    ),
)


def dockerfiles(folder: Path = FOLDER) -> list[Path]:
    """Return all Dockerfiles."""
    return sorted(folder.glob("*.Dockerfile"))


def dockerfiles_pass_hadolint(folder: Path = FOLDER) -> Findings:
    """Check that hadolint reports nothing for any Dockerfile."""
    hadolint = Path(sys.executable).parent / "hadolint"
    found = []
    for path in dockerfiles(folder):
        done = subprocess.run([str(hadolint), "--no-color", str(path)], capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).strip().splitlines()
        found += [line.removeprefix(f"{ROOT}/") for line in lines or (["hadolint failed"] if done.returncode else [])]
    return found


def base_images_are_pinned(folder: Path = FOLDER) -> Findings:
    """Check that each base image is an argument with a digest, and that images have several stages and a user."""
    found = []
    for path in dockerfiles(folder):
        text = path.read_text()
        defaults, stages = set(PINNED.findall(text)), FROM.findall(text)
        made = {stage for _, stage in stages}
        for base, _ in stages:
            argument = ARGUMENT.fullmatch(base)
            if base not in {*made, "scratch"} and not (argument and argument[1] in defaults):
                found.append(f"{path.name}: FROM {base} is neither a stage nor an argument with a digest")
        if len(stages) < 2:
            found.append(f"{path.name}: one stage only, so the image would contain compilers and caches")
        last = text[text.rindex("\nFROM ") :]
        if USER not in last:
            found.append(f"{path.name}: the image lacks {USER}")
    return found


def archive(folder: Path, *, version: str, commit: str) -> dict[str, str]:
    """Build and start all images and write them into the folder as OCI archives.

    Returns the digest of each image by the last part of its name, or {} if buildah is missing. Raises BuildError.
    """
    digests: dict[str, str] = {}
    if not find_buildah():
        return digests
    # A release is never built on substitutes of base images.
    bases = {name: os.environ.get(name, default) for name, default in default_bases().items()}
    for image in IMAGES:
        build(image, tag=version, bases=bases, labels={"version": version, "revision": commit})
        name = image.name.rpartition("/")[2]
        path, digest = folder / f"{name}-{version}.tar", folder / f"{name}.digest"
        path.unlink(missing_ok=True)
        buildah("push", "--quiet", "--digestfile", str(digest), f"{image.name}:{version}", f"oci-archive:{path}")
        digests[name] = digest.read_text().strip()
        digest.unlink()
    return digests


def build(image: Image, *, tag: str, bases: Mapping[str, str], labels: Mapping[str, str] | None = None) -> None:
    """Build an image and run its command `proof` once. Raises BuildError if either fails.

    `bases` has the base images by build argument. The environment variable BUILD_FLAGS has further arguments of
    `buildah bud`.
    """
    text = (FOLDER / image.dockerfile).read_text()
    arguments = [f"--build-arg={name}={base}" for name, base in bases.items() if f"ARG {name}=" in text]
    marks = [f"--label=org.opencontainers.image.{key}={value}" for key, value in (labels or {}).items()]
    extra = [*certificate_flags(), *os.environ.get("BUILD_FLAGS", "").split()]
    named = ["-f", str(FOLDER / image.dockerfile), "--target", image.stage, "-t", f"{image.name}:{tag}"]
    # A chroot works inside containers without a runtime.
    buildah("bud", "--isolation", "chroot", "--layers", *named, *arguments, *marks, *extra, str(ROOT))
    container = buildah("from", f"{image.name}:{tag}", capture=True)
    try:
        buildah("run", "--isolation", "chroot", "--user", "10001:10001", container, "--", *image.proof)
    finally:
        buildah("rm", container, capture=True)


def default_bases() -> dict[str, str]:
    """Return the base images of all Dockerfiles by the names of their arguments."""
    return {name: image for path in dockerfiles() for name, image in DEFAULT.findall(path.read_text())}
