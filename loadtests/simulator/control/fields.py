"""Reading what a person sends to the control face: each mistake gets one sentence and status 400."""

from collections.abc import Collection, Mapping
from typing import Any

from loadtests.simulator.catalogue import Venue
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.world import FACES, SOURCES


def refused(sentence: str, status: int = 400) -> Refused:
    return Refused(Json({"message": sentence}, status))


def integer(
    fields: Mapping[str, Any], name: str, *, least: int = 0, most: int = 2**31, default: int | None = None
) -> int:
    """A whole number in the range, also as text (a query has only text)."""
    value = fields.get(name, default)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 10:
        value = int(value)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        raise refused(f"{name} must be a whole number from {least} to {most}.")
    return value


def number(fields: Mapping[str, Any], name: str, *, default: float, most: float) -> float:
    value = fields.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= most:
        raise refused(f"{name} must be a number from 0 to {most:g}.")
    return float(value)


def signed(fields: Mapping[str, Any], name: str, *, least: float, most: float, default: float | None = None) -> float:
    """A number that may be negative."""
    value = fields.get(name, default)
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise refused(f"{name} must be a number from {least:g} to {most:g}.")
    return float(value)


def flag(fields: Mapping[str, Any], name: str, *, default: bool = False) -> bool:
    value = fields.get(name, default)
    if not isinstance(value, bool):
        raise refused(f"{name} must be true or false.")
    return value


def text(fields: Mapping[str, Any], name: str, *, default: str) -> str:
    value = fields.get(name) or default
    if not isinstance(value, str):
        raise refused(f"{name} must be text.")
    return value


def one_of(fields: Mapping[str, Any], name: str, allowed: Collection[str]) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or value not in allowed:
        raise refused(f"{name} must be one of: {', '.join(allowed)}.")
    return value


def known_source(fields: Mapping[str, Any]) -> str:
    return one_of(fields, "source", SOURCES)


def known_face(fields: Mapping[str, Any]) -> str:
    """A platform, or Stripe: whatever has a clock, service times and faults."""
    return one_of(fields, "source", FACES)


def venue_of(call: Call, fields: Mapping[str, Any]) -> Venue:
    """The venue that `source` and `venue_id` name."""
    source, venue_id = known_source(fields), integer(fields, "venue_id")
    venue = call.world.venue(source, venue_id)
    if venue is None:
        raise refused(f"There is no {source} venue {venue_id}; GET /venues lists them.", 404)
    return venue


def body(call: Call) -> dict[str, Any]:
    fields = call.json_object()
    if fields is None:
        raise refused("The body must be a JSON object.")
    return fields
