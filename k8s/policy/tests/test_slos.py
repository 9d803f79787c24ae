"""Checks of SLOs, with faults in a copy of k8s/monitoring."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import alerts, slos


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    shutil.copytree(alerts.K8S / "monitoring", tmp_path / "monitoring")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rules/slo.yaml", "labels: {slo: push}", "labels: {slo: pushed}", "pushed has no panel with"),
        ("rules/slo.yaml", "record: slo:errors:rate5m", "record: other:errors:rate5m", "has no slo:errors:rate5m"),
        ("rules/slo.yaml", "interval: 1m", "interval: 5m", "interval of group slo is not 1m"),
        ("rules/web.yaml", 'slo:burn:rate1h{slo="push"}', 'slo:burn:rate1h{slo="puhs"}', "selects puhs"),
        ("rules/web.yaml", 'slo:burn:rate1h{slo="push"}', "slo:burn:rate1h", "selects no SLO"),
        ("rules/booking.yaml", 'slo:burn:rate1d{slo="release"}', "vector(2)", "release has no alert"),
        ("dashboards/cell-capacity.json", 'slo=\\"coverage\\"', 'slo=\\"covered\\"', "coverage has no panel with"),
    ],
)
def test_fault_is_found(file: str, old: str, new: str, message: str, k8s: Path) -> None:
    path = k8s / "monitoring" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    findings = slos.budgets_are_complete(k8s)
    assert any(message in one for one in findings), findings
