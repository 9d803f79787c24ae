"""Preload links of a page, with a manifest as Vite writes it."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from pytest_django import Settings

from config import preloads
from testing.users import Anyone

SPLIT = "?tsr-split=component"
MANIFEST: dict[str, Any] = {
    "index.html": {
        "file": "assets/index-1.js",
        "isEntry": True,
        "imports": ["_libraries.js"],
        "css": ["assets/main.css"],
    },
    "_libraries.js": {"file": "assets/libraries-1.js"},
    "_parts.js": {"file": "assets/parts-1.js", "imports": ["_libraries.js"]},
    "_shell.js": {"file": "assets/shell-1.js", "imports": ["_parts.js", "index.html"], "css": ["assets/shell.css"]},
    f"src/routes/_app.tsx{SPLIT}": {"file": "assets/_app-1.js", "imports": ["_shell.js"]},
    f"src/routes/_app/index.tsx{SPLIT}": {"file": "assets/listing-1.js", "imports": ["_parts.js"]},
    f"src/routes/_app/restaurant.$venueId.tsx{SPLIT}": {
        "file": "assets/restaurant-1.js",
        "imports": ["_parts.js"],
        "css": ["assets/restaurant.css"],
    },
    f"src/routes/_app/venues.top-picks.tsx{SPLIT}": {"file": "assets/picks-1.js"},
    f"src/routes/login.tsx{SPLIT}": {
        "file": "assets/login-1.js",
        "imports": ["_parts.js", "index.html"],
        "css": ["assets/auth.css"],
    },
    "src/features/shell/account-menu.tsx": {"file": "assets/menu-1.js"},
}
IN_SHELL = {"shell.css", "parts-1.js", "shell-1.js", "_app-1.js"}


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    """A build with a manifest."""
    (tmp_path / ".vite").mkdir()
    (tmp_path / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST))
    return tmp_path


def named(links: preloads.Links | str) -> set[str]:
    """Return the files of the links to style sheets and to code."""
    return {link.split('href="/assets/')[1].split('"')[0] for link in "".join(links).split("<link ") if link}


@pytest.mark.parametrize(
    ("path", "files"),
    [
        ("", IN_SHELL | {"listing-1.js"}),
        ("login", {"parts-1.js", "login-1.js", "auth.css"}),
        ("restaurant/12", IN_SHELL | {"restaurant-1.js", "restaurant.css"}),
        ("venues/top-picks/", IN_SHELL | {"picks-1.js"}),
    ],
)
def test_a_page_preloads_its_files_and_layouts_without_the_entry(dist: Path, path: str, files: set[str]) -> None:
    assert named(preloads.in_page(dist, path)) == files


@pytest.mark.parametrize(
    "path", ["nowhere", "restaurant", "restaurant/12/more", "restaurant/", "_app", "login.tsx", "loginx"]
)
def test_an_address_without_a_route_preloads_nothing(dist: Path, path: str) -> None:
    assert preloads.in_page(dist, path) == preloads.NONE


def test_the_code_of_a_concierges_page_is_named_without_effect(dist: Path) -> None:
    page, part = f"src/routes/_app/reservations.index.tsx{SPLIT}", "src/features/concierge-table/concierge-table.tsx"
    chunks = {
        page: {"file": "assets/list-1.js", "imports": ["_parts.js"]},
        part: {"file": "assets/table-1.js", "imports": ["_parts.js", "_cells.js"], "css": ["assets/table.css"]},
        "_cells.js": {"file": "assets/cells-1.js"},
    }
    (dist / ".vite" / "manifest.json").write_text(json.dumps(MANIFEST | chunks))
    links = preloads.in_page(dist, "reservations")
    assert named(links) == IN_SHELL | {"list-1.js", "table-1.js", "cells-1.js", "table.css"}
    inactive = {link for link in links.code.split("<link ") if link.startswith("data-concierge-rel=")}
    assert named("".join(f"<link {link}" for link in inactive)) == {"table-1.js", "cells-1.js", "table.css"}


def test_style_sheets_and_modules_have_their_own_links(dist: Path) -> None:
    links = preloads.in_page(dist, "login")
    assert links.sheets == '<link rel="preload" as="style" crossorigin fetchpriority="low" href="/assets/auth.css">'
    assert '<link rel="modulepreload" crossorigin fetchpriority="low" href="/assets/login-1.js">' in links.code


def test_style_sheets_behind_the_sign_in_are_inactive(anyone: Anyone, dist: Path, settings: Settings) -> None:
    script = '<script src="/assets/first-paint.js"></script>'
    (dist / "index.html").write_text(f"<!doctype html><html><head>{script}</head><body></body></html>")
    settings.FRONTEND_DIST = dist
    before, _, after = anyone.get("/").content.decode().partition(script)
    assert '<link data-rel="preload" as="style" crossorigin fetchpriority="low" href="/assets/shell.css">' in before
    assert named(before.partition("<head>")[2]) == {"shell.css"}
    assert 'as="style"' not in after


def test_a_new_build_is_read_and_a_missing_one_preloads_nothing(dist: Path) -> None:
    assert "listing-1.js" in named(preloads.in_page(dist, ""))
    manifest = dist / ".vite" / "manifest.json"
    manifest.write_text(manifest.read_text().replace("listing-1", "listing-2"))
    os.utime(manifest, ns=(1, 1))
    assert "listing-2.js" in named(preloads.in_page(dist, ""))
    manifest.unlink()
    assert preloads.in_page(dist, "") == preloads.NONE


def test_the_links_are_in_the_head_of_the_page(anyone: Anyone, dist: Path, settings: Settings) -> None:
    (dist / "index.html").write_text("<!doctype html><html><head><title>T</title></head><body></body></html>")
    settings.FRONTEND_DIST = dist
    head, _, body = anyone.get("/login").content.decode().partition("</head>")
    assert named(head.partition("</title>")[2]) == {"parts-1.js", "login-1.js"}
    assert "<link" not in body
