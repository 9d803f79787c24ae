"""Liveness files: each background process touches its file while its loop runs. Probes read the file's age.

A loop that waits for its database still touches its file, because a restart helps only if the loop hangs. The probes
are in k8s/base/loops.
"""

from contextlib import suppress
from pathlib import Path

from django.conf import settings


def touch_liveness_file(name: str) -> None:
    """Touch the file `name` in LIVENESS_FOLDER. If the setting is empty, do nothing. Errors of the disk are ignored."""
    if settings.LIVENESS_FOLDER:
        with suppress(OSError):
            folder = Path(settings.LIVENESS_FOLDER)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
