"""What a platform's reply means: one table for both clients. Pure.

Each cause is an error class of base.py, which has the reason code, the scope of the pause and the operators' message.
The sentence for the diner is in apps/reservations/rules/reasons.py, the runbook entry in
k8s/runbooks/platform-replies.md.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from snipers.clients.errors import (
    AccountGone,
    Blocked,
    CaptchaDemanded,
    Malformed,
    NeedsReconnect,
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

# A 5xx with at most this many bytes that are not JSON comes from a firewall ("Internal Server Error" alone).
SHORT_ERROR_BYTES = 64
# Where a page of an edge server is looked into, and what it shows.
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

    `data` is the parsed JSON body, None for a proxy's page; `delay` is Retry-After in seconds. `edge` is the provider
    of the page, if it is known.
    """

    status: int
    data: Any
    size: int
    delay: float | None
    edge: str = ""

    @property
    def from_platform(self) -> bool:
        """Whether the reply is JSON. If so, it comes from the platform and not from a proxy."""
        return isinstance(self.data, dict | list)


Meanings = Mapping[int, type[PlatformError]]
"""What a status of the platform's own replies means for one call."""

# Parts of the messages of the platforms' own refusals (4xx). They win over the status.
WORDS: tuple[tuple[tuple[str, ...], type[Permanent]], ...] = (
    (("captcha",), CaptchaDemanded),
    (("not set up to accept payment",), NoCards),
    (("account", "deactivated"), AccountGone),
)
# Calls that ask for one slot with a diner's token, and other calls with a diner's token.
RESY_DINER: Meanings = {401: NeedsReconnect, 419: NeedsReconnect}
RESY_SLOT: Meanings = {**RESY_DINER, 402: PaymentRequired, 404: SlotGone, 412: SlotGone}
OPENTABLE_DINER: Meanings = {401: NeedsReconnect}
OPENTABLE_SLOT: Meanings = {**OPENTABLE_DINER, 402: PaymentRequired, 404: SlotGone, 409: SlotGone, 410: SlotGone}
NO_SUCH: Meanings = {404: NotFound, 410: NotFound}


def stated_cause(data: Any) -> type[Permanent] | None:
    """Return the cause that a refusal of the platform states in words."""
    message = data.get("message") if isinstance(data, dict) else None
    words = message.lower() if isinstance(message, str) else ""
    return next((cause for parts, cause in WORDS if all(part in words for part in parts)), None)


def cause_of(reply: Reply, meanings: Meanings | None = None) -> type[PlatformError] | None:
    """Return what a reply means for a call with these meanings, None if the call succeeded.

    First what the platform says itself counts: its words, then its status. Then what concerns the whole application: a
    rate limit, a server error, a refusal by an edge server. Anything else is a reply of unknown form.
    """
    status = reply.status
    if reply.from_platform and 400 <= status < 500:
        cause = stated_cause(reply.data) or (meanings or {}).get(status)
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
    """Raise the error that a reply means for a call with these meanings."""
    cause = cause_of(reply, meanings)
    if cause is None:
        return
    seen = f"status {reply.status}" + (f", a page of {reply.edge}" if reply.edge else "")
    if issubclass(cause, Temporary):
        raise cause(seen, delay=reply.delay)
    raise cause(f"{cause.about} ({seen})")


def raise_platform_failure(reply: Reply) -> None:
    """Raise if the reply concerns the whole application rather than this call: rate limit, block, server error."""
    if cause_of(reply) is not Malformed:
        raise_failure(reply)


def provider_of(page: bytes, headers: Collection[tuple[str, str]]) -> str:
    """Return the provider whose edge server made this page, "" if it is not known."""
    text = " ".join(f"{name}: {value}" for name, value in headers)
    seen = f"{text} {page[:PAGE_BYTES].decode(errors='replace')}".lower()
    return next((name for name, marks in PROVIDERS if any(mark in seen for mark in marks)), "")
