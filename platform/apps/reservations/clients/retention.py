"""Forgets clients who are not in a concierge's book, 30 days after their last request ended.

A request has ended when nothing more can come of it: stopped, lost, out of time, or booked and its day over. What stays
of it is that there was a client, not who. Runs in housekeeping.py, by hand as `manage.py forget_clients`. Filing and
forgetting both hold the concierge's row lock, so a client with a new request is kept.
"""

from datetime import datetime, timedelta
from typing import Final

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from apps.reservations import entitlements
from apps.reservations.models import Client, Reservation, Status

log = structlog.get_logger(__name__)

KEPT: Final = timedelta(days=30)
# When a day is over in the last zone of the world, counted from its beginning in UTC.
DAY_OVER: Final = timedelta(hours=36)
IN_STEP: Final = 200


def forget(*, now: datetime) -> int:
    """Delete clients whose 30 days are over, with their cards; returns how many. What is left over is for next time."""
    owners = _over(now).order_by("owner_id").values_list("owner_id", flat=True).distinct()[:IN_STEP]
    forgotten = sum(_forget_of(owner_id=owner_id, now=now) for owner_id in list(owners))
    if forgotten:
        log.info("clients forgotten", clients=forgotten)
    return forgotten


@transaction.atomic
def _forget_of(*, owner_id: int, now: datetime) -> int:
    entitlements.locked_user(user_id=owner_id)
    # Read after the lock: a request that was filed while we waited for it is seen.
    _, deleted = Client.objects.filter(
        pk__in=list(_over(now).filter(owner=owner_id).values_list("pk", flat=True))
    ).delete()
    return deleted.get("reservations.Client", 0)


def _over(now: datetime) -> QuerySet[Client]:
    before = now - KEPT
    still_needed = Reservation.objects.filter(group__client=OuterRef("pk")).filter(
        Q(status__in=[Status.ACTIVE, Status.PAUSED])
        | Q(status_changed_at__gt=before)
        | Q(status=Status.CONFIRMED, date__gt=(before - DAY_OVER).date())
    )
    return Client.objects.filter(~Exists(still_needed), saved=False, created_at__lte=before)
