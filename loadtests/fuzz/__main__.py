"""`make fuzz`: sends generated requests to every operation of the OpenAPI document, as each role, on the running stack.

Schemathesis runs once for each role, in its own process. A role fails if a reply is a 5xx, or if the document does not
describe the reply's status, headers, content type or schema. Schemathesis runs with one worker, because two workers
trigger a recursion bug that crashes CPython 3.11.
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

from loadtests.fuzz.fuzz_user import ROLES, ROOT, FuzzUser
from loadtests.running import RunningStack

REPORTS: Final = Path(__file__).resolve().parent.parent / "reports" / "fuzz"
CHECKS: Final = (
    "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,"
    "response_schema_conformance"
)


def fuzz_role(*, role: str, url: str, seconds: int) -> dict[str, Any]:
    """Run Schemathesis as one role for `seconds`.

    Returns {"role", "seconds", "requests", "statuses": {status: count}, "clean"}. `clean` is whether it found nothing.
    """
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
    user = FuzzUser(base_url=url, role=role)
    user.sign_in()
    settings = {
        **os.environ, "SCHEMATHESIS_HOOKS": "loadtests.fuzz.hooks", "FUZZ_URL": url, "FUZZ_ROLE": role,
        "FUZZ_EMAIL": user.email,
        "FUZZ_PASSWORD": user.password, "FUZZ_COUNTS": str(counts),
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
        # Schemathesis exits with 1 for a finding and with other numbers if it could not run.
        "clean": ended.returncode == 0,
    }


def main(argv: list[str]) -> int:
    """Run the roles one after the other, print the table and write summary.json. Return 1 if a role failed."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--seconds", type=int, default=300, help="duration for each role")
    parser.add_argument("--roles", nargs="*", choices=ROLES, default=list(ROLES))
    options = parser.parse_args(argv)
    url = RunningStack.find().base_url
    results = []
    for role in options.roles:
        results.append(fuzz_role(role=role, url=url, seconds=options.seconds))
        print(results[-1], flush=True)
    print("\n| Role | Requests | 2xx | 4xx | 5xx | Passed |\n|---|---|---|---|---|---|")
    for result in results:
        kinds = [sum(count for status, count in result["statuses"].items() if status[0] == kind) for kind in "245"]
        shown = " | ".join(f"{count:,}" for count in (result["requests"], *kinds))
        passed = "yes" if result["clean"] else f"no: see {result['role']}/output.txt"
        print(f"| {result['role']} | {shown} | {passed} |")
    (REPORTS / "summary.json").write_text(json.dumps(results, indent=2))
    return int(not all(result["clean"] and result["requests"] for result in results))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
