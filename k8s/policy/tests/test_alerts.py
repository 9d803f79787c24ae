"""Checks of alerts, with faults in a copy of k8s/monitoring and k8s/runbooks."""

import shutil
from pathlib import Path

import pytest
import yaml

from k8s.policy import alerts, extension_kinds

needs_promtool = pytest.mark.skipif(not alerts.find_promtool(), reason=alerts.PROMTOOL_MISSING)


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    for folder in ("monitoring", "runbooks"):
        shutil.copytree(alerts.K8S / folder, tmp_path / folder)
    return tmp_path


def change_first_alert(k8s: Path, **changes: object) -> str:
    """Change the first alert and return its name."""
    for path in alerts.rule_files(k8s):
        rules = yaml.safe_load(path.read_text())
        for group in rules["groups"]:
            for rule in group["rules"]:
                if "alert" in rule:
                    name = str(rule["alert"])
                    rule.update(changes)
                    path.write_text(yaml.safe_dump(rules, sort_keys=False))
                    return name
    raise AssertionError("there is no alert")


def test_alert_without_a_runbook_is_found(k8s: Path) -> None:
    name = change_first_alert(
        k8s, annotations={"summary": "s", "description": "d", "runbook_url": "https://wiki.example"}
    )
    assert any(f"{name} has another runbook_url than" in one for one in alerts.runbooks_exist(k8s))


def test_relative_runbook_url_is_found(k8s: Path) -> None:
    name = change_first_alert(k8s, annotations={"summary": "s", "runbook_url": "k8s/runbooks/watch-lag.md"})
    assert any(f"{name} has no absolute runbook_url" in one for one in alerts.runbooks_exist(k8s))


def test_empty_runbook_is_found(k8s: Path) -> None:
    change_first_alert(k8s, alert="SomethingNew")
    (k8s / "runbooks" / "something-new.md").write_text("# To be written\n")
    assert "k8s/runbooks/something-new.md is missing or empty" in alerts.runbooks_exist(k8s)


def test_unknown_severity_is_found(k8s: Path) -> None:
    change_first_alert(k8s, labels={"severity": "critical"})
    assert any("other than page and ticket" in one for one in alerts.runbooks_exist(k8s))


def test_unknown_rule_field_is_found(k8s: Path) -> None:
    change_first_alert(k8s, summry="x")
    assert any("summry" in one for one in extension_kinds.extension_kinds_are_valid(alerts.manifests(k8s)))


RULE = """
groups:
  - name: small
    rules:
      - alert: NobodyHome
        expr: up == 0
        for: 2m
        labels: {severity: page}
"""
UNIT_TEST = """
rule_files: [../small.yaml]
evaluation_interval: 1m
tests:
  - interval: 1m
    input_series:
      - {series: 'up{job="web"}', values: '0x10'}
    alert_rule_test:
      - {alertname: NobodyHome, eval_time: 1m, exp_alerts: []}
      - {alertname: NobodyHome, eval_time: 5m, exp_alerts: [{exp_labels: {severity: page, job: web}}]}
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with only one rule and its unit test, because promtool needs half a minute for all rules."""
    tests = tmp_path / "monitoring" / "rules" / "tests"
    tests.mkdir(parents=True)
    (tests.parent / "small.yaml").write_text(RULE)
    (tests / "small.yaml").write_text(UNIT_TEST)
    return tmp_path


@needs_promtool
def test_valid_rule_passes(small: Path) -> None:
    assert alerts.rules_are_valid(small) + alerts.unit_tests_pass(small) == []


@needs_promtool
def test_invalid_expression_is_found(small: Path) -> None:
    change_first_alert(small, expr="sum(up == 0")
    assert any("promtool check" in one for one in alerts.rules_are_valid(small))


@needs_promtool
def test_alert_that_fires_at_the_wrong_time_is_found(small: Path) -> None:
    change_first_alert(small, **{"for": "20m"})
    assert any("promtool test" in one for one in alerts.unit_tests_pass(small))


@needs_promtool
def test_alert_without_a_unit_test_is_found(small: Path) -> None:
    change_first_alert(small, alert="SomethingNew")
    assert any("SomethingNew has no unit test" in one for one in alerts.unit_tests_pass(small))
