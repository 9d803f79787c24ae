"""Prints the failed tests of a run of `make test` from the JUnit reports, as the last lines of a build's log.

A part that failed before it wrote a report, and the linters, are not included: their output is above.
"""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parent.parent
REPORTS = [ROOT / ".pytest_cache/junit.xml", *sorted((ROOT / "frontend/test-results").glob("*.xml"))]
MOST_IN_FULL = 5
MOST_LINES = 40
COLOR = re.compile("\x1b\\[[0-9;]*m")


def main() -> None:
    """Print the name of each failed test, and for the first MOST_IN_FULL the end of the error message."""
    failed = [case for report in REPORTS if report.exists() for case in failures(report)]
    lines = [f"{len(failed)} failed tests in the reports of make test"]
    for number, (name, text) in enumerate(failed):
        lines += ["", f"=== {name}"]
        if number < MOST_IN_FULL:
            lines += text.strip().splitlines()[-MOST_LINES:]
    sys.stdout.write("\n".join(lines) + "\n")


def failures(report: Path) -> list[tuple[str, str]]:
    """Return the name and the error message of each test of a JUnit report that failed."""
    found = []
    for case in ElementTree.parse(report).iter("testcase"):  # noqa: S314 - our own report
        problem = next((child for child in case if child.tag in ("failure", "error")), None)
        if problem is not None:
            text = problem.text or problem.get("message") or ""
            found.append((f"{case.get('classname')}: {case.get('name')}", COLOR.sub("", text)))
    return found


if __name__ == "__main__":
    main()
