"""Checks of Dockerfiles (hadolint, pinned base images), and a build of the images with buildah."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from .manifests import Findings

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "k8s" / "images"
PINNED = re.compile(r"^ARG (\w+_IMAGE)=\S+@sha256:[0-9a-f]{64}$", re.MULTILINE)
FROM = re.compile(r"^FROM (\S+)(?: AS (\S+))?$", re.MULTILINE)
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
        proof=("python", "-c", "import config.serve, django, snipers.clients.resy.client"),
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
            if base not in made and not (argument and argument[1] in defaults):
                found.append(f"{path.name}: FROM {base} is neither a stage nor an argument with a digest")
        if len(stages) < 2:
            found.append(f"{path.name}: one stage only, so the image would contain compilers and caches")
        last = text[text.rindex("\nFROM ") :]
        if USER not in last:
            found.append(f"{path.name}: the image lacks {USER}")
    return found


class BuildError(Exception):
    """An image was not built, or does not start. The message has the command that failed."""


def main() -> int:
    """Build and start all images with the tag dev. Return the exit code, which is 0 if buildah is missing."""
    if not find_buildah():
        sys.stdout.write("Images are not built here: buildah is missing (apt-get install buildah).\n")
        return 0
    try:
        for image in IMAGES:
            build(image, tag="dev")
            sys.stdout.write(f"{image.name}:dev is built and starts as 10001.\n")
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def archive(folder: Path, *, version: str, commit: str) -> dict[str, str]:
    """Build and start all images and write them into the folder as OCI archives.

    Returns the digest of each image by the last part of its name, or {} if buildah is missing. Raises BuildError.
    """
    digests = {}
    for image in IMAGES if find_buildah() else ():
        build(image, tag=version, labels={"version": version, "revision": commit})
        name = image.name.rpartition("/")[2]
        path, digest = folder / f"{name}-{version}.tar", folder / f"{name}.digest"
        path.unlink(missing_ok=True)
        _buildah("push", "--quiet", "--digestfile", str(digest), f"{image.name}:{version}", f"oci-archive:{path}")
        digests[name] = digest.read_text().strip()
        digest.unlink()
    return digests


def find_buildah() -> str | None:
    """Return the path of buildah, or None if it is not installed."""
    return shutil.which("buildah")


def build(image: Image, *, tag: str, labels: Mapping[str, str] | None = None) -> None:
    """Build an image and run its command `proof` once. Raises BuildError if either fails.

    The environment variables PYTHON_IMAGE and NODE_IMAGE replace the base images; BUILD_FLAGS are further arguments of
    `buildah bud`.
    """
    bases = [f"--build-arg={name}={os.environ[name]}" for name in ("PYTHON_IMAGE", "NODE_IMAGE") if name in os.environ]
    marks = [f"--label=org.opencontainers.image.{key}={value}" for key, value in (labels or {}).items()]
    extra = os.environ.get("BUILD_FLAGS", "").split()
    named = ["-f", str(FOLDER / image.dockerfile), "--target", image.stage, "-t", f"{image.name}:{tag}"]
    _buildah("bud", "--isolation", "chroot", *named, *bases, *marks, *extra, str(ROOT))
    container = _buildah("from", f"{image.name}:{tag}", capture=True)
    try:
        _buildah("run", "--isolation", "chroot", "--user", "10001:10001", container, "--", *image.proof)
    finally:
        _buildah("rm", container, capture=True)


def _buildah(*arguments: str, capture: bool = False) -> str:
    # The storage driver vfs and chroot isolation also work inside a container, without overlayfs or a runtime.
    command = [find_buildah() or "buildah", "--storage-driver", "vfs", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE if capture else None, text=True, check=False)
    if done.returncode:
        raise BuildError(f"{' '.join(command)} exits with {done.returncode}.")
    return (done.stdout or "").strip()
