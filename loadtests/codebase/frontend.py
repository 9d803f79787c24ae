"""Reads the imports between the modules of the front end from their text."""

import posixpath
import re

from loadtests.codebase.sources import Sources
from tools.imports import cycles

# Imports of types and imports on demand count too.
_IMPORT = re.compile(
    r"""(?:^|[\s;])(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]""",
    re.MULTILINE,
)
_ENDINGS = ("", ".ts", ".tsx", "/index.ts", "/index.tsx")


class FrontendImports:
    """The import graph of the front end: for each module, the modules that it imports (`edges`)."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._known = set(sources.frontend)
        self.edges: dict[str, set[str]] = {name: self._imported(name) for name in sources.frontend}

    def circles(self) -> set[frozenset[str]]:
        """Return the circles: each set of modules that import each other, directly or through other modules."""
        return cycles(self.edges)

    def feature_pairs(self) -> set[tuple[str, str]]:
        """Return the pairs (feature, other feature that it imports)."""
        pairs = set()
        for name, imported in self.edges.items():
            for other in imported:
                if (own := _feature(name)) and (target := _feature(other)) and own != target:
                    pairs.add((own, target))
        return pairs

    def _imported(self, name: str) -> set[str]:
        found: set[str] = set()
        for groups in _IMPORT.findall(self._sources.text(name)):
            target = next(filter(None, groups), "")
            if target.startswith("@/"):
                path = f"frontend/src/{target[2:]}"
            elif target.startswith("."):
                path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            else:
                continue
            found.update(path + ending for ending in _ENDINGS if path + ending in self._known)
        return found - {name}


def _feature(name: str) -> str | None:
    match = re.match(r"frontend/src/features/([^/]+)/", name)
    return match[1] if match else None
