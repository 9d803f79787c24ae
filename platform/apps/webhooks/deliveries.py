"""The state transitions of an event for a webhook.

A job claims the next event of its webhook and commits the state `sending` before the call. Every UPDATE names the try
that it ends. If the worker dies, the event is claimed again after CLAIM_LIFE, so it arrives once or, in such a case,
twice with the same id. One call of a webhook is in flight at a time.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from apps.senders import user_servers
from apps.senders.base import Reply
from apps.senders.user_servers import CLAIM_LIFE, CLOCK_SKEW, pause

from . import queueing
from .models import OPEN, OffReason, SendingState, Webhook, WebhookDelivery

# After no call for this long, failures are counted from the next one.
STREAK: Final = timedelta(days=1)
KEPT: Final = timedelta(days=30)
# The ordering keys of tests and redeliveries, which wait for nothing.
AT_ONCE: Final = "now:"
SWITCHED_OFF: Final = "switched_off"
GONE: Final = 410


@transaction.atomic
def claim(*, webhook_id: int, now: datetime) -> WebhookDelivery | None:
    """Mark the webhook's next event as being sent, and return it. Return None if no event is due, or while a call of
    the webhook is in flight; its end defers the next job."""
    webhook = Webhook.lock(webhook_id)
    if webhook is None or _is_called(webhook, now=now):
        return None
    delivery = _due(now + CLOCK_SKEW).filter(webhook=webhook).order_by("next_at", "pk").first()
    if delivery is not None:
        delivery.webhook = webhook
        delivery.state, delivery.attempts = SendingState.SENDING, delivery.attempts + 1
        delivery.next_at = now + CLAIM_LIFE
        delivery.save(update_fields=["state", "attempts", "next_at"])
    return delivery


def finish(*, delivery: WebhookDelivery, reply: Reply, now: datetime) -> SendingState | None:
    """Record the answer to a claimed event, and defer a job for the webhook's next one. Return the event's new state,
    None if the event was claimed again or deleted meanwhile."""
    state, failed = _record(delivery, reply, now=now)
    if failed is not None:
        reason = OffReason.GONE if reply.status == GONE else OffReason.FAILING
        with transaction.atomic():
            if user_servers.switch_off(failed, reason, now=now):
                give_up_waiting(failed)
    return state


@transaction.atomic
def _record(delivery: WebhookDelivery, reply: Reply, *, now: datetime) -> tuple[SendingState | None, Webhook | None]:
    """Record an answer. Return the event's new state, and the webhook if it has to be turned off."""
    webhook = Webhook.lock(delivery.webhook_id)
    again = now + pause(failures=delivery.attempts, retry_after=reply.retry_after)
    state = SendingState.ACCEPTED
    if not reply.is_accepted:
        goes_on = again < delivery.gives_up_at and webhook is not None and not webhook.off_reason
        state = SendingState.QUEUED if goes_on else SendingState.GIVEN_UP
    mine = WebhookDelivery.objects.filter(pk=delivery.pk, state=SendingState.SENDING, attempts=delivery.attempts)
    changed = mine.update(
        state=state,
        next_at=again,
        status=reply.status,
        answer=reply.body,
        duration_ms=reply.duration_ms,
        reason=reply.reason,
    )
    if webhook is None or not changed:
        return None, None
    is_failing = False
    if reply.is_accepted:
        webhook.recover()
    elif not delivery.ordering_key.startswith(AT_ONCE):
        if webhook.rests_until is not None and webhook.rests_until < now - STREAK:
            webhook.failing_since = None
        webhook.rest(retry_after=reply.retry_after, now=now)
        is_failing = reply.status == GONE or webhook.has_failed(now=now)
    webhook.save(update_fields=["failures", "failing_since", "rests_until"])
    if _due(now).filter(webhook=webhook).exists():
        queueing.defer_again(webhook_id=webhook.pk)
    return state, webhook if is_failing else None


def queue_at_once(delivery: WebhookDelivery, *, now: datetime) -> None:
    """Store an event that waits for no other, and its job."""
    delivery.ordering_key, delivery.next_at = f"{AT_ONCE}{delivery.uuid.hex}", now
    delivery.save()
    queueing.defer(webhook_ids=[delivery.webhook_id])


def sweep(*, now: datetime) -> None:
    """Defer a job for each webhook with an event that is due: further tries, and events whose worker has died. Delete
    the entries of the log that are older than KEPT."""
    WebhookDelivery.objects.filter(created_at__lt=now - KEPT).delete()
    for webhook_id in _due(now).values_list("webhook_id", flat=True).distinct().order_by():
        queueing.defer_again(webhook_id=webhook_id)


def give_up_waiting(webhook: Webhook) -> None:
    """Give the waiting events of a webhook up that was turned off."""
    waiting = WebhookDelivery.objects.filter(webhook=webhook, state=SendingState.QUEUED)
    waiting.update(state=SendingState.GIVEN_UP, reason=SWITCHED_OFF)


def _is_called(webhook: Webhook, *, now: datetime) -> bool:
    calls = WebhookDelivery.objects.filter(webhook=webhook, state=SendingState.SENDING)
    return calls.filter(next_at__gt=now + CLOCK_SKEW).exists()


def _due(now: datetime) -> QuerySet[WebhookDelivery]:
    """Return the events that may be sent now: the first open one of each ordering key, unless its webhook rests or is
    off."""
    ordered = WebhookDelivery.objects.filter(state__in=OPEN).order_by("webhook_id", "ordering_key", "pk")
    first = ordered.distinct("webhook_id", "ordering_key").values("pk")
    awake = Q(webhook__rests_until=None) | Q(webhook__rests_until__lte=now)
    ready = Q(ordering_key__startswith=AT_ONCE) | Q(awake, webhook__off_reason="")
    return WebhookDelivery.objects.filter(ready, pk__in=first, next_at__lte=now)
