"""Every line of section 2 and every message of sections 5 and 8 of the specification has a row in
docs/specification.md.

`specification_2.md` contains section 2 word for word; the messages are read from `specification_5_to_8.md`.
"""

import re
from pathlib import Path
from typing import Final

import pytest
from django.conf import settings

from config.tests.test_specification import missing

HERE: Final = Path(__file__).parent
TABLES: Final = settings.ROOT / "docs" / "specification.md"
SOURCES: Final = settings.ROOT / "frontend" / "src"
# A quotation opens after a space or a bracket and closes before one: an apostrophe does neither.
QUOTED: Final = re.compile(r"(?<=[ (])'(.+?)'(?=[\s.,:;)]|$)")
NO_WHERE: Final = "nowhere"


def lines() -> list[tuple[str, str]]:
    """Return (screen, line) for every bullet, paragraph and table line of section 2."""
    found = []
    screen = ""
    for line in (HERE / "specification_2.md").read_text().splitlines():
        text = line.strip().removeprefix("- ")
        if text.startswith("### "):
            screen = text.removeprefix("### ")
        elif text.startswith("|"):
            cells = [cell.strip() for cell in text.strip("|").split("|")]
            if cells[0] not in ("Route", "---"):
                found.append((screen, " ".join(cells)))
        elif text and not text.startswith("#"):
            found.append((screen, text))
    return found


def messages() -> list[str]:
    """Return the quoted texts (the messages) in sections 5 and 8 of the specification, each once."""
    text = (HERE / "specification_5_to_8.md").read_text()
    sections = [part for part in re.split(r"^## ", text, flags=re.MULTILINE) if part[:1] in ("5", "8")]
    return list(dict.fromkeys(found for part in sections for found in QUOTED.findall(part)))


def table(heading: str) -> list[list[str]]:
    """Return the rows of the table under a heading, without its header."""
    text = TABLES.read_text().partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line for line in text.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in rows]


def named(cell: str) -> list[str]:
    """Return the names that a cell lists in backticks."""
    return re.findall(r"`([^`]+)`", cell)


def holds(place: str, message: str) -> bool:
    """Return whether the file has the message, with its apostrophe escaped or not."""
    text = (SOURCES / place).read_text()
    return message in text or message.replace("'", r"\'") in text


def test_every_line_of_section_2_has_a_row() -> None:
    assert [(screen, line) for screen, line, _, _ in table("Section 2")] == lines()


def test_every_message_of_sections_5_and_8_has_a_row() -> None:
    assert sorted(row[0] for row in table("Messages of sections 5 and 8")) == sorted(messages())


@pytest.mark.parametrize(("screen", "line", "places", "tests"), table("Section 2"), ids=lambda value: str(value)[:40])
def test_a_screen_line_exists_in_code_and_test(screen: str, line: str, places: str, tests: str) -> None:
    assert named(places)
    assert [place for place in named(places) if not (SOURCES / place).is_file()] == []
    assert named(tests)
    assert [test for test in named(tests) if missing(test)] == []


@pytest.mark.parametrize("row", table("Messages of sections 5 and 8"), ids=lambda row: row[0][:40])
def test_a_message_exists_in_code_and_test(row: list[str]) -> None:
    message, place, tests, note = row
    assert named(tests)
    assert [test for test in named(tests) if missing(test)] == []
    if place == NO_WHERE or note:
        # The screen lacks the message or words it differently. The note in the table has the reason.
        assert note
    else:
        assert [file for file in named(place) if not holds(file, message)] == []
