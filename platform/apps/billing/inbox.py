"""Applies the inbox: for each customer with news, the subscription is read from Stripe and written down.

Several events of a customer are one read. What fails stays, and is tried again later and later. Also looks, unasked, at
subscriptions whose news should have come. Safe to run twice at once.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import InterfaceError, OperationalError
from django.db.models import F, Q

from . import gateway, leaving
from .following import Contended, News, follow
from .models import Subscription, WebhookEvent

log = structlog.get_logger(__name__)

IN_STEP: Final = 50
FIRST_WAIT: Final = timedelta(seconds=1)
LAST_WAIT: Final = timedelta(minutes=5)
# Stripe sends an event again for up to 30 days by hand; a duplicate after that is applied once more, without harm.
KEPT: Final = timedelta(days=35)


def apply_news(*, now: datetime) -> int:
    """Apply what is due; returns how many customers were looked at."""
    due = WebhookEvent.objects.filter(applied_at=None).filter(Q(next_try_at=None) | Q(next_try_at__lte=now))
    customers = list(due.order_by().values_list("customer_id", flat=True).distinct()[:IN_STEP])
    for customer_id in customers:
        _apply(customer_id, now=now)
    return len(customers)


def look_unasked(*, now: datetime) -> int:
    """Read subscriptions whose webhook is overdue; returns how many."""
    overdue = Subscription.objects.filter(look_again_at__lte=now).exclude(customer_id=None)
    rows = list(overdue.order_by("look_again_at")[:IN_STEP])
    for row in rows:
        if not _follow(row, event_ids=(), now=now):
            Subscription.objects.filter(pk=row.pk).update(look_again_at=now + LAST_WAIT)
    return len(rows)


def forget_old(*, now: datetime) -> int:
    """Delete events that were applied long ago; returns how many."""
    return WebhookEvent.objects.filter(applied_at__lt=now - KEPT).delete()[0]


def _apply(customer_id: str, *, now: datetime) -> None:
    waiting = WebhookEvent.objects.filter(customer_id=customer_id, applied_at=None)
    event_ids = list(waiting.values_list("pk", flat=True))
    row = Subscription.objects.filter(customer_id=customer_id).first() if customer_id else None
    if row is None:
        # Prices, products, and customers that are none of our users.
        WebhookEvent.objects.filter(pk__in=event_ids).update(applied_at=now)
    elif not _follow(row, event_ids=event_ids, now=now):
        _put_off(event_ids, now=now)


def _follow(row: Subscription, *, event_ids: Iterable[int], now: datetime) -> bool:
    try:
        if row.closing:
            leaving.end_all(customer_id=row.customer_id or "")
        follow(user_id=row.pk, customer_id=row.customer_id or "", now=now, news=News(event_ids=tuple(event_ids)))
    except (gateway.GatewayError, Contended) as error:
        log.warning("stripe not read", user_id=row.pk, why=f"{type(error).__name__}: {error}")
        return False
    except (OperationalError, InterfaceError):
        raise  # the database is away: nobody's news can be applied
    except Exception as error:
        # A listener that fails for one user must not hold up the others.
        log.error("news not applied", user_id=row.pk, exc_info=error)
        return False
    return True


def _put_off(event_ids: Iterable[int], *, now: datetime) -> None:
    events = WebhookEvent.objects.filter(pk__in=event_ids, applied_at=None)
    tries = max(events.values_list("tries", flat=True), default=0)
    wait = min(FIRST_WAIT * 2 ** min(tries, 20), LAST_WAIT)
    events.update(tries=F("tries") + 1, next_try_at=now + wait)
