"""Reads the imports between the modules of the front end from their text."""

import posixpath
import re
from collections.abc import Collection
from pathlib import Path

# Imports of types and imports on demand count too.
_IMPORT = re.compile(
    r"""(?:^|[\s;])(?:import|export)\s+(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]""",
    re.MULTILINE,
)
_ENDINGS = ("", ".ts", ".tsx", "/index.ts", "/index.tsx")


def frontend_imports(tree: Path, files: Collection[str]) -> dict[str, set[str]]:
    """Return {file: the files that it imports} for `files`, which are paths relative to `tree`.

    Only modules import: the other files among `files`, for example JSON, are read by nobody and have an empty set.
    """
    known = set(files)
    return {name: _imported(tree, name, known) for name in files}


def _imported(tree: Path, name: str, known: set[str]) -> set[str]:
    if not name.endswith((".ts", ".tsx", ".css")):
        return set()
    found: set[str] = set()
    for groups in _IMPORT.findall((tree / name).read_text("utf-8")):
        target = next(filter(None, groups), "")
        if target.startswith("@/"):
            path = f"frontend/src/{target[2:]}"
        elif target.startswith("."):
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
        else:
            continue
        found.update(path + ending for ending in _ENDINGS if path + ending in known)
    return found - {name}
