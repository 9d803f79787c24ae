"""Measures the codebase: vocabulary, documents, imports, constructors, sizes. Writes docs/measurements/house.md.

`python -m loadtests.codebase [--tree FOLDER] [--before FOLDER]` takes half a minute. With `--before`, the page shows
the values of both checkouts.
"""

import argparse
import ast
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from loadtests import measurements
from loadtests.poll_path import OUTPUT
from loadtests.running import ROOT
from stack.imports import Imports

# "rehearsal" was one of them; it is now a term of GLOSSARY.md. Migrations keep the names of their time.
PRIVATE_WORDS = (
    r"wish|nursery|switchboard|barren|lookout|farewell|untold|unseat|stand.in\b|departures|chores|patience|anew\b"
    r"|whoever"
)
DOCUMENTED = (
    "*.py", "*.sql", "*.ts", "*.tsx", "*.md", ":!*.gen.ts", ":!loadtests/codebase.py", ":!*/migrations/*"
)  # fmt: skip
TEST_PARTS = ("/tests/", "/testing/", "/migrations/")
DOUBLING = re.compile(r"\*\s*2(\.0)?\s*\*\*|2(\.0)?\s*\*\*\s*(min|max)\(")
# An assignment to `failing`, the state of code that logs only the first failure and the recovery. Each file with such
# an assignment counts as one copy of this code. The rate limit of realtime/failures.py is different: it logs no
# recovery.
LOG_ONCE = re.compile(r"^\s*(self\._)?failing\b[^=]* = ", re.MULTILINE)

# The last commit before the restructuring of November 2026, and the one that measured its result. The first new
# capability came after the second one.
RESTRUCTURING = ("0b3e4e50", "c8a2909e")

BOOKING_TEST = (
    "snipers/watching/tests/test_cancel_request.py::test_a_freed_table_is_booked_for_a_waiting_request[postgres]"
)


def main() -> int:
    """Measure the checkouts, print the values and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=Path, default=ROOT)
    parser.add_argument("--before", type=Path)
    options = parser.parse_args()
    begun = time.monotonic()
    now = measure(options.tree) | measure_poll_path()
    tables = {"": now}
    if options.before:
        before = measure(options.before)
        tables = {"": {row: f"{before.get(row, '-')} → {value}" for row, value in now.items()}}
    if restructuring := measure_restructuring(options.tree):
        tables["restructuring alone, before new capabilities"] = restructuring
    for table in tables.values():
        for row, value in table.items():
            sys.stdout.write(f"{row}: {value}\n")
    measurements.write(
        "house",
        title="The codebase in figures",
        command="python -m loadtests.codebase" + (" --before <checkout>" if options.before else ""),
        tables=tables,
        seconds=time.monotonic() - begun,
        notes=(f"Before: commit {_commit(options.before)}",) if options.before else (),
    )
    return 0


def measure(tree: Path) -> dict[str, str]:
    """Return all measured values of one checkout by name."""
    files = [name for name in _git(tree, "ls-files").splitlines() if (tree / name).is_file()]
    python = [name for name in files if name.endswith(".py")]
    product = [name for name in python if _is_product(name)]
    simulator = [name for name in python if _is_simulator(name)]
    readmes = [name for name in files if name.endswith("README.md") and "/" in name]
    longest = max(((_lines(tree, name), name) for name in readmes), default=(0, ""))
    modules = Imports(tree, [name for name in python if not name.startswith("k8s/")])
    constructors = sorted(_constructors(tree, product), reverse=True)
    wide = [one for one in constructors if one[1] > 8]
    longest_constructor = max(constructors, default=(0, 0, ""))
    frontend = Frontend(tree, files)
    cycles = modules.cycles()
    test_importers = modules.importers_of(("loadtests", "pytest"))
    return {
        "private words": str(_private_words(tree)),
        "lines of README.md": str(_lines(tree, "README.md")),
        "folder READMEs over 80 lines": f"{sum(_lines(tree, name) > 80 for name in readmes)} (longest {longest[0]})",
        "product files that import loadtests or pytest": str(len(test_importers.intersection(product))),
        "import cycles in Python (modules in them)": f"{len(cycles)} ({sum(map(len, cycles))})",
        "import contracts": str((tree / ".importlinter").read_text().count("[importlinter:contract:")),
        "constructors with more than 8 parameters": str(len(wide)),
        "longest constructor, lines": f"{longest_constructor[0]} ({longest_constructor[2]})",
        "back-off formulas": str(_count(tree, product, DOUBLING)),
        "copies of log once": str(sum(bool(LOG_ONCE.search((tree / name).read_text("utf-8"))) for name in product)),
        "files in the largest front-end folder": "{} ({})".format(*frontend.largest_folder()),
        "cross-feature import pairs": str(len(frontend.cross_feature_pairs())),
        "product lines of Python": f"{sum(_lines(tree, name) for name in product):,}",
        "simulator lines of Python": f"{sum(_lines(tree, name) for name in simulator):,}",
        "test lines of Python": f"{sum(_lines(tree, name) for name in python if '/tests/' in name):,}",
        "product modules": str(len(product)),
    }


def measure_restructuring(tree: Path) -> dict[str, str]:
    """Return the lines of Python before and after the restructuring, read from the history of a checkout.

    Empty if the history does not have the two commits, as in a shallow clone.
    """
    sizes = [_sizes(tree, commit) for commit in RESTRUCTURING]
    if not all(sizes):
        return {}
    rows = {"commits": " → ".join(RESTRUCTURING)}
    for row, before in sizes[0].items():
        after = sizes[1][row]
        rows[row] = f"{before:,} → {after:,} ({(after - before) / before:+.1%})"
    return rows


def _sizes(tree: Path, commit: str) -> dict[str, int]:
    """Return the lines of Python of the product and of the simulator in a commit. Empty for an unknown commit."""
    counts = {}
    for found in _git(tree, "grep", "-c", "", commit, "--", "*.py").splitlines():
        _, name, count = found.split(":")
        counts[name] = int(count)
    if not counts:
        return {}
    return {
        "product lines of Python": sum(count for name, count in counts.items() if _is_product(name)),
        "simulator lines of Python": sum(count for name, count in counts.items() if _is_simulator(name)),
    }


class Frontend:
    """The front end's folders, and the imports between its features."""

    def __init__(self, tree: Path, files: Iterable[str]) -> None:
        self._tree = tree
        self._files = [name for name in files if name.startswith("frontend/src/")]

    def largest_folder(self) -> tuple[int, str]:
        """Return the largest number of files in one folder (without subfolders), and the path of that folder."""
        folders = Counter(str(Path(name).parent) for name in self._files)
        return max(((count, folder) for folder, count in folders.items()), default=(0, ""))

    def cross_feature_pairs(self) -> set[tuple[str, str]]:
        """Return the pairs (feature, other feature that it imports). Imports in tests do not count."""
        pairs = set()
        for name in self._files:
            own = re.match(r"frontend/src/features/([^/]+)/", name)
            if own and name.endswith((".ts", ".tsx")) and ".test." not in name:
                text = (self._tree / name).read_text("utf-8")
                for other in re.findall(
                    r"""(?:from|import)\s*\(?\s*['"](?:@/|\.\./|\.\./\.\./)features/([^/'"]+)""", text
                ):
                    pairs.add((own[1], other))
                for other in re.findall(r"""from\s+['"]\.\./([a-z-]+)/""", text) if name.count("/") == 4 else ():
                    pairs.add((own[1], other))
        return {(one, other) for one, other in pairs if one != other}


