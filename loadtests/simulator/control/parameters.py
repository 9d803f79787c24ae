"""Reads the parameters of control calls. Each mistake gets one sentence and status 400."""

from loadtests.simulator.catalog import Venue
from loadtests.simulator.fields import Fields
from loadtests.simulator.http import Call, Json, Refused
from loadtests.simulator.world import FACES, SOURCES


def refused(sentence: str, status: int = 400) -> Refused:
    return Refused(Json({"message": sentence}, status))


def bad_field(name: str, sentence: str) -> Refused:
    return refused(f"{name} {sentence}.")


def query(call: Call) -> Fields:
    return Fields(call.query, bad_field)


def body(call: Call) -> Fields:
    fields = call.json_object()
    if fields is None:
        raise refused("The body must be a JSON object.")
    return Fields(fields, bad_field)


def source_of(fields: Fields) -> str:
    """Return the booking platform that the field `source` names: `resy` or `opentable`."""
    return fields.one_of("source", SOURCES)


def face_of(fields: Fields) -> str:
    """Return the face that the field `source` names: `resy`, `opentable` or `stripe`."""
    return fields.one_of("source", FACES)


def venue_of(call: Call, fields: Fields) -> Venue:
    """Return the venue that the fields `source` and `venue_id` name. Refuse an unknown venue with 404."""
    source, venue_id = source_of(fields), fields.integer("venue_id")
    venue = call.world.venue(source, venue_id)
    if venue is None:
        raise refused(f"There is no {source} venue {venue_id}; GET /venues lists them.", 404)
    return venue
