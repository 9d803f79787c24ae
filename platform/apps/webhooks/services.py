"""What a user does with webhooks: adding, changing and removing them, new secrets, tests, and the log of events.

Addresses and secrets are stored encrypted. A secret is shown once, an address never again; its label shows its host and
its last characters.
"""

from base64 import b64encode
from collections.abc import Collection
from datetime import datetime, timedelta
from secrets import token_bytes
from typing import Any, Final
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction

from apps.accounts.models import User
from apps.accounts.security import audit
from apps.accounts.security.throttle import Guard
from apps.accounts.sign_in import sessions
from apps.common.errors import Refusal, bad_form, not_found
from apps.common.schemas import instant_text
from apps.senders.messages import HOST_FAULTS
from apps.senders.rules import hosts
from snipers.clients.credentials import SealedBox

from . import deliveries, messages, queueing
from .models import OPEN, TEST, EventName, OffReason, SendingState, Webhook, WebhookDelivery

MOST_WEBHOOKS: Final = 5
# The old secret signs beside the new one for this long.
ROTATING: Final = timedelta(hours=24)
# Tests and redeliveries of one user in an hour.
MANUAL_CALLS: Final = 60
# The characters of a path that a label shows, and the shortest path of which it shows any: a path may be a secret.
_SHOWN, _SHOWS_FROM = 4, 12


@transaction.atomic
def create(*, user: User, url: str, events: Collection[EventName], address: str, now: datetime) -> Webhook:
    """Add a webhook. Raises Refusal: 400 for an address that is not public, 409 for more than MOST_WEBHOOKS."""
    sessions.lock_user(user)
    webhook = Webhook(user=user, events=sorted(set(events)), created_at=now)
    _set_url(webhook, url)
    if Webhook.objects.filter(user=user).count() >= MOST_WEBHOOKS:
        raise Refusal("too_many_webhooks", 409, messages.too_many(most=MOST_WEBHOOKS))
    _set_secret(webhook)
    webhook.save()
    _audit("created", webhook, address=address, now=now)
    return webhook


@transaction.atomic
def change(
    *,
    user: User,
    webhook_id: int,
    url: str | None = None,
    events: Collection[EventName] | None = None,
    is_on: bool | None = None,
    address: str,
    now: datetime,
) -> Webhook:
    """Change what is not None. A webhook that is turned off gives its waiting events up."""
    webhook = _lock(user, webhook_id)
    if url is not None:
        _set_url(webhook, url)
    if events is not None:
        webhook.events = sorted(set(events))
    if is_on:
        webhook.off_reason = ""
    if url is not None or is_on:
        webhook.recover()
    if is_on is False and webhook.is_on:
        webhook.off_reason = OffReason.BY_USER
        deliveries.give_up_waiting(webhook)
    webhook.save()
    _audit("changed", webhook, address=address, now=now)
    return webhook


@transaction.atomic
def remove(*, user: User, webhook_id: int, address: str, now: datetime) -> None:
    """Delete a webhook with its log. A call in flight may still arrive."""
    webhook = _lock(user, webhook_id)
    # Writers of events hold a key lock until they end.
    Webhook.objects.select_for_update().get(pk=webhook_id)
    _audit("removed", webhook, address=address, now=now)
    webhook.delete()


@transaction.atomic
def rotate_secret(*, user: User, webhook_id: int, address: str, now: datetime) -> Webhook:
    """Give a webhook a new secret. The old one also signs for ROTATING; an older one ends."""
    webhook = _lock(user, webhook_id)
    webhook.sealed_old_secret, webhook.rotates_until = webhook.sealed_secret, now + ROTATING
    _set_secret(webhook)
    webhook.save()
    _audit("rotated", webhook, address=address, now=now)
    return webhook


def send_test(*, user: User, webhook_id: int, now: datetime) -> WebhookDelivery:
    """Queue a test event, which is sent once and at once, also while the webhook is off. Raises Refusal 429 after
    MANUAL_CALLS."""
    _count(user, now=now)
    with transaction.atomic():
        webhook = _lock(user, webhook_id)
        payload = {"type": TEST, "at": instant_text(now), "webhook_id": webhook_id}
        test = WebhookDelivery(webhook=webhook, type=TEST, payload=payload, created_at=now, gives_up_at=now)
        deliveries.queue_at_once(test, now=now)
    return test


def log(*, user: User, webhook_id: int, before: int | None, limit: int) -> dict[str, Any]:
    """Return {"deliveries", "more"}: at most `limit` of the webhook's events, newest first, with a lower id than
    `before`, and whether older ones follow."""
    if not Webhook.objects.filter(user=user, pk=webhook_id).exists():
        raise not_found("webhook")
    rows = WebhookDelivery.objects.filter(webhook_id=webhook_id).order_by("-pk").defer("payload")
    found = list((rows if before is None else rows.filter(pk__lt=before))[: limit + 1])
    return {"deliveries": found[:limit], "more": len(found) > limit}


def redeliver(*, user: User, delivery_id: int, now: datetime) -> WebhookDelivery:
    """Queue an ended event again, with its id. It waits for no other event. Raises Refusal: 404, 409 while it is still
    tried, 429 after MANUAL_CALLS."""
    _count(user, now=now)
    with transaction.atomic():
        rows = WebhookDelivery.objects.filter(pk=delivery_id, webhook__user=user)
        webhook_id = rows.values_list("webhook_id", flat=True).first()
        # Read after the lock, which all transitions take first.
        row = rows.first() if webhook_id is not None and Webhook.lock(webhook_id) else None
        if row is None:
            raise not_found("event")
        if row.state in OPEN:
            raise Refusal("still_sending", 409, messages.STILL_SENDING)
        row.state, row.reason, row.gives_up_at = SendingState.QUEUED, "", now + queueing.TRIED
        deliveries.queue_at_once(row, now=now)
    return row


def _set_url(webhook: Webhook, url: str) -> None:
    """Set the address and its label. Raises Refusal 400 if the address is not public."""
    if (fault := hosts.url_fault(url, with_loopback=settings.NOTIFY_LOOPBACK)) is not None:
        raise bad_form({"url": HOST_FAULTS[fault]})
    parts = urlsplit(url)
    rest = f"{parts.path}?{parts.query}".strip("/?")
    shown = f"/…{rest[-_SHOWN:]}" if len(rest) >= _SHOWS_FROM else "/…" if rest else ""
    webhook.label = f"{(parts.hostname or '')[:100]}{shown}"
    webhook.sealed_url = SealedBox(settings.SEAL_KEYS).seal(url).text


def _set_secret(webhook: Webhook) -> None:
    """Set a new secret, which the answer shows as `webhook.secret`."""
    webhook.secret = f"whsec_{b64encode(token_bytes(32)).decode()}"
    webhook.sealed_secret = SealedBox(settings.SEAL_KEYS).seal(webhook.secret).text


def _lock(user: User, webhook_id: int) -> Webhook:
    """Lock one of the user's webhooks, as senders do. Raises Refusal 404."""
    webhook = Webhook.lock(webhook_id)
    if webhook is None or webhook.user_id != user.pk:
        raise not_found("webhook")
    return webhook


def _count(user: User, *, now: datetime) -> None:
    Guard(action="webhook_call", account=str(user.pk), limit=MANUAL_CALLS, window=timedelta(hours=1)).count(now=now)


def _audit(did: str, webhook: Webhook, *, address: str, now: datetime) -> None:
    facts: dict[str, Any] = {"did": did, "webhook": webhook.pk, "label": webhook.label}
    audit.record(audit.Act.WEBHOOK, user_id=webhook.user_id, now=now, address=address, **facts)
