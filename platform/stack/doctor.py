"""`make doctor`: looks at everything a start needs and says, line by line, what is right and what to do."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import psutil

from stack import console, parts, postgres, valkey
from stack.errors import StackError
from stack.settings import Settings
from stack.state import NEEDED_BYTES, State

_NEEDED_MEMORY = 2 * 2**30


@dataclass(frozen=True)
class Finding:
    """One thing looked at; `problem` is a sentence with a remedy, empty when all is well."""

    subject: str
    found: str
    problem: str = ""


def examine(settings: Settings) -> int:
    """Print all findings; 0 when nothing stands in the way of `make up`."""
    findings = [look(settings) for look in _LOOKS]
    for finding in findings:
        console.say(f"  {'!!' if finding.problem else 'ok'}  {finding.subject:<12} {finding.found}")
        if finding.problem:
            console.say(f"      {finding.problem}")
    problems = sum(bool(finding.problem) for finding in findings)
    console.say("\nNothing stands in the way of `make up`." if not problems else f"\n{problems} to mend.")
    return 1 if problems else 0


def _python(settings: Settings) -> Finding:
    return Finding("Python", sys.version.split()[0])


def _node(settings: Settings) -> Finding:
    node = shutil.which("node")
    if node is None:
        return Finding("Node", "none on PATH; a packaged one is used to build the front end")
    version = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout.strip()
    return Finding("Node", f"{version} ({node})")


def _front_end(settings: Settings) -> Finding:
    if (settings.root / "frontend" / "dist" / "index.html").exists():
        return Finding("Front end", "built")
    return Finding("Front end", "not built", "Run `make up`: it builds what is missing.")


def _disk(settings: Settings) -> Finding:
    place = next(path for path in (settings.state, *settings.state.parents) if path.exists())
    free = shutil.disk_usage(place).free
    problem = "Make room, or set TABLEHAWK_STATE to another disk." if free < NEEDED_BYTES else ""
    return Finding("Disk", f"{free // 2**20} MB free at {place}", problem)


def _memory(settings: Settings) -> Finding:
    free = psutil.virtual_memory().available
    problem = "Close other programs: Ray and the watchers need about 2 GB." if free < _NEEDED_MEMORY else ""
    return Finding("Memory", f"{free // 2**20} MB available", problem)


def _database(settings: Settings) -> Finding:
    if settings.chosen.get("DATABASE_URL"):
        return Finding("PostgreSQL", "DATABASE_URL is set: yours is used", _problem(_given(settings)))
    return _program("PostgreSQL", lambda: f"{postgres.find_binaries()} {_as_whom()}")


def _as_whom() -> str:
    prefix = postgres.account().prefix
    return f"(through {prefix[0]})" if prefix else ""


def _cache(settings: Settings) -> Finding:
    if settings.chosen.get("REDIS_URL"):
        return Finding("Redis", "REDIS_URL is set: yours is used", _problem(_given(settings)))
    return _program("Valkey", lambda: str(valkey.find_binary()))


def _given(settings: Settings) -> Callable[[], None]:
    return lambda: parts.check_given_services(settings.chosen)


def _running(settings: Settings) -> Finding:
    if State(settings.state).running():
        return Finding("Ports", f"Tablehawk is running at {settings.public_url}")
    ports = settings.ports
    return Finding(
        "Ports", f"{ports.web}, {ports.control}, {ports.resy}", _problem(lambda: parts.demand_ports(settings))
    )


def _program(subject: str, find: Callable[[], str]) -> Finding:
    try:
        return Finding(subject, find())
    except StackError as error:
        return Finding(subject, "missing", str(error))


def _problem(check: Callable[[], None]) -> str:
    try:
        check()
    except StackError as error:
        return str(error)
    return ""


_LOOKS = (_python, _node, _front_end, _disk, _memory, _database, _cache, _running)
