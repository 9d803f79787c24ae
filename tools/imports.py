"""The import graph of the project's Python modules, read from their syntax trees without importing them."""

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

# Folders that are on PYTHONPATH, with the top-level packages in them.
SOURCE_ROOTS = {
    "platform": ("config", "server", "apps", "testing"),
    ".": ("realtime", "snipers", "loadtests", "tools", "k8s"),
    "client/src": ("tablehawk",),
}


class Imports:
    """The import graph: for each file, the files that it imports (`edges`).

    Files are paths relative to `tree`. Imports that are used only for type checking count too.
    """

    def __init__(self, tree: Path, files: Iterable[str]) -> None:
        self._files = {module: name for name in files if (module := module_of(name))}
        self._targets: dict[str, set[str]] = {}
        self.edges: dict[str, set[str]] = defaultdict(set)
        for module, name in self._files.items():
            targets = set(_imported(module, name, ast.parse((tree / name).read_text("utf-8"))))
            self._targets[name] = targets
            for target in targets:
                known = self._file_of(target)
                if known and known != name:
                    self.edges[name].add(known)

    def importers_of(self, packages: tuple[str, ...]) -> set[str]:
        """Return the files that import one of `packages`, which are names of top-level packages."""
        return {
            name for name, targets in self._targets.items() if any(one.split(".")[0] in packages for one in targets)
        }

    def _file_of(self, target: str) -> str | None:
        while target:
            if target in self._files:
                return self._files[target]
            target = target.rpartition(".")[0]
        return None


def distances(edges: Mapping[str, set[str]], changed: Iterable[str]) -> dict[str, int]:
    """Return {file: distance} for the changed files and all files that import them.

    The distance is 0 for a changed file, 1 for a file that imports a changed file directly, and larger for a file that
    imports a changed file through other files.
    """
    importers: dict[str, set[str]] = defaultdict(set)
    for name, imported in edges.items():
        for one in imported:
            importers[one].add(name)
    found = {name: 0 for name in changed}
    layer, distance = set(found), 0
    while layer:
        distance += 1
        layer = {name for one in layer for name in importers[one]} - found.keys()
        found.update(dict.fromkeys(layer, distance))
    return found


def cycles(edges: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """Return the import cycles: each set of files that import each other, directly or through other files."""
    reached = {name: _reachable(edges, name) for name in list(edges)}
    on_cycle = [name for name in reached if name in reached[name]]
    return {
        frozenset(other for other in on_cycle if other in reached[one] and one in reached[other]) for one in on_cycle
    }


def module_of(name: str) -> str:
    """Return the dotted module name of a file, or "" if it is not a module of the project."""
    if not name.endswith(".py"):
        return ""
    for root, packages in SOURCE_ROOTS.items():
        own = name if root == "." else name.removeprefix(f"{root}/")
        if (root == "." or own != name) and own.split("/")[0] in packages:
            return own.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return ""


def _imported(module: str, name: str, syntax: ast.Module) -> Iterator[str]:
    package = module if name.endswith("__init__.py") else module.rpartition(".")[0]
    for node in ast.walk(syntax):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            base = parents[: len(parents) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{start}.{alias.name}" for alias in node.names)


def _reachable(edges: Mapping[str, set[str]], start: str) -> set[str]:
    """Return all files that `start` imports, directly or through others. It contains `start` only if there is a
    cycle."""
    reached: set[str] = set()
    waiting = [start]
    while waiting:
        new = edges.get(waiting.pop(), set()) - reached
        reached |= new
        waiting.extend(new)
    return reached
