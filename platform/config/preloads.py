"""What the asked page loads right after the entry, named in its HTML: so it comes along with the entry, not after it.

The build's manifest names the browser router's files, and a file's name is its address: `_app/reservations.$id.tsx`
is `/reservations/7` within the layout `_app.tsx`.
"""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

ROUTE = re.compile(r"src/routes/(?P<name>.+)\.tsx\?tsr-split=component")
KEPT_BUILDS = 2

Chunk = dict[str, Any]


def in_page(dist: Path, path: str) -> str:
    """The `<link>`s for the page at `path`; none where the build has no manifest or the router no such page."""
    manifest = dist / ".vite" / "manifest.json"
    try:
        built = manifest.stat().st_mtime_ns
    except OSError:
        return ""
    asked = path.strip("/")
    return next((links for route, links in _routes(manifest, built) if route.fullmatch(asked)), "")


@lru_cache(maxsize=KEPT_BUILDS)
def _routes(manifest: Path, built: int) -> list[tuple[re.Pattern[str], str]]:
    """Each route's address and links; `built` makes a new build a new question."""
    chunks = json.loads(manifest.read_text())
    names = {match["name"]: key for key in chunks if (match := ROUTE.fullmatch(key))}
    entry = _with_imports(chunks, [key for key, chunk in chunks.items() if chunk.get("isEntry")])
    return [
        (_address(name), _links(chunks, _with_imports(chunks, [*_layouts(names, name), key]) - entry))
        for name, key in names.items()
        if not name.rpartition("/")[2].startswith("_")
    ]


def _address(name: str) -> re.Pattern[str]:
    """`_app/restaurant.$venueId` is `restaurant/…`: layouts have no part in an address, and an index adds nothing."""
    parts = [part for part in re.split(r"[./]", name) if not part.startswith("_") and part != "index"]
    return re.compile("/".join("[^/]+" if part.startswith("$") else re.escape(part) for part in parts))


def _layouts(names: dict[str, str], name: str) -> list[str]:
    parts = name.split("/")
    around = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
    return [names[layout] for layout in around if layout in names]


def _with_imports(chunks: dict[str, Chunk], keys: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    waiting = list(keys)
    while waiting:
        key = waiting.pop()
        if key not in found:
            found.add(key)
            waiting.extend(chunks[key].get("imports", []))
    return frozenset(found)


def _links(chunks: dict[str, Chunk], keys: Iterable[str]) -> str:
    ordered = sorted(keys)
    sheets = dict.fromkeys(sheet for key in ordered for sheet in chunks[key].get("css", []))
    files = [('preload" as="style', sheet) for sheet in sheets]
    files += [("modulepreload", chunks[key]["file"]) for key in ordered]
    # `crossorigin` as on the loader's own links, or the browser would fetch everything twice; `low` as on the entry,
    # because none of it is needed for the first paint.
    return "".join(f'<link rel="{rel}" crossorigin fetchpriority="low" href="/{file}">' for rel, file in files)
