"""Writes docs/measurements: one page for each benchmark or scenario, with its metrics, the machine and the command.

Each run replaces its page.
"""

import platform
import subprocess
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import psutil

from loadtests.running import ROOT

FOLDER = ROOT / "docs" / "measurements"
Table = Mapping[str, str]


def machine() -> Table:
    """Return the date, the machine and the software of this run."""
    return {
        "measured": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        "machine": f"{psutil.cpu_count()} cores of {_processor()}, {psutil.virtual_memory().total / 2**30:.0f} GiB",
        "system": platform.platform(),
        "python": platform.python_version(),
    }


def commit() -> str:
    """Return the short hash of HEAD, with a note if the working tree differs from HEAD.

    Changes in docs/measurements and loadtests/history, which the runs themselves write, do not count.
    """
    written = (":!docs/measurements", ":!loadtests/history")
    changed = _git("status", "--porcelain", "--untracked-files=no", "--", ".", *written)
    return (_git("rev-parse", "--short", "HEAD") or "unknown") + (" with local changes" if changed else "")


def write(
    name: str,
    *,
    title: str,
    command: str,
    tables: Mapping[str, Table],
    seconds: float,
    notes: Sequence[str] = (),
    folder: Path = FOLDER,
) -> Path:
    """Write the page `name`.md and return its path.

    `tables` maps each heading to a table of names and values. A table with an empty heading is written without a
    heading. `command` repeats the run, and `seconds` is its duration. `notes` are listed at the end.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.md"
    origin = {**machine(), "commit": commit(), "command": f"`{command}`", "duration": f"{seconds:.0f} s"}
    parts = [f"# {title}", f"Written by `{command}`. Do not edit: the next run replaces this page.", _table(origin)]
    for heading, rows in tables.items():
        parts += [f"## {heading}", _table(rows)] if heading else [_table(rows)]
    parts += [f"- {note}" for note in notes]
    path.write_text("\n\n".join(parts) + "\n", "utf-8")
    return path


def _table(rows: Table) -> str:
    lines = [f"| {_cell(name)} | {_cell(value)} |" for name, value in rows.items()]
    return "\n".join(["| Metric | Value |", "|---|---|", *lines])


def _cell(text: str) -> str:
    return " ".join(str(text).split()).replace("|", "\\|")


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else ():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _git(*arguments: str) -> str:
    try:
        run = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return run.stdout.strip()
