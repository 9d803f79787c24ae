"""Sends Web Push messages (RFC 8030) with pywebpush, encrypted for the device (RFC 8291) and signed with our VAPID key
(RFC 8292).

The push service keeps a message until the device is online, but no longer than the message is useful. It is safe to
send a message twice: the push service replaces a message with the same topic, and the device a notification with the
same tag. So a message is sent again after a 5xx status.
"""

import json
from dataclasses import dataclass, field
from typing import Final

from django.conf import settings
from pywebpush import WebPushException, webpush

from . import outbound
from .base import Answer, Push, Verdict

GONE: Final = frozenset({404, 410})
# The longest time for which push services keep a message, in seconds (four weeks).
LONGEST_TTL: Final = 2_419_200


@dataclass(frozen=True, slots=True, kw_only=True)
class WebPush:
    """Sends with one VAPID key. `subject` is the contact address of the operator for push services (mailto: or
    https:).
    """

    private_key: str = field(repr=False)
    subject: str

    def send(self, push: Push) -> Answer:
        """Send one message to one device. Failures are returned as answers, not raised."""
        headers = {"Urgency": "high" if push.is_urgent else "normal", "Topic": push.topic}
        with outbound.exchange() as watched:
            try:
                webpush(
                    subscription_info=json.loads(push.subscription),
                    data=push.payload,
                    vapid_private_key=self.private_key,
                    vapid_claims={"sub": self.subject},
                    ttl=min(max(int(push.useful_for.total_seconds()), 1), LONGEST_TTL),
                    headers=headers,
                    requests_session=_Session(),
                )
            except (WebPushException, outbound.GuardedRequests.RequestException):
                return _classify(watched)
        return Answer(verdict=Verdict.SENT)


class _Session:
    post = staticmethod(outbound.post)


def push_sender() -> WebPush | None:
    """Return the sender of Web Push messages, None if this deployment has no VAPID key."""
    key = settings.VAPID_PRIVATE_KEY
    return WebPush(private_key=key, subject=_subject()) if key else None


def _subject() -> str:
    if settings.CONTACT_EMAIL:
        return f"mailto:{settings.CONTACT_EMAIL}"
    return settings.PUBLIC_URL if settings.PUBLIC_URL.startswith("https://") else f"mailto:{_sender_address()}"


def _sender_address() -> str:
    return settings.DEFAULT_FROM_EMAIL.rpartition("<")[2].rstrip(">")


def _classify(watched: outbound.Exchange) -> Answer:
    if watched.status in GONE:
        return Answer(verdict=Verdict.REFUSED, reason="gone", address_gone=True)
    if watched.status is not None and watched.status >= 500:
        return Answer(verdict=Verdict.LATER, reason=f"server_{watched.status}", retry_after=watched.retry_after)
    return watched.failure()
