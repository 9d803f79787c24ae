"""JSON log records have the documented fields, take one line each, and contain no secrets."""

import json
import logging
from typing import Any

from snipers.telemetry.json_logs import JsonFormatter


def written(message: str, *args: object, **extra: object) -> dict[str, Any]:
    record = logging.getLogger("snipers.test").makeRecord(
        "snipers.test", logging.WARNING, "here", 1, message, args, None, extra=extra
    )
    line: dict[str, Any] = json.loads(JsonFormatter(part="watcher", venue_id=7).format(record))
    return line


def test_a_record_has_the_common_fields_and_the_facts_of_its_process() -> None:
    line = written("attempt %d: %s", 3, "booked", trace_id="abc", epoch=2)
    assert line.pop("at").endswith("Z")
    assert line == {
        "level": "warning",
        "logger": "snipers.test",
        "event": "attempt 3: booked",
        "part": "watcher",
        "venue_id": 7,
        "trace_id": "abc",
        "epoch": 2,
    }


def test_private_attributes_of_libraries_are_not_written() -> None:
    record = logging.makeLogRecord({"msg": "polled"})
    record.__dict__["_ray_timestamp_ns"] = 1
    assert "_ray_timestamp_ns" not in json.loads(JsonFormatter().format(record))


def test_a_message_with_line_breaks_is_one_line() -> None:
    record = logging.makeLogRecord({"msg": "two\nlines"})
    assert "\n" not in JsonFormatter().format(record)


def test_no_secret_is_written() -> None:
    line = written("cannot reach postgresql://sniper:hunter2@db/tablehawk?token=abc", auth_token="def")
    text = json.dumps(line)
    assert "hunter2" not in text
    assert "abc" not in text
    assert "def" not in text
    assert "postgresql://sniper:(hidden)@db/tablehawk" in text


def test_a_traceback_is_written_without_secrets() -> None:
    try:
        raise ValueError("https://resy.example/?token=abc-123")
    except ValueError:
        record = logging.getLogger("x").makeRecord("x", logging.ERROR, "f", 1, "careless", (), _failure())
    line = json.loads(JsonFormatter().format(record))
    assert "ValueError" in line["exception"]
    assert "abc-123" not in line["exception"]


def _failure() -> Any:
    import sys

    return sys.exc_info()
