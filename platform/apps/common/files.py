"""Files that several processes may write at once."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_once(file: Path, text: str) -> None:
    """Write a private file unless it exists. It appears complete or not at all."""
    handle, draft = tempfile.mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w") as writing:
            writing.write(text)
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        os.unlink(draft)
