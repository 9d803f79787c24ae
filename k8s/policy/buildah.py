"""Calls buildah and podman with a separate storage for all images and containers of the checks.

IMAGES_FOLDER is the folder of the storage (default: tablehawk-images in the folder of temporary files). It needs 8 GB
and must not be inside the project. Deleting it costs only the time of the next build.
"""

import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

CERTIFICATES = "/etc/ssl/certs/ca-certificates.crt"


class BuildError(Exception):
    """An image was not built, or a container did not start. The text says which."""


def find_buildah() -> str | None:
    """Return the path of buildah, None if it is not installed."""
    return shutil.which("buildah")


@cache
def folder() -> Path:
    """Return the folder of the storage. It is created if needed."""
    made = Path(os.environ.get("IMAGES_FOLDER") or Path(tempfile.gettempdir()) / "tablehawk-images")
    made.mkdir(parents=True, exist_ok=True)
    return made


@cache
def storage() -> tuple[str, ...]:
    """Return the options that select the storage.

    The driver is overlay, or vfs (plain copies) if this machine forbids overlay mounts. Raises BuildError if neither
    works.
    """
    places = (f"--root={folder() / 'storage'}", f"--runroot={folder() / 'run'}")
    for driver in ("overlay", "vfs"):
        options = (*places, f"--storage-driver={driver}")
        if subprocess.run(["buildah", *options, "images", "--quiet"], capture_output=True, check=False).returncode == 0:
            return options
    raise BuildError(f"buildah cannot use {folder()}: run it as root, or set IMAGES_FOLDER to another folder.")


def buildah(*arguments: str, capture: bool = False) -> str:
    """Run a subcommand of buildah. With `capture`, return its output. Raises BuildError if it fails."""
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
    """Return flags that give a build the certificate authorities of this machine, if PIP_CERT or SSL_CERT_FILE names
    them.

    Networks with their own certificate authority need these flags. The files are mounted, so no layer contains them.
    """
    given = os.environ.get("PIP_CERT") or os.environ.get("SSL_CERT_FILE")
    if not given:
        return []
    pip, npm = folder() / "pip.conf", folder() / "npmrc"
    pip.write_text(f"[global]\ncert = {CERTIFICATES}\n")
    npm.write_text(f"cafile={CERTIFICATES}\n")
    mounts = {given: CERTIFICATES, str(pip): "/etc/pip.conf", str(npm): "/root/.npmrc"}
    return [f"--volume={source}:{target}:ro" for source, target in mounts.items()]
