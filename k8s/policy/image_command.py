"""`python -m k8s.policy images`: builds all images, checks their contents, and runs the manifests in them.

It writes docs/measurements/images.md; complete logs and SBOMs go to the folder of the storage (buildah.py). With
--build it stops after the checks of the contents.
"""

import json
import subprocess
import sys
import time
from collections.abc import Sequence

from . import image_contents, image_runs, podman, sbom, versions
from .bases import base_images
from .buildah import BuildError, find_buildah, folder
from .image_page import page, write_logs
from .images import IMAGES, ROOT, build, default_bases
from .manifests import Findings

PAGE = ROOT / "docs" / "measurements" / "images.md"


def main(options: Sequence[str] = ()) -> int:
    """Build, check and run. Return the exit code, which is 0 if buildah is missing."""
    if not find_buildah():
        sys.stdout.write("Images are not built here: buildah is missing (apt-get install buildah).\n")
        return 0
    build_only = "--build" in options
    if not build_only and not podman.missing():
        podman.own_mounts(["images", *options])
    try:
        return _run(build_only=build_only)
    except BuildError as error:
        sys.stderr.write(f"{error}\n")
        return 1


def _run(*, build_only: bool) -> int:
    started, bases = time.monotonic(), base_images(default_bases())
    labels = {"version": f"{versions.read()}-dev", "revision": _git("rev-parse", "HEAD") or "unknown"}
    contents = []
    for image in IMAGES:
        build(image, tag="dev", bases=bases, labels=labels)
        contents.append(image_contents.measure(image, base=bases["PYTHON_IMAGE"]))
        sys.stdout.write(f"{image.name}:dev: {contents[-1].size / 1e6:.0f} MB, starts as 10001.\n")
    findings = [finding for one in contents for finding in one.findings] + _write_sboms()
    reason = "--build" if build_only else podman.missing()
    if reason:
        sys.stdout.write(f"The manifests' commands do not run: {reason}.\n")
    else:
        results = image_runs.run_all()
        write_logs(results, folder() / "logs")
        PAGE.write_text(page(contents, results, bases=bases, seconds=time.monotonic() - started))
        findings += [
            f"{overlay} {one.owner} {one.container}: {one.outcome}\n{one.log[-1500:]}"
            for overlay, done in results.items()
            for one in done
            if not one.passed
        ]
        findings += [f"no run contains {one}" for one in image_runs.commands_not_run(results)]
        sys.stdout.write(f"{sum(map(len, results.values()))} results: {PAGE}; logs: {folder() / 'logs'}\n")
    sys.stderr.write("".join(f"FAILED  {one}\n" for one in findings))
    return 1 if findings else 0


def _write_sboms() -> Findings:
    made = folder() / "sbom"
    made.mkdir(exist_ok=True)
    systems = {one.name.rpartition("/")[2]: image_contents.system_packages(f"{one.name}:dev") for one in IMAGES}
    try:
        sbom.write(made, epoch=int(_git("log", "-1", "--format=%ct") or 0), systems=systems)
    except sbom.SbomError as error:
        return [str(error)]
    for path in sorted(made.iterdir()):
        count = len(json.loads(path.read_text())["components"])
        sys.stdout.write(f"{path}: {count} packages\n")
    return []


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
