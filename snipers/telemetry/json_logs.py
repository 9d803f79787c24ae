"""JSON log records of the sniper tower, one object per line. Only the standard library is used, to keep watchers small.

The fields are those of the web tower (server/logs.py): at, level, logger, event, then the process's own fields, then
the caller's `extra`.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

from snipers.telemetry.redaction import HIDDEN, is_secret, redact

_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime"}


class JsonFormatter(logging.Formatter):
    """Formats records as JSON. `facts` are fields of the process (such as its cell) that every record gets."""

    def __init__(self, **facts: str | int) -> None:
        super().__init__()
        self._facts = facts

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, tz=UTC).isoformat().replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "event": record.getMessage(),
            **self._facts,
            # Libraries such as Ray add private attributes to records.
            **{
                name: value
                for name, value in vars(record).items()
                if name not in _STANDARD_FIELDS and not name.startswith("_")
            },
        }
        if record.exc_info:
            fields["exception"] = self.formatException(record.exc_info)
        return json.dumps({name: _shown(name, value) for name, value in fields.items()}, default=str)


def configure(*, level: str, **facts: str | int) -> None:
    """Write all log records of this process to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter(**facts))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)


def _shown(name: str, value: Any) -> Any:
    if is_secret(name):
        return HIDDEN
    return redact(value) if isinstance(value, str) else value
