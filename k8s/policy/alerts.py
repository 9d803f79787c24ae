"""Checks of alerts: Prometheus accepts the rules, their unit tests pass, and each alert has a runbook.

The rules are plain Prometheus files (k8s/monitoring). `manifests()` converts rules and dashboards to objects for the
Prometheus operator and Grafana.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .manifests import Findings, Manifest, read

K8S = Path(__file__).resolve().parents[1]
PROMTOOL_MISSING = "promtool is missing: install the package prometheus"
# Go's garbage collections take a third of promtool's processor time, unless it may use more memory.
FEW_COLLECTIONS = {"GOGC": "800", "GOMEMLIMIT": "600MiB"}
# The alert that always fires. It is neither a page nor a ticket: its receiver acts when it stops arriving.
WATCHDOG = "Watchdog"
_KEBAB = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def rule_files(k8s: Path = K8S) -> list[Path]:
    """Return the files with alert and recording rules."""
    return sorted((k8s / "monitoring" / "rules").glob("*.yaml"))


def unit_test_files(k8s: Path = K8S) -> list[Path]:
    """Return the files with unit tests of rules."""
    return sorted((k8s / "monitoring").glob("**/tests/*.yaml"))


def alerts(k8s: Path = K8S) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (file name, rule) for each alert rule."""
    for path in rule_files(k8s):
        for group in read(path)["groups"]:
            yield from ((path.name, rule) for rule in group["rules"] if "alert" in rule)


def find_promtool() -> str:
    """Return the path of promtool, or "" if it is not installed."""
    return shutil.which("promtool") or ""


def rules_are_valid(k8s: Path = K8S) -> Findings:
    """Check that `promtool check rules` accepts all rules and expressions."""
    if not rule_files(k8s):
        return ["k8s/monitoring/rules has no rules"]
    return run_promtool("check", "rules", *map(str, rule_files(k8s)))


def unit_tests_pass(k8s: Path = K8S) -> Findings:
    """Check that `promtool test rules` passes and that every alert has a test."""
    if not unit_test_files(k8s):
        return ["k8s/monitoring has no tests of its rules"]
    tested = {
        case["alertname"]
        for path in unit_test_files(k8s)
        for test in read(path)["tests"]
        for case in test.get("alert_rule_test", [])
    }
    untested = [
        f"{file}: {rule['alert']} has no unit test" for file, rule in alerts(k8s) if rule["alert"] not in tested
    ]
    return untested + run_promtool("test", "rules", *map(str, unit_test_files(k8s)))


def run_promtool(*arguments: str) -> Findings:
    """Run promtool and return the last 20 lines of its output as findings. Empty if it succeeds."""
    environment = os.environ | FEW_COLLECTIONS
    command = [find_promtool(), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode == 0:
        return []
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return [f"promtool {arguments[0]} rules: {line}" for line in lines[-20:]] or ["promtool failed without a message"]


def runbooks_exist(k8s: Path = K8S) -> Findings:
    """Check that each alert has a runbook, a runbook_url, a summary and a severity.

    The runbook_url must end with k8s/runbooks/<alert-name>.md, and that file must have content. The severity must be
    page or ticket; for the watchdog, none.
    """
    found = []
    for file, rule in alerts(k8s):
        name = _KEBAB.sub("-", rule["alert"]).lower()
        wanted = f"k8s/runbooks/{name}.md"
        url = str(rule.get("annotations", {}).get("runbook_url", ""))
        if not url.endswith(wanted):
            found.append(f"{file}: {rule['alert']} has another runbook_url than {wanted}")
        if not url.startswith("https://"):
            found.append(f"{file}: {rule['alert']} has no absolute runbook_url")
        book = k8s / "runbooks" / f"{name}.md"
        if not book.exists() or len(book.read_text()) < 200:
            found.append(f"{wanted} is missing or empty")
        if not rule.get("annotations", {}).get("summary"):
            found.append(f"{file}: {rule['alert']} has no summary")
        severities = ("none",) if rule["alert"] == WATCHDOG else ("page", "ticket")
        if rule.get("labels", {}).get("severity") not in severities:
            found.append(f"{file}: {rule['alert']} has a severity other than {' and '.join(severities)}")
    return found


def manifests(k8s: Path = K8S) -> list[Manifest]:
    """Return manifests for the namespace "monitoring": a PrometheusRule for each file of rules, a ConfigMap for each
    dashboard."""
    made = [
        {
            "apiVersion": "monitoring.coreos.com/v1",
            "kind": "PrometheusRule",
            "metadata": _metadata(f"tablehawk-{path.stem}"),
            "spec": read(path),
        }
        for path in rule_files(k8s)
    ]
    return made + [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            # Grafana's sidecar selects this label.
            "metadata": _metadata(f"tablehawk-dashboard-{path.stem}", grafana_dashboard="1"),
            "data": {path.name: path.read_text()},
        }
        for path in sorted((k8s / "monitoring" / "dashboards").glob("*.json"))
    ]


def _metadata(name: str, **labels: str) -> dict[str, Any]:
    return {"name": name, "namespace": "monitoring", "labels": {"app.kubernetes.io/part-of": "tablehawk", **labels}}
