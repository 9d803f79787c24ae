"""Checks of Alertmanager's routes, with faults in a copy of k8s/monitoring."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import alert_routes, alerts


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    shutil.copytree(alerts.K8S / "monitoring", tmp_path / "monitoring")
    return tmp_path


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("receiver: on-call\n", "receiver: on-duty\n", "receiver on-duty does not exist"),
        ("    pagerduty_configs:", "    other:", "receiver on-call sends to nobody"),
        ("receiver: dead-mans-switch", "receiver: on-call", "has no receiver of its own, but on-call"),
        ('matchers: [alertname="Watchdog"]', 'matchers: [alertname="WatchDog"]', "no receiver of its own, but tickets"),
        ('matchers: [severity="page"]', 'matchers: [severity=~"page|none"]', ""),
        ("repeat_interval: 5m", "repeat_interval: 1h", "less often than every 300 s"),
        ('target_matchers: [severity="ticket"]', 'target_matchers: [severity!="page"]', "matches target_matchers"),
        ('[alertname="RayHeadLost"]', '[alertname="RayHeadGone"]', "names RayHeadGone, which no rule has"),
    ],
)
def test_fault_is_found(old: str, new: str, message: str, k8s: Path) -> None:
    path = k8s / "monitoring" / "alertmanager.yaml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    findings = alert_routes.routes_are_valid(k8s)
    assert any(message in one for one in findings) if message else findings == []


def test_missing_watchdog_is_found(k8s: Path) -> None:
    (k8s / "monitoring" / "rules" / "watchdog.yaml").unlink()
    assert "no rule has the alert Watchdog" in alert_routes.routes_are_valid(k8s)
