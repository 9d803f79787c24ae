"""Checks the selectors of rules and dashboards: each label exists in the selected metric of ours, and each bucket bound
in its histogram.

A selector with a wrong label or bound is valid PromQL that finds no series, so its alert never fires.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from server.backlog import GAUGES
from snipers.domain import metrics

from .alerts import K8S, rule_files
from .dashboards import ROOT, SUFFIXES, expressions
from .manifests import Findings, read

# Labels that Prometheus adds to every series of a target.
TARGET_LABELS = frozenset({"job", "instance", "pod", "cell", "namespace", "container", "endpoint"})
_SELECTOR = re.compile(r"\b([a-zA-Z_:][\w:]*)\{([^}]*)\}")
_MATCHER = re.compile(r'(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"')


def selectors_are_valid(k8s: Path = K8S) -> Findings:
    """Check the labels and the values of `le` in each selector of a metric that our programs export."""
    known = exported_labels()
    return [
        f"{where}: {name} has no {label}" + (f' "{value}"' if label == "le" else "")
        for where, expression in (*_rule_expressions(k8s), *expressions(k8s))
        for name, matchers in _SELECTOR.findall(expression)
        if name in known
        for label, value in _MATCHER.findall(matchers)
        if (value not in known[name][1] if label == "le" else label not in known[name][0] | TARGET_LABELS)
    ]


@cache
def exported_labels() -> Mapping[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the labels and the bucket bounds, as `le` has them, of each series that our programs export."""
    found = {one.name: (frozenset(one.labels), frozenset[str]()) for one in (*metrics.COUNTED, *metrics.MEASURED)}
    found |= {
        one.name + end: (frozenset(one.labels), frozenset({"+Inf", *(str(float(bound)) for bound in one.buckets)}))
        for one in metrics.OBSERVED
        for end in SUFFIXES["Histogram"]
    }
    found |= {name: (frozenset({label}), frozenset()) for _, label, gauges in GAUGES for name in gauges}
    for source in [*ROOT.glob("platform/**/*.py"), *ROOT.glob("realtime/*.py")]:
        text = source.read_text()
        if "prometheus_client" in text and "tests" not in source.parts:
            found |= dict(_made_in(ast.parse(text)))
    return found


def _made_in(tree: ast.AST) -> Iterator[tuple[str, tuple[frozenset[str], frozenset[str]]]]:
    """Yield the series of each metric that the source creates with a literal name."""
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in SUFFIXES and call.args:
            name = call.args[0].value if isinstance(call.args[0], ast.Constant) else None
            if not isinstance(name, str):
                continue
            given = {one.arg: one.value for one in call.keywords}
            labels = call.args[2] if len(call.args) > 2 else given.get("labels", given.get("labelnames"))
            bounds = ast.literal_eval(given["buckets"]) if "buckets" in given else ()
            own = frozenset(ast.literal_eval(labels)) if labels else frozenset()
            for end in SUFFIXES[call.func.id]:
                yield f"{name}{end}", (own, frozenset({"+Inf", *(str(float(one)) for one in bounds)}))


def _rule_expressions(k8s: Path) -> Iterator[tuple[str, str]]:
    for path in rule_files(k8s):
        for group in read(path)["groups"]:
            yield from (
                (f"{path.name}: {rule.get('alert') or rule['record']}", rule["expr"]) for rule in group["rules"]
            )
