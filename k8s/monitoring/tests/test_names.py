"""Alerts speak only of metrics that the code has, and every alert has its runbook and its tests.

Dashboards are looked at by k8s/policy/dashboards.py.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from k8s.policy.dashboards import exported, named

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
RULES = sorted((HERE / "rules").glob("*.yaml"))
RUNBOOKS = ROOT / "k8s" / "runbooks"


def rules() -> Iterator[dict[str, Any]]:
    for file in RULES:
        for group in yaml.safe_load(file.read_text())["groups"]:
            yield from group["rules"]


def alerts() -> list[dict[str, Any]]:
    return [rule for rule in rules() if "alert" in rule]


def alert_names() -> list[str]:
    return sorted({alert["alert"] for alert in alerts()})


def test_an_expression_is_read_as_prometheus_reads_it() -> None:
    said = 'sum by (le) (rate(a_bucket{le="3.0", x=~"b_c"}[5m])) > 14.4 * on (d) max(e_f:g) unless on () count(h_i) > 0'
    assert named(said) == {"a_bucket", "e_f:g", "h_i"}


@pytest.mark.parametrize("rule", list(rules()), ids=lambda rule: rule.get("alert") or rule["record"])
def test_every_metric_of_a_rule_is_in_the_code(rule: dict[str, Any]) -> None:
    recorded = {one["record"] for one in rules() if "record" in one}
    assert named(rule["expr"]) <= exported() | recorded


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: f"{alert['alert']}-{alert['labels'].get('burn', '')}")
def test_every_alert_says_how_bad_it_is_and_what_to_do(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in ("page", "ticket")
    assert alert["annotations"]["summary"]
    kebab = re.sub(r"(?<!^)(?=[A-Z])", "-", alert["alert"]).lower()
    book = f"k8s/runbooks/{kebab}.md"
    url = alert["annotations"]["runbook_url"]
    assert url.startswith("https://"), "a page on a phone has to lead somewhere"
    assert url.endswith(f"/{book}")
    assert (ROOT / book).is_file()


@pytest.mark.parametrize("name", alert_names())
def test_every_alert_is_seen_to_fire_and_to_stay_silent(name: str) -> None:
    tests = [
        case["exp_alerts"]
        for file in (HERE / "rules" / "tests").glob("*.yaml")
        for test in yaml.safe_load(file.read_text())["tests"]
        for case in test["alert_rule_test"]
        if case["alertname"] == name
    ]
    assert any(tests), "no test has it fire"
    assert not all(tests), "no test has it stay silent"


def test_every_runbook_is_listed_and_leads_to_others_that_exist() -> None:
    files = {file.name for file in RUNBOOKS.glob("*.md")} - {"README.md"}
    for file in RUNBOOKS.glob("*.md"):
        links = set(re.findall(r"\(([a-z-]+\.md)\)", file.read_text()))
        assert links <= files, file.name
        assert links == files or file.name != "README.md"


@pytest.mark.parametrize("name", sorted({Path(one["annotations"]["runbook_url"]).name for one in alerts()}))
def test_the_runbook_of_an_alert_says_what_it_means_how_to_see_it_what_to_do_and_when_it_is_over(name: str) -> None:
    headings = re.findall(r"^\*\*([A-Z][^*]*)\*\*", (RUNBOOKS / name).read_text(), re.MULTILINE)
    assert headings == ["What it means.", "See it", "Do", "Over when"]
