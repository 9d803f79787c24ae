"""`make fuzz`: generated requests over the whole OpenAPI document, as each role, against a running copy.

Each role's run is schemathesis itself in a process of its own. Judged: no fault (5xx), no status, header, content type
or shape that the document does not know. One worker: with two, CPython 3.11 now and then dies of a recursion bug.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Final

import httpx

from loadtests.fuzz.fuzz_user import ROLES, ROOT, Person
from loadtests.running import RunningStack

REPORTS: Final = Path(__file__).resolve().parent.parent / "reports" / "fuzz"
CHECKS: Final = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance"
)


def fuzz(*, role: str, url: str, seconds: int) -> dict[str, Any]:
    """Run one role for some seconds; {"role", "seconds", "requests", "statuses": {status: count}, "clean"}."""
    folder = REPORTS / role
    folder.mkdir(parents=True, exist_ok=True)
    document, counts, report = folder / "openapi.json", folder / "counts.json", folder / "report.json"
    for old in (counts, report):
        old.unlink(missing_ok=True)
    document.write_text(httpx.get(f"{url}/api/openapi.json").raise_for_status().text)
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", str(document), "--url", url, "--workers", "1",
        "--max-time", str(seconds), "--checks", CHECKS, "--phases", "examples,coverage,fuzzing",
        "--continue-on-failure", "--no-shrink", "--suppress-health-check", "all", "--warnings", "off",
        "--request-timeout", "30", "--report", "json", "--report-json-path", str(report),
    ]  # fmt: skip
    person = Person(base_url=url, role=role)
    person.arrive()
    settings = {
        **os.environ, "SCHEMATHESIS_HOOKS": "loadtests.fuzz.hooks", "FUZZ_URL": url, "FUZZ_ROLE": role,
        "FUZZ_EMAIL": person.email,
        "FUZZ_PASSWORD": person.password, "FUZZ_COUNTS": str(counts),
    }  # fmt: skip
    started = time.monotonic()
    with (folder / "output.txt").open("w") as output:
        ended = subprocess.run(command, cwd=ROOT, env=settings, stdout=output, stderr=subprocess.STDOUT, check=False)
    statuses: dict[str, int] = json.loads(counts.read_text()) if counts.exists() else {}
    return {
        "role": role,
        "seconds": round(time.monotonic() - started),
        "requests": sum(statuses.values()),
        "statuses": dict(sorted(statuses.items())),
        # Schemathesis ends with 1 for what it found, and with other numbers for what kept it from looking.
        "clean": ended.returncode == 0,
    }


def main(argv: list[str]) -> int:
    """Run the roles one after the other, print the table, keep it beside the reports; 1 when anything failed."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=300, help="for each role")
    parser.add_argument("--roles", nargs="*", choices=ROLES, default=list(ROLES))
    options = parser.parse_args(argv)
    url = RunningStack.find().base_url
    results = []
    for role in options.roles:
        results.append(fuzz(role=role, url=url, seconds=options.seconds))
        print(results[-1], flush=True)
    print("\n| Role | Requests | 2xx | 4xx | 5xx | Nothing wrong |\n|---|---|---|---|---|---|")
    for one in results:
        kinds = [sum(count for status, count in one["statuses"].items() if status[0] == kind) for kind in "245"]
        shown = " | ".join(f"{count:,}" for count in (one["requests"], *kinds))
        print(f"| {one['role']} | {shown} | {'yes' if one['clean'] else 'no: see ' + one['role'] + '/output.txt'} |")
    (REPORTS / "summary.json").write_text(json.dumps(results, indent=2))
    return int(not all(one["clean"] and one["requests"] for one in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
