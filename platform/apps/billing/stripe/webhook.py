"""Receives Stripe's webhook: checks the signature, stores the event and defers the job that applies it (inbox.py)."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.db import connection, transaction

from apps.billing import messages
from apps.common.errors import Refusal

from . import gateway, inbox

# Inserts an event. The statement returns a row only if the event was not stored before.
STORE: Final = """
    INSERT INTO billing_webhook_event (event_id, type, customer_id, created, tries) VALUES (%s, %s, %s, %s, 0)
    ON CONFLICT (event_id) DO NOTHING RETURNING customer_id
"""
# The largest difference between the time of signing and our clock, in the past or the future.
TOLERANCE: Final = timedelta(seconds=300)
ID: Final = re.compile(r"[A-Za-z0-9_]{1,255}")
TYPE: Final = re.compile(r"[a-z0-9_.]{1,100}")
# The last unix second that datetime can represent. A signed body may still contain an invalid time.
LAST_SECOND: Final = 253_402_300_799


def store_event(*, body: bytes, header: str, now: datetime) -> bool:
    """Store one event of Stripe and defer its job. Return False if the event was stored before.

    Raises Refusal 400 unless the body is an event that Stripe signed within five minutes of `now`.
    """
    _check_signature(body=body, header=header, now=now)
    event = _parse(body)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(STORE, event)
        new = cursor.fetchone()
        if new:
            inbox.defer(*new)
    return new is not None


def _check_signature(*, body: bytes, header: str, now: datetime) -> None:
    # Require exactly one time. If there were two, the time compared below might not be the time that was signed.
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
    """Return (id, type, customer id, time of creation) of an event. Raises Refusal 400 if the body is not an event."""
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
    """Return the id of the customer that the event's object is or belongs to, "" if there is none."""
    found = about.get("id") if about.get("object") == "customer" else about.get("customer")
    if isinstance(found, Mapping):
        found = found.get("id")
    return found if isinstance(found, str) and ID.fullmatch(found) else ""
