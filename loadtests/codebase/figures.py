"""Counts what makes the code costly to change. Each figure is a function of the sources of a checkout."""

import ast
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from loadtests.codebase.frontend import feature_pairs
from loadtests.codebase.sources import Sources
from tools.frontend_imports import frontend_imports
from tools.imports import Imports, cycles

PLATFORM: Final = re.compile(r"\b(resy|opentable)\b", re.IGNORECASE)
# Words that GLOSSARY.md replaced in November 2026, because no reader could guess their meaning.
PRIVATE_WORD: Final = re.compile(
    r"wish|nursery|switchboard|barren|lookout|farewell|untold|unseat|stand.in\b|departures|chores|patience|anew\b"
    r"|whoever",
    re.IGNORECASE,
)
MOST_ARGUMENTS: Final = 8
LONGEST_README: Final = 80

Finding = tuple[int, str]
"""A count, and the place that it was counted at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One count of the code. `wanted` is the number that we do not want to exceed, None if we only watch the count.

    `findings` returns what was counted. The value is the sum of the counts, or the largest one if `is_largest`.
    """

    name: str
    wanted: int | None
    findings: Callable[[Sources], list[Finding]]
    is_largest: bool = False

    def value(self, findings: list[Finding]) -> int:
        counts = [count for count, _ in findings]
        return max(counts, default=0) if self.is_largest else sum(counts)


def python_naming_a_platform(sources: Sources) -> list[Finding]:
    """Product modules outside the folders of the platforms."""
    names = [name for name in sources.product if not re.match(r"snipers/clients/[a-z]+/", name)]
    return [(1, name) for name in names if PLATFORM.search(sources.text(name))]


def frontend_naming_a_platform(sources: Sources) -> list[Finding]:
    return [(1, name) for name in sources.frontend if PLATFORM.search(sources.text(name))]


def lines_of_apps(sources: Sources) -> list[Finding]:
    """Lines of each Django app."""
    lines: Counter[str] = Counter()
    for name in sources.product:
        if app := _app(name):
            lines[app] += sources.lines(name)
    return [(count, app) for app, count in lines.items()]


def flat_modules_of_apps(sources: Sources) -> list[Finding]:
    """Modules of each Django app that are in no package of it."""
    modules: Counter[str] = Counter()
    for name in sources.product:
        if (app := _app(name)) and name.count("/") == 3 and not name.endswith("__init__.py"):
            modules[app] += 1
    return [(count, app) for app, count in modules.items()]


def lines_of_migrations(sources: Sources) -> list[Finding]:
    return [(sources.lines(name), name) for name in sources.migrations]


def functions_with_many_arguments(sources: Sources) -> list[Finding]:
    """Functions and constructors with more than eight arguments, `self` aside."""
    return [(1, place) for name in sources.product for place in _functions_with_many_arguments(sources, name)]


def python_cycles(sources: Sources) -> list[Finding]:
    return _circles(cycles(_imports(sources).edges))


def frontend_cycles(sources: Sources) -> list[Finding]:
    return _circles(cycles(frontend_imports(sources.tree, sources.frontend)))


def frontend_feature_pairs(sources: Sources) -> list[Finding]:
    """Pairs of features in the front end of which one imports the other."""
    pairs = feature_pairs(frontend_imports(sources.tree, sources.frontend))
    return [(1, f"{one} → {other}") for one, other in pairs]


def frontend_folders(sources: Sources) -> list[Finding]:
    """Files in each folder of the front end, without its subfolders."""
    folders = Counter(name.rpartition("/")[0] for name in sources.frontend)
    return [(count, folder) for folder, count in folders.items()]


def product_lines(sources: Sources) -> list[Finding]:
    return [(sources.lines(name), name) for name in sources.product]


def product_files(sources: Sources) -> list[Finding]:
    return [(sources.lines(name), name) for name in sources.product]


def test_lines(sources: Sources) -> list[Finding]:
    return [(sources.lines(name), name) for name in sources.python if "/tests/" in name]


