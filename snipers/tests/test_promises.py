"""Every test that docs/promises.md names exists."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "promises.md").read_text()


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`([\w/.]+\.py)::(\w+)`", TEXT)
    assert len(named) > 50
    lost = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).is_file() or f"def {name}(" not in (ROOT / path).read_text()
    ]
    assert lost == []


def test_every_file_that_is_named_exists() -> None:
    named = set(re.findall(r"`([\w/]+/[\w/.]+\.(?:py|sql))`", TEXT))
    assert [path for path in sorted(named) if not (ROOT / path).is_file()] == []


def test_every_promise_point_and_predicate_has_its_row() -> None:
    rows = [line.split("|")[1].strip() for line in TEXT.splitlines() if line.startswith("| ")]
    named = {label for row in rows for label in row.split(", ")}
    wanted = {f"A{n}" for n in range(1, 13)} | {str(n) for n in range(15)} | {f"p{n}" for n in range(1, 14)}
    assert wanted <= named
