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
    """One image: its Dockerfile, its stage, and a command that shows that it works."""

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
    """hadolint must report nothing."""
    hadolint = Path(sys.executable).parent / "hadolint"
    found = []
    for path in dockerfiles(folder):
        done = subprocess.run([str(hadolint), "--no-color", str(path)], capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).strip().splitlines()
        found += [line.removeprefix(f"{ROOT}/") for line in lines or (["hadolint failed"] if done.returncode else [])]
    return found


def base_images_are_pinned(folder: Path = FOLDER) -> Findings:
    """Each base image is an argument with a digest, images have several stages, and none runs as root."""
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


def build(environ: Mapping[str, str] = os.environ) -> int:
    """Build all images with buildah and start each once. Return the exit code, which is 0 if buildah is missing."""
    buildah = shutil.which("buildah")
    if not buildah:
        sys.stdout.write("Images are not built here: buildah is missing (apt-get install buildah).\n")
        return 0
    # Plain files and a chroot, which work inside containers without an overlay or a runtime.
    tool = [buildah, "--storage-driver", "vfs"]
    bases = [f"--build-arg={name}={environ[name]}" for name in ("PYTHON_IMAGE", "NODE_IMAGE") if name in environ]
    extra = environ.get("BUILD_FLAGS", "").split()
    for image in IMAGES:
        built = [
            "--isolation",
            "chroot",
            "-f",
            str(FOLDER / image.dockerfile),
            "--target",
            image.stage,
            "-t",
            f"{image.name}:dev",
        ]
        if subprocess.call([*tool, "bud", *built, *bases, *extra, str(ROOT)]):
            return 1
        if not _starts(tool, image):
            return 1
        sys.stdout.write(f"{image.name}:dev is built and starts as 10001.\n")
    return 0


def _starts(tool: list[str], image: Image) -> bool:
    container = subprocess.run(
        [*tool, "from", f"{image.name}:dev"], capture_output=True, text=True, check=True
    ).stdout.strip()
    try:
        done = subprocess.call(
            [*tool, "run", "--isolation", "chroot", "--user", "10001:10001", container, "--", *image.proof]
        )
    finally:
        subprocess.run([*tool, "rm", container], capture_output=True, check=True)
    if done:
        sys.stdout.write(f"{image.name}:dev is built, but {' '.join(image.proof)} exits with {done}.\n")
    return done == 0
