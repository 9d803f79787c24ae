"""Alerts as code: Prometheus takes the rules, their unit tests pass, and each alert leads to a runbook.

The rules are plain Prometheus files (k8s/monitoring); `manifests()` makes of them and of the dashboards what the
operators in a cluster read.
"""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from .manifests import Findings, Manifest

K8S = Path(__file__).resolve().parents[1]
PROMTOOL_MISSING = "promtool is missing: apt-get install prometheus brings it"
_KEBAB = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def rule_files(k8s: Path = K8S) -> list[Path]:
    """The files with rules."""
    return sorted((k8s / "monitoring" / "rules").glob("*.yaml"))


def unit_test_files(k8s: Path = K8S) -> list[Path]:
    """The files with their unit tests."""
    return sorted((k8s / "monitoring").glob("**/tests/*.yaml"))


def alerts(k8s: Path = K8S) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """(file, rule) of each alert."""
    for path in rule_files(k8s):
        for group in yaml.safe_load(path.read_text())["groups"]:
            yield from ((path.name, rule) for rule in group["rules"] if "alert" in rule)


def promtool() -> str:
    """Where promtool is; empty where it is not."""
    return shutil.which("promtool") or ""


def prometheus_takes(k8s: Path = K8S) -> Findings:
    """`promtool check rules`, which also finds mistakes in the expressions."""
    if not rule_files(k8s):
        return ["k8s/monitoring/rules has no rules"]
    return promtool_says("check", "rules", *map(str, rule_files(k8s)))


def unit_tests_pass(k8s: Path = K8S) -> Findings:
    """`promtool test rules`, and no alert without a test."""
    if not unit_test_files(k8s):
        return ["k8s/monitoring has no tests of its rules"]
    tested = {
        case["alertname"]
        for path in unit_test_files(k8s)
        for test in yaml.safe_load(path.read_text())["tests"]
        for case in test.get("alert_rule_test", [])
    }
    untested = [
        f"{file}: {rule['alert']} has no unit test" for file, rule in alerts(k8s) if rule["alert"] not in tested
    ]
    return untested + promtool_says("test", "rules", *map(str, unit_test_files(k8s)))


def promtool_says(*arguments: str) -> Findings:
    """What promtool finds wrong, line by line."""
    done = subprocess.run([promtool(), *arguments], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    lines = [line.strip() for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return [f"promtool {arguments[0]} rules: {line}" for line in lines[-20:]] or ["promtool failed without a word"]


def runbooks_exist(k8s: Path = K8S) -> Findings:
    """Each alert's runbook_url ends with k8s/runbooks/<alert-name>.md, and that file has something to read."""
    found = []
    for file, rule in alerts(k8s):
        name = _KEBAB.sub("-", rule["alert"]).lower()
        wanted = f"k8s/runbooks/{name}.md"
        url = str(rule.get("annotations", {}).get("runbook_url", ""))
        if not url.endswith(wanted):
            found.append(f"{file}: {rule['alert']} does not lead to {wanted}")
        if not url.startswith("https://"):
            found.append(f"{file}: {rule['alert']} names no absolute address, so the page on a phone leads nowhere")
        book = k8s / "runbooks" / f"{name}.md"
        if not book.exists() or len(book.read_text()) < 200:
            found.append(f"{wanted} is missing or says nothing")
        if not rule.get("annotations", {}).get("summary"):
            found.append(f"{file}: {rule['alert']} has no summary")
        if rule.get("labels", {}).get("severity") not in ("page", "ticket"):
            found.append(f"{file}: {rule['alert']} says neither page nor ticket")
    return found


def manifests(k8s: Path = K8S) -> list[Manifest]:
    """PrometheusRules of the rule files and ConfigMaps of the dashboards, for the namespace "monitoring"."""
    made = [
        {
            "apiVersion": "monitoring.coreos.com/v1",
            "kind": "PrometheusRule",
            "metadata": _metadata(f"tablehawk-{path.stem}"),
            "spec": yaml.safe_load(path.read_text()),
        }
        for path in rule_files(k8s)
    ]
    return made + [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            # The label is the one that Grafana's sidecar looks for.
            "metadata": _metadata(f"tablehawk-dashboard-{path.stem}", grafana_dashboard="1"),
            "data": {path.name: path.read_text()},
        }
        for path in sorted((k8s / "monitoring" / "dashboards").glob("*.json"))
    ]


def _metadata(name: str, **labels: str) -> dict[str, Any]:
    return {"name": name, "namespace": "monitoring", "labels": {"app.kubernetes.io/part-of": "tablehawk", **labels}}
