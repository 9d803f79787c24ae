"""Counts the files that a call passes on its way through the product, and the returns to earlier files.

A path is recorded while a test of the product runs with the pytest plugin `path_plugin`. It begins where one function
is called and ends where another one is called.

    file    a file with a function that the path calls
    return  a call from one file into another file that a third file has called before. Each pair of files counts once.
            Calls into a file that calls no other file do not count.

Properties, constructors, telemetry and side work (sightings, spare connections) do not count.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from loadtests.running import ROOT

PATH: Final = "CALL_PATH"
OUTPUT: Final = "CALL_PATH_OUTPUT"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPath:
    """A path that is counted: `test` passes it. `begins` and `ends` are the qualified names of its two functions.

    Functions of `beside` and what they call are no part of the path, nor are files whose paths contain a part of
    `outside`.
    """

    name: str
    test: str
    begins: str
    ends: str
    beside: frozenset[str] = frozenset()
    outside: tuple[str, ...] = ("tests/", "loadtests/", "conftest", "testing/", ".venv", "telemetry/")


PATHS: Final = {
    "poll": CallPath(
        name="files from a poll to its recorded booking",
        test="snipers/watching/tests/test_cancel_request.py::test_a_freed_table_is_booked_for_a_waiting_request[postgres]",
        begins="Poller.start_due_polls",
        ends="Store.record",
        beside=frozenset({"Poller._report_sightings", "HttpClient.warm", "Wire.warm", "Wire._open_connection"}),
        outside=("tests/", "loadtests/", "conftest", "platform/", "testing/", ".venv", "telemetry/"),
    ),
    "post": CallPath(
        name="files from POST /api/reservations/ to its event",
        test="platform/apps/requests/tests/test_create.py::test_filing_publishes_one_event",
        begins="request_scope.<locals>.middleware",
        ends="append_locked",
    ),
}


def measure_paths() -> dict[str, str]:
    """Run the test of each path, and return the number of its files and returns by the path's name."""
    return {path.name: _measure(key) for key, path in PATHS.items()}


def _measure(key: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "path.json"
        options = ("-q", "-p", "loadtests.codebase.path_plugin", "-p", "no:cacheprovider")
        run = subprocess.run(
            [sys.executable, "-m", "pytest", *options, PATHS[key].test],
            cwd=ROOT,
            env={**os.environ, PATH: key, OUTPUT: str(output)},
            capture_output=True,
            text=True,
            check=False,
        )
        if not output.exists():
            raise SystemExit(f"The path {key} was not measured:\n{run.stdout}{run.stderr}")
        found = json.loads(output.read_text())
    return f"{len(found['files'])}, {len(found['returns'])} returns"
