"""`make check` selects the tests that a change can affect, nearest first, within its limit."""

from pathlib import Path

import pytest

from tools.check import Selection, select_tests
from tools.imports import Imports, cycles, module_of

FILES = {
    "snipers/__init__.py": "",
    "snipers/domain/__init__.py": "",
    "snipers/domain/slot.py": "",
    "snipers/store/__init__.py": "",
    "snipers/store/base.py": "from snipers.domain import slot",
    "snipers/store/sql/claim.sql": "",
    "snipers/store/tests/__init__.py": "",
    "snipers/store/tests/test_base.py": "from ..base import SnipeStore",
    "snipers/domain/tests/__init__.py": "",
    "snipers/domain/tests/test_slot.py": "import snipers.domain.slot",
    "snipers/conftest.py": "import snipers.testing",
    "snipers/testing.py": "",
    "realtime/hub.py": "",
    "realtime/tests/test_hub.py": "import subprocess",
    "docs/promises.md": "",
    "snipers/tests/test_promises.py": "",
}
DOMAIN, STORE = "snipers/domain/tests/test_slot.py", "snipers/store/tests/test_base.py"
HUB = "realtime/tests/test_hub.py"
PROMISES = "snipers/tests/test_promises.py"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "seconds", "expected"),
    [
        ("snipers/domain/slot.py", 60, Selection([DOMAIN, STORE], 0)),
        ("snipers/domain/slot.py", 1.5, Selection([DOMAIN], 1)),
        ("snipers/store/base.py", 60, Selection([STORE], 0)),
        ("snipers/store/sql/claim.sql", 60, Selection([STORE], 0)),
        ("snipers/conftest.py", 60, Selection([DOMAIN, STORE, PROMISES], 0)),
        ("realtime/hub.py", 60, Selection([HUB], 0)),
        ("snipers/testing.py", 60, Selection([DOMAIN, STORE, PROMISES], 0)),
        ("docs/promises.md", 60, Selection([PROMISES], 0)),
        (STORE, 0.1, Selection([STORE], 0)),
        ("README.md", 60, Selection([], 0)),
    ],
)
def test_change_selects_the_tests_that_import_it(tree: Path, changed: str, seconds: float, expected: Selection) -> None:
    choice = select_tests(
        changed=[changed],
        files=list(FILES),
        imports=Imports(tree, FILES),
        durations={DOMAIN: 1.0, STORE: 1.2},
        seconds=seconds,
    )
    assert choice._replace(files=sorted(choice.files)) == expected


def test_files_that_import_each_other_are_a_cycle(tree: Path) -> None:
    (tree / "snipers/domain/slot.py").write_text("from snipers.store.base import SnipeStore")
    assert cycles(Imports(tree, FILES).edges) == {frozenset({"snipers/domain/slot.py", "snipers/store/base.py"})}


@pytest.mark.parametrize(
    ("name", "module"),
    [
        ("platform/apps/venues/models.py", "apps.venues.models"),
        ("snipers/domain/__init__.py", "snipers.domain"),
        ("platform/manage.py", ""),
        ("frontend/vite.config.ts", ""),
    ],
)
def test_module_of_returns_the_import_name(name: str, module: str) -> None:
    assert module_of(name) == module
