"""`python -m k8s.policy`: what it says and with what it ends."""

import pytest

from k8s.policy import __main__ as command
from k8s.policy.checks import Check

GOOD = Check(where="prod", what="is right", run=lambda: [])
BAD = Check(where="prod", what="is wrong", run=lambda: ["Deployment/web: has no head"])
AWAY = Check(where="prod", what="cannot be known", run=lambda: ["never asked"], skip="the tool is missing")


def run(monkeypatch: pytest.MonkeyPatch, *checks: Check) -> int:
    monkeypatch.setattr(command, "every", lambda: iter(checks))
    return command.main([])


def test_a_finding_fails_it_with_its_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, GOOD, BAD) == 1
    said = capsys.readouterr().out
    assert "FAILED  prod: is wrong\n          Deployment/web: has no head\n" in said
    assert said.endswith("k8s: 1 checks passed, 1 failed, 0 skipped\n")


def test_a_skip_says_its_reason_and_fails_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, GOOD, AWAY) == 0
    assert "SKIPPED prod: cannot be known\n          the tool is missing\n" in capsys.readouterr().out


def test_anything_else_shows_how_it_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["rendr"]) == 2
    assert "python -m k8s.policy render" in capsys.readouterr().err
