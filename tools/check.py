"""`make check`: lint, types and the tests that a change can affect, within about 90 s on two cores.

The change is the difference between the working tree and the merge base with `main`, committed or not. Tests are
selected by imports, nearest first, until their recorded durations add up to CHECK_SECONDS (60 s) on each core.
CONTRIBUTING.md lists what `make check` does not run.
"""

import json
import os
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fnmatch import fnmatch
from functools import partial
from pathlib import Path
from threading import Event
from typing import NamedTuple

from tools.frontend_imports import frontend_imports
from tools.imports import Imports, distances
from tools.stack import console, process
from tools.stack.settings import ROOT

DURATIONS = Path(__file__).with_name("test_durations.json")
# The assumed duration of a test file without a recorded duration.
UNKNOWN_SECONDS = 2.0
CORES = 2
# The number of pytest-xdist workers. Tests wait for half of their time, so it is larger than the number of cores; each
# worker uses 5 s of processor time to start, so it is not much larger.
WORKERS = 3
# What a component's test file costs beside its tests: its simulated browser and its imports.
COMPONENT_SECONDS = 4.5
Step = tuple[str, list[str]]
# Files that are not imported, and the tests that read them.
READ_BY = {
    "docs/promises.md": ("snipers/tests/test_promises.py",),
    "docs/specification.md": ("platform/config/tests/test_specification*.py",),
    "platform/apps/*examples.json": ("platform/config/tests/test_openapi.py",),
    "platform/apps/*/models*": ("platform/config/tests/test_migrations.py",),
    "k8s/monitoring/*": ("k8s/monitoring/tests/*.py",),
    "k8s/runbooks/*": ("k8s/monitoring/tests/*.py",),
    "frontend/index.html": ("frontend/src/boot/*.test.*",),
    "frontend/public/*": ("frontend/src/boot/*.test.*",),
    "frontend/src/*": ("frontend/src/boot/import-circles.test.ts", "frontend/src/boot/platform-names.test.ts"),
    "frontend/vite.config.ts": ("frontend/src/*",),
    "frontend/package-lock.json": ("frontend/src/*",),
    "frontend/src/testing/setup.ts": ("frontend/src/*",),
    "Makefile": ("tools/tests/*.py", "tools/stack/tests/*.py"),
}
# Files from which the types of the front end are generated, and these types.
CONTRACT = ("platform/apps/*/api*", "platform/apps/*/schemas*", "platform/config/*", "realtime/events*", "*.gen.ts")


class Selection(NamedTuple):
    """The test files to run, and the number of affected test files that are left out."""

    files: list[str]
    left_out: int


def main(arguments: Sequence[str] = ()) -> int:
    """Run every step that the change needs, even after a failure. Return 1 if a step failed, otherwise 0.

    With arguments, which are paths of JUnit reports, record the durations of their tests instead.
    """
    if arguments:
        return record_durations([Path(one) for one in arguments])
    begun = time.monotonic()
    base = _git("merge-base", "HEAD", os.environ.get("CHECK_BASE", "main")) or "HEAD"
    changed = _changed(base)
    if not changed:
        console.print_line("No changes since main: nothing to check.")
        return 0
    console.print_line(f"{len(changed)} changed files since {base[:9]}.")
    lanes = [list(_analysis(changed)), list(_tests(changed))]
    # Run the analysis and the tests at the same time, because tests spend most of their time waiting.
    stopped = Event()
    with ThreadPoolExecutor(len(lanes)) as pool:
        try:
            failed = [title for titles in pool.map(partial(_run_lane, stopped=stopped), lanes) for title in titles]
        except BaseException:
            stopped.set()
            process.kill_all(process.descendants())
            raise
    result = f"FAILED: {', '.join(failed)}" if failed else "All passed"
    console.print_line(f"{result} after {time.monotonic() - begun:.0f} s.")
    return 1 if failed else 0


