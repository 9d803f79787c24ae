"""Alerts: faults planted into a copy of k8s/monitoring and k8s/runbooks."""

import shutil
from pathlib import Path

import pytest
import yaml

from k8s.policy import alerts, extensions, kinds

needs_promtool = pytest.mark.skipif(not alerts.promtool(), reason=alerts.PROMTOOL_MISSING)


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    for folder in ("monitoring", "runbooks"):
        shutil.copytree(alerts.K8S / folder, tmp_path / folder)
    return tmp_path


def plant(k8s: Path, **changes: object) -> str:
    """Change the first alert; its name."""
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


def test_what_is_committed_is_right() -> None:
    made = alerts.manifests()
    assert alerts.runbooks_exist() == []
    assert kinds.valid(made) + extensions.fits(made) == []


def test_an_alert_that_leads_nowhere_is_found(k8s: Path) -> None:
    name = plant(k8s, annotations={"summary": "s", "description": "d", "runbook_url": "https://wiki.example"})
    assert any(f"{name} does not lead to" in one for one in alerts.runbooks_exist(k8s))


def test_an_alert_whose_runbook_has_no_absolute_address_is_found(k8s: Path) -> None:
    name = plant(k8s, annotations={"summary": "s", "runbook_url": "k8s/runbooks/watch-lag.md"})
    assert any(f"{name} names no absolute address" in one for one in alerts.runbooks_exist(k8s))


def test_a_runbook_that_says_nothing_is_found(k8s: Path) -> None:
    plant(k8s, alert="SomethingNew")
    (k8s / "runbooks" / "something-new.md").write_text("# To be written\n")
    assert "k8s/runbooks/something-new.md is missing or says nothing" in alerts.runbooks_exist(k8s)


def test_an_alert_that_says_neither_page_nor_ticket_is_found(k8s: Path) -> None:
    plant(k8s, labels={"severity": "critical"})
    assert any("neither page nor ticket" in one for one in alerts.runbooks_exist(k8s))


def test_a_field_that_no_prometheus_knows_is_found(k8s: Path) -> None:
    plant(k8s, summry="x")
    assert any("summry" in one for one in extensions.fits(alerts.manifests(k8s)))


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
    """A folder with one rule and its unit test: promtool takes half a minute for all of ours."""
    tests = tmp_path / "monitoring" / "rules" / "tests"
    tests.mkdir(parents=True)
    (tests.parent / "small.yaml").write_text(RULE)
    (tests / "small.yaml").write_text(UNIT_TEST)
    return tmp_path


@needs_promtool
def test_a_rule_that_is_right_passes(small: Path) -> None:
    assert alerts.prometheus_takes(small) + alerts.unit_tests_pass(small) == []


@needs_promtool
def test_an_expression_that_does_not_read_is_found(small: Path) -> None:
    plant(small, expr="sum(up == 0")
    assert any("promtool check" in one for one in alerts.prometheus_takes(small))


@needs_promtool
def test_an_alert_that_fires_at_the_wrong_time_is_found(small: Path) -> None:
    plant(small, **{"for": "20m"})
    assert any("promtool test" in one for one in alerts.unit_tests_pass(small))


@needs_promtool
def test_an_alert_without_a_unit_test_is_found(small: Path) -> None:
    plant(small, alert="SomethingNew")
    assert any("SomethingNew has no unit test" in one for one in alerts.unit_tests_pass(small))
