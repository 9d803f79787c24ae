"""Checks of programs in runbooks, with faults in a copy of the runbooks."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import runbook_programs


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    shutil.copytree(runbook_programs.K8S / "runbooks", tmp_path / "runbooks")
    shutil.copy(runbook_programs.K8S / "DEPLOYMENT.md", tmp_path / "DEPLOYMENT.md")
    return tmp_path


@pytest.mark.parametrize(
    ("book", "old", "new", "message"),
    [
        ("release-late", "db -c", 'psql "$DATABASE_URL" -c', "`psql` is not installed locally"),
        ("channels-down", "channels ping", 'redis-cli -u "$REDIS_URL" ping', "`redis-cli` is not installed locally"),
        ("schema-drift", " --tail=-1", "", "shows ten lines of each pod"),
        (
            "actor-restarts",
            "k logs POD -c ray-worker --tail=200",
            "k exec POD -c ray-worker -- tail /tmp/ray/session_latest/logs/worker-1.err",
            "reads a log file of Ray",
        ),
    ],
)
def test_unknown_program_in_a_runbook_is_found(book: str, old: str, new: str, message: str, k8s: Path) -> None:
    path = k8s / "runbooks" / f"{book}.md"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    findings = runbook_programs.programs_of_runbooks_exist(k8s)
    assert any(message in finding for finding in findings), findings


def test_function_with_an_unknown_program_is_found(k8s: Path) -> None:
    intro = k8s / "runbooks" / "README.md"
    intro.write_text(intro.read_text().replace("exec psql", "exec pgcli"))
    findings = runbook_programs.toolbox_has_programs([], k8s=k8s)
    assert "runbooks/README.md: no function runs psql" in findings
