"""Finds a user's groups for the list and for one card. What a card shows is group_cards.py."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.notices import selectors as notices
from apps.reservations.models import Reservation, ReservationGroup, Status
from apps.reservations.rules import changes, group_status, reasons, warnings
from apps.reservations.rules.warnings import Held
from apps.reservations.schemas.requests import GroupOut, GroupsOut, StatusCounts, WarningOut

from . import group_cards, platform_states

# The SQL twin of rules.group_status.derive: a group has the status of its most pressing member.
STATUS_OF_GROUP = Coalesce(
    Subquery(
        Reservation.objects.filter(group=OuterRef("pk"))
        .annotate(
            precedence=Case(
                *(When(status=status, then=Value(rank)) for rank, status in enumerate(group_status.PRECEDENCE)),
                output_field=IntegerField(),
            )
        )
        .order_by("precedence")
        .values("status")[:1]
    ),
    Value(Status.CANCELED),
    output_field=CharField(),
)


def groups_page(
    *, user: User, status: str, search: str, page: int, now: datetime, ids: Collection[int] = (), page_size: int = 50
) -> GroupsOut:
    """Return one page of the user's groups, of all or of `ids`. A page beyond the last one is empty."""
    # Read first: an event that commits during the reads is then replayed, not missed.
    seq = notices.last_seq(user_id=user.pk)
    mine = ReservationGroup.objects.filter(user=user).annotate(status=STATUS_OF_GROUP)
    counts = StatusCounts(
        **{row["status"]: row["n"] for row in mine.values("status").annotate(n=Count("pk")).order_by()}
    )
    counts.all = counts.active + counts.paused + counts.confirmed + counts.unsuccessful + counts.canceled
    named = mine.filter(pk__in=ids) if ids else mine
    found = _searched(named.filter(status=status) if status else named, search)
    count = found.count()
    chosen = _with_client(found).order_by("-id")[(page - 1) * page_size : page * page_size]
    return GroupsOut(
        groups=group_cards.of(list(chosen), now=now),
        counts=counts,
        page=page,
        pages=max(1, -(-count // page_size)),
        count=count,
        seq=seq,
        warnings=_warnings(user=user, now=now),
        sources=platform_states.present(),
    )


def group_card(*, user: User, group_id: int, now: datetime) -> GroupOut:
    """Return one group of the user; 404 for everybody else's."""
    group = _with_client(ReservationGroup.objects.filter(user=user, pk=group_id)).first()
    if group is None:
        raise not_found("request")
    return group_cards.of([group], now=now)[0]


def group_cards_of(*, user: User, group_ids: Collection[int], now: datetime) -> list[GroupOut]:
    """Return those of these groups that are the user's, newest first."""
    mine = ReservationGroup.objects.filter(user=user, pk__in=group_ids)
    return group_cards.of(list(_with_client(mine).order_by("-id")), now=now)


def _with_client(groups: QuerySet[Any]) -> QuerySet[Any]:
    return groups.select_related("client").prefetch_related("client__cards")


def _searched(groups: QuerySet[Any], search: str) -> QuerySet[Any]:
    """Narrow to groups whose number, client, or any venue's name or neighbourhood contains the text."""
    if not search:
        return groups
    at_venue = (
        Reservation.objects.filter(group=OuterRef("pk"))
        .exclude(reason=changes.WITHDRAWN)
        .filter(Q(venue__venue_name__icontains=search) | Q(venue__neighborhood__icontains=search))
    )
    matches = Q(Exists(at_venue)) | Q(client__first_name__icontains=search) | Q(client__last_name__icontains=search)
    if search.isdecimal() and search.isascii():
        matches |= Q(pk=int(search[:18]))
    return groups.filter(matches)


def _warnings(*, user: User, now: datetime) -> list[WarningOut]:
    # A booking counts until its day is over in the last zone of the world.
    ahead = Q(status=Status.ACTIVE) | Q(status=Status.CONFIRMED, date__gte=now.date() - timedelta(days=1))
    rows = (
        Reservation.objects.filter(ahead, group__user=user)
        .values_list("venue_id", "venue__venue_name", "venue__reservation_source", "group_id", "status")
        .distinct()
    )
    held = [
        Held(
            venue_id=venue_id,
            venue_name=name,
            platform=reasons.PLATFORM_NAMES.get(source, source),
            group_id=group_id,
            booked=status == Status.CONFIRMED,
        )
        for venue_id, name, source, group_id, status in rows
    ]
    return [
        WarningOut(code=one.code, message=one.message, group_ids=list(one.group_ids)) for one in warnings.about(held)
    ]
