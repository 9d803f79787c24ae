"""Files that several processes may write at once."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def write_once(file: Path, text: str) -> None:
    """Write `text` to a file that only its owner can read (mode 0600), unless the file exists.

    Other processes see either the complete file or none.
    """
    handle, draft = tempfile.mkstemp(prefix=f"{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w") as writing:
            writing.write(text)
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        os.unlink(draft)
