"""Reads what the request form needs of the user's other requests: the limit, busy venues, closed dates."""

from collections import defaultdict
from datetime import date, datetime

from django.db.models import Count, Q

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.reservations.entitlements import entitlements_of
from apps.reservations.models import CALL_OPEN, Attempt, Reservation, ReservationGroup, Status
from apps.reservations.rules import changes
from apps.reservations.schemas.requests import CountsOut, DatesOut, ExistingRestaurantOut, ExistingRestaurantsOut

from .group_pages import active_or_booked


def counts(*, user: User, now: datetime) -> CountsOut:
    """Return the number of the user's active reservations, the number that counts against the limit now, and the
    limit."""
    active = Q(status=Status.ACTIVE)
    # A request with a pending stop or an unresolved attempt is still being booked.
    booking = Q(pk__in=Attempt.objects.filter(CALL_OPEN, reservation__group__user=user).values("reservation_id"))
    row = Reservation.objects.filter(group__user=user).aggregate(
        active=Count("pk", filter=active), total=Count("pk", filter=active | booking)
    )
    limit = entitlements_of(user, now=now).active_limit
    return CountsOut(active_reservations=row["active"], total_reservations=row["total"], limit=limit)


def existing_restaurants(*, user: User, now: datetime) -> ExistingRestaurantsOut:
    """Return every venue where the user has an active reservation or a future booking, sorted by name."""
    rows = (
        active_or_booked(user=user, now=now)
        .order_by("venue__venue_name", "venue_id", "status", "date")
        .values_list("venue_id", "venue__venue_name", "status", "date")
        .distinct()
    )
    found: dict[tuple[int, str, str], list[date]] = defaultdict(list)
    for venue_id, name, status, day in rows:
        found[venue_id, name, status].append(day)
    return ExistingRestaurantsOut(
        existing_restaurants=[
            ExistingRestaurantOut(
                venue=venue_id,
                venue_name=name,
                why="active_task" if status == Status.ACTIVE else "booking",
                dates=dates,
            )
            for (venue_id, name, status), dates in found.items()
        ]
    )


def closed_dates(*, user: User, group_id: int, now: datetime) -> DatesOut:
    """Return the group's dates that are booked, ended or past. Raises Refusal 404 for another user's group."""
    if not ReservationGroup.objects.filter(pk=group_id, user=user).exists():
        raise not_found("request")
    return DatesOut(dates=sorted(changes.closed_dates(Reservation.objects.filter(group_id=group_id), now=now)))
