"""The function names by which loadtests/poll_path.py recognizes the path of a poll exist in the product."""

import ast
from pathlib import Path

from loadtests import poll_path
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
