"""`make audit`: asks the package indexes for security advisories on every pinned package, Python's and npm's.

Fails on an advisory that has a fixed version, unless requirements/advisories.toml accepts it. An index that does not
answer, or offers no advisories, is reported as skipped and fails nothing.
"""

import json
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from stack import console
from stack.bootstrap import FRONTEND, node_environment
from stack.settings import ROOT

REQUIREMENTS = ROOT / "requirements"
# One package is asked for first: an index without advisories is then left alone.
PROBE_SECONDS = 30.0
WHOLE_SECONDS = 180.0
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)
_PIP_AUDIT = (sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner=off",
              "--timeout=10", "--format=json")  # fmt: skip
_NPM_AUDIT = ("npm", "audit", "--json", "--fetch-timeout=10000", "--fetch-retries=0")


class Unanswered(Exception):
    """The index was not reached or offers no advisories."""


class Advisory(NamedTuple):
    """One known vulnerability of a pinned package; `fix` is empty while there is none."""

    id: str
    package: str
    fix: str


class Accepted(NamedTuple):
    """An advisory that does not concern us, why, and until when that holds."""

    id: str
    reason: str
    until: date


def main() -> int:
    """Audit both lists of packages; 1 when one has an advisory that is neither accepted nor without a fix."""
    accepted, today = read_accepted(REQUIREMENTS / "advisories.toml"), datetime.now(UTC).date()
    bad = False
    for title, audit in (("Python", audit_python), ("npm", audit_npm)):
        try:
            found = audit()
        except Unanswered as why:
            console.say(f"audit of {title}: skipped: index not reached ({why})")
            continue
        console.say(f"audit of {title}: {len(found)} known advisories")
        for one in sorted(set(found)):
            verdict, fails = judged(one, accepted, today=today)
            console.say(f"  {one.package} {one.id}: {verdict}")
            bad = bad or fails
    return int(bad)


def judged(one: Advisory, accepted: Iterable[Accepted], *, today: date) -> tuple[str, bool]:
    """Return what is to be done about an advisory, and whether the audit fails because of it."""
    for known in accepted:
        if known.id == one.id and today <= known.until:
            return f"accepted until {known.until}: {known.reason}", False
    if one.fix:
        return f"FIXED in {one.fix}: upgrade it, or accept it in requirements/advisories.toml", True
    return "no fixed version yet", False


def read_accepted(path: Path) -> list[Accepted]:
    """Read the documented exceptions; an entry without id, reason and until stops with a sentence."""
    entries = tomllib.loads(path.read_text()).get("accepted", [])
    try:
        made = [Accepted(id=one["id"], reason=one["reason"], until=one["until"]) for one in entries]
    except KeyError as missing:
        raise SystemExit(f"{path.name}: an entry has no {missing.args[0]}.") from None
    if any(type(one.until) is not date or not one.reason.strip() for one in made):
        raise SystemExit(f"{path.name}: each entry needs a reason, and until as a date like 2027-01-31.")
    return made


def audit_python() -> list[Advisory]:
    """Ask for every package of requirements/*.txt."""
    pins = sorted({f"{name}=={version}" for file in REQUIREMENTS.glob("*.txt") for name, version in pinned(file)})
    _ask_for(pins[:1], seconds=PROBE_SECONDS)
    return _ask_for(pins, seconds=WHOLE_SECONDS)


def pinned(file: Path) -> list[tuple[str, str]]:
    """Return name and version of each pin of a requirements file."""
    return _PIN.findall(file.read_text())


def audit_npm() -> list[Advisory]:
    """Ask for every package of package-lock.json, what the pages ship and what builds them."""
    return npm_advisories(_answer(_NPM_AUDIT, cwd=FRONTEND, env=node_environment(), seconds=WHOLE_SECONDS / 3))


def _ask_for(pins: Sequence[str], *, seconds: float) -> list[Advisory]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(pins))
        file.flush()
        return python_advisories(_answer((*_PIP_AUDIT, "-r", file.name), cwd=ROOT, env=None, seconds=seconds))


def python_advisories(answer: Any) -> list[Advisory]:
    """Read pip-audit's answer. An index that knows none of the packages offers no advisories."""
    packages = answer.get("dependencies", [])
    if all("skip_reason" in one for one in packages):
        raise Unanswered("it offers no advisories")
    return [
        Advisory(id=flaw["id"], package=f"{one['name']} {one['version']}", fix=", ".join(flaw["fix_versions"]))
        for one in packages
        for flaw in one.get("vulns", [])
    ]


def npm_advisories(answer: Any) -> list[Advisory]:
    """Read npm's answer: the advisories themselves, not the packages that are reported for depending on one."""
    if "vulnerabilities" not in answer:
        raise Unanswered("it offers no advisories")
    return [
        Advisory(id=flaw["url"].rpartition("/")[2], package=name, fix="a newer version" if one["fixAvailable"] else "")
        for name, one in answer["vulnerabilities"].items()
        for flaw in one["via"]
        if isinstance(flaw, dict)
    ]


def _answer(command: Sequence[str], *, cwd: Path, env: Mapping[str, str] | None, seconds: float) -> Any:
    """Run an auditor and return its JSON; both exit with 1 when they found something."""
    try:
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=seconds, check=False)
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise Unanswered(f"no answer within {seconds:.0f} s") from None
    except ValueError:
        raise Unanswered("no answer that can be read") from None
    if not isinstance(answer, dict):
        raise Unanswered("no answer that can be read")
    return answer


if __name__ == "__main__":
    sys.exit(main())
