"""Alerts and dashboards speak only of metrics that the code has, and every alert has its runbook and its tests."""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from snipers.domain import metrics

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parents[1]
RULES = sorted((HERE / "rules").glob("*.yaml"))
RUNBOOKS = ROOT / "k8s" / "runbooks"
BOARDS = sorted((HERE / "dashboards").glob("*.json"))
# Prometheus' own, and Ray's on its nodes' port.
FOREIGN = {"up", "ray_actors", "ray_resources", "ray_node_mem_used", "ray_node_mem_total", "ray_node_cpu_utilization"}
SUFFIXES = {
    "Counter": ("_total",),
    "Gauge": ("",),
    "GaugeMetricFamily": ("",),
    "Histogram": ("_bucket", "_count", "_sum"),
}
MADE = re.compile(r'\b(Counter|Gauge|Histogram|GaugeMetricFamily)\(\s*"([a-z_]+)"')
STRING = re.compile(r'"[^"]*"')
BRACED = re.compile(r"\{[^}]*\}|\[[^\]]*\]")
GROUPED = re.compile(r"\b(?:by|on|unless on|ignoring|without)\s*\([^)]*\)")
NAME = re.compile(r"\b[a-zA-Z_:][a-zA-Z0-9_:]*\b(?!\s*\()")
WORDS = {"and", "or", "unless", "on", "by", "bool", "e"}


@cache
def known() -> set[str]:
    """Every series that the towers export: those made with prometheus_client, in their source, and the snipers'."""
    names = {one.name for one in (*metrics.COUNTED, *metrics.MEASURED)}
    names |= {one.name + end for one in metrics.OBSERVED for end in SUFFIXES["Histogram"]}
    for source in [*ROOT.glob("platform/**/*.py"), *ROOT.glob("realtime/*.py")]:
        for kind, name in MADE.findall(source.read_text()):
            names |= {name + end for end in SUFFIXES[kind]}
    return names | FOREIGN


def named(expression: str) -> set[str]:
    """The series that an expression speaks of."""
    bare = GROUPED.sub(" ", BRACED.sub(" ", STRING.sub('""', expression)))
    return {name for name in NAME.findall(bare) if name not in WORDS and not name[0].isdigit()}


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
    assert named(rule["expr"]) <= known() | recorded


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.stem)
def test_every_metric_of_a_dashboard_is_in_the_code(board: Path) -> None:
    shown = [target["expr"] for panel in json.loads(board.read_text())["panels"] for target in panel["targets"]]
    assert shown
    assert set().union(*map(named, shown)) <= known()


@pytest.mark.parametrize("alert", alerts(), ids=lambda alert: f"{alert['alert']}-{alert['labels'].get('burn', '')}")
def test_every_alert_says_how_bad_it_is_and_what_to_do(alert: dict[str, Any]) -> None:
    assert alert["labels"]["severity"] in ("page", "ticket")
    assert alert["annotations"]["summary"]
    kebab = re.sub(r"(?<!^)(?=[A-Z])", "-", alert["alert"]).lower()
    assert alert["annotations"]["runbook_url"] == f"k8s/runbooks/{kebab}.md"
    assert (ROOT / alert["annotations"]["runbook_url"]).is_file()


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
