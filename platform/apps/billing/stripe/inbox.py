"""Applies Stripe's stored events: reads the customer's subscriptions from Stripe and stores them in the mirror.

One read applies all waiting events of a customer. A failed read is repeated with growing pauses. A subscription whose
webhook is overdue is read without an event. Two workers may process the same customer at the same time.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q
from procrastinate.contrib.django import app

from apps.billing.models import Subscription, WebhookEvent
from apps.common import jobs
from snipers.domain.backoff import Backoff

from . import gateway
from .subscription_sync import Contended, synchronize

log = structlog.get_logger(__name__)

TASK: Final = "apps.billing.tasks.apply_events"
RETRY: Final = Backoff(first=1.0, ceiling=300.0)
# The worker's clock may be behind the clock of the process that wrote the row. Rows that are due within this time count
# as due.
CLOCK_SKEW: Final = timedelta(seconds=2)
# An event that has waited this long has no job any more: the job was lost.
OVERDUE: Final = timedelta(seconds=10)
SWEEP_LIMIT: Final = 500
# How long applied events are kept, to detect duplicates. In Stripe's dashboard, staff can resend events of the last 30
# days.
KEPT: Final = timedelta(days=35)


def defer(customer_id: str) -> None:
    """Defer the job that reads the customer from Stripe, in the transaction that stores the reason, such as an
    event."""
    app.configure_task(TASK, queue="billing").defer(customer_id=customer_id)


def defer_again(customer_id: str, *, at: datetime | None = None) -> None:
    """Defer another job that reads the customer from Stripe at `at` (None: now), unless such a job is already
    waiting."""
    jobs.defer_once(TASK, queue="billing", key=f"customer-{customer_id}", at=at, customer_id=customer_id)


def apply_events(*, customer_id: str, now: datetime) -> None:
    """Read the customer's subscriptions from Stripe, and mark the customer's waiting events as applied.

    Does nothing if no event is waiting and no webhook is overdue. Events of a customer that is not
    one of our users are only marked. After a failure, another job is deferred.
    """
    waiting = WebhookEvent.objects.filter(customer_id=customer_id, applied_at=None)
    event_ids = list(waiting.values_list("pk", flat=True))
    row = Subscription.objects.filter(customer_id=customer_id).first() if customer_id else None
    if row is None:
        # Events about prices, products, or customers that are not our users change nothing.
        WebhookEvent.objects.filter(pk__in=event_ids).update(applied_at=now)
    elif (event_ids or _is_overdue(row, now=now)) and not _read_stripe(row, event_ids=event_ids, now=now):
        _put_off(row, event_ids, now=now)


def sweep(*, now: datetime) -> None:
    """Defer a job for each customer with an overdue event or an overdue subscription.

    An event is overdue if its job was lost or never deferred. A subscription is overdue at `look_again_at`, because its
    webhook may have been lost.
    """
    late = now - OVERDUE
    events = WebhookEvent.objects.filter(
        Q(next_try_at=None, received_at__lt=late) | Q(next_try_at__lt=late), applied_at=None
    )
    rows = Subscription.objects.filter(look_again_at__lte=now).exclude(customer_id=None)
    for found in (events.order_by("customer_id").distinct("customer_id"), rows.order_by("look_again_at")):
        for customer_id in found.values_list("customer_id", flat=True)[:SWEEP_LIMIT]:
            defer_again(customer_id or "")


def forget_old(*, now: datetime) -> int:
    """Delete events that were applied more than 35 days ago. Return the number of deleted events."""
    return WebhookEvent.objects.filter(applied_at__lt=now - KEPT).delete()[0]


def _is_overdue(row: Subscription, *, now: datetime) -> bool:
    return row.look_again_at is not None and row.look_again_at <= now + CLOCK_SKEW


def _read_stripe(row: Subscription, *, event_ids: Collection[int], now: datetime) -> bool:
    try:
        if row.closing:
            gateway.end_subscriptions(customer_id=row.customer_id or "")
        synchronize(user_id=row.pk, customer_id=row.customer_id or "", now=now, event_ids=event_ids)
    except (gateway.GatewayError, Contended) as error:
        log.warning("subscriptions were not read from Stripe", user_id=row.pk, why=f"{type(error).__name__}: {error}")
        return False
    except (OperationalError, InterfaceError):
        raise  # the database is unavailable
    except Exception as error:
        # A receiver of a billing signal failed and rolled the write back. The next job applies the events again.
        log.error("events not applied", user_id=row.pk, exc_info=error)
        return False
    return True


def _put_off(row: Subscription, event_ids: Collection[int], *, now: datetime) -> None:
    events = WebhookEvent.objects.filter(pk__in=event_ids, applied_at=None)
    tries = max(events.values_list("tries", flat=True), default=None)
    seconds = RETRY.ceiling if tries is None else RETRY.delay(failures=tries + 1)
    next_try_at = now + timedelta(seconds=seconds)
    with transaction.atomic():
        events.update(tries=F("tries") + 1, next_try_at=next_try_at)
        Subscription.objects.filter(pk=row.pk, look_again_at__lte=now + CLOCK_SKEW).update(look_again_at=next_try_at)
        defer_again(row.customer_id or "", at=next_try_at)
