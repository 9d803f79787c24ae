"""The registry of the platforms."""

import subprocess
import sys

import pytest

from snipers.clients import registry
from snipers.clients.registry import UnknownPlatform


def test_each_folder_with_a_manifest_is_a_platform() -> None:
    folders = {file.parent.name for file in registry.FOLDER.glob("*/manifest.py")}
    assert set(registry.keys()) == folders
    assert all(registry.find(key).key == key for key in folders)


@pytest.mark.parametrize("key", ["", "tock", "RESY", "opentable "])
def test_an_unknown_key_raises(key: str) -> None:
    with pytest.raises(UnknownPlatform, match="no platform has the key"):
        registry.find(key)


def test_the_registry_imports_no_client() -> None:
    code = "import sys; from snipers.clients import registry; registry.keys(); print(*sorted(sys.modules))"
    modules = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    assert {f"snipers.clients.{key}.manifest" for key in registry.keys()} <= set(modules)
    heavy = {
        "asyncio",
        "aiohttp",
        "httpx",
        "snipers.clients.base",
        *(f"snipers.clients.{key}.client" for key in registry.keys()),
    }
    assert not heavy & set(modules)
