"""The state file: JSON lines that are appended while the simulator runs and replayed when it starts.

This module reads and writes lines. `world.py` interprets them.
"""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any


class JournalError(Exception):
    """The state file exists but cannot be used. The message is a sentence for the person who starts the simulator."""


class Journal:
    """Appends lines to the state file. If `path` is None, every method does nothing."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._file: int | None = None

    def read(self) -> list[tuple[dict[str, Any], bytes]]:
        """Return every complete line as a pair: the parsed object and the bytes.

        A last line without a newline is the result of a crash while writing; it is removed from the file. Raises
        JournalError if a line is damaged.
        """
        if self.path is None or not self.path.exists():
            return []
        data = self.path.read_bytes()
        whole = data.rfind(b"\n") + 1
        if whole < len(data):
            os.truncate(self.path, whole)
        lines: list[tuple[dict[str, Any], bytes]] = []
        for number, line in enumerate(data[:whole].splitlines(), start=1):
            try:
                record = json.loads(line)
            except ValueError:
                record = None
            if not isinstance(record, dict) or not isinstance(record.get("kind"), str):
                raise JournalError(
                    f"Line {number} of the simulator's state file {self.path} is damaged; "
                    "remove the file to start with an empty inventory."
                )
            lines.append((record, line))
        return lines

    def append(self, line: bytes) -> None:
        """Write the line without a buffer, so that a `kill -9` loses nothing that was already confirmed to a client."""
        if self.path is None:
            return
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            # Owner only: the file holds the key that signs diners' tokens.
            self._file = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            os.write(self._file, line + b"\n")
        except OSError as error:
            print(
                f"simulator: cannot write {self.path} ({error.strerror}); "
                "continuing, but a restart will not remember what happens from here.",
                file=sys.stderr,
                flush=True,
            )
            self.close()
            self.path = None

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Replace the content of the file with these lines atomically."""
        if self.path is None:
            return
        self.close()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = self.path.with_name(self.path.name + ".new")
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            for line in lines:
                out.write(line + b"\n")
        fresh.replace(self.path)

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
