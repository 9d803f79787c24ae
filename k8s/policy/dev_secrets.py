"""Which Secrets dev's script makes, as its manifests cannot say. The script runs with the words of README.md."""

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
def _run(readme: Path) -> tuple[int, str, str]:
    """(exit code, output, errors) of the README's command, with no import path but the script's own folder."""
    named = _COMMAND.search(readme.read_text())
    if named is None:
        return 1, "", f"{readme.name} does not say how dev's Secrets are made"
    own = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [sys.executable, named[1]], cwd=readme.parents[1], env=own, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout, done.stderr


def script_runs(readme: Path = ROOT / "k8s" / "README.md") -> Findings:
    """The README's command ends well and prints Secrets."""
    code, printed, errors = _run(readme)
    if code:
        return [f"the command that makes dev's Secrets fails: {errors.strip().splitlines()[-1]}"]
    kinds = {one["kind"] for one in json.loads(printed)["items"]}
    return [] if kinds == {"Secret"} else [f"the command that makes dev's Secrets prints {', '.join(sorted(kinds))}"]


def made_by_script() -> Mapping[str, frozenset[str]]:
    """Names and keys; nothing where the script fails, which script_runs tells."""
    code, printed, _ = _run(ROOT / "k8s" / "README.md")
    items = [] if code else json.loads(printed)["items"]
    return {one["metadata"]["name"]: frozenset(one["stringData"]) for one in items}
