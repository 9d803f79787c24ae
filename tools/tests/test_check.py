"""`make check` selects the tests that a change can affect, nearest first, within its limit."""

import json
from pathlib import Path

import pytest

from tools.check import Selection, record_durations, select_frontend_tests, select_tests
from tools.frontend_imports import frontend_imports
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


FRONTEND = {
    "frontend/src/lib/dates.ts": "",
    "frontend/src/lib/dates.test.ts": "import { day } from './dates';",
    "frontend/src/ui/card.tsx": "import { day } from '@/lib/dates';\nimport './card.css';",
    "frontend/src/ui/card.css": "",
    "frontend/src/ui/card.test.tsx": "import { Card } from './card';",
    "frontend/src/routes/page.tsx": "const Card = lazy(() => import('@/ui/card'));",
    "frontend/src/routes/page.test.tsx": "import { Page } from './page';",
    "frontend/src/boot/first.test.ts": "",
}
DATES, CARD, PAGE, BOOT = (name for name in FRONTEND if ".test." in name)


@pytest.mark.parametrize(
    ("changed", "seconds", "expected"),
    [
        ("frontend/src/lib/dates.ts", 60, Selection([DATES, CARD, PAGE], 0)),
        ("frontend/src/lib/dates.ts", 5.5, Selection([DATES, CARD], 1)),
        ("frontend/src/ui/card.css", 60, Selection([CARD, PAGE], 0)),
        (PAGE, 0.1, Selection([PAGE], 0)),
        ("frontend/public/sw.js", 60, Selection([BOOT], 0)),
        ("frontend/vite.config.ts", 60, Selection([DATES, BOOT, CARD, PAGE], 0)),
        ("frontend/e2e/journey.spec.ts", 60, Selection([], 0)),
        ("frontend/src/gone.ts", 60, Selection([], 0)),
    ],
)
def test_change_of_the_front_end_selects_the_tests_that_import_it(
    tmp_path: Path, changed: str, seconds: float, expected: Selection
) -> None:
    for name, text in FRONTEND.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    choice = select_frontend_tests(
        changed=[changed],
        edges=frontend_imports(tmp_path, FRONTEND),
        durations={CARD: 1.0, PAGE: 1.0},
        seconds=seconds,
    )
    assert choice._replace(files=sorted(choice.files)) == expected._replace(files=sorted(expected.files))


def test_durations_come_from_the_reports_of_pytest_and_vitest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written = tmp_path / "durations.json"
    monkeypatch.setattr("tools.check.DURATIONS", written)
    cases = {
        "pytest.xml": [("tools.tests.test_check.TestIt", 1.25), ("tools.tests.test_check", 1.25), ("unknown", 9)],
        "vitest.xml": [("src/lib/dates.test.ts", 0.5), ("src/lib/dates.test.ts", 0.3)],
    }
    for name, rows in cases.items():
        inside = "".join(f'<testcase classname="{one}" time="{seconds}" />' for one, seconds in rows)
        (tmp_path / name).write_text(f"<testsuites>{inside}</testsuites>")
    record_durations([tmp_path / name for name in cases])
    assert json.loads(written.read_text()) == {"frontend/src/lib/dates.test.ts": 0.8, "tools/tests/test_check.py": 2.5}


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
