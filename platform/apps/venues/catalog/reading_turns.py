"""Lets only one request at a time read the restaurant of a link, whatever process serves it.

The others wait and take the result from the table of venues. A link that the platform does not know is not read again
for a few seconds.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from apps.accounts.security.throttle import Guard
from apps.common.errors import Refusal
from apps.venues import messages
from snipers.clients import registry
from snipers.clients.links import VenueLink

# A turn whose process has died ends after this time. A reading takes at most 30 s.
LONGEST_TURN: Final = timedelta(seconds=40)
LONGEST_WAIT: Final = timedelta(seconds=10)
MISSING_FOR: Final = timedelta(seconds=15)
ASK_SECONDS: Final = 0.1


@contextmanager
def turn(*, link: VenueLink, now: datetime) -> Iterator[bool]:
    """Hold the turn to read a link in the `with` block. The value is True if no other request had the turn before.

    Raises Refusal: 404 if the platform has just said that it has no such restaurant, 503 if the turn of another request
    lasts too long.
    """
    guard = _guard(link)
    began, waited, is_first = time.monotonic(), timedelta(), True
    while not guard.allows(now=now + waited):
        is_first = False
        time.sleep(ASK_SECONDS)
        waited = timedelta(seconds=time.monotonic() - began)
        if waited > LONGEST_WAIT:
            raise Refusal("catalog_busy", 503, messages.CATALOG_BUSY, retry_after=10)
    try:
        if _missing(link).is_reached(now=now + waited):
            sentence = messages.link_not_found(platform=registry.find(link.platform).name)
            raise Refusal("no_such_venue", 404, sentence)
        yield is_first
    finally:
        guard.reset()


def mark_missing(*, link: VenueLink, now: datetime) -> None:
    """Remember for MISSING_FOR that the platform has no restaurant at the link."""
    _missing(link).allows(now=now)


def _guard(link: VenueLink) -> Guard:
    return Guard(action="venue_reading", account=repr(link), limit=1, window=LONGEST_TURN)


def _missing(link: VenueLink) -> Guard:
    return Guard(action="venue_missing", account=repr(link), limit=1, window=MISSING_FOR)
