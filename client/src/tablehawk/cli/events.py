"""Events of the user: reading them as they come, as one line of text each, and signed as webhooks."""

import base64
import hashlib
import hmac
import json
import secrets
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import httpx

from tablehawk.cli import output, times
from tablehawk.connection import Client, NoConnection

# Three seconds use a third of the calls that a network address has.
POLL_SECONDS: Final = 3.0
LONGEST_PAUSE: Final = 60.0
SECRET_PREFIX: Final = "whsec_"  # noqa: S105  # of the standard, and no secret

Event = dict[str, Any]


def last_number(client: Client) -> int:
    """Return the number of the user's newest event."""
    return int(_page(client, after=2**63 - 1)["last_seq"])


def follow(client: Client, *, after: int) -> Iterator[Event]:
    """Yield the user's events above a number as they come, for ever. Survives a lost connection."""
    pause = POLL_SECONDS
    while True:
        try:
            page = _page(client, after=after)
            pause = POLL_SECONDS
        except NoConnection as lost:
            output.message(f"{lost} We'll try again in {pause:.0f} s.")
            time.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
            continue
        # A restored database numbers from an earlier event on.
        after = min(after, int(page["last_seq"]))
        for event in page["events"]:
            after = int(event["seq"])
            yield event
        if not page["events"]:
            time.sleep(POLL_SECONDS)


def line(event: Event) -> str:
    """Return an event as one line, with the time of this machine's clock."""
    at = datetime.fromisoformat(event["at"]).astimezone()
    return f"{at:%H:%M:%S}  {_sentence(event)}"


def _sentence(event: Event) -> str:
    kind, what = str(event["type"]), str(event.get("what", ""))
    reason = event.get("reason_text") or ""
    match kind:
        case "reservation.outcome":
            words = {"booked": "Booked", "lost": "Lost to another guest", "refused": "Not booked"}[event["kind"]]
            end = f", confirmation {event['confirmation']}" if event.get("confirmation") else ""
            text = f"{words}: {_table(event)}{end}. {reason}"
        case "reservation.opening":
            text = f"Open: {_table(event)}. {event.get('page') or ''}"
        case "reservation.deadline":
            until = times.instant_text(event["free_until"], event["time_zone"])
            text = f"Free cancellation ends on {until}: {_table(event)}."
        case "reservation.not_ready":
            text = f"Not ready for the release at {event['venue_name']}. {' '.join(event['problems'])}"
        case "reservation.changed":
            text = f"Request {event['group_id']}: {what.replace('_', ' ')}. {reason}"
        case "weekly_rule.changed":
            text = f"Weekly request {event['rule_id']}: {what}. {event.get('text') or ''}"
        case _:
            text = event.get("text") or reason or " ".join(filter(None, (kind, what)))
    return text.strip()


def _table(event: Event) -> str:
    seating = f", {event['seating']}" if event.get("seating") else ""
    when = f"{times.day_text(event['date'])} {event['time']}"
    return f"{event['venue_name']}, {when} for {event['party_size']}{seating}"


def new_secret() -> str:
    """Return a new secret of a webhook."""
    return SECRET_PREFIX + base64.b64encode(secrets.token_bytes(24)).decode()


def send(event: Event, *, url: str, secret: str) -> str:
    """Send an event as a webhook (Standard Webhooks). Return the result as text."""
    body = json.dumps({"type": event["type"], "timestamp": event["at"], "data": event}, sort_keys=True).encode()
    name, at = f"msg_local_{event['seq']}", str(int(datetime.now(UTC).timestamp()))
    key = base64.b64decode(secret.removeprefix(SECRET_PREFIX))
    signature = base64.b64encode(hmac.digest(key, b"%b.%b.%b" % (name.encode(), at.encode(), body), hashlib.sha256))
    headers = {
        "content-type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": at,
        "webhook-signature": f"v1,{signature.decode()}",
    }
    try:
        return str(httpx.post(url, content=body, headers=headers, timeout=10).status_code)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        return type(error).__name__


def _page(client: Client, *, after: int) -> dict[str, Any]:
    # Without the generated models, which refuse types of events that are newer than this package.
    page: dict[str, Any] = client.request("GET", "/api/events/", params={"after": after})
    return page
