"""Structured logs of processes that have the standard library's logging only: one JSON object for each line.

The fields are those of the web tower's lines (config/logs.py): at, level, logger, event, then the facts of the process,
then what the caller gave as `extra`. Loads no package: there is a watcher's process for each venue.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from snipers.telemetry.secrecy import HIDDEN, is_secret, scrubbed

_OWN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class JsonLines(logging.Formatter):
    """`facts` are in every line of the process: which part it is, of which cell."""

    def __init__(self, **facts: str | int) -> None:
        super().__init__()
        self._facts = facts

    def format(self, record: logging.LogRecord) -> str:
        """Write one record as one line."""
        line: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, tz=UTC).isoformat().replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **self._facts,
            # What libraries hang on records for themselves, as Ray does, begins with a line.
            **{name: value for name, value in vars(record).items() if name not in _OWN and not name.startswith("_")},
        }
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps({name: _shown(name, value) for name, value in line.items()}, default=str)


def configure(*, level: str, **facts: str | int) -> None:
    """Send everything that this process logs to standard error, one JSON object a line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(**facts))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)


def _shown(name: str, value: Any) -> Any:
    if is_secret(name):
        return HIDDEN
    return scrubbed(value) if isinstance(value, str) else value
