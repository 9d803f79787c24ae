"""`make client` generates the Python client from the OpenAPI document and builds its package into client/dist.

The generated code (client/src/tablehawk/rest) is not in git. It is generated again only if the contract has changed:
frontend/src/api/schema.gen.ts, which `make contract` keeps equal to the OpenAPI document, is its fingerprint.
"""

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tools.stack import console, process
from tools.stack.settings import ROOT

CLIENT = ROOT / "client"
GENERATED = CLIENT / "src" / "tablehawk" / "rest"
DIST = CLIENT / "dist"
_INPUTS = (ROOT / "frontend" / "src" / "api" / "schema.gen.ts", CLIENT / "generator.yml", Path(__file__))
_STAMP = GENERATED / ".generated-from"
# The document, for the tests of client/. It is no part of the package.
DOCUMENT = GENERATED / "openapi.json"


def main(arguments: list[str]) -> int:
    """Generate the client and, unless the argument is `generate`, build its package and print where it is."""
    if arguments == ["generate"]:
        generate()
    else:
        console.print_line(str(build().relative_to(ROOT)))
    return 0


def build() -> Path:
    """Build the package. Return the path of its wheel."""
    generate()
    shutil.rmtree(DIST, ignore_errors=True)
    _run("hatchling", "build", "--target", "wheel", "--directory", str(DIST), cwd=CLIENT)
    (wheel,) = DIST.glob("*.whl")
    return wheel


def generate() -> None:
    """Generate the client unless it is up to date. Processes that run at the same time wait for each other."""
    lock = os.open(CLIENT, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        wanted = hashlib.sha256(b"".join(path.read_bytes() for path in _INPUTS)).hexdigest()
        if _STAMP.exists() and _STAMP.read_text() == wanted:
            return
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / DOCUMENT.name
            path.write_text(json.dumps(_document()))
            config = str(CLIENT / "generator.yml")
            _run("openapi_python_client", "generate", "--path", str(path), "--config", config, "--meta", "none",
                 "--output-path", str(GENERATED), "--overwrite", "--fail-on-warning", cwd=ROOT)  # fmt: skip
            shutil.copy(path, DOCUMENT)
        _STAMP.write_text(wanted)
    finally:
        os.close(lock)


def _document() -> dict[str, Any]:
    environment = {"TABLEHAWK_ENV": "development", **os.environ, "PYTHONPATH": "platform:."}
    printed = subprocess.run(
        [sys.executable, "platform/manage.py", "contract"], cwd=ROOT, env=environment, capture_output=True, check=True
    )
    document: dict[str, Any] = json.loads(printed.stdout)["openapi"]
    # The generator knows no bodies of CSV. The same file can be sent as JSON.
    for operations in document["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict) and len(kinds := operation.get("requestBody", {}).get("content", {})) > 1:
                kinds.pop("text/csv", None)
    return document


def _run(module: str, *arguments: str, cwd: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if done.returncode:
        raise SystemExit(f"{module} failed:\n{done.stdout}")


if __name__ == "__main__":
    process.exit_on_stop_signals()
    sys.exit(main(sys.argv[1:]))
