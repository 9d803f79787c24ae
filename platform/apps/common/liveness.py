"""Liveness files: each background process touches one while its loop runs; probes read their age (k8s/base/loops).

A loop that waits for its database still touches its file: only a loop that hangs is worth a restart.
"""

from contextlib import suppress
from pathlib import Path

from django.conf import settings


def touch_liveness_file(name: str) -> None:
    """Touch LIVENESS_FOLDER/`name`; do nothing without that setting, or when the disk refuses."""
    if settings.LIVENESS_FOLDER:
        with suppress(OSError):
            folder = Path(settings.LIVENESS_FOLDER)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
