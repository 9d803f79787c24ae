"""Checks of dashboards, with faults in a copy of k8s/monitoring."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from k8s.policy import alerts, dashboards
from k8s.policy.manifests import Findings

needs_promtool = pytest.mark.skipif(not alerts.find_promtool(), reason=alerts.PROMTOOL_MISSING)
BOARD = "are-we-booking"


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    shutil.copytree(alerts.K8S / "monitoring", tmp_path / "monitoring")
    return tmp_path


def replace_once(k8s: Path, change: Callable[[Any], object], *, board: str = BOARD) -> None:
    path = k8s / "monitoring" / "dashboards" / f"{board}.json"
    read = json.loads(path.read_text())
    change(read)
    path.write_text(json.dumps(read))


@needs_promtool
def test_invalid_expression_is_found_with_its_panel(k8s: Path) -> None:
    replace_once(k8s, lambda board: board["panels"][2]["targets"][0].update(expr="sum(up == 0"))
    title = dashboards.load_dashboards(k8s)[BOARD]["panels"][2]["title"]
    (finding,) = [one for one in dashboards.expressions_are_valid(k8s) if "unclosed" in one]
    assert finding.startswith(f"{BOARD}: {title}: ")


@pytest.mark.parametrize(
    ("check", "change", "message"),
    [
        (
            dashboards.metrics_exist,
            lambda board: board["panels"][0]["targets"][0].update(expr="sum(rate(snipe_pol_total[5m]))"),
            "unknown metric snipe_pol_total",
        ),
        (dashboards.metrics_exist, lambda board: board["panels"][0]["targets"].clear(), "has no query"),
        (dashboards.layout_is_valid, lambda board: board.update(uid="tablehawk-deploy"), "has the uid of"),
        (dashboards.layout_is_valid, lambda board: board["templating"]["list"].clear(), "source is not declared"),
        (
            dashboards.layout_is_valid,
            lambda board: board["panels"][1].update(id=board["panels"][0]["id"]),
            "have the same id",
        ),
        (
            dashboards.layout_is_valid,
            lambda board: board["panels"][1].update(gridPos=board["panels"][0]["gridPos"]),
            "overlap",
        ),
        (
            dashboards.layout_is_valid,
            lambda board: board["panels"][0]["gridPos"].update(x=20),
            "page width",
        ),
    ],
)
def test_fault_is_found(
    check: Callable[[Path], Findings], change: Callable[[Any], object], message: str, k8s: Path
) -> None:
    replace_once(k8s, change)
    findings = check(k8s)
    assert any(message in finding for finding in findings), findings


def test_grafana_variables_are_replaced(k8s: Path) -> None:
    replace_once(k8s, lambda board: board["panels"][0]["targets"][0].update(expr="rate(up[$__rate_interval])"))
    assert next(dashboards.expressions(k8s))[1] == "rate(up[5m])"
