"""Checks of SLOs: each has its recorded series, an alert, and a panel that shows the rest of its error budget."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .alerts import K8S, rule_files
from .dashboards import expressions
from .manifests import Findings, read

BUDGET = "slo:error_budget:left30d"
# The series that are recorded for each SLO separately. Rules for all SLOs at once compute the others from them.
OWN_SERIES = frozenset({"slo:allowed:ratio", "slo:events:rate5m", "slo:errors:rate5m"})
# `slo:events:sum<window>` multiplies a sum of rates by this number of seconds.
INTERVAL = "1m"
_SELECTED = re.compile(r'\b(slo:[\w:]+)(?:\{slo="([\w-]+)"\})?')


def budgets_are_complete(k8s: Path = K8S) -> Findings:
    """Check that each SLO in rules/slo.yaml has all its series, an alert on its burn rate or error ratio, and a panel.

    Also check that alerts and panels select existing SLOs, and that the rule group has the interval that its sums
    assume.
    """
    series: dict[str, set[str]] = {}
    for _, rule in _rules(k8s):
        if rule.get("record") in OWN_SERIES:
            series.setdefault(rule.get("labels", {}).get("slo", ""), set()).add(rule["record"])
    alerted = [(f"{file}: {rule['alert']}", rule["expr"]) for file, rule in _rules(k8s) if "alert" in rule]
    shown = list(expressions(k8s))
    found = [f"slo.yaml: {slo} has no {name}" for slo, own in series.items() for name in sorted(OWN_SERIES - own)]
    found += [f"slo.yaml: {slo} has no alert" for slo in sorted(series.keys() - _slos(alerted, prefix="slo:burn:"))]
    found += [f"slo.yaml: {slo} has no panel with {BUDGET}" for slo in sorted(series.keys() - _slos(shown))]
    for where, expression in (*alerted, *shown):
        for name, slo in _SELECTED.findall(expression):
            if slo not in series:
                found.append(f"{where}: {name} selects {slo or 'no SLO'}, which slo.yaml lacks")
    return found + _intervals(k8s)


def _rules(k8s: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (file name, rule) for each alert and recording rule."""
    for path in rule_files(k8s):
        for group in read(path)["groups"]:
            yield from ((path.name, rule) for rule in group["rules"])


def _slos(used: list[tuple[str, str]], *, prefix: str = BUDGET) -> set[str]:
    """Return the SLOs whose series with this prefix the expressions select."""
    return {slo for _, text in used for name, slo in _SELECTED.findall(text) if name.startswith(prefix)}


def _intervals(k8s: Path) -> Findings:
    return [
        f"{path.name}: the interval of group {group['name']} is not {INTERVAL}"
        for path in rule_files(k8s)
        for group in read(path)["groups"]
        if any(rule.get("record", "").startswith("slo:") for rule in group["rules"])
        if group.get("interval") != INTERVAL
    ]
