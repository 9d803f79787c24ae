"""Maps a platform's reply to the error or the booking outcome that it means. One set of rules for both clients. Pure.

Each error class of errors.py states the reason code and the message for operators. The sentence for the diner is in
apps/requests/rules/reasons.py, the runbook entry in k8s/runbooks/platform-replies.md.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from snipers.clients.errors import (
    AccountGone,
    BadCard,
    Blocked,
    CancelRefused,
    CaptchaDemanded,
    Malformed,
    NeedsReconnect,
    NoCardCall,
    NoCards,
    NotFound,
    PaymentRequired,
    Permanent,
    PlatformError,
    RateLimited,
    SlotGone,
    Temporary,
    Unavailable,
)
from snipers.domain.outcome import GONE, Booked, BookOutcome, Conflict, Lost, Refused, Unknown
from snipers.domain.vocabulary import Reason

# A 5xx reply that is not JSON and has at most this many bytes, such as "Internal Server Error", comes from a firewall.
SHORT_ERROR_BYTES = 64
# The part of an edge server's page that is searched, and the marks by which its provider is recognized.
PAGE_BYTES = 8_192
PROVIDERS = (
    ("Imperva", ("incapsula", "imperva", "x-iinfo", "visid_incap")),
    ("CloudFront", ("cloudfront",)),
    ("Akamai", ("akamai", "edgesuite", "reference #", "reference&#32;&#35;")),
    ("Cloudflare", ("cloudflare", "cf-ray")),
    ("DataDome", ("datadome",)),
    ("PerimeterX", ("perimeterx", "px-captcha")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A platform's reply.

    `data` is the parsed JSON body, None if the body is not JSON (a proxy's page). `size` is the length of the body in
    bytes. `delay` is Retry-After in seconds. `edge` is the provider of the proxy's page, "" if it is unknown. With
    `unchanged`, the body equals an earlier one of the platform, and `data` is None because it was not parsed again.
    `route` is the method and the path of the call.
    """

    status: int
    data: Any
    size: int
    delay: float | None
    edge: str = ""
    body: bytes = field(default=b"", repr=False)
    unchanged: bool = False
    route: str = ""

    @property
    def summary(self) -> str:
        """The status and the route, without numbers of more than one digit, which are ids: "404 POST /3/details"."""
        return f"{self.status} {_ID.sub('{id}', self.route)}"[:SUMMARY_LENGTH]

    @property
    def from_platform(self) -> bool:
        """Whether the platform itself sent the reply, and not a proxy in front of it: then the body is JSON."""
        return self.unchanged or isinstance(self.data, dict | list)


# The size of the column attempt.reply.
SUMMARY_LENGTH = 80
_ID = re.compile(r"\d{2,}")
Meanings = Mapping[int, type[PlatformError]]
"""The error that each status of the platform's own replies means, for one kind of call."""

# Parts of messages in the platforms' own refusals (4xx), and the error that they mean, whatever the status is.
WORDS: tuple[tuple[tuple[str, ...], type[Permanent]], ...] = (
    (("captcha",), CaptchaDemanded),
    (("not set up to accept payment",), NoCards),
    (("account", "deactivated"), AccountGone),
)
# A 403 with one of these words in its message comes from the platform's payment processor: it is about one card.
CARD_WORDS = ("card", "payment", "declin", "funds", "charge", "bank", "cvc", "cvv")
# *_SLOT are for calls about one slot with a diner's token, *_DINER are for other calls with a diner's token.
RESY_DINER: Meanings = {401: NeedsReconnect, 419: NeedsReconnect}
RESY_SLOT: Meanings = {**RESY_DINER, 402: PaymentRequired, 404: SlotGone, 412: SlotGone}
OPENTABLE_DINER: Meanings = {401: NeedsReconnect}
OPENTABLE_SLOT: Meanings = {**OPENTABLE_DINER, 402: PaymentRequired, 404: SlotGone, 409: SlotGone, 410: SlotGone}
# Statuses of a path or method that a server does not know, also with a page in place of JSON.
NO_SUCH_CALL = (404, 405, 410, 501)
NO_SUCH: Meanings = {404: NotFound, 410: NotFound}
# A 403 in JSON to a cancellation is about one card or one venue, a 412 about the venue's policy.
RESY_CANCEL: Meanings = {**RESY_DINER, **NO_SUCH, 403: CancelRefused, 412: CancelRefused}
OPENTABLE_CANCEL: Meanings = {**OPENTABLE_DINER, **NO_SUCH, 412: CancelRefused}
# At /2/user, a 409 means that the account does not exist any more.
RESY_OWNER: Meanings = {**RESY_DINER, 409: AccountGone}


