"""The fault schema-drift: renames or removes important fields of a successful reply.

The fault changes only the reply: a booking call still books.
"""

import json
from typing import Any

from starlette.responses import Response

RENAMED = {
    "slots": "offers",
    "timeslots": "offers",
    "config": "configuration",
    "slotHash": "offerHash",
    "book_token": "bookToken",
    "slotLockId": "offerLock",
    "reservations": "bookings",
    "upcomingReservations": "bookings",
}
GONE = {"reservation_id", "reservationId", "resy_token", "confirmationNumber", "offerLockId"}


def drifted(response: Response) -> Response:
    """Rename and remove fields at every depth of a successful JSON reply. Other replies do not change."""
    if not 200 <= response.status_code < 300:
        return response
    try:
        content = json.loads(bytes(response.body))
    except ValueError:
        return response
    response.body = json.dumps(_drift(content), ensure_ascii=False, separators=(",", ":")).encode()
    response.headers["content-length"] = str(len(response.body))
    return response


def _drift(value: Any) -> Any:
    if isinstance(value, list):
        return [_drift(member) for member in value]
    if isinstance(value, dict):
        return {RENAMED.get(name, name): _drift(member) for name, member in value.items() if name not in GONE}
    return value
