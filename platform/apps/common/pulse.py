"""Says that a loop still turns: a file whose age a probe looks at (k8s/base/loops/common.yaml).

A loop that waits for its database turns; only one that hangs does not, and only that is worth a restart.
"""

from contextlib import suppress
from pathlib import Path

from django.conf import settings


def beat(name: str) -> None:
    """Note one round of the loop `name`. Nothing where no PULSE_FOLDER is set; a full disk stops no loop."""
    if settings.PULSE_FOLDER:
        with suppress(OSError):
            folder = Path(settings.PULSE_FOLDER)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).touch()
