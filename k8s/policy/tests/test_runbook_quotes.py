"""Checks of quotations in runbooks, with faults in a copy of runbooks and dashboards."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import runbook_quotes


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    for folder in ("runbooks", "monitoring"):
        shutil.copytree(runbook_quotes.K8S / folder, tmp_path / folder)
    return tmp_path


@pytest.mark.parametrize(
    ("file", "old", "new", "quote"),
    [
        ("runbooks/controller-down.md", "control cycle failed", "control cycle broke", "control cycle broke"),
        ("runbooks/double-lease.md", "another watcher took over", "another watcher won", "another watcher won"),
        (
            "runbooks/api-errors.md",
            '"event": "unhandled exception"',
            '"event": "failure of a request"',
            '"failure of a request"',
        ),
        ("monitoring/dashboards/cell-capacity.json", "Controller cycle p95", "Cycle p95", "Controller cycle p95"),
    ],
)
def test_renamed_message_or_panel_is_found(file: str, old: str, new: str, quote: str, k8s: Path) -> None:
    path = k8s / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    findings = runbook_quotes.quotes_exist(k8s)
    assert any(f"{quote!r} is neither" in finding for finding in findings), findings
