"""Faults that change slots, or the venue, in a reply to a search for free tables.

Public clients of the platforms report each of these replies. Examples are a table that is sold at Tock, a meal in the
field for the seating, slots that are marked invisible but can be booked, and a slot without a time.
"""

import json
from collections.abc import Callable
from typing import Any

from starlette.responses import Response

Slot = dict[str, Any]


def _null_token(slot: Slot) -> None:
    """Change the slot to one that is sold at Tock: it keeps its time but has no token by which it could be booked."""
    if "slotHash" in slot:
        slot["slotHash"] = None
        return
    slot["config"] = {"id": None, "token": None, "type": None, "table_config_id": None}
    slot["exclusive"] = {"id": 0, "is_eligible": False}
    slot["template"] = {"id": 0}
    slot["tock_booking_url"] = None


def _without_time(slot: Slot) -> None:
    if "date" in slot:
        slot["date"]["start"] = None
    else:
        slot["dateTime"] = None


def _service_label(slot: Slot) -> None:
    hour = int(slot["date"]["start"][11:13])
    slot["config"]["type"] = "BREAKFAST" if hour < 11 else "Lunch" if hour < 16 else "Dinner "


def _invisible(slot: Slot) -> None:
    slot["config"]["is_visible"] = False


def _global_dining_access(slot: Slot) -> None:
    slot["is_global_dining_access"] = True


def _exclusive(slot: Slot) -> None:
    slot["exclusive"] = {"id": 7, "is_eligible": False}


def _add_on(slot: Slot) -> None:
    slot["has_add_ons"] = True
    slot["payment"]["is_add_on_required"] = True


def _digit_seating(slot: Slot) -> None:
    head = slot["config"]["token"].rpartition("/")[0]
    slot["config"]["token"] = f"{head}/1"


def _experience(slot: Slot) -> None:
    slot["type"] = "Experience"


FIRST: dict[str, Callable[[Slot], None]] = {
    "null-slot-token": _null_token,
    "bad-slot": _without_time,
    "gda-slot": _global_dining_access,
    "exclusive-slot": _exclusive,
    "experience-slot": _experience,
    "add-on-slot": _add_on,
}
"""Kinds that change the first slot of the reply."""

EACH: dict[str, Callable[[Slot], None]] = {
    "service-labels": _service_label,
    "invisible-slots": _invisible,
    "digit-seatings": _digit_seating,
}
"""Kinds that change every slot of the reply. They exist for Resy only: OpenTable's slots have no such fields."""

VENUE: dict[str, dict[str, Any]] = {
    "gda-venue": {"is_global_dining_access": True, "is_global_dining_access_only": True},
    "concierge-venue": {"gda_concierge_booking": True},
    "transfers-venue": {"requires_reservation_transfers": 1},
    "closed-venue": {"reopen": {"date": "2199-01-01"}},
}
"""Kinds that change the venue in Resy's reply, so that only some guests, or none, can book its tables."""

OPENTABLE = ("null-slot-token", "bad-slot", "experience-slot")
KINDS = (*FIRST, *EACH, *VENUE)


def can_change(kind: str, path: str) -> bool:
    """Return whether the reply of this path has the fields that this kind of fault changes."""
    if path == "/api/v3/restaurant/availability":
        return kind in OPENTABLE
    return path == "/4/find" and kind != "experience-slot"


def changed(kind: str, response: Response) -> Response:
    """Apply the fault to a successful reply and return the reply. Other replies do not change."""
    if response.status_code != 200:
        return response
    content = json.loads(bytes(response.body))
    slots = _slots(content)
    if kind in VENUE:
        for entry in content["results"]["venues"]:
            entry["venue"] |= VENUE[kind]
    elif kind in FIRST:
        for slot in slots[:1]:
            FIRST[kind](slot)
    else:
        for slot in slots:
            EACH[kind](slot)
    response.body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    response.headers["content-length"] = str(len(response.body))
    return response


def _slots(content: dict[str, Any]) -> list[Slot]:
    if "results" in content:
        return [slot for venue in content["results"]["venues"] for slot in venue["slots"]]
    slots: list[Slot] = content["availability"]["timeslots"]
    return slots
