"""Dashboards: faults planted into a copy of k8s/monitoring."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from k8s.policy import alerts, dashboards
from k8s.policy.manifests import Findings

needs_promtool = pytest.mark.skipif(not alerts.promtool(), reason=alerts.PROMTOOL_MISSING)
BOARD = "are-we-booking"


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    shutil.copytree(alerts.K8S / "monitoring", tmp_path / "monitoring")
    return tmp_path


def spoil(k8s: Path, change: Callable[[Any], object], *, board: str = BOARD) -> None:
    path = k8s / "monitoring" / "dashboards" / f"{board}.json"
    read = json.loads(path.read_text())
    change(read)
    path.write_text(json.dumps(read))


@needs_promtool
def test_what_is_committed_reads_as_promql() -> None:
    assert dashboards.read_as_promql() == []


def test_what_is_committed_is_right() -> None:
    assert dashboards.shows_what_there_is() + dashboards.fits_the_page() == []


@needs_promtool
def test_an_expression_that_does_not_read_is_found_with_its_panel(k8s: Path) -> None:
    spoil(k8s, lambda board: board["panels"][2]["targets"][0].update(expr="sum(up == 0"))
    title = dashboards.boards(k8s)[BOARD]["panels"][2]["title"]
    (finding,) = [one for one in dashboards.read_as_promql(k8s) if "unclosed" in one]
    assert finding.startswith(f"{BOARD}: {title}: ")


@pytest.mark.parametrize(
    ("look", "change", "says"),
    [
        (
            dashboards.shows_what_there_is,
            lambda board: board["panels"][0]["targets"][0].update(expr="sum(rate(snipe_pol_total[5m]))"),
            "nobody exports snipe_pol_total",
        ),
        (dashboards.shows_what_there_is, lambda board: board["panels"][0]["targets"].clear(), "shows nothing"),
        (dashboards.fits_the_page, lambda board: board.update(uid="tablehawk-deploy"), "has the uid of"),
        (dashboards.fits_the_page, lambda board: board["templating"]["list"].clear(), "source is not declared"),
        (
            dashboards.fits_the_page,
            lambda board: board["panels"][1].update(id=board["panels"][0]["id"]),
            "have the same id",
        ),
        (
            dashboards.fits_the_page,
            lambda board: board["panels"][1].update(gridPos=board["panels"][0]["gridPos"]),
            "cover each other",
        ),
        (dashboards.fits_the_page, lambda board: board["panels"][0]["gridPos"].update(x=20), "beyond the page"),
    ],
)
def test_a_planted_fault_is_found(
    look: Callable[[Path], Findings], change: Callable[[Any], object], says: str, k8s: Path
) -> None:
    spoil(k8s, change)
    findings = look(k8s)
    assert any(says in finding for finding in findings), findings


def test_grafanas_own_variables_are_filled_in(k8s: Path) -> None:
    spoil(k8s, lambda board: board["panels"][0]["targets"][0].update(expr="rate(up[$__rate_interval])"))
    assert next(dashboards.expressions(k8s))[1] == "rate(up[5m])"
