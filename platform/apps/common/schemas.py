"""Types that all endpoints share: bodies, ids, days, times of day and instants on the wire.

These types check only the format; each app's rules check the values. server/parser.py and server/middleware.py have
already refused NUL and lone surrogates.
"""

import re
from datetime import UTC, date, datetime, time
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import (
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    SecretStr,
    StringConstraints,
    WithJsonSchema,
)

CLOCK_PATTERN = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"
DAY_PATTERN = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"
BIGGEST_ID = 2**63 - 1


def _no_bool(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("Input should be a whole number")
    return value


def _bool(value: Any) -> Any:
    if not isinstance(value, bool):
        raise ValueError("Input should be true or false")
    return value


def _day(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(DAY_PATTERN, value):
        return value
    if isinstance(value, date) and not isinstance(value, datetime):
        return value
    raise ValueError("Input should be a date like 2026-11-27")


def _clock(value: Any) -> Any:
    if isinstance(value, str) and re.fullmatch(CLOCK_PATTERN, value):
        return time.fromisoformat(value)
    if isinstance(value, time):
        return value
    raise ValueError("Input should be a time like 18:30")


def instant_text(value: datetime) -> str:
    """Format an instant as ISO 8601 in UTC with milliseconds and Z."""
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _require_all(schema: dict[str, Any]) -> None:
    schema["required"] = list(schema["properties"])


# The configuration of a dataclass with defaults in a response: its schema says that no field is ever left out.
ALWAYS_COMPLETE = ConfigDict(json_schema_extra=_require_all)


# Ids are bounded like PostgreSQL's integers, because a larger number would cause a 500. The bound must precede the
# validator. Otherwise pydantic publishes it under a name that JSON Schema does not know.
Whole = Annotated[int, Field(ge=-(2**31), le=2**31 - 1), BeforeValidator(_no_bool)]
Id = Annotated[int, Field(ge=1, le=BIGGEST_ID), BeforeValidator(_no_bool)]
Page = Annotated[int, Field(ge=1, le=1_000_000)]

# A boolean of a JSON body. Pydantic's bool also accepts "yes", "off" and 1, which JSON's other readers do not.
Flag = Annotated[bool, BeforeValidator(_bool)]

Day = Annotated[
    date,
    BeforeValidator(_day),
    WithJsonSchema({"type": "string", "format": "date", "pattern": DAY_PATTERN}),
]
# Published with a pattern, as RFC 3339's `format: time` requires seconds and an offset.
Clock = Annotated[
    time,
    BeforeValidator(_clock),
    PlainSerializer(lambda value: value.strftime("%H:%M"), return_type=str),
    WithJsonSchema({"type": "string", "pattern": CLOCK_PATTERN}),
]
Instant = Annotated[
    AwareDatetime,
    PlainSerializer(instant_text, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]

# One line of text: trimmed, without control characters.
Line = Annotated[str, StringConstraints(strip_whitespace=True, max_length=300, pattern=r"^[^\x00-\x1f\x7f]*$")]
SearchText = Annotated[str, StringConstraints(strip_whitespace=True, max_length=100)]
# Not trimmed, and hidden in reprs. The bound limits the work of the password hasher.
Secret = Annotated[SecretStr, Field(max_length=1024)]


class Strict(Schema):
    """The base of every request body: unknown fields are refused by name."""

    model_config = ConfigDict(extra="forbid")


class Shape(BaseModel):
    """The base of responses that code builds field by field, possibly thousands at once.

    Ninja's Schema reads each field through a getter for Django objects and takes eight times as long. A Shape reads the
    attributes of rows and models itself, but has no resolvers.
    """

    model_config = ConfigDict(from_attributes=True)


class MessageOut(Schema):
    """A sentence for the user."""

    message: str


class ObstacleOut(Schema):
    """Why a restaurant cannot be booked, what to do instead, and the restaurant's own page ("" if it is not known).

    With `notifies`, a notify-only request is accepted nevertheless.
    """

    venue_id: int
    kind: Literal[
        "captcha", "tock", "exclusive", "listing", "experience", "party_size", "horizon", "reopening"
    ]  # fmt: skip
    message: str
    page: str
    notifies: bool


class RefusedClientOut(Schema):
    """Why one client of a submission is refused; `at` counts from 0."""

    at: int
    message: str
    errors: dict[str, str]


class RefusalOut(Schema):
    """The shape of every refusal. `obstacles` has the reason for each restaurant that cannot be booked, `clients` for
    each client of a submission, from 0."""

    message: str
    code: str
    errors: dict[str, str] | None = None
    obstacles: list[ObstacleOut] | None = None
    clients: list[RefusedClientOut] | None = None