def select_tests(
    *, changed: Sequence[str], files: Sequence[str], imports: Imports, durations: Mapping[str, float], seconds: float
) -> Selection:
    """Select test files for a change: nearest importers first, then fastest first, until their durations add up to
    `seconds`.

    `changed` and `files` (all files of the project) are paths relative to the root. The tests of a changed file's own
    package count as direct importers. A changed file that is not a Python module counts as a change of every module in
    its folder, because any of them may read the file.
    """
    tests = [name for name in files if "/tests/" in name and Path(name).name.startswith("test_")]
    modules = {name for name in changed if name.endswith(".py")}
    for name in set(changed) - modules:
        folder = str(Path(name).parent)
        owner = str(Path(folder).parent) if Path(folder).name in ("sql", "templates", "migrations") else folder
        modules |= {one for one in files if one.endswith(".py") and str(Path(one).parent) == owner != "."}
    found = distances(imports.edges, modules)
    # Tests use the conftest.py of their folder and its parents without importing it.
    for conftest in [name for name in found if Path(name).name == "conftest.py"]:
        for test in tests:
            if test.startswith(f"{Path(conftest).parent}/"):
                found.setdefault(test, found[conftest] + 1)
    # The tests of a package may start a module of the package as a process, without importing it.
    for name in changed:
        for test in _own_tests(name, tests):
            found[test] = min(found.get(test, 1), 1)
    costs = {name: durations.get(name, UNKNOWN_SECONDS) for name in tests}
    return _nearest(_with_readers(found, changed, tests), costs, seconds)


def select_frontend_tests(
    *,
    changed: Sequence[str],
    edges: Mapping[str, set[str]],
    durations: Mapping[str, float],
    seconds: float,
) -> Selection:
    """Select test files of the front end in the same way. `edges`: {file in frontend/src: the files it imports}."""
    tests = [name for name in edges if ".test." in name]
    found = distances(edges, edges.keys() & set(changed))
    costs = {name: durations.get(name, 0.0) + (COMPONENT_SECONDS if name.endswith("x") else 0.0) for name in tests}
    return _nearest(_with_readers(found, changed, tests), costs, seconds)


def _with_readers(found: Mapping[str, int], changed: Sequence[str], tests: Sequence[str]) -> dict[str, int]:
    """Return the distances with those of the tests that read a changed file without importing it."""
    read = [
        pattern for name in changed for path, patterns in READ_BY.items() if fnmatch(name, path) for pattern in patterns
    ]
    return {**dict.fromkeys((name for name in tests if any(fnmatch(name, one) for one in read)), 1), **found}


def _nearest(found: Mapping[str, int], costs: Mapping[str, float], seconds: float) -> Selection:
    """Select test files by their distances until their `costs`, in seconds, add up to `seconds`. A changed test file is
    always selected."""
    affected = sorted(costs.keys() & found.keys(), key=lambda name: (found[name], costs[name], name))
    selected: list[str] = []
    for name in affected:
        seconds -= costs[name]
        if seconds < 0 and selected and found[name]:
            break
        selected.append(name)
    return Selection(selected, len(affected) - len(selected))


def _own_tests(name: str, tests: Sequence[str]) -> list[str]:
    """Return the test files of a file's package: those in the nearest `tests` folder, beside the file or in a parent
    folder."""
    for folder in Path(name).parents[:-1]:
        if found := [test for test in tests if test.startswith(f"{folder}/tests/")]:
            return found
    return []


def record_durations(reports: Sequence[Path]) -> int:
    """Write the duration of each test file to DURATIONS, from the JUnit reports of a full run. Return 0."""
    seconds: dict[str, float] = defaultdict(float)
    for case in (case for report in reports for case in ElementTree.parse(report).iter("testcase")):  # noqa: S314 - our own
        if name := _file_of(case.get("classname", "")):
            seconds[name] += float(case.get("time", 0))
    DURATIONS.write_text(json.dumps({name: round(seconds[name], 1) for name in sorted(seconds)}, indent=0) + "\n")
    console.print_line(f"{len(seconds)} test files, {sum(seconds.values()):.0f} s in all, written to {DURATIONS.name}.")
    return 0


