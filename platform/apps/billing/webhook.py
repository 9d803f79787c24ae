"""Stripe's webhook: checks the signature, stores the event and its job, and answers. inbox.py applies the event."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction

from apps.common.errors import Refusal

from . import gateway, inbox, messages

# Returns a row only for a new event.
STORE: Final = """
    INSERT INTO billing_webhook_event (event_id, type, customer_id, created, tries) VALUES (%s, %s, %s, %s, 0)
    ON CONFLICT (event_id) DO NOTHING RETURNING customer_id
"""
# The largest difference between the time of signing and our clock, either way.
TOLERANCE: Final = timedelta(seconds=300)
ID: Final = re.compile(r"[A-Za-z0-9_]{1,255}")
TYPE: Final = re.compile(r"[a-z0-9_.]{1,100}")
# The last second that datetime can hold; a signed body may still be nonsense.
LAST_SECOND: Final = 253_402_300_799


def store_event(*, body: bytes, header: str, now: datetime) -> bool:
    """Store one event. Return False for a duplicate. Raises Refusal 400 unless Stripe signed it recently."""
    _check_signature(body=body, header=header, now=now)
    event = _parse(body)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(STORE, event)
        new = cursor.fetchone()
        if new:
            inbox.defer(*new)
    return new is not None


def _check_signature(*, body: bytes, header: str, now: datetime) -> None:
    # Exactly one time: with two, the compared one might not be the signed one.
    times = [part[2:] for part in header.split(",") if part.startswith("t=")]
    if len(times) != 1 or not (times[0].isascii() and times[0].isdigit()) or len(times[0]) > 12:
        raise _bad_signature()
    try:
        gateway.check_signature(body=body, header=header)
    except gateway.BadSignature:
        raise _bad_signature() from None
    if abs(now.timestamp() - int(times[0])) > TOLERANCE.total_seconds():
        raise Refusal("stale_signature", 400, messages.STALE_WEBHOOK)


def _bad_signature() -> Refusal:
    return Refusal("bad_signature", 400, messages.UNSIGNED_WEBHOOK)


def _parse(body: bytes) -> tuple[str, str, str, datetime]:
    """Return an event's id, type, customer and time. Raises Refusal 400."""
    try:
        event = json.loads(body)
        created = event["created"]
        if not (ID.fullmatch(event["id"]) and TYPE.fullmatch(event["type"]) and 0 <= created <= LAST_SECOND):
            raise ValueError
        customer_id = _customer_id(event["data"]["object"])
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Refusal("bad_event", 400, messages.NOT_AN_EVENT) from None
    return event["id"], event["type"], customer_id, datetime.fromtimestamp(created, UTC)


def _customer_id(about: Mapping[str, Any]) -> str:
    """Return the id of the customer that `about` is, or to which it belongs. Return "" if there is none."""
    found = about.get("id") if about.get("object") == "customer" else about.get("customer")
    if isinstance(found, Mapping):
        found = found.get("id")
    return found if isinstance(found, str) and ID.fullmatch(found) else ""
