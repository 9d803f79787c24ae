"""Runs code in processes that are forked from one that has loaded the packages, but nothing of this project."""

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[3]
_PARENT = """
import json, os, sys
import django.db.backends.postgresql.base, psycopg, pydantic_settings, structlog, rich.traceback
assert not {"config", "server", "snipers"} & sys.modules.keys()
for line in sys.stdin:
    code, given, folder = json.loads(line)
    child = os.fork()
    if child == 0:
        os.environ.clear()
        os.environ.update(given)
        for number, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(f"{folder}/{name}", os.O_WRONLY | os.O_CREAT), number)
        exec(code, {"__name__": "__main__"})
        break
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def start(code: str, given: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    """Run code in a new process with these variables, and return its exit code and output."""
    parent = _parent()
    assert parent.stdin
    assert parent.stdout
    with TemporaryDirectory() as folder:
        parent.stdin.write(json.dumps([code, {**given, **_own()}, folder]) + "\n")
        parent.stdin.flush()
        returned = int(parent.stdout.readline())
        output = [(Path(folder) / name).read_text() for name in ("stdout", "stderr")]
    return subprocess.CompletedProcess(code, returned, *output)


def _own() -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}", "PYTHONDONTWRITEBYTECODE": "1"}


@cache
def _parent() -> subprocess.Popen[str]:
    """Start the process that forks. It ends with this one."""
    pipe = subprocess.PIPE
    parent = subprocess.Popen([sys.executable, "-c", _PARENT], env=_own(), stdin=pipe, stdout=pipe, text=True)
    atexit.register(parent.communicate)
    return parent
