"""Checks the script that creates the dev overlay's Secrets, by running the command in DEPLOYMENT.md."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .manifests import Findings

ROOT = Path(__file__).resolve().parents[2]
_COMMAND = re.compile(r"^python (\S+\.py) \| kubectl apply -f -", re.MULTILINE)


@cache
def _run(document: Path) -> tuple[int, str, str]:
    """Run the script named in the document without PYTHONPATH. Return exit code, output and errors."""
    named = _COMMAND.search(document.read_text())
    if named is None:
        return 1, "", f"{document.name} has no command for dev's Secrets"
    own = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, named[1]], cwd=document.parents[1], env=own, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def secrets_script_runs(document: Path = ROOT / "k8s" / "DEPLOYMENT.md") -> Findings:
    """Check that the command in the document succeeds and prints only Secrets."""
    code, printed, errors = _run(document)
    if code:
        return [f"the command for dev's Secrets fails: {errors.strip().splitlines()[-1]}"]
    kinds = {one["kind"] for one in json.loads(printed)["items"]}
    return [] if kinds == {"Secret"} else [f"the command for dev's Secrets prints {', '.join(sorted(kinds))}"]


def secrets_of_script() -> Mapping[str, frozenset[str]]:
    """Return the keys of each Secret that the script creates, by the Secret's name.

    Empty if the script fails, which secrets_script_runs reports.
    """
    code, printed, _ = _run(ROOT / "k8s" / "DEPLOYMENT.md")
    items = [] if code else json.loads(printed)["items"]
    return {one["metadata"]["name"]: frozenset(one["stringData"]) for one in items}