def stated_cause(data: Any, *, status: int) -> type[Permanent] | None:
    """Return the error that the message in a platform's refusal means, None if the message is not known."""
    message = data.get("message") if isinstance(data, dict) else None
    words = message.lower() if isinstance(message, str) else ""
    known = next((cause for parts, cause in WORDS if all(part in words for part in parts)), None)
    if known is None and status == 403 and any(word in words for word in CARD_WORDS):
        return BadCard
    return known


def cause_of(reply: Reply, meanings: Meanings | None = None) -> type[PlatformError] | None:
    """Return the error class that a reply means, None if the call succeeded.

    `meanings` has the statuses that mean something special for this call. If the platform itself answered with a 4xx, a
    known message decides, otherwise `meanings`. If neither applies, and for all other replies, the status and the
    sender decide: a rate limit, a server error, or a refusal by an edge server. Any other failure is Malformed.
    """
    status = reply.status
    if reply.from_platform and 400 <= status < 500:
        cause = stated_cause(reply.data, status=status) or (meanings or {}).get(status)
        if cause is not None:
            return cause
    if status == 429:
        return RateLimited
    if status >= 500:
        short = reply.size <= SHORT_ERROR_BYTES and not reply.from_platform
        return Blocked if short else Unavailable
    if status == 403 or not reply.from_platform:
        return Blocked
    return None if status in (200, 201) else Malformed


def raise_failure(reply: Reply, meanings: Meanings | None = None) -> None:
    """Raise the error that a reply means, as cause_of() defines it. Do nothing if the call succeeded."""
    cause = cause_of(reply, meanings)
    if cause is None:
        return
    seen = f"status {reply.status}" + (f", a page of {reply.edge}" if reply.edge else "")
    error = cause(seen, delay=reply.delay) if issubclass(cause, Temporary) else cause(f"{cause.about} ({seen})")
    error.reply = reply.summary
    raise error


def raise_card_failure(reply: Reply, meanings: Meanings) -> None:
    """Raise the error of a reply to a call that adds a card. Do nothing if the call succeeded."""
    if reply.status in NO_SUCH_CALL:
        raise NoCardCall(f"{NoCardCall.about} (status {reply.status})")
    raise_failure(reply, meanings)


def raise_platform_failure(reply: Reply) -> None:
    """Raise the error of a failed reply, unless only the caller can know what its status means.

    A rate limit, a block, a server error and a known message raise their error. For every other
    status, such as a 401 of the platform itself, return.
    """
    if cause_of(reply) is not Malformed:
        raise_failure(reply)


def classify_book(
    *,
    status: int,
    reservation_id: str | None,
    conflict: Conflict | None,
    from_platform: bool,
    delay: float | None,
    stated_reason: Reason | None = None,
    summary: str = "",
) -> BookOutcome:
    """Classify the reply to a booking call.

    A reply is Lost or Refused only if it cannot follow a booking. Every other reply is Unknown.

    Parameters
    ----------
    conflict
        The diner's other reservation, if the reply names one. An accepted booking (200, 201) may name itself in the
        same way, so the caller decides which replies name another one.
    from_platform
        Whether the platform itself answered in its own format (JSON), and not a proxy in front of it.
    stated_reason
        The meaning of the platform's own error code, if it has one. It wins over the status, which may be 200.
    summary
        Reply.summary, for a loss.
    """
    if status in (200, 201) and reservation_id:
        return Booked(reservation_id)
    if status == 429:
        return Refused(Reason.BLOCKED, delay)
    if not from_platform:
        return Unknown(f"status {status} from something in front of the platform")
    if conflict is not None and status in (200, 409, 412):
        return Refused(Reason.CONFLICT, conflict=conflict)
    if stated_reason is not None and status < 500:
        return Lost(stated_reason, summary) if stated_reason in GONE else Refused(stated_reason, delay)
    match status:
        case 200 | 201:
            return Unknown("accepted without naming a reservation")
        case 409 | 412:
            return Lost(Reason.TAKEN, summary)
        case 404:
            return Lost(Reason.SLOT_GONE, summary)
        case 401 | 419:
            return Refused(Reason.NEEDS_RECONNECT)
        case 402:
            return Refused(Reason.PAYMENT_REQUIRED)
        case 403:
            # The platform itself refuses this card or this venue. A firewall would send a page.
            return Refused(Reason.NOT_UNDERSTOOD)
        case _:
            return Unknown(f"status {status}")


def provider_of(page: bytes, headers: Collection[tuple[str, str]]) -> str:
    """Return the provider of the edge server that sent this page, "" if it is not known."""
    text = " ".join(f"{name}: {value}" for name, value in headers)
    seen = f"{text} {page[:PAGE_BYTES].decode(errors='replace')}".lower()
    return next((name for name, marks in PROVIDERS if any(mark in seen for mark in marks)), "")
