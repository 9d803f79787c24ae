"""Event shapes on the wire, and the schema from which the front end's types are generated."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from realtime.events import LiveEvent, durable_event, event_schema

OUTCOME = {
    "seq": 7,
    "type": "reservation.outcome",
    "at": "2026-11-20T09:00:00.000Z",
    "group_id": 1,
    "reservation_id": 2,
    "attempt_id": 3,
    "kind": "booked",
    "group_status": "confirmed",
    "member_status": "confirmed",
    "venue_name": "Osteria Lume",
    "date": "2026-12-01",
    "time": "19:30",
    "party_size": 2,
    "seating": "Dining Room",
    "reason": None,
    "reason_text": None,
    "account_name": "Dana",
    "time_zone": "America/New_York",
    "fee_cents": None,
    "held_cancel_fee_cents": None,
    "currency": "USD",
    "confirmation": "740000029",
}


def test_outcome_keeps_its_shape() -> None:
    assert durable_event.validate_python(OUTCOME).model_dump() == OUTCOME


@pytest.mark.parametrize(
    "change",
    [
        {"card": "4242"},
        {"type": "reservation.unknown"},
        {"seq": 0},
        {"at": "2026-11-20T09:00:00+00:00"},
        {"time": "7:30 PM"},
        {"kind": "maybe"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_event_of_another_shape_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        durable_event.validate_python({**OUTCOME, **change})


def test_durable_event_is_not_a_live_event() -> None:
    with pytest.raises(ValidationError):
        TypeAdapter[Any](LiveEvent).validate_python(OUTCOME)


def test_schema_names_every_event_and_refuses_unknown_fields() -> None:
    definitions = event_schema()["$defs"]
    assert {"DurableEvent", "LiveEvent", "Ready", "Tick"} <= set(definitions)
    objects = [definition for definition in definitions.values() if definition.get("type") == "object"]
    assert objects
    assert all(definition["additionalProperties"] is False for definition in objects)
    assert set(definitions["DurableEvent"]["discriminator"]["mapping"]) == {
        "reservation.outcome",
        "reservation.opening",
        "reservation.deadline",
        "reservation.not_ready",
        "reservation.changed",
        "weekly_rule.changed",
        "account.attention",
        "user.notice",
        "user.changed",
        "notifications.tested",
    }
