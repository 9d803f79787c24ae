from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from apps.common.schemas import Clock, Day, Id, Instant, Line, Page, Secret, Strict, Whole


@pytest.mark.parametrize(
    ("shape", "value", "read"),
    [
        (Day, "2026-11-27", date(2026, 11, 27)),
        (Clock, "18:30", time(18, 30)),
        (Clock, "00:00", time(0, 0)),
        (Id, 1, 1),
        (Id, 2**63 - 1, 2**63 - 1),
        (Whole, -(2**31), -(2**31)),
        (Line, "  Ada  ", "Ada"),
        (Page, "3", 3),
    ],
)
def test_valid_values_are_read(shape: Any, value: Any, read: Any) -> None:
    assert TypeAdapter(shape).validate_python(value) == read


@pytest.mark.parametrize(
    ("shape", "value"),
    [
        (Day, "2026-02-30"),
        (Day, "27.11.2026"),
        (Day, "2026-11-27T00:00:00"),
        (Day, 1_795_000_000),
        (Day, "２０２６-11-27"),
        (Day, None),
        (Clock, "24:00"),
        (Clock, "6:30"),
        (Clock, "18:30:00"),
        (Clock, 66_600),
        (Clock, "18:30\n"),
        (Id, 0),
        (Id, -1),
        (Id, 2**63),
        (Id, 10**400),
        (Id, True),
        (Id, 1.5),
        (Whole, 2**31),
        (Whole, False),
        (Whole, float("inf")),
        (Line, "a\nb"),
        (Line, "a\x00b"),
        (Line, "x" * 301),
        (Line, 7),
        (Secret, "x" * 1025),
        (Page, 0),
        (Instant, "2026-11-27T18:30:00"),
    ],
)
def test_invalid_values_are_refused(shape: Any, value: Any) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(shape).validate_python(value)


def test_instants_are_written_in_utc_with_milliseconds() -> None:
    new_york = timezone(timedelta(hours=-5))
    at = datetime(2026, 11, 20, 7, 0, 0, 123_999, tzinfo=new_york)
    assert TypeAdapter(Instant).dump_python(at) == "2026-11-20T12:00:00.123Z"
    assert TypeAdapter(Instant).dump_python(datetime(2026, 1, 1, tzinfo=UTC)) == "2026-01-01T00:00:00.000Z"


def test_clock_is_written_and_published_without_seconds() -> None:
    adapter: TypeAdapter[time] = TypeAdapter(Clock)
    assert adapter.dump_python(time(9, 5, 59)) == "09:05"
    assert adapter.json_schema()["pattern"]
    assert "format" not in adapter.json_schema()


class Body(Strict):
    secret: Secret


def test_body_refuses_unknown_fields_and_hides_secrets() -> None:
    with pytest.raises(ValidationError, match="Extra inputs"):
        Body.model_validate({"secret": "x", "more": 1})
    assert "hunter2" not in repr(Body.model_validate({"secret": "hunter2"}))
