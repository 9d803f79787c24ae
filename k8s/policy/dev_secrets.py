"""Which Secrets dev's script makes, as its manifests cannot say."""

import runpy
from collections.abc import Mapping
from pathlib import Path

SCRIPT = Path(__file__).parents[1] / "overlays" / "dev" / "secrets.py"


def made_by_script() -> Mapping[str, frozenset[str]]:
    """Names and keys, from running it."""
    manifests = runpy.run_path(str(SCRIPT))["manifests"]
    return {one["metadata"]["name"]: frozenset(one["stringData"]) for one in manifests()}
