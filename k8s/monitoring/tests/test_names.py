"""Alerts use only metrics that exist, and every alert has a runbook and tests.

k8s/policy/dashboards.py checks dashboards.
"""

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from k8s.policy.alerts import WATCHDOG
from k8s.policy.dashboards import exported_metrics, metrics_in

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
RULES = sorted((HERE / "rules").glob("*.yaml"))
RUNBOOKS = ROOT / "k8s" / "runbooks"


@cache
def rules() -> tuple[dict[str, Any], ...]:
    groups = [group for file in RULES for group in yaml.safe_load(file.read_text())["groups"]]
    return tuple(rule for group in groups for rule in group["rules"])


def alerts() -> list[dict[str, Any]]:
    return [rule for rule in rules() if "alert" in rule]


def alert_names() -> list[str]:
    return sorted({alert["alert"] for alert in alerts()})


def test_metrics_in_returns_the_series_of_an_expression() -> None:
    expression = (
        'sum by (le) (rate(a_bucket{le="3.0", x=~"b_c"}[5m])) > 14.4 * on (d) max(e_f:g) unless on () count(h_i) > 0'
    )
    assert metrics_in(expression) == {"a_bucket", "e_f:g", "h_i"}


@pytest.mark.parametrize("rule", rules(), ids=lambda rule: rule.get("alert") or rule["record"])
def test_every_metric_of_a_rule_exists(rule: dict[str, Any]) -> None:
    recorded = {one["record"] for one in rules() if "record" in one}
    assert metrics_in(rule["expr"]) <= exported_metrics() | recorded


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: f"{alert['alert']}-{alert['labels'].get('burn', '')}")
def test_every_alert_has_severity_summary_and_runbook(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in (("none",) if alert["alert"] == WATCHDOG else ("page", "ticket"))
    assert alert["annotations"]["summary"]
    kebab = re.sub(r"(?<!^)(?=[A-Z])", "-", alert["alert"]).lower()
    book = f"k8s/runbooks/{kebab}.md"
    url = alert["annotations"]["runbook_url"]
    assert url.startswith("https://"), "the link must work outside the repository"
    assert url.endswith(f"/{book}")
    assert (ROOT / book).is_file()


@cache
def alert_tests() -> tuple[dict[str, Any], ...]:
    """Return the expectations of promtool's tests: alert names, and the alerts that are expected."""
    files = (HERE / "rules" / "tests").glob("*.yaml")
    tests = [test for file in files for test in yaml.safe_load(file.read_text())["tests"]]
    return tuple(case for test in tests for case in test.get("alert_rule_test", []))


@pytest.mark.parametrize("name", alert_names())
def test_every_alert_is_tested_firing_and_not_firing(name: str) -> None:
    tests = [case["exp_alerts"] for case in alert_tests() if case["alertname"] == name]
    assert any(tests), "no test expects it to fire"
    assert name == WATCHDOG or not all(tests), "no test expects it not to fire"


def test_every_runbook_is_listed_and_links_to_existing_ones() -> None:
    files = {file.name for file in RUNBOOKS.glob("*.md")} - {"README.md"}
    for file in RUNBOOKS.glob("*.md"):
        links = set(re.findall(r"\(([a-z-]+\.md)\)", file.read_text()))
        assert links <= files, file.name
        assert links == files or file.name != "README.md"


@pytest.mark.parametrize("name", sorted({Path(one["annotations"]["runbook_url"]).name for one in alerts()}))
def test_runbook_has_symptom_diagnosis_fix_and_verification(name: str) -> None:
    headings = re.findall(r"^\*\*([A-Z][^*]*)\*\*", (RUNBOOKS / name).read_text(), re.MULTILINE)
    assert headings == ["Symptom and cause.", "Diagnose", "Fix", "Verified when"]