def _file_of(classname: str) -> str | None:
    """Return the test file of a JUnit report's class name: Vitest writes a path, pytest the dotted name of a module or
    class."""
    if ".test." in classname:
        return f"frontend/{classname}"
    parts = classname.split(".")
    while parts and not (ROOT / Path(*parts)).with_suffix(".py").is_file():
        parts.pop()
    return f"{Path(*parts)}.py" if parts else None


def _analysis(changed: Sequence[str]) -> Iterable[Step]:
    python, npm = [sys.executable, "-m"], [sys.executable, "-m", "tools.bootstrap", "npm"]
    if any(name.endswith((".py", ".toml", ".importlinter")) for name in changed):
        yield "ruff", [*python, "ruff", "check"]
        yield "format", [*python, "ruff", "format", "--check", "-q"]
        yield "import contracts", [str(Path(sys.executable).with_name("lint-imports")), "--no-logo"]
        yield "client", [*python, "tools.client", "generate"]
        folders = ("platform", "realtime", "snipers", "loadtests", "tools", "k8s/policy", "client")
        yield "mypy", [*python, "mypy", *folders]
    if any(fnmatch(name, pattern) for name in changed for pattern in CONTRACT):
        yield "contract", [*npm, "run", "--silent", "contract", "--", "--check"]
    if any(name.startswith("frontend/") for name in changed):
        yield "tsc", [*npm, "run", "types"]
        sources = [name.removeprefix("frontend/") for name in changed if (ROOT / name).is_file()]
        linted = [name for name in sources if name.endswith((".ts", ".tsx", ".mjs", ".js")) and ".gen." not in name]
        if linted:
            yield "eslint", [*npm, "exec", "--", "eslint", *linted]
    if any(name.startswith("k8s/") for name in changed):
        yield "k8s policy", [*python, "k8s.policy"]


def _tests(changed: Sequence[str]) -> Iterable[Step]:
    files = _git("ls-files").splitlines() + _git("ls-files", "--others", "--exclude-standard").splitlines()
    present = [name for name in files if (ROOT / name).is_file()]
    seconds = float(os.environ.get("CHECK_SECONDS", "60")) * CORES
    imports = Imports(ROOT, present)
    durations = json.loads(DURATIONS.read_text()) if DURATIONS.exists() else {}
    choice = select_tests(changed=changed, files=present, imports=imports, durations=durations, seconds=seconds)
    if choice.files:
        _print_choice(choice)
        workers = ["-n", str(min(WORKERS, len(choice.files))), "--dist", "loadfile"] if len(choice.files) > 1 else []
        yield "pytest", [sys.executable, "-m", "pytest", "-q", "--no-header", *workers, *choice.files]
    edges = frontend_imports(ROOT, [name for name in present if name.startswith("frontend/src/")])
    choice = select_frontend_tests(changed=changed, edges=edges, durations=durations, seconds=seconds)
    if choice.files:
        _print_choice(choice)
        names = [name.removeprefix("frontend/") for name in choice.files]
        yield "vitest", [sys.executable, "-m", "tools.bootstrap", "npm", "exec", "--", "vitest", "run", *names]


def _print_choice(choice: Selection) -> None:
    console.print_line(
        f"{len(choice.files)} test files, nearest first; {choice.left_out} more are left to `make test`."
    )


def _changed(base: str) -> list[str]:
    listed = _git("diff", "--name-only", base), _git("ls-files", "--others", "--exclude-standard")
    return sorted({name for lines in listed for name in lines.splitlines()})


def _run_lane(steps: Sequence[Step], *, stopped: Event) -> list[str]:
    """Run steps one after the other, even after a failure, until `stopped`. Return the titles of the failed steps."""
    return [title for title, command in steps if not stopped.is_set() and not _run(title, command)]


def _run(title: str, command: list[str]) -> bool:
    begun = time.monotonic()
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    said = f"{'FAILED' if run.returncode else 'ok    '} {title}, {time.monotonic() - begun:.0f} s"
    # Print in one call, because two threads print at the same time.
    console.print_line(f"{said}\n{(run.stdout + run.stderr).strip()}" if run.returncode else said)
    return run.returncode == 0


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    process.exit_on_stop_signals()
    raise SystemExit(main(sys.argv[1:]))
