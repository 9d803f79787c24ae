"""Output and exit code of `python -m k8s.policy`."""

import pytest

from k8s.policy import __main__ as command
from k8s.policy.checks import Check

GOOD = Check(where="prod", what="is right", run=lambda: [])
BAD = Check(where="prod", what="is wrong", run=lambda: ["Deployment/web: has no head"])
SKIPPED = Check(where="prod", what="cannot be known", run=lambda: ["never asked"], skip="the tool is missing")


def run(monkeypatch: pytest.MonkeyPatch, *checks: Check) -> int:
    monkeypatch.setattr(command, "all_checks", lambda: iter(checks))
    return command.main([])


def test_finding_is_printed_and_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, GOOD, BAD) == 1
    output = capsys.readouterr().out
    assert "FAILED  prod: is wrong\n          Deployment/web: has no head\n" in output
    assert output.endswith("k8s: 1 checks passed, 1 failed, 0 skipped\n")


def test_skipped_check_prints_its_reason_and_passes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, GOOD, SKIPPED) == 0
    assert "SKIPPED prod: cannot be known\n          the tool is missing\n" in capsys.readouterr().out


def test_unknown_subcommand_prints_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["dif"]) == 2
    assert "python -m k8s.policy diff" in capsys.readouterr().err
