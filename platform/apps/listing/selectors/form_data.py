"""Reads what the request form shows about the user's requests: how many are active, the venues with a request or a
booking, and the dates of a group that can no longer be changed."""

from collections import defaultdict
from datetime import date, datetime
from typing import Any, Final

from django.db.models import Count, Q, QuerySet

from apps.accounts.models import User
from apps.accounts.selectors import current_entitlements
from apps.common.database.statements import Param, Statement
from apps.common.errors import not_found
from apps.listing.schemas.requests import CountsOut, DatesOut, ExistingRestaurantOut, ExistingRestaurantsOut
from apps.requests.models import CALL_OPEN, Attempt, Reservation, ReservationGroup, Status
from apps.requests.rules import changes

from .group_pages import active_or_booked, booked_since


def _counts() -> QuerySet[Reservation, Any]:
    """Select, for each status, the number of reservations and the number of those with an open booking call."""
    calls = Attempt.objects.filter(CALL_OPEN, reservation__group__user=Param("user")).values("reservation_id")
    mine = Reservation.objects.filter(group__user=Param("user")).order_by().values_list("status")
    return mine.annotate(number=Count("pk"), booking=Count("pk", filter=Q(pk__in=calls)))


def _existing() -> QuerySet[Reservation, Any]:
    return (
        active_or_booked(user=Param("user"), since=Param("since"))
        .order_by("venue__venue_name", "venue_id", "status", "date")
        .values_list("venue_id", "venue__venue_name", "status", "date")
        .distinct()
    )


COUNTS: Final[Statement[tuple[str, int, int]]] = Statement(_counts)
EXISTING: Final[Statement[tuple[int, str, str, date]]] = Statement(_existing)


def counts(*, user: User, now: datetime) -> CountsOut:
    """Return the number of the user's active reservations, the plan's limit, and a total.

    The total also counts reservations in other statuses whose booking call is still open.
    """
    by_status = {status: (number, booking) for status, number, booking in COUNTS.rows(user=user.pk)}
    active, _ = by_status.pop(Status.ACTIVE, (0, 0))
    total = active + sum(booking for _, booking in by_status.values())
    limit = current_entitlements(user=user, now=now).active_limit
    return CountsOut(active_reservations=active, total_reservations=total, limit=limit)


def existing_restaurants(*, user: User, now: datetime) -> ExistingRestaurantsOut:
    """Return every venue where the user has an active reservation or a future booking, sorted by name. A venue with
    both is returned twice, with a different `why`."""
    found: dict[tuple[int, str, str], list[date]] = defaultdict(list)
    for venue_id, name, status, day in EXISTING.rows(user=user.pk, since=booked_since(now)):
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
