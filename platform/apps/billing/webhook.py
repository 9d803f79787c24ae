"""Takes in what Stripe tells: checks the signature, keeps the event in the inbox, and lets the answer go.

Nothing else happens before the answer; inbox.py applies the event afterwards.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction

from apps.common.errors import Refusal

from . import gateway, inbox

# Returns a row only for an event that is new.
KEEP: Final = """
    INSERT INTO billing_webhook_event (event_id, type, customer_id, created, tries) VALUES (%s, %s, %s, %s, 0)
    ON CONFLICT (event_id) DO NOTHING RETURNING customer_id
"""
# How far the time of signing may be from ours, either way.
TOLERANCE: Final = timedelta(seconds=300)
ID: Final = re.compile(r"[A-Za-z0-9_]{1,255}")
TYPE: Final = re.compile(r"[a-z0-9_.]{1,100}")
# Seconds that datetime can hold; a signed body may still be nonsense.
LAST_SECOND: Final = 253_402_300_799


def take_in(*, body: bytes, header: str, now: datetime) -> bool:
    """Keep one event; False when it was there already. Raises Refusal 400 for anything that Stripe did not send now."""
    _check(body=body, header=header, now=now)
    event = _read(body)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(KEEP, event)
        new = cursor.fetchone()
        if new:
            inbox.defer(*new)
    return new is not None


def _check(*, body: bytes, header: str, now: datetime) -> None:
    # Exactly one time: with two, the one that is judged might not be the one that is signed.
    times = [part[2:] for part in header.split(",") if part.startswith("t=")]
    if len(times) != 1 or not (times[0].isascii() and times[0].isdigit()) or len(times[0]) > 12:
        raise _not_stripe()
    try:
        gateway.check_signature(body=body, header=header)
    except gateway.BadSignature:
        raise _not_stripe() from None
    if abs(now.timestamp() - int(times[0])) > TOLERANCE.total_seconds():
        raise Refusal("stale_signature", 400, "The webhook was not signed within five minutes of now.")


def _not_stripe() -> Refusal:
    return Refusal("bad_signature", 400, "The webhook is not signed by our payment provider.")


def _read(body: bytes) -> tuple[str, str, str, datetime]:
    """Id, type, customer and time of an event. Raises Refusal 400."""
    try:
        event = json.loads(body)
        created = event["created"]
        if not (ID.fullmatch(event["id"]) and TYPE.fullmatch(event["type"]) and 0 <= created <= LAST_SECOND):
            raise ValueError
        about = event["data"]["object"]
        customer_id = _customer_of(about)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise Refusal("bad_event", 400, "The webhook is not an event.") from None
    return event["id"], event["type"], customer_id, datetime.fromtimestamp(created, UTC)


def _customer_of(about: Mapping[str, Any]) -> str:
    """The customer that an object is or belongs to, "" for none."""
    found = about.get("id") if about.get("object") == "customer" else about.get("customer")
    if isinstance(found, Mapping):
        found = found.get("id")
    return found if isinstance(found, str) and ID.fullmatch(found) else ""
