"""`make doctor`: checks the requirements of `make up`. It prints one line for each requirement, and a remedy if the
requirement is not met."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import psutil

from tools.stack import console, parts, postgres, valkey
from tools.stack.errors import StackError
from tools.stack.settings import Settings
from tools.stack.state import NEEDED_BYTES, State

_NEEDED_MEMORY = 2 << 30


@dataclass(frozen=True)
class Finding:
    """One checked requirement. `problem` is a sentence with a remedy, "" if the requirement is met."""

    subject: str
    found: str
    problem: str = ""


def print_findings(settings: Settings) -> int:
    """Check all requirements and print the results. Return 0 if `make up` can start, otherwise 1."""
    findings = [check(settings) for check in _CHECKS]
    for finding in findings:
        console.print_line(f"  {'!!' if finding.problem else 'ok'}  {finding.subject:<12} {finding.found}")
        if finding.problem:
            console.print_line(f"      {finding.problem}")
    problems = sum(bool(finding.problem) for finding in findings)
    console.print_line("\n`make up` can start." if not problems else f"\n{problems} problems.")
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
    if settings.environ.get("DATABASE_URL"):
        return Finding("PostgreSQL", "DATABASE_URL is set: yours is used", _problem(_given(settings)))
    return _find_program("PostgreSQL", lambda: f"{postgres.find_binaries()} {_describe_account()}")


def _describe_account() -> str:
    prefix = postgres.account().prefix
    return f"(through {prefix[0]})" if prefix else ""


def _cache(settings: Settings) -> Finding:
    if settings.environ.get("REDIS_URL"):
        return Finding("Redis", "REDIS_URL is set: yours is used", _problem(_given(settings)))
    return _find_program("Valkey", lambda: str(valkey.find_binary()))


def _given(settings: Settings) -> Callable[[], None]:
    return lambda: parts.check_external_services(settings.environ)


def _running(settings: Settings) -> Finding:
    if State(settings.state).is_running():
        return Finding("Ports", f"Tablehawk is running at {settings.public_url}")
    ports = settings.ports
    return Finding(
        "Ports",
        ", ".join(str(port) for port in (ports.web, *settings.simulator_ports().values())),
        _problem(lambda: parts.require_free_ports(settings)),
    )


def _find_program(subject: str, find: Callable[[], str]) -> Finding:
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


_CHECKS = (_python, _node, _front_end, _disk, _memory, _database, _cache, _running)
