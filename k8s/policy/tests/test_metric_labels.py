"""Checks of selectors, with faults in a copy of k8s/monitoring."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import alerts, metric_labels


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("rules/slo.yaml", 'le="0.3"', 'le="0.35"', 'tablehawk_http_request_seconds_bucket has no le "0.35"'),
        ("rules/slo.yaml", 'le="3.0"', 'le="3"', 'snipe_watch_lag_ratio_bucket has no le "3"'),
        ("rules/slo.yaml", 'kind="read"', 'method="read"', "tablehawk_http_request_seconds_count has no method"),
        ("rules/saturation.yaml", '{kind="used"}', '{state="used"}', "tablehawk_database_connections has no state"),
        ("dashboards/deploy.json", "{status=~", "{code=~", "tablehawk_http_requests_total has no code"),
    ],
)
def test_fault_is_found(file: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    shutil.copytree(alerts.K8S / "monitoring", tmp_path / "monitoring")
    path = tmp_path / "monitoring" / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    findings = metric_labels.selectors_are_valid(tmp_path)
    assert any(message in one for one in findings), findings
