"""The state transitions of an event for a webhook.

A job claims the next event of its webhook and commits the state `sending` before the call. Every UPDATE names the try
that it ends. If the worker dies, the event is claimed again after CLAIM_LIFE, so it arrives once or, in such a case,
twice with the same id. One call of a webhook is in flight at a time. A webhook whose calls fail rests for longer and
longer, so that slow servers hold up nobody else.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet

from apps.senders.base import Reply
from snipers.domain.backoff import Backoff

from . import queueing, signals
from .models import OPEN, OffReason, SendingState, Webhook, WebhookDelivery

# Longer than any call, so that the process of an older claim has died.
CLAIM_LIFE: Final = timedelta(minutes=1)
# The worker's clock may be behind the clock of the process that queued the event.
CLOCK_SKEW: Final = timedelta(seconds=2)
BACKOFF: Final = Backoff(first=10.0, ceiling=1800.0)
LONGEST_RETRY_AFTER: Final = 3600.0
# A webhook is turned off after failures for this long. After no call for STREAK, they are counted from the next one.
FAILING: Final = timedelta(days=3)
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
    webhook = lock(webhook_id)
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
    state, reason = _record(delivery, reply, now=now)
    if reason is not None:
        _switch_off_failing(delivery.webhook, reason, now=now)
    return state


@transaction.atomic
def _record(delivery: WebhookDelivery, reply: Reply, *, now: datetime) -> tuple[SendingState | None, OffReason | None]:
    """Record an answer. Return the event's new state, and why the webhook has to be turned off, None if it stays."""
    webhook, reason = lock(delivery.webhook_id), None
    again = now + _pause(failures=delivery.attempts, reply=reply)
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
    if reply.is_accepted:
        recover(webhook)
    elif not delivery.ordering_key.startswith(AT_ONCE):
        reason = _record_failure(webhook, reply, now=now)
    if _due(now).filter(webhook=webhook).exists():
        queueing.defer_again(webhook_id=webhook.pk)
    return state, reason


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


def lock(webhook_id: int) -> Webhook | None:
    """Lock a webhook until the transaction ends. All transitions take this lock first."""
    return Webhook.objects.select_for_update(no_key=True).filter(pk=webhook_id).first()


def recover(webhook: Webhook) -> None:
    """Let the webhook's waiting events be sent without further rest."""
    webhook.failures, webhook.failing_since, webhook.rests_until = 0, None, None
    webhook.save(update_fields=["failures", "failing_since", "rests_until"])


def switch_off(webhook: Webhook, reason: OffReason) -> None:
    """Turn a locked webhook off, and give its waiting events up."""
    webhook.off_reason = reason
    webhook.save(update_fields=["off_reason"])
    waiting = WebhookDelivery.objects.filter(webhook=webhook, state=SendingState.QUEUED)
    waiting.update(state=SendingState.GIVEN_UP, reason=SWITCHED_OFF)


def _record_failure(webhook: Webhook, reply: Reply, *, now: datetime) -> OffReason | None:
    """Let a webhook rest. Return why it has to be turned off, None if it stays."""
    if webhook.failing_since is None or (webhook.rests_until or now) < now - STREAK:
        webhook.failing_since = now
    webhook.failures = min(webhook.failures + 1, 30)
    webhook.rests_until = now + _pause(failures=webhook.failures, reply=reply)
    webhook.save(update_fields=["failures", "failing_since", "rests_until"])
    if reply.status == GONE:
        return OffReason.GONE
    return OffReason.FAILING if now - webhook.failing_since >= FAILING else None


@transaction.atomic
def _switch_off_failing(webhook: Webhook, reason: OffReason, *, now: datetime) -> None:
    """Turn a webhook off and notify its user. If the process dies before, the next failure does it.

    The notice comes first, because it locks the user's event cursor, which writers of events lock before the webhook.
    """
    webhook.off_reason = reason
    signals.webhook_switched_off.send(Webhook, user_id=webhook.user_id, webhook=webhook, now=now)
    row = lock(webhook.pk)
    if row is None or row.off_reason or row.failing_since is None:
        # The user has changed it meanwhile, or an event got through.
        transaction.set_rollback(True)
        return
    switch_off(row, reason)


def _pause(*, failures: int, reply: Reply) -> timedelta:
    asked = min(reply.retry_after.total_seconds(), LONGEST_RETRY_AFTER)
    return timedelta(seconds=BACKOFF.delay(failures=failures, retry_after=asked))


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