def measure_poll_path() -> dict[str, str]:
    """Return how many files of this checkout are involved from one poll to the recorded booking (see poll_path.py)."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "path.json"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "loadtests.poll_path",
            "-p",
            "no:cacheprovider",
            BOOKING_TEST,
        ]
        environment = {**os.environ, OUTPUT: str(output)}
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
        if not output.exists():
            raise SystemExit(f"The path of a poll was not measured:\n{run.stdout}{run.stderr}")
        path = json.loads(output.read_text())
    size = f"{len(path['files'])}, {len(path['returns'])} returns"
    return {"files that one poll passes until its booking is recorded": size}


def _is_product(name: str) -> bool:
    own = name.startswith(("platform/", "snipers/", "realtime/")) and not name.startswith("platform/stack/")
    return own and not name.endswith("conftest.py") and not any(part in f"/{name}" for part in TEST_PARTS)


def _is_simulator(name: str) -> bool:
    return name.startswith("loadtests/simulator/") and "/tests/" not in name


def _private_words(tree: Path) -> int:
    found = _git(tree, "grep", "-ohiE", PRIVATE_WORDS, "--", *DOCUMENTED)
    return len(found.splitlines())


def _constructors(tree: Path, names: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the number of lines, the number of parameters and the location (file:line) of each `__init__`.

    Constructors that dataclasses generate do not count.
    """
    for name in names:
        for node in ast.walk(ast.parse((tree / name).read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name == "__init__":
                arguments = [*node.args.posonlyargs, *node.args.args[1:], *node.args.kwonlyargs]
                yield (node.end_lineno or 0) - node.lineno + 1, len(arguments), f"{name}:{node.lineno}"


def _count(tree: Path, names: Iterable[str], pattern: re.Pattern[str]) -> int:
    return sum(bool(pattern.search(line)) for name in names for line in (tree / name).read_text("utf-8").splitlines())


def _lines(tree: Path, name: str) -> int:
    path = tree / name
    return len(path.read_text("utf-8").splitlines()) if path.exists() else 0


def _commit(tree: Path) -> str:
    return _git(tree, "rev-parse", "--short", "HEAD").strip()


def _git(tree: Path, *arguments: str) -> str:
    run = subprocess.run(["git", "-C", str(tree), *arguments], capture_output=True, text=True, check=False)
    return run.stdout


if __name__ == "__main__":
    raise SystemExit(main())
