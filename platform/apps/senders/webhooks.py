"""Sends one signed event to the address of a user's webhook, with the host rules of outbound.py."""

import time
from collections.abc import Mapping
from typing import Final

import structlog
from django.conf import settings

from . import outbound
from .base import Reply

# The characters of an answer that the log keeps.
SHOWN: Final = 1000

log = structlog.get_logger(__name__)


def post(url: str, *, body: bytes, headers: Mapping[str, str]) -> Reply:
    """Send one event. Failures are returned, not raised."""
    began, text = time.monotonic(), ""
    # An encoded answer could not be shown.
    given = {**headers, "User-Agent": settings.USER_AGENT, "Accept-Encoding": "identity"}
    with outbound.exchange() as watched:
        try:
            text = outbound.post(url, data=body, headers=given).content.decode(errors="replace")
        except outbound.GuardedRequests.RequestException:
            pass
        except Exception:
            log.exception("webhook failed")
    return Reply(
        status=watched.status,
        body=text.replace("\0", "")[:SHOWN],
        duration_ms=round((time.monotonic() - began) * 1000),
        reason=watched.broken_reason() if watched.status is None else "",
        retry_after=watched.retry_after,
    )
