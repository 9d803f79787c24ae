"""The figures of the code: what they count, and that a limit is only lowered."""

import ast
import json
import subprocess
from pathlib import Path

import pytest

from loadtests.codebase import __main__ as command
from loadtests.codebase import limits
from loadtests.codebase.call_paths import PATHS
from loadtests.codebase.figures import FIGURES
from loadtests.codebase.sources import Sources
from loadtests.running import ROOT

# The figures of `tree`.
VALUES = {
    "product modules that name a platform": 1,
    "front-end modules that name a platform": 1,
    "lines of the largest app": 3,
    "flat modules of an app, most": 1,
    "lines of migrations": 2,
    "functions with more than 8 arguments": 1,
    "import cycles in Python": 1,
    "import cycles in the front end": 1,
    "pairs of features that import each other": 2,
    "files in a folder of the front end, most": 1,
    "product lines of Python": 10,
    "lines of the longest product module": 3,
    "generated lines in git": 3,
    "decision pages": 2,
    "decision pages that the index lacks": 1,
    "private words": 1,
    "folder READMEs over 80 lines": 1,
    "product modules that import tests": 1,
}
EIGHT_ARGUMENTS = "def f(self, a, b, c, d, e, f, g, h): ...\n"
NINE_ARGUMENTS = "def g(*, a, b, c, d, e, f, g, h, i): ...\n"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout with one file or more for each figure."""
    write(
        tmp_path,
        {
            "snipers/clients/resy/client.py": "NAME = 'Resy'\n",
            "snipers/watching/poller.py": "NAME = 'resy'\nfrom realtime.hub import A\n",
            "snipers/tests/test_poller.py": "NAME = 'resy'\n",
            "realtime/hub.py": "import pytest\nfrom snipers.watching.poller import NAME\nA = 1\n",
            "platform/apps/requests/api.py": EIGHT_ARGUMENTS + NINE_ARGUMENTS,
            "platform/apps/requests/rules/dates.py": "resy_accounts = 1\n",
            "platform/apps/requests/migrations/0001_initial.py": "A = 1\nB = 2\n",
            "platform/apps/clients/api.py": "A = 1\n",
            "frontend/src/features/form/form.tsx": "import { b } from '@/features/list/list';\n// OpenTable\n",
            "frontend/src/features/list/list.tsx": "import type {\n  A,\n} from '../form/form';\n",
            "frontend/src/features/list/list.test.tsx": "// OpenTable\n",
            "frontend/src/api/schema.gen.ts": "a\nb\nc\n",
            "docs/decisions/0001-first.md": "# First\n",
            "docs/decisions/0002-second.md": "# A wish\n",
            "docs/decisions/README.md": "- [First](0001-first.md)\n",
            "docs/README.md": "line\n" * 81,
        },
    )
    return tmp_path


def write(tree: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, "utf-8")
    subprocess.run(["git", "-C", str(tree), "init", "--quiet"], check=True)
    subprocess.run(["git", "-C", str(tree), "add", "--all"], check=True)


@pytest.mark.parametrize(("name", "value"), VALUES.items())
def test_a_figure_counts_its_findings(tree: Path, name: str, value: int) -> None:
    figure = next(figure for figure in FIGURES if figure.name == name)
    assert figure.value(figure.findings(Sources(tree))) == value


def test_each_figure_has_a_test() -> None:
    assert [figure.name for figure in FIGURES] == list(VALUES)


def test_a_value_above_its_limit_fails(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "limits.json"
    command.main(["--lower"], tree=tree, path=path)
    recorded = limits.read(path)
    write(tree, {"realtime/ports.py": "A = 'OpenTable'\n" * 60_000})

    code = command.main([], tree=tree, path=path)

    assert code == 1
    assert "product lines of Python: 60,010 exceeds the limit of 53,000." in capsys.readouterr().err
    assert limits.read(path) == recorded


def test_a_value_may_rise_to_what_is_wanted(tree: Path, tmp_path: Path) -> None:
    path = tmp_path / "limits.json"
    write(tree, {"docs/decisions/README.md": "0001-first.md 0002-second.md\n", "docs/README.md": ""})
    write(tree, {"realtime/hub.py": "A = 1\n", "frontend/src/features/list/list.tsx": ""})
    write(tree, {"platform/apps/requests/api.py": ""})
    assert command.main(["--lower"], tree=tree, path=path) == 0
    write(tree, {"realtime/ports.py": "A = 'OpenTable'\n"})
    assert command.main([], tree=tree, path=path) == 0


def test_lowering_never_raises_a_limit() -> None:
    assert limits.lowered(values={"a": 5, "b": 2, "new": 7}, allowed={"a": 3, "b": 4, "gone": 1}) == {
        "a": 3,
        "b": 2,
        "new": 7,
    }


def test_what_was_counted_is_listed(tree: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.main(["--show", "cycles in Python"], tree=tree, path=tmp_path / "limits.json")
    assert "realtime/hub.py ↔ snipers/watching/poller.py" in capsys.readouterr().out


def test_the_limits_name_the_figures() -> None:
    assert list(json.loads(limits.LIMITS.read_text())) == [figure.name for figure in FIGURES]


def test_functions_and_tests_of_the_paths_exist() -> None:
    names = set()
    for folder in ("snipers", "platform"):
        for module in (ROOT / folder).rglob("*.py"):
            names |= _qualified_names(ast.parse(module.read_text("utf-8")), "")
    for path in PATHS.values():
        assert {path.begins, *path.beside} <= names
        assert any(name.endswith(path.ends) for name in names)
        file, _, test = path.test.partition("[")[0].partition("::")
        assert f"def {test}(" in (ROOT / file).read_text("utf-8")


def _qualified_names(node: ast.AST, prefix: str) -> set[str]:
    found: set[str] = set()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            found |= _qualified_names(child, f"{prefix}{child.name}.")
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            found |= {f"{prefix}{child.name}"} | _qualified_names(child, f"{prefix}{child.name}.<locals>.")
    return found
