"""`make audit`: checks every pinned Python and npm package for security advisories.

An advisory with a fixed version fails the audit, unless requirements/advisories.toml accepts it. An index that does not
answer or publishes no advisories is reported as skipped.
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

from tools.bootstrap import FRONTEND, node_environment
from tools.stack import console, process
from tools.stack.settings import ROOT

REQUIREMENTS = ROOT / "requirements"
# The timeout in seconds for checking one package, which is done first, to detect quickly that the index publishes no
# advisories; and the timeout for checking all packages.
PROBE_SECONDS = 30.0
WHOLE_SECONDS = 180.0
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^ ;\\]+)", re.MULTILINE)
_PIP_AUDIT = (sys.executable, "-m", "pip_audit", "--no-deps", "--disable-pip", "--progress-spinner=off",
              "--timeout=10", "--format=json")  # fmt: skip
_NPM_AUDIT = ("npm", "audit", "--json", "--fetch-timeout=10000", "--fetch-retries=0")


class IndexUnavailable(Exception):
    """The package index did not answer or publishes no advisories."""


class Advisory(NamedTuple):
    """One known vulnerability of a pinned package. `package` is its name and version. `fix` is the fixed version, "" if
    there is none."""

    id: str
    package: str
    fix: str


class Accepted(NamedTuple):
    """An advisory that was accepted because it does not affect the project, with the reason. It is accepted up to the
    day `until`."""

    id: str
    reason: str
    until: date


def main() -> int:
    """Audit the Python and the npm packages. Return 1 if an advisory with a fix is not accepted."""
    accepted, today = read_accepted(REQUIREMENTS / "advisories.toml"), datetime.now(UTC).date()
    bad = False
    for title, audit in (("Python", audit_python), ("npm", audit_npm)):
        try:
            found = audit()
        except IndexUnavailable as error:
            console.print_line(f"audit of {title}: skipped: index not reached ({error})")
            continue
        console.print_line(f"audit of {title}: {len(found)} known advisories")
        for one in sorted(set(found)):
            verdict, fails = classify_advisory(one, accepted, today=today)
            console.print_line(f"  {one.package} {one.id}: {verdict}")
            bad = bad or fails
    return int(bad)


def classify_advisory(one: Advisory, accepted: Iterable[Accepted], *, today: date) -> tuple[str, bool]:
    """Return (text, fails): the text to print for an advisory, and whether it fails the audit.

    An advisory fails the audit if it has a fixed version and is not accepted on `today`.
    """
    for known in accepted:
        if known.id == one.id and today <= known.until:
            return f"accepted until {known.until}: {known.reason}", False
    if one.fix:
        return f"FIXED in {one.fix}: upgrade it, or accept it in requirements/advisories.toml", True
    return "no fixed version yet", False


def read_accepted(path: Path) -> list[Accepted]:
    """Return the accepted advisories of a TOML file. Raises SystemExit for an entry without `id`, `reason` or
    `until`."""
    entries = tomllib.loads(path.read_text()).get("accepted", [])
    try:
        made = [Accepted(id=one["id"], reason=one["reason"], until=one["until"]) for one in entries]
    except KeyError as missing:
        raise SystemExit(f"{path.name}: an entry has no {missing.args[0]}.") from None
    if any(type(one.until) is not date or not one.reason.strip() for one in made):
        raise SystemExit(f"{path.name}: each entry needs a reason, and until as a date like 2027-01-31.")
    return made


def audit_python() -> list[Advisory]:
    """Return the advisories of all packages in requirements/*.txt. Raises IndexUnavailable."""
    pins = sorted({f"{name}=={version}" for file in REQUIREMENTS.glob("*.txt") for name, version in pinned(file)})
    _audit_pins(pins[:1], seconds=PROBE_SECONDS)
    return _audit_pins(pins, seconds=WHOLE_SECONDS)


def pinned(file: Path) -> list[tuple[str, str]]:
    """Return name and version of each pin of a requirements file."""
    return _PIN.findall(file.read_text())


def audit_npm() -> list[Advisory]:
    """Return the advisories of all packages in package-lock.json, build tools included. Raises IndexUnavailable."""
    return npm_advisories(_answer(_NPM_AUDIT, cwd=FRONTEND, env=node_environment(), seconds=WHOLE_SECONDS / 3))


def _audit_pins(pins: Sequence[str], *, seconds: float) -> list[Advisory]:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write("\n".join(pins))
        file.flush()
        return python_advisories(_answer((*_PIP_AUDIT, "-r", file.name), cwd=ROOT, env=None, seconds=seconds))


def python_advisories(answer: Any) -> list[Advisory]:
    """Return the advisories in pip-audit's parsed JSON report. Raises IndexUnavailable if the index has no data about
    any of the packages."""
    packages = answer.get("dependencies", [])
    if all("skip_reason" in one for one in packages):
        raise IndexUnavailable("it has no advisories")
    return [
        Advisory(id=flaw["id"], package=f"{one['name']} {one['version']}", fix=", ".join(flaw["fix_versions"]))
        for one in packages
        for flaw in one.get("vulns", [])
    ]


def npm_advisories(answer: Any) -> list[Advisory]:
    """Return the advisories in the parsed JSON report of `npm audit`. Raises IndexUnavailable if it is not a report.

    Packages that only depend on an affected package are left out.
    """
    if "vulnerabilities" not in answer:
        raise IndexUnavailable("it has no advisories")
    return [
        Advisory(id=flaw["url"].rpartition("/")[2], package=name, fix="a newer version" if one["fixAvailable"] else "")
        for name, one in answer["vulnerabilities"].items()
        for flaw in one["via"]
        if isinstance(flaw, dict)
    ]


def _answer(command: Sequence[str], *, cwd: Path, env: Mapping[str, str] | None, seconds: float) -> Any:
    """Run pip-audit or npm audit and return its parsed JSON. Raises IndexUnavailable.

    The exit code is ignored, because both programs exit with 1 if they found an advisory.
    """
    try:
        done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=seconds, check=False)
        answer = json.loads(done.stdout)
    except subprocess.TimeoutExpired:
        raise IndexUnavailable(f"no answer within {seconds:.0f} s") from None
    except ValueError:
        raise IndexUnavailable("its answer is not JSON") from None
    if not isinstance(answer, dict):
        raise IndexUnavailable("its answer is not JSON")
    return answer


if __name__ == "__main__":
    process.exit_on_stop_signals()
    sys.exit(main())
