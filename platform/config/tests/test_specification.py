"""Every sentence of sections 5 to 8 of the specification has a row in docs/specification.md, and every test that a row
names exists.

`specification_5_to_8.md` contains these sections word for word.
"""

import re
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

HERE: Final = Path(__file__).parent
TABLES: Final = settings.ROOT / "docs" / "specification.md"
HEADING: Final = "## Sections 5 to 8\n"
FUNCTION: Final = re.compile(r"^ *(?:async )?def (\w+)\(", re.MULTILINE)
END_OF_SENTENCE: Final = re.compile(r"(?<=[.:'’)])\s+(?=[A-Z])")


def sentences() -> list[tuple[str, str]]:
    """Return (section, sentence) for every bullet, paragraph and table line."""
    found = []
    section = ""
    for line in (HERE / "specification_5_to_8.md").read_text().splitlines():
        text = line.strip().removeprefix("- ")
        if text.startswith("## "):
            section = text[3]
        elif text.startswith("|"):
            cells = [cell.strip() for cell in text.strip("|").split("|")]
            if cells[0] not in ("Method", "---"):
                found.append((section, " ".join(cells)))
        elif text and not text.startswith("#"):
            found += [(section, sentence) for sentence in END_OF_SENTENCE.split(text)]
    return found


def table() -> list[tuple[str, str, list[str]]]:
    """Return (section, sentence, tests) for every row."""
    text = TABLES.read_text().partition(HEADING)[2].partition("\n## ")[0]
    lines = [line for line in text.splitlines() if re.match(r"\| [5-8] \|", line)]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    return [(section, sentence, tests.split(" · ")) for section, sentence, tests in rows]


@cache
def python_tests(file: Path) -> frozenset[str]:
    """Return the names of the tests in a file."""
    return frozenset(FUNCTION.findall(file.read_text()))


def missing(test: str) -> bool:
    """Return True if a test that is listed in the table does not exist.

    A Python test is written `path::test_y`; its path starts at the root or at platform/apps. A test of the front end is
    written `file.test.ts: title`; its path starts at frontend/src.
    """
    name = test.strip("`")
    if "::" in name:
        path, _, function = name.partition("::")
        root = settings.ROOT if path.startswith(("platform/", "snipers/")) else settings.ROOT / "platform" / "apps"
        return not (root / path).is_file() or function not in python_tests(root / path)
    path, _, title = name.partition(": ")
    file = settings.ROOT / "frontend" / "src" / path
    return not file.is_file() or not re.search(rf"""['"`]{re.escape(title)}['"`]""", file.read_text())


def test_every_sentence_has_a_row() -> None:
    assert [(section, sentence) for section, sentence, _ in table()] == sentences()


def test_the_sections_are_complete() -> None:
    counts = {section: sum(one == section for one, _ in sentences()) for section in "5678"}
    assert counts == {"5": 27, "6": 13, "7": 32, "8": 20}


@pytest.mark.parametrize(("section", "sentence", "tests"), table(), ids=lambda value: str(value)[:40])
def test_a_requirement_names_existing_tests(section: str, sentence: str, tests: list[str]) -> None:
    assert tests
    assert not [test for test in tests if missing(test)]
