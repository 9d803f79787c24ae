"""Creates the preload links of a page, so that the browser loads the page's scripts and style sheets at the same time
as the entry script.

A page that requires sign-in redirects visitors without a session, and they do not need its style sheets. The links to
these style sheets are therefore inactive (`data-rel`), and `first-paint.js` activates them if there is a session.

A concierge's list of requests is a table whose code other users do not need. The links to it are inactive too
(`data-concierge-rel`), and `first-paint.js` activates them when the answer about the user says that the user is a
concierge.

The build's manifest lists the files of the browser router. The name of a file gives the path of its page: for example,
`_app/reservations.$id.tsx` is the page at `/reservations/7`, within the layout `_app.tsx`.
"""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

ROUTE = re.compile(r"src/routes/(?P<name>.+)\.tsx\?tsr-split=component")
KEPT_BUILDS = 2
SIGNED_IN = "_app"
CONCIERGE = "data-concierge-rel"
# Name of a route's file -> the module that the route loads for concierges only.
FOR_CONCIERGES = {"_app/reservations.index": "src/features/concierge-table/concierge-table.tsx"}

Chunk = dict[str, Any]


class Links(NamedTuple):
    """The preload links of a page, as HTML. `sheets` links to style sheets and belongs before first-paint.js, which
    activates them. `code` links to scripts and belongs at the end of the head."""

    sheets: str
    code: str


NONE = Links("", "")


def in_page(dist: Path, path: str) -> Links:
    """Return the links for the page at `path`, or NONE if the build has no manifest or the path is unknown."""
    manifest = dist / ".vite" / "manifest.json"
    try:
        built = manifest.stat().st_mtime_ns
    except OSError:
        return NONE
    asked = path.strip("/")
    return next((links for route, links in _routes(manifest, built) if route.fullmatch(asked)), NONE)


@lru_cache(maxsize=KEPT_BUILDS)
def _routes(manifest: Path, built: int) -> list[tuple[re.Pattern[str], Links]]:
    """Return the path pattern and the links of each route.

    `built` is the manifest's modification time, which makes the cache expire with a new build.
    """
    chunks = json.loads(manifest.read_text())
    names = {match["name"]: key for key in chunks if (match := ROUTE.fullmatch(key))}
    entry = _with_imports(chunks, [key for key, chunk in chunks.items() if chunk.get("isEntry")])
    return [
        (_address(name), _links_of_route(chunks, name, [*_layouts(names, name), key], loaded=entry))
        for name, key in names.items()
        if not name.rpartition("/")[2].startswith("_")
    ]


def _links_of_route(chunks: dict[str, Chunk], name: str, keys: list[str], *, loaded: frozenset[str]) -> Links:
    """Return the links of the route whose file is called `name`. `keys` are its chunks, `loaded` those of the entry
    script.
    """
    wanted = _with_imports(chunks, keys) - loaded
    links = _links(chunks, wanted, sheet_rel="data-rel" if name.startswith(f"{SIGNED_IN}/") else "rel")
    part = FOR_CONCIERGES.get(name)
    if part not in chunks:
        return links
    more = _with_imports(chunks, [part]) - loaded - wanted
    return Links(links.sheets, links.code + "".join(_links(chunks, more, sheet_rel=CONCIERGE, code_rel=CONCIERGE)))


def _address(name: str) -> re.Pattern[str]:
    """Return a pattern for the paths of the page in the route's file `name`.

    Layouts and `index` in the name are not part of a path. For example, `_app/restaurant.$venueId`
    gives a pattern that matches `restaurant/7`.
    """
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


def _links(chunks: dict[str, Chunk], keys: Iterable[str], *, sheet_rel: str, code_rel: str = "rel") -> Links:
    ordered = sorted(keys)
    sheets = dict.fromkeys(sheet for key in ordered for sheet in chunks[key].get("css", []))
    return Links(
        "".join(_link(f'{sheet_rel}="preload" as="style"', sheet) for sheet in sheets),
        "".join(_link(f'{code_rel}="modulepreload"', chunks[key]["file"]) for key in ordered),
    )


def _link(rel: str, file: str) -> str:
    # `crossorigin` is required because the loader's links have it; otherwise the browser would fetch the files twice.
    # The priority is low because the first paint does not need these files.
    return f'<link {rel} crossorigin fetchpriority="low" href="/{file}">'
