"""Deletes clients who are not saved in a client book, 30 days after their last request ended.

A request has ended when it was canceled or its time is over, or when it was booked and the day of the table is over. A
client of a weekly rule that has not ended is kept. Filing a request and deleting clients both lock the concierge, so a
client with a new request is kept. Housekeeping deletes the clients.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.requests.locks import lock_user
from apps.requests.models import Client, Reservation, Status
from apps.weekly.models import WeeklyRule, WeeklyRuleStatus

log = structlog.get_logger(__name__)

KEPT: Final = timedelta(days=30)
# The time from the beginning of a day in UTC until the day is over in every time zone.
DAY_OVER: Final = timedelta(hours=36)
MAX_OWNERS: Final = 200


def forget_clients(*, now: datetime) -> int:
    """Delete the clients whose 30 days are over, with their cards, for up to 200 concierges. Return the number of
    clients."""
    owners = _expired(now).order_by("owner_id").values_list("owner_id", flat=True).distinct()[:MAX_OWNERS]
    forgotten = sum(_forget_clients_of(owner_id, now=now) for owner_id in list(owners))
    if forgotten:
        log.info("clients forgotten", clients=forgotten)
    return forgotten


@transaction.atomic
def _forget_clients_of(owner_id: int, *, now: datetime) -> int:
    lock_user(owner_id, even_closed=True)
    # Read after the lock, so that a request that was filed while this transaction waited for the lock is seen.
    ids = list(_expired(now).filter(owner=owner_id).values_list("pk", flat=True))
    _, deleted = Client.objects.filter(pk__in=ids).delete()
    return deleted.get("reservations.Client", 0)


def _expired(now: datetime) -> QuerySet[Client]:
    before = now - KEPT
    still_needed = Reservation.objects.filter(group__client=OuterRef("pk")).filter(
        Q(status__in=[Status.ACTIVE, Status.PAUSED])
        | Q(status_changed_at__gt=before)
        | Q(status=Status.CONFIRMED, date__gt=(before - DAY_OVER).date())
    )
    repeated = WeeklyRule.objects.filter(client=OuterRef("pk")).exclude(status=WeeklyRuleStatus.ENDED)
    return Client.objects.filter(~Exists(still_needed), ~Exists(repeated), saved=False, created_at__lte=before)
