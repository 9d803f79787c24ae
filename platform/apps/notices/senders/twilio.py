"""Texts through Twilio's REST API: one POST for each, no redirect followed, no number or text in a log.

What an answer means is decided here. 4xx says that nothing was sent; after 5xx or a broken connection nobody knows.
"""

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

import httpx

from .base import Answer, Text, Verdict

TIMEOUT: Final = httpx.Timeout(10.0, connect=3.0)
# Twilio's bound of ValidityPeriod, in seconds.
LONGEST_VALIDITY: Final = 36_000
# Twilio's error codes: https://www.twilio.com/docs/api/errors
OPTED_OUT: Final = 21610
BAD_NUMBERS: Final = frozenset({21211, 21217, 21614})  # not a number; not reachable; not a mobile
SLOW_DOWN: Final = frozenset({20429, 21611})  # too many requests; the sender's queue is full
NOT_LET_IN: Final = frozenset({401, 403})
MESSAGING_SERVICE: Final = "MG"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twilio:
    """One Twilio account. `sender`: the number that texts come from, or the id of a messaging service (MG...)."""

    base_url: str
    account_sid: str
    auth_token: str = field(repr=False)
    sender: str

    def send(self, text: Text) -> Answer:
        """Hand one text over."""
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
        return _meaning(reply)


def _meaning(reply: httpx.Response) -> Answer:
    said = _json(reply)
    if reply.status_code == 201:
        return Answer(verdict=Verdict.SENT, reference=str(said.get("sid", "")))
    if not 400 <= reply.status_code < 500:
        return Answer(verdict=Verdict.UNKNOWN, reason="outcome_unknown")
    code = said.get("code")
    if code == OPTED_OUT:
        return Answer(verdict=Verdict.REFUSED, reason="opted_out", number_is_no_use=True)
    if code in BAD_NUMBERS:
        return Answer(verdict=Verdict.REFUSED, reason="bad_number", number_is_no_use=True)
    if reply.status_code == 429 or code in SLOW_DOWN:
        return Answer(verdict=Verdict.LATER, reason="slow_down", delay=_asked(reply))
    if reply.status_code in NOT_LET_IN:
        # Keys that are wrong now may be put right within the message's life.
        return Answer(verdict=Verdict.LATER, reason="not_let_in")
    return Answer(verdict=Verdict.REFUSED, reason=f"twilio_{code}" if isinstance(code, int) else "refused")


def _json(reply: httpx.Response) -> dict[str, Any]:
    try:
        said = reply.json()
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _asked(reply: httpx.Response) -> timedelta | None:
    after = reply.headers.get("Retry-After", "")
    return timedelta(seconds=int(after)) if after.isascii() and after.isdigit() and len(after) < 7 else None
