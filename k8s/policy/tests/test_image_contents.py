"""What images may contain, and the list of what is deleted from their packages."""

import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from k8s.policy import image_contents, sbom
from k8s.policy.images import FOLDER, IMAGES, ROOT, Image

PRUNE: dict[str, Any] = runpy.run_path(str(FOLDER / "prune.py"))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("app/snipers/runtime/main.py", False),
        ("app/snipers/runtime/tests/test_main.py", True),
        ("app/snipers/conftest.py", True),
        ("app/loadtests/simulator/server.py", True),
        ("app/tools/stack/main.py", True),
        ("app/platform/apps/demo/requests.py", False),
        ("opt/venv/lib/python3.11/site-packages/django/test/client.py", False),
        ("opt/venv/lib/python3.11/site-packages/pytest/__init__.py", True),
        ("opt/venv/lib/python3.11/site-packages/pip/__init__.py", True),
    ],
)
def test_files_of_development_are_found(path: str, found: bool) -> None:
    assert image_contents.unwanted([path]) == ([path] if found else [])


def test_tests_without_dockerignore_are_found() -> None:
    found = image_contents.sources_are_for_production("*\n!platform\n")
    assert "tablehawk/snipers: snipers/runtime/tests/__init__.py" in found
    assert "tablehawk/web: realtime/tests/conftest.py" in found


# Imports what the commands of the manifests import, for each image.
WEB = """
import django
import server.serve
django.setup()
from django.core.management import get_commands, load_command_class
from server import first_requests
first_requests.load()
import config.asgi
for name, app in get_commands().items():
    if app.startswith(("apps.", "config")):
        load_command_class(app, name)
"""
LOADED = {
    "tablehawk/web": WEB,
    "tablehawk/simulator": "import loadtests.simulator.server",
    "tablehawk/snipers": "import snipers.runtime.main, snipers.runtime.actors, snipers.ops.cli, snipers.ops.verify",
}


@pytest.mark.parametrize("image", IMAGES, ids=lambda image: image.stage)
def test_an_image_has_every_module_that_its_programs_import(image: Image, tmp_path: Path) -> None:
    for path in image_contents.copied_files(image):
        (tmp_path / "app" / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, tmp_path / "app" / path)
    folders = [tmp_path / "app" / "platform", tmp_path / "app"]
    own = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join(map(str, folders)),
        "TABLEHAWK_ENV": "development",
        "TABLEHAWK_STATE": str(tmp_path / "state"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    command = [sys.executable, "-c", LOADED[image.name]]
    done = subprocess.run(command, cwd=tmp_path / "app", env=own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def pruned(folder: Path, rules: str) -> tuple[int, list[str]]:
    """Return the exit code of prune.py, and the files that remain."""
    patterns = folder / "image.unused"
    patterns.write_text(rules)
    code: int = PRUNE["main"](folder / "packages", patterns)
    return code, sorted(str(one.relative_to(folder / "packages")) for one in (folder / "packages").rglob("*.*"))


@pytest.fixture
def packages(tmp_path: Path) -> Path:
    for name in ("babel/data/en.dat", "babel/data/de.dat", "ray/jars/a.jar", "ray/core/tests/test_a.py", "ray/api.py"):
        (tmp_path / "packages" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "packages" / name).write_text("x")
    return tmp_path


def test_matches_are_deleted_and_named_exceptions_stay(packages: Path) -> None:
    rules = "babel/data/*.dat ! en*.dat  # English only\n# a comment\nray/jars\n**/tests\n"
    assert pruned(packages, rules) == (0, ["babel/data/en.dat", "ray/api.py"])


def test_pattern_without_a_match_is_an_error(packages: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _ = pruned(packages, "ray/rllib # gone\n")
    assert code == 1
    assert "ray/rllib matches nothing" in capsys.readouterr().err


def test_debian_packages_of_an_image_are_in_its_bill() -> None:
    status = "Package: bash\nStatus: install ok installed\nArchitecture: amd64\nVersion: 5.2.15-2+b7\n"
    removed = "Package: perl\nStatus: deinstall ok config-files\nArchitecture: amd64\nVersion: 5.36\n"
    assert [one["purl"] for one in sbom.debian_packages(f"{status}\n{removed}")] == [
        "pkg:deb/debian/bash@5.2.15-2%2Bb7?arch=amd64"
    ]
