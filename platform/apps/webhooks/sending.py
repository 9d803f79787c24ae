"""Sends the next event of a webhook: claims it, signs it, calls the user's server and records the answer."""

import json
from collections.abc import Callable
from datetime import UTC, datetime

import structlog
from django.conf import settings
from standardwebhooks import Webhook as Signer

from apps.senders import webhooks as sender
from apps.senders.base import Reply
from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

from . import deliveries
from .models import WebhookDelivery

log = structlog.get_logger(__name__)


def send_next(*, webhook_id: int, clock: Callable[[], datetime]) -> Reply | None:
    """Send the webhook's next event, if one is due. Return the answer, None if nothing was sent."""
    delivery = deliveries.claim(webhook_id=webhook_id, now=clock())
    if delivery is None:
        return None
    reply = _call(delivery, now=clock())
    state = deliveries.finish(delivery=delivery, reply=reply, now=clock())
    ids = {"delivery_id": delivery.pk, "webhook_id": webhook_id, "user_id": delivery.webhook.user_id}
    log.info("webhook", **ids, type=delivery.type, state=state and str(state), status=reply.status, reason=reply.reason)
    return reply


def _call(delivery: WebhookDelivery, *, now: datetime) -> Reply:
    """Send one event, with a signature by each valid secret. The body is the same in every try."""
    webhook, payload, name, at = delivery.webhook, delivery.payload, delivery.message_id, now.astimezone(UTC)
    body = json.dumps({"type": delivery.type, "timestamp": payload["at"], "data": payload}, sort_keys=True)
    sealed = [webhook.sealed_url, webhook.sealed_secret]
    if webhook.rotates_until is not None and webhook.rotates_until > now:
        sealed.append(webhook.sealed_old_secret)
    try:
        url, *secrets = [SealedBox(settings.SEAL_KEYS).open(SealedToken(one)) for one in sealed]
    except BrokenSeal:
        return Reply(reason="sealed")
    headers = {
        "Content-Type": "application/json",
        "webhook-id": name,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(Signer(secret).sign(name, at, body) for secret in secrets),
    }
    return sender.post(url, body=body.encode(), headers=headers)
