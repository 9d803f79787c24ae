"""Writes software bills of materials (CycloneDX): for each image its Python packages, and for the pages their npm
packages.

The packages are those in requirements/image-*.txt and package-lock.json, and for built images also the Debian packages.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
IMAGES = ("web", "snipers", "simulator")


class SbomError(Exception):
    """A tool that makes a bill failed. The text has the tool's message."""


def write(folder: Path, *, epoch: int, systems: Mapping[str, str] | None = None) -> None:
    """Write one bill for each image and one for the pages into the folder. Raises SbomError.

    `epoch` is the timestamp of the bills in unix seconds. `systems` has the text of /var/lib/dpkg/status of each built
    image, by the last part of the image's name.
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
            bill = json.loads(text)
            bill["components"] += debian_packages((systems or {}).get(image, ""))
            _write(folder / f"sbom-{image}.cdx.json", bill, epoch=epoch)
    npm = ("npm", "sbom", "--package-lock-only", "--omit=dev", "--sbom-format=cyclonedx")
    text = _run(sys.executable, str(ROOT / "tools" / "bootstrap.py"), *npm)
    _write(folder / "sbom-pages.cdx.json", json.loads(text), epoch=epoch)


def debian_packages(status: str) -> list[dict[str, Any]]:
    """Return the installed packages of a dpkg status file as components."""
    made = []
    for entry in status.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in entry.splitlines() if ": " in line and line[0] != " ")
        if fields.get("Status") == "install ok installed":
            name, version = fields["Package"], fields["Version"]
            purl = f"pkg:deb/debian/{name}@{quote(version)}?arch={fields['Architecture']}"
            made.append({"type": "library", "name": name, "version": version, "purl": purl, "bom-ref": purl})
    return made


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
