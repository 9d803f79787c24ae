"""Sends text messages with Twilio's REST API, one POST for each message. Redirects are not followed. Phone numbers and
messages are not logged.

A reply with a 4xx status means that nothing was sent. After a 5xx status or a broken connection the outcome is unknown.
"""

from dataclasses import dataclass, field
from typing import Any, Final

import httpx

from .base import Answer, Text, Verdict, requested_pause

TIMEOUT: Final = httpx.Timeout(10.0, connect=3.0)
# The largest ValidityPeriod that Twilio accepts, in seconds.
LONGEST_VALIDITY: Final = 36_000
# Twilio's error codes: https://www.twilio.com/docs/api/errors
OPTED_OUT: Final = 21610
BAD_NUMBERS: Final = frozenset({21211, 21217, 21614})  # not a number; not reachable; not a mobile
THROTTLED: Final = frozenset({20429, 21611})  # too many requests; the sender's queue is full
UNAUTHORIZED: Final = frozenset({401, 403})
MESSAGING_SERVICE: Final = "MG"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twilio:
    """Sends text messages with one Twilio account. `sender` is the account's phone number, or the id of a messaging
    service (MG...)."""

    base_url: str
    account_sid: str
    auth_token: str = field(repr=False)
    sender: str

    def send(self, text: Text) -> Answer:
        from_ = "MessagingServiceSid" if self.sender.startswith(MESSAGING_SERVICE) else "From"
        seconds = min(max(int(text.useful_for.total_seconds()), 1), LONGEST_VALIDITY)
        form = {"To": text.to, from_: self.sender, "Body": text.body, "ValidityPeriod": str(seconds)}
        try:
            with httpx.Client(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client:
                reply = client.post(
                    f"{self.base_url}/2010-04-01/Accounts/{self.account_sid}/Messages.json",
                    data=form,
                    auth=(self.account_sid, self.auth_token),
                )
        except (httpx.ConnectError, httpx.ConnectTimeout):
            return Answer(verdict=Verdict.LATER, reason="no_connection")
        except httpx.HTTPError:
            return Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")
        return _classify_reply(reply)


def _classify_reply(reply: httpx.Response) -> Answer:
    body = _json(reply)
    if reply.status_code == 201:
        return Answer(verdict=Verdict.SENT, reference=str(body.get("sid", "")))
    if not 400 <= reply.status_code < 500:
        return Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")
    code = body.get("code")
    if code == OPTED_OUT:
        return Answer(verdict=Verdict.REFUSED, reason="opted_out", number_unusable=True)
    if code in BAD_NUMBERS:
        return Answer(verdict=Verdict.REFUSED, reason="bad_number", number_unusable=True)
    if reply.status_code == 429 or code in THROTTLED:
        pause = requested_pause(reply.headers.get("Retry-After"))
        return Answer(verdict=Verdict.LATER, reason="slow_down", retry_after=pause)
    if reply.status_code in UNAUTHORIZED:
        # Our credentials are wrong. An operator may correct them before the message expires.
        return Answer(verdict=Verdict.LATER, reason="not_let_in")
    return Answer(verdict=Verdict.REFUSED, reason=f"twilio_{code}" if isinstance(code, int) else "refused")


def _json(reply: httpx.Response) -> dict[str, Any]:
    try:
        body = reply.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
