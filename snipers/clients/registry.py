"""The platforms of this installation, by their keys.

A platform is a folder beside this file with a manifest.py, or a module that the environment variable EXTRA_PLATFORMS
names (dotted names of packages with a manifest module, separated by commas).
"""

import os
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from snipers.clients.manifest import KEY, Manifest

FOLDER = Path(__file__).parent


class UnknownPlatform(LookupError):
    """No platform of this installation has the key."""


def find(key: str) -> Manifest:
    """Return the manifest of a platform. Raises UnknownPlatform."""
    try:
        return by_key()[key]
    except KeyError:
        raise UnknownPlatform(f"no platform has the key {key!r}; there are {', '.join(keys())}") from None


def manifests() -> tuple[Manifest, ...]:
    """Return the manifests of all platforms in the order of lists."""
    return tuple(by_key().values())


def keys() -> tuple[str, ...]:
    """Return the keys of all platforms in the order of lists."""
    return tuple(by_key())


def names(*, joint: str) -> str:
    """Return the names of all platforms for a sentence, joined with `joint`: "A, B or C"."""
    *first, last = [one.name for one in manifests()]
    return f"{', '.join(first)} {joint} {last}" if first else last


def load(target: str) -> Any:
    """Import what a manifest names: a module, or a member of it as in "module:name"."""
    module, _, member = target.partition(":")
    found = import_module(module)
    return getattr(found, member) if member else found


@cache
def by_key() -> Mapping[str, Manifest]:
    """Return the manifests by key. The platforms are found once in each process."""
    own = sorted(file.parent.name for file in FOLDER.glob("*/manifest.py"))
    extra = [name.strip() for name in os.environ.get("EXTRA_PLATFORMS", "").split(",") if name.strip()]
    packages = [f"{__package__}.{folder}" for folder in own] + extra
    found: list[Manifest] = [import_module(f"{package}.manifest").MANIFEST for package in packages]
    found.sort(key=lambda one: (one.position, one.key))
    if len({one.key for one in found}) < len(found) or not all(KEY.fullmatch(one.key) for one in found):
        raise ValueError(f"not a set of platforms: {', '.join(one.key for one in found)}")
    return {one.key: one for one in found}
