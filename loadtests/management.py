"""Runs management commands (`manage.py`) against the running stack."""

import asyncio
import json
import os
import subprocess
import sys

from loadtests.running import ROOT, RunningStack

MANAGE = str(ROOT / "platform" / "manage.py")


def manage_environment(running: RunningStack) -> dict[str, str]:
    """Return the environment that a management command of the running stack needs."""
    return {**os.environ, **json.loads((running.state / "run" / "env.json").read_text())}


def run_manage(running: RunningStack, *arguments: str) -> None:
    """Run one management command without showing its output. Raises CalledProcessError if it fails."""
    command = [sys.executable, MANAGE, *arguments]
    subprocess.run(command, env=manage_environment(running), check=True, stdout=subprocess.DEVNULL)


async def read_manage_lines(running: RunningStack, *arguments: str) -> list[str]:
    """Run one management command and return the lines that it printed. Exits if the command fails."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, MANAGE, *arguments, env=manage_environment(running), stdout=asyncio.subprocess.PIPE
    )
    out, _ = await process.communicate()
    if process.returncode:
        raise SystemExit(f"manage.py {arguments[0]} failed.")
    return out.decode().split("\n")[:-1]
