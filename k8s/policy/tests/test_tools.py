"""Runbooks that call what is not there: faults planted into a copy of them."""

import shutil
from pathlib import Path

import pytest

from k8s.policy import tools


@pytest.fixture
def k8s(tmp_path: Path) -> Path:
    shutil.copytree(tools.K8S / "runbooks", tmp_path / "runbooks")
    shutil.copy(tools.K8S / "README.md", tmp_path / "README.md")
    return tmp_path


def test_what_is_committed_is_right() -> None:
    assert tools.runbooks_call_what_is_there() == []


@pytest.mark.parametrize(
    ("book", "old", "new", "says"),
    [
        ("release-late", "db -c", 'psql "$DATABASE_URL" -c', "`psql` is on nobody's machine"),
        ("channels-down", "channels ping", 'redis-cli -u "$REDIS_URL" ping', "`redis-cli` is on nobody's machine"),
        ("schema-drift", " --tail=-1", "", "shows ten lines of each pod"),
        (
            "actor-restarts",
            "k logs POD -c ray-worker --tail=200",
            "k exec POD -c ray-worker -- tail /tmp/ray/session_latest/logs/worker-1.err",
            "reads a file of Ray's",
        ),
    ],
)
def test_a_runbook_that_cannot_be_followed_is_found(book: str, old: str, new: str, says: str, k8s: Path) -> None:
    path = k8s / "runbooks" / f"{book}.md"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    findings = tools.runbooks_call_what_is_there(k8s)
    assert any(says in finding for finding in findings), findings


def test_a_function_whose_program_no_image_has_is_found(k8s: Path) -> None:
    intro = k8s / "runbooks" / "README.md"
    intro.write_text(intro.read_text().replace("exec psql", "exec pgcli"))
    findings = tools.toolbox_has_the_programs([], k8s=k8s)
    assert "runbooks/README.md: no function runs psql" in findings
