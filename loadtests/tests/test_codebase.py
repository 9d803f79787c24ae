"""The path of a poll is recognized by functions that exist, and sizes are read from the history."""

import ast
import subprocess
from pathlib import Path

import pytest

from loadtests import codebase, poll_path
from loadtests.codebase import BOOKING_TEST
from loadtests.running import ROOT


def method_names() -> set[str]:
    found = set()
    for path in (ROOT / "snipers").rglob("*.py"):
        for node in ast.walk(ast.parse(Path(path).read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                found |= {f"{node.name}.{part.name}" for part in node.body if hasattr(part, "name")}
    return found


def test_booking_test_exists() -> None:
    path, _, name = BOOKING_TEST.partition("[")[0].partition("::")
    assert f"def {name}(" in (ROOT / path).read_text("utf-8")


def test_methods_of_the_poll_path_exist() -> None:
    names = method_names()
    assert {poll_path.BEGINS, *poll_path.BESIDE} <= names
    assert any(name.endswith(poll_path.ENDS) for name in names)
    assert (ROOT / poll_path.WATCHER).is_file()


def test_sizes_of_the_restructuring_are_read_from_the_history(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*arguments: str) -> str:
        identity = ("-c", "user.name=Test", "-c", "user.email=test@example.com")
        return subprocess.run(
            ["git", "-C", str(tmp_path), *identity, *arguments], check=True, capture_output=True, text=True
        ).stdout

    def commit(**lines: int) -> str:
        for name, count in lines.items():
            path = tmp_path / {"product": "snipers", "simulator": "loadtests/simulator", "tests": "snipers/tests"}[name]
            path.mkdir(parents=True, exist_ok=True)
            (path / "module.py").write_text("pass\n" * count)
        git("add", "--all")
        git("commit", "--quiet", "--message", "Change sizes")
        return git("rev-parse", "HEAD").strip()

    git("init", "--quiet")
    before = commit(product=200, simulator=40, tests=7)
    after = commit(product=150, simulator=30, tests=90)
    monkeypatch.setattr(codebase, "RESTRUCTURING", (before, after))

    sizes = codebase.measure_restructuring(tmp_path)

    assert sizes["product lines of Python"] == "200 → 150 (-25.0%)"
    assert sizes["simulator lines of Python"] == "40 → 30 (-25.0%)"


def test_without_the_history_the_restructuring_is_left_out(tmp_path: Path) -> None:
    subprocess.run(["git", "-C", str(tmp_path), "init", "--quiet"], check=True)
    assert codebase.measure_restructuring(tmp_path) == {}
