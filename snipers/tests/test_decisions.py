"""Each mention of a decision names a page that exists, and the index lists each page."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DECISIONS = ROOT / "docs/decisions"
PAGES = {path.name[:4]: path.name for path in DECISIONS.glob("[0-9]*.md")}
# "decision 0107", "decisions 0107 and 0122", "docs/decisions/0107", "[0107](…)", and the name of a page.
_NUMBERS = re.compile(r"(?:decisions?[ /]|\[)(0\d{3})(?:(?:, | and | to )(0\d{3}))?(?!\d)")
_PAGE = re.compile(r"\b(0\d{3}-[a-z0-9-]+\.md)\b")
_HEADINGS = ["## Context", "## Alternatives", "## Decision", "## Consequence"]
# These quote invented pages (the first) or the commits of their time.
_EXEMPT = ("loadtests/tests/test_codebase.py", "docs/measurements/", "CHANGELOG.md", "snipers/tests/test_decisions.py")


def _sources() -> dict[str, str]:
    listed = subprocess.run(
        ["git", "ls-files", "*.md", "*.py", "*.ts", "*.tsx", "*.js", "*.mjs", "*.css", "*.yaml", "*.toml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    names = [name for name in listed.stdout.splitlines() if not name.startswith(_EXEMPT)]
    return {name: (ROOT / name).read_text() for name in names if (ROOT / name).is_file()}


def test_each_mention_of_a_decision_names_a_page() -> None:
    wrong = []
    for name, text in _sources().items():
        numbers = [number for found in _NUMBERS.finditer(text) for number in found.groups() if number]
        wrong += [f"{name}: {number}" for number in numbers if number not in PAGES]
        wrong += [f"{name}: {page}" for page in _PAGE.findall(text) if page not in PAGES.values()]
    assert wrong == []


def test_links_between_decisions_and_other_documents_resolve() -> None:
    wrong = []
    for name, text in _sources().items():
        if name.endswith(".md"):
            targets = re.findall(r"\]\(([^)#:]+)\)", text) if "decisions/" in name else []
            targets += re.findall(r"\]\(([^)#:]*decisions/[^)#:]*)\)", text)
            wrong += [f"{name}: {target}" for target in targets if not ((ROOT / name).parent / target).exists()]
    assert wrong == []


def test_the_index_lists_each_decision_once() -> None:
    listed = re.findall(r"^- \d{4} \[.+?\]\((.+?)\): .+\.$", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(PAGES.values())


def test_each_decision_has_context_alternatives_decision_and_consequence() -> None:
    wrong = {}
    for page in PAGES.values():
        headings = re.findall(r"^## .*", (DECISIONS / page).read_text(), re.MULTILINE)
        if headings != _HEADINGS:
            wrong[page] = headings
    assert wrong == {}
