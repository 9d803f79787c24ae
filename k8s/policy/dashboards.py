"""Checks of dashboards without Grafana: valid expressions, existing metrics, valid layout.

The tests of alert rules (k8s/monitoring/tests) use `exported_metrics()` and `metrics_in()` too.
"""

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import yaml

from server.backlog import GAUGES, PROMISES
from snipers.domain import metrics

from .alerts import K8S, rule_files, run_promtool
from .manifests import Findings, read

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = 24
# Metrics of Prometheus, kube-state-metrics, cert-manager, CloudNativePG and Ray.
EXTERNAL_METRICS = frozenset(
    {"up", "kube_cronjob_status_last_successful_time", "kube_horizontalpodautoscaler_spec_max_replicas",
     "kube_horizontalpodautoscaler_status_desired_replicas", "certmanager_certificate_expiration_timestamp_seconds",
     "cnpg_pg_stat_archiver_last_failed_time", "cnpg_pg_stat_archiver_last_archived_time",
     "ray_actors", "ray_resources", "ray_node_mem_used", "ray_node_mem_total", "ray_node_cpu_utilization"}
)  # fmt: skip
SUFFIXES = {
    "Counter": ("_total",),
    "CounterMetricFamily": ("_total",),
    "Gauge": ("",),
    "GaugeMetricFamily": ("",),
    "Histogram": ("_bucket", "_count", "_sum"),
}
# Variables that Grafana replaces.
VARIABLES = {"$__rate_interval": "5m", "$__interval": "1m", "$__range": "1h"}

_MADE = re.compile(r'\b(Counter|Gauge|Histogram|GaugeMetricFamily|CounterMetricFamily)\(\s*"([a-z_]+)"')
_STRING = re.compile(r'"[^"]*"')
_BRACED = re.compile(r"\{[^}]*\}|\[[^\]]*\]")
_GROUPED = re.compile(r"\b(?:by|on|unless on|ignoring|without)\s*\([^)]*\)")
_NAME = re.compile(r"\b[a-zA-Z_:][a-zA-Z0-9_:]*\b(?!\s*\()")
_WORDS = frozenset({"and", "or", "unless", "on", "by", "bool", "e"})


@cache
def exported_metrics() -> frozenset[str]:
    """Return the names of all series that programs export.

    The names come from snipers/domain/metrics.py, from the source of the web tower, and from EXTERNAL_METRICS.
    """
    names = {one.name for one in (*metrics.COUNTED, *metrics.MEASURED)}
    names |= {one.name + end for one in metrics.OBSERVED for end in SUFFIXES["Histogram"]}
    names |= {*PROMISES, *(name for _, _, gauges in GAUGES for name in gauges)}
    for source in [*ROOT.glob("platform/**/*.py"), *ROOT.glob("realtime/*.py")]:
        for kind, name in _MADE.findall(source.read_text()):
            names |= {name + end for end in SUFFIXES[kind]}
    return frozenset(names | EXTERNAL_METRICS)


def metrics_in(expression: str) -> frozenset[str]:
    """Return the names of the series in a PromQL expression."""
    bare = _GROUPED.sub(" ", _BRACED.sub(" ", _STRING.sub('""', expression)))
    return frozenset(name for name in _NAME.findall(bare) if name not in _WORDS and not name[0].isdigit())


def load_dashboards(k8s: Path = K8S) -> Mapping[str, Mapping[str, Any]]:
    """Return the dashboards by file name without ".json"."""
    return {path.stem: json.loads(path.read_text()) for path in sorted((k8s / "monitoring/dashboards").glob("*.json"))}


def expressions(k8s: Path = K8S) -> Iterator[tuple[str, str]]:
    """Yield ("board: panel", expression) for all panels, with Grafana's variables replaced."""
    for name, board in load_dashboards(k8s).items():
        for panel in board["panels"]:
            for target in panel.get("targets", []):
                expression = target["expr"]
                for variable, value in VARIABLES.items():
                    expression = expression.replace(variable, value)
                yield f"{name}: {panel['title']}", expression


def expressions_are_valid(k8s: Path = K8S) -> Findings:
    """Check that every expression is valid, by letting promtool check it as a recording rule."""
    found = []
    rules, places = [], {}
    for number, (where, expression) in enumerate(expressions(k8s)):
        record = f"shown:{number}"
        places[record] = where
        rules.append({"record": record, "expr": expression})
    if not rules:
        return ["k8s/monitoring/dashboards has no panels"]
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        yaml.safe_dump({"groups": [{"name": "shown", "rules": rules}]}, file)
        file.flush()
        # promtool numbers rules from one.
        for line in run_promtool("check", "rules", file.name):
            place = re.search(r"rule (\d+)", line)
            where = places[f"shown:{int(place[1]) - 1}"] if place else "dashboards"
            found.append(f"{where}: {line.partition('could not parse expression: ')[2] or line}")
    return found


def metrics_exist(k8s: Path = K8S) -> Findings:
    """Check that each panel has a query and that each metric in the query is exported or recorded."""
    recorded = {
        rule["record"]
        for path in rule_files(k8s)
        for group in read(path)["groups"]
        for rule in group["rules"]
        if "record" in rule
    }
    found = [
        f"{name}: {panel['title']} has no query"
        for name, board in load_dashboards(k8s).items()
        for panel in board["panels"]
        if not panel.get("targets") and panel["type"] not in ("row", "text")
    ]
    for where, expression in expressions(k8s):
        unknown = metrics_in(expression) - exported_metrics() - recorded
        found += [f"{where}: unknown metric {name}" for name in sorted(unknown)]
    return found


def layout_is_valid(k8s: Path = K8S) -> Findings:
    """Check that ids are unique, panels neither overlap nor exceed the width, and data sources are declared."""
    found = []
    uids: dict[str, str] = {}
    for name, board in load_dashboards(k8s).items():
        if (other := uids.setdefault(board["uid"], name)) != name:
            found.append(f"{name}: has the uid of {other}")
        declared = {one["name"] for one in board["templating"]["list"]}
        used = set(re.findall(r'"uid": "\$\{(\w+)\}"', json.dumps(board["panels"])))
        found += [f"{name}: the data source {one} is not declared" for one in sorted(used - declared)]
        for one, two in combinations(board["panels"], 2):
            if one["id"] == two["id"]:
                found.append(f"{name}: {one['title']} and {two['title']} have the same id")
            if _overlap(one["gridPos"], two["gridPos"]):
                found.append(f"{name}: {one['title']} and {two['title']} overlap")
        found += [
            f"{name}: {panel['title']} exceeds the page width"
            for panel in board["panels"]
            if panel["gridPos"]["x"] + panel["gridPos"]["w"] > COLUMNS
        ]
    return found


def _overlap(one: Mapping[str, int], two: Mapping[str, int]) -> bool:
    return all(one[at] < two[at] + two[size] and two[at] < one[at] + one[size] for at, size in (("x", "w"), ("y", "h")))
