"""Writes software bills of materials (CycloneDX): the Python packages of each image, and the pages' npm packages.

The bills list the packages in requirements/image-*.txt and package-lock.json. They do not list the Debian packages of
the base images.
"""

import json
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ("web", "snipers", "simulator")


class SbomError(Exception):
    """A tool that makes a bill failed. The text has the tool's message."""


def write(folder: Path, *, epoch: int) -> None:
    """Write one bill for each image and one for the pages into the folder. Raises SbomError.

    `epoch` is the timestamp of the bills in unix seconds.
    """
    with tempfile.TemporaryDirectory() as made:
        uv, tools = Path(sys.executable).with_name("uv"), Path(made) / "tools"
        _run(str(uv), "venv", "--quiet", str(tools))
        _run(
            *(str(uv), "pip", "install", "--quiet", "--require-hashes", f"--python={tools}/bin/python"),
            *("-r", str(ROOT / "requirements" / "sbom.txt")),
        )
        for image in IMAGES:
            pinned = ROOT / "requirements" / f"image-{image}.txt"
            text = _run(f"{tools}/bin/cyclonedx-py", "requirements", "--output-reproducible", str(pinned))
            _write(folder / f"sbom-{image}.cdx.json", json.loads(text), epoch=epoch)
    npm = ("npm", "sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx")
    text = _run(sys.executable, str(ROOT / "platform" / "stack" / "bootstrap.py"), *npm)
    _write(folder / "sbom-pages.cdx.json", json.loads(text), epoch=epoch)


def _write(path: Path, bill: dict[str, Any], *, epoch: int) -> None:
    """Write a bill with `epoch` as its time and without its random serial number, so that repeated runs are equal."""
    bill.pop("serialNumber", None)
    bill["metadata"]["timestamp"] = datetime.fromtimestamp(epoch, UTC).isoformat()
    for one in bill["components"]:
        # Such a description is the line of the requirements file, which repeats every hash.
        if one.get("description", "").startswith("requirements line"):
            del one["description"]
    path.write_text(json.dumps(bill, indent=1, sort_keys=True) + "\n")


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise SbomError(f"{' '.join(command[:3])} fails: {done.stderr.strip()[-1000:]}")
    return done.stdout
