"""Calls buildah and podman, with one storage of their own for all images and containers that the checks make.

IMAGES_FOLDER names the storage's folder (default: tablehawk-images in the folder of temporary files). It needs 8 GB and
must not be part of the project. Deleting it costs only the time of the next build.
"""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


class BuildError(Exception):
    """An image was not built, or a container does not start. The text says which."""


def find_buildah() -> str | None:
    """Return the path of buildah, if it is installed."""
    return shutil.which("buildah")


@cache
def folder() -> Path:
    """Return the folder of the storage. It is created if needed."""
    made = Path(os.environ.get("IMAGES_FOLDER") or Path(tempfile.gettempdir()) / "tablehawk-images")
    made.mkdir(parents=True, exist_ok=True)
    return made


@cache
def storage() -> tuple[str, ...]:
    """Return the options of the storage. Overlay, or plain copies where this machine forbids overlay mounts."""
    places = (f"--root={folder() / 'storage'}", f"--runroot={folder() / 'run'}")
    for driver in ("overlay", "vfs"):
        options = (*places, f"--storage-driver={driver}")
        if subprocess.run(["buildah", *options, "images", "--quiet"], capture_output=True, check=False).returncode == 0:
            return options
    raise BuildError(f"buildah cannot use {folder()}: run it as root, or set IMAGES_FOLDER to another folder.")


def buildah(*arguments: str, capture: bool = False) -> str:
    """Run a subcommand. Return what it prints if `capture`. Raises BuildError."""
    command = [find_buildah() or "buildah", *storage(), *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE if capture else None, text=True, check=False)
    if done.returncode:
        raise BuildError(f"buildah {' '.join(arguments)} exits with {done.returncode}; its messages are above.")
    return (done.stdout or "").strip()


def has_image(name: str) -> bool:
    """Return whether the storage has an image."""
    command = [find_buildah() or "buildah", *storage(), "inspect", "--type", "image", name]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def certificate_flags() -> list[str]:
    """Return flags that give a build this machine's certificate authorities, if PIP_CERT or SSL_CERT_FILE names them.

    Networks with an authority of their own need them. They are mounted, so no layer contains them.
    """
    given = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    if not given:
        return []
    pip, npm = folder() / "pip.conf", folder() / "npmrc"
    pip.write_text(f"[global]\ncert = {CERTIFICATES}\n")
    npm.write_text(f"cafile={CERTIFICATES}\n")
    mounts = {given: CERTIFICATES, str(pip): "/etc/pip.conf", str(npm): "/root/.npmrc"}
    return [f"--volume={source}:{target}:ro" for source, target in mounts.items()]
