"""Which advisories fail the audit. An index that does not answer is skipped."""

import json
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from tools import audit
from tools.audit import Accepted, Advisory, IndexUnavailable, classify_advisory
from tools.stack import console

TODAY = date(2026, 11, 24)
FIXED = Advisory(id="GHSA-1", package="django 5.2", fix="5.2.1")
PYTHON: dict[str, Any] = {
    "dependencies": [
        {"name": "django", "version": "5.2", "vulns": [{"id": "GHSA-1", "fix_versions": ["5.2.1"]}]},
        {"name": "ours", "skip_reason": "Dependency not found on PyPI"},
    ]
}
NPM: dict[str, Any] = {
    "vulnerabilities": {
        "vite": {"via": [{"url": "https://advisories.example/GHSA-2"}], "fixAvailable": True},
        "plugin": {"via": ["vite"], "fixAvailable": True},
    }
}


def auditor(answer: str) -> tuple[str, ...]:
    """Return a program that prints the report and exits with 1, as auditors do when they have found an advisory."""
    return (sys.executable, "-c", f"import sys; print({answer!r}); sys.exit(1)")


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """Return a function that runs the audit with given reports and returns its exit code and output."""
    (tmp_path / "run.txt").write_text("django==5.2 \\\n    --hash=sha256:00\n")
    monkeypatch.setattr(audit, "REQUIREMENTS", tmp_path)
    monkeypatch.setattr(audit, "node_environment", lambda: None)
    lines: list[str] = []
    monkeypatch.setattr(console, "print_line", lines.append)

    def run(python: str, npm: str, accepted: str = "") -> tuple[int, str]:
        (tmp_path / "advisories.toml").write_text(accepted)
        monkeypatch.setattr(audit, "_PIP_AUDIT", auditor(python))
        monkeypatch.setattr(audit, "_NPM_AUDIT", auditor(npm))
        lines.clear()
        return audit.main(), "\n".join(lines)

    return run


def test_advisory_with_a_fix_fails_the_audit(answers: Any) -> None:
    nothing = json.dumps({"vulnerabilities": {}})
    code, output = answers(json.dumps(PYTHON), nothing)
    assert code == 1
    assert "django 5.2 GHSA-1: FIXED in 5.2.1" in output
    code, output = answers(json.dumps({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}), json.dumps(NPM))
    assert code == 1
    assert "vite GHSA-2: FIXED" in output
    assert "plugin" not in output


@pytest.mark.parametrize(
    ("python", "npm"),
    [
        ("connection refused", json.dumps({"message": "405 Method Not Allowed"})),
        (json.dumps({"dependencies": [{"name": "django", "skip_reason": "not found"}]}), ""),
        ("[]", "null"),
    ],
)
def test_index_without_advisories_is_skipped(answers: Any, python: str, npm: str) -> None:
    code, output = answers(python, npm)
    assert code == 0
    assert output.count("skipped: index not reached") == 2


def test_accepted_advisory_passes_until_its_date(answers: Any) -> None:
    entry = '[[accepted]]\nid = "GHSA-1"\nreason = "Not called."\nuntil = {}\n'
    nothing = json.dumps({"vulnerabilities": {}})
    code, output = answers(json.dumps(PYTHON), nothing, entry.format("2999-01-31"))
    assert (code, "accepted until 2999-01-31: Not called." in output) == (0, True)
    assert answers(json.dumps(PYTHON), nothing, entry.format("2020-01-31"))[0] == 1


def test_advisory_without_a_fix_is_printed_and_passes() -> None:
    assert classify_advisory(FIXED._replace(fix=""), [], today=TODAY) == ("no fixed version yet", False)
    assert classify_advisory(FIXED, [Accepted(id="GHSA-9", reason="Another.", until=TODAY)], today=TODAY)[1]


def test_slow_index_is_skipped() -> None:
    sleeper = (sys.executable, "-c", "import time; time.sleep(30)")
    with pytest.raises(IndexUnavailable, match="no answer within 0 s"):
        audit._answer(sleeper, cwd=Path("/"), env=None, seconds=0.1)


@pytest.mark.parametrize("entry", ['id = "GHSA-1"\nuntil = 2027-01-31', 'id = "a"\nreason = "b"\nuntil = "soon"'])
def test_accepted_advisory_requires_reason_and_date(tmp_path: Path, entry: str) -> None:
    file = tmp_path / "advisories.toml"
    file.write_text(f"[[accepted]]\n{entry}\n")
    with pytest.raises(SystemExit, match=r"advisories\.toml"):
        audit.read_accepted(file)


def test_committed_advisories_and_pins_are_readable() -> None:
    audit.read_accepted(audit.REQUIREMENTS / "advisories.toml")
    for file in audit.REQUIREMENTS.glob("*.txt"):
        pins = [line for line in file.read_text().splitlines() if line[:1].isalnum()]
        assert len(audit.pinned(file)) == len(pins), file.name
