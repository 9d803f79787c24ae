"""Measures how long `make up` needs until the page answers. Writes docs/measurements/start.md.

The cold start is of a fresh clone with empty caches, so it downloads and installs all packages, builds the page and
creates the databases. The warm start is the next one in the same folder. `python -m loadtests.start_times` takes about
a minute on a quiet machine with a network, and needs 2 GB in the folder of temporary files.
"""

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

from loadtests import measurements
from loadtests.running import ROOT
from tools.stack import ports

PAGE_OPEN = re.compile(r"The page is open")
ALL_READY = "Ctrl-C stops everything."
START_SECONDS = 600.0
STOP_SECONDS = 60.0
PORTS = ("PORT", "SIM_CONTROL_PORT", "SIM_RESY_PORT", "SIM_OPENTABLE_PORT", "SIM_STRIPE_PORT")
OURS = re.compile(r"TABLEHAWK_|PYTHONPATH$|DATABASE_URL$|REDIS_URL$|VIRTUAL_ENV$|MAKE")
GOALS = {"cold": 30.0, "warm": 3.0}


def main() -> int:
    """Measure both starts, print them and write the page. Return 1 if a goal is missed."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="tablehawk-start-") as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        environment = make_environment(Path(folder))
        starts = {name: start(clone, environment) for name in GOALS}
    rows = {}
    for name, (page, ready) in starts.items():
        rows[f"{name} start: `make up` → the page answers"] = f"{page:.1f} s (goal: {GOALS[name]:.0f} s)"
        rows[f"{name} start: `make up` → every part is ready"] = f"{ready:.1f} s"
    for row, value in rows.items():
        sys.stdout.write(f"{row}: {value}\n")
    measurements.write(
        "start",
        title="Start of a copy",
        command="python -m loadtests.start_times",
        tables={"": rows},
        seconds=time.monotonic() - begun,
        notes=("Cold: a fresh clone, with empty caches of pip, npm and Python. Warm: the next start of this clone.",),
    )
    return int(any(page > GOALS[name] for name, (page, _) in starts.items()))


def make_environment(folder: Path) -> Mapping[str, str]:
    """Return the environment of a first start: free ports, empty caches, no variables of this project."""
    kept = {name: value for name, value in os.environ.items() if not OURS.match(name)}
    taken = {name: str(ports.find_free_port()) for name in PORTS}
    caches = {name: str(folder / name.lower()) for name in ("XDG_CACHE_HOME", "npm_config_cache", "PIP_CACHE_DIR")}
    return {**kept, **taken, **caches}


def start(clone: Path, environment: Mapping[str, str]) -> tuple[float, float]:
    """Run `make up` until every part is ready, then stop it.

    Return the seconds until the page was open, and until every part was ready. Raises RuntimeError if `make up` ends
    before that, or takes longer than 10 minutes.
    """
    begun, page, printed = time.monotonic(), None, []
    process = subprocess.Popen(
        ["make", "up"], cwd=clone, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        for line in process.stdout or ():
            printed.append(line)
            seconds = time.monotonic() - begun
            if PAGE_OPEN.search(line):
                page = seconds
            if page is not None and ALL_READY in line:
                return page, seconds
            if seconds > START_SECONDS:
                break
        raise RuntimeError("`make up` did not start:\n" + "".join(printed[-20:]))
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(timeout=STOP_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