def generated_lines(sources: Sources) -> list[Finding]:
    return [(sources.lines(name), name) for name in sources.generated]


def decision_pages(sources: Sources) -> list[Finding]:
    return [(1, name) for name in sources.files if re.match(r"docs/decisions/\d", name)]


def decisions_without_index(sources: Sources) -> list[Finding]:
    """Decision pages that docs/decisions/README.md does not name."""
    index = "docs/decisions/README.md"
    text = sources.text(index) if index in sources.files else ""
    return [(1, name) for _, name in decision_pages(sources) if name.rpartition("/")[2] not in text]


def private_words(sources: Sources) -> list[Finding]:
    endings = (".py", ".sql", ".ts", ".tsx", ".md")
    names = [
        name
        for name in sources.files
        if name.endswith(endings)
        and "/migrations/" not in name
        and ".gen." not in name
        and not name.startswith("loadtests/codebase/")
    ]
    return [(count, name) for name in names if (count := len(PRIVATE_WORD.findall(sources.text(name))))]


def long_readmes(sources: Sources) -> list[Finding]:
    """README.md files of folders with more than 80 lines."""
    readmes = [name for name in sources.files if name.endswith("/README.md") and name != "docs/decisions/README.md"]
    return [(1, name) for name in readmes if sources.lines(name) > LONGEST_README]


def product_importing_tests(sources: Sources) -> list[Finding]:
    """Product modules that import loadtests or pytest."""
    importers = _imports(sources).importers_of(("loadtests", "pytest"))
    return [(1, name) for name in sorted(importers.intersection(sources.product))]


FIGURES: Final = (
    Figure(name="product modules that name a platform", wanted=8, findings=python_naming_a_platform),
    Figure(name="front-end modules that name a platform", wanted=6, findings=frontend_naming_a_platform),
    Figure(name="lines of the largest app", wanted=3_500, findings=lines_of_apps, is_largest=True),
    Figure(name="flat modules of an app, most", wanted=12, findings=flat_modules_of_apps, is_largest=True),
    Figure(name="lines of migrations", wanted=1_600, findings=lines_of_migrations),
    Figure(name="functions with more than 8 arguments", wanted=0, findings=functions_with_many_arguments),
    Figure(name="import cycles in Python", wanted=0, findings=python_cycles),
    Figure(name="import cycles in the front end", wanted=0, findings=frontend_cycles),
    Figure(name="pairs of features that import each other", wanted=None, findings=frontend_feature_pairs),
    Figure(name="files in a folder of the front end, most", wanted=30, findings=frontend_folders, is_largest=True),
    Figure(name="product lines of Python", wanted=53_000, findings=product_lines),
    Figure(name="lines of the longest product module", wanted=420, findings=product_files, is_largest=True),
    Figure(name="generated lines in git", wanted=16_000, findings=generated_lines),
    Figure(name="decision pages", wanted=50, findings=decision_pages),
    Figure(name="decision pages that the index lacks", wanted=0, findings=decisions_without_index),
    Figure(name="private words", wanted=20, findings=private_words),
    Figure(name="folder READMEs over 80 lines", wanted=0, findings=long_readmes),
    Figure(name="product modules that import tests", wanted=0, findings=product_importing_tests),
)


@cache
def _imports(sources: Sources) -> Imports:
    return Imports(sources.tree, [name for name in sources.python if not name.startswith("k8s/")])


def _app(name: str) -> str | None:
    match = re.match(r"platform/apps/([a-z]+)/", name)
    return match[1] if match else None


def _circles(found: set[frozenset[str]]) -> list[Finding]:
    return [(1, " ↔ ".join(sorted(circle))) for circle in found]


def _functions_with_many_arguments(sources: Sources, name: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(sources.text(name))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            own = [argument for argument in arguments if argument.arg not in ("self", "cls")]
            if len(own) > MOST_ARGUMENTS:
                yield f"{name}:{node.lineno} {node.name}"
