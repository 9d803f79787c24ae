"""Selects a user's groups for the list and for single cards. group_cards.py builds the cards."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Exists,
    ExpressionWrapper,
    IntegerField,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.common.database.statements import Param, Statement, fetch_all
from apps.common.errors import not_found
from apps.listing import kill_switches
from apps.listing.rules import warnings
from apps.listing.rules.warnings import VenueGroups
from apps.listing.schemas.groups import GroupOut
from apps.listing.schemas.requests import GroupsOut, ListIn, StatusCounts
from apps.notices import selectors as notices
from apps.requests.models import Reservation, ReservationGroup, Status
from apps.requests.rules import changes, group_status

from . import group_cards, platform_states

# The same rule as rules.group_status.derive, in SQL.
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


def groups_page(*, user: User, wanted: ListIn, now: datetime) -> GroupsOut:
    """Return one page of the user's groups. A page beyond the last one is empty."""
    # The number is read first. Browsers ask for later events, so they do not miss one that commits during the reads.
    seq = notices.last_seq(user_id=user.pk)
    counts = _count_groups(user_id=user.pk)
    off = kill_switches.read_switched_off()
    venues = GROUPS_AT_VENUES.rows(user=user.pk, since=booked_since(now))
    tables = [group_id for venue in venues for group_id in venue.booked] if wanted.tables_first else []
    size, skipped = wanted.page_size, (wanted.page - 1) * wanted.page_size
    if wanted.ids or wanted.search:
        mine = _groups(user=user, status=wanted.status, first=Q(pk__in=tables) if tables else None)
        found = _searched(mine.filter(pk__in=wanted.ids) if wanted.ids else mine, wanted.search)
        count, chosen = found.count(), list(found[skipped : skipped + size])
    else:
        count = getattr(counts, wanted.status or "all")
        statement = _page_statement(has_status=wanted.status is not None, tables_first=bool(tables))
        chosen = statement.rows(user=user.pk, status=wanted.status, tables=tables, page=(size, skipped))
    return GroupsOut(
        groups=group_cards.build_cards(chosen, off=off, user=user, now=now),
        counts=counts,
        page=wanted.page,
        pages=max(1, -(-count // size)),
        count=count,
        seq=seq,
        warnings=warnings.find_warnings(venues),
        sources=platform_states.read_states(off=off),
    )


def group_card(*, user: User, group_id: int, now: datetime) -> GroupOut:
    """Return one group as a card. Raises Refusal 404 for another user's group."""
    cards = group_cards_of(user=user, group_ids=[group_id], now=now)
    if not cards:
        raise not_found("request")
    return cards[0]


def group_cards_of(*, user: User, group_ids: Collection[int], now: datetime) -> list[GroupOut]:
    """Return the cards of these groups, newest first. Groups of other users are left out."""
    groups = GROUPS.rows(user=user.pk, groups=list(group_ids))
    off = kill_switches.read_switched_off()
    return group_cards.build_cards(groups, off=off, user=user, now=now)


def _groups(
    *, user: User | Param, status: str | Param | None, first: Q | None
) -> QuerySet[ReservationGroup, ReservationGroup]:
    """Return the user's groups, newest first: all groups, or those with `status`.

    The groups that match `first` come before the others.
    """
    found = ReservationGroup.objects.filter(user=user).select_related("client")
    if status is not None:
        found = found.alias(status=STATUS_OF_GROUP).filter(status=status)
    if first is None:
        return found.order_by("-id")
    return found.alias(is_first=ExpressionWrapper(first, BooleanField())).order_by("-is_first", "-id")


@cache
def _page_statement(*, has_status: bool, tables_first: bool) -> Statement[ReservationGroup]:
    return Statement(
        lambda: _groups(
            user=Param("user"),
            status=Param("status") if has_status else None,
            first=Q(pk__any_of=Param("tables")) if tables_first else None,
        )
    )


def _count_groups(*, user_id: int) -> StatusCounts:
    """Return the number of the user's groups by status. The database aggregates all reservations in one pass."""
    counts = StatusCounts()
    for rank, number in fetch_all(COUNT_GROUPS, {"precedence": list(group_status.PRECEDENCE), "user": user_id}):
        status = "canceled" if rank is None else group_status.PRECEDENCE[rank - 1]
        setattr(counts, status, getattr(counts, status) + number)
        counts.all += number
    return counts


def _groups_at_venues() -> QuerySet[Reservation, Any]:
    """Select the fields of VenueGroups. The name is an aggregate: as a GROUP BY column it would make PostgreSQL sort
    thousands of rows."""
    held = active_or_booked(user=Param("user"), since=Param("since")).order_by()
    return held.values_list("venue_id").annotate(
        name=Min("venue__venue_name"),
        platform=Min("venue__reservation_source"),
        active=ArrayAgg("group_id", filter=Q(status=Status.ACTIVE), default=[]),
        booked=ArrayAgg("group_id", filter=Q(status=Status.CONFIRMED), default=[]),
    )


# The rank of a group's status in group_status.PRECEDENCE, from 1; null for a group without reservations.
COUNT_GROUPS: Final = """
    select rank, count(*) from (
        select min(array_position(%(precedence)s::text[], r.status::text)) as rank
        from reservation_group g left join reservation r on r.group_id = g.id
        where g.user_id = %(user)s::bigint
        group by g.id
    ) as ranked
    group by rank
"""
GROUPS: Final[Statement[ReservationGroup]] = Statement(
    lambda: (
        ReservationGroup.objects.filter(user=Param("user"), pk__any_of=Param("groups"))
        .select_related("client")
        .order_by("-id")
    )
)
GROUPS_AT_VENUES: Final = Statement(_groups_at_venues, row=VenueGroups._make)


def _searched(groups: QuerySet[Any], search: str) -> QuerySet[Any]:
    """Return the groups whose number, client's name, or any venue's name or neighborhood matches the search text."""
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


def active_or_booked(*, user: User | Param, since: date | Param) -> QuerySet[Reservation]:
    """Return the user's reservations that are active, or booked for the day `since` or later."""
    return Reservation.objects.filter(Q(status=Status.ACTIVE) | _booked(since), group__user=user)


def _booked(since: date | Param) -> Q:
    return Q(status=Status.CONFIRMED, date__gte=since)


def booked_since(now: datetime) -> date:
    """Return the first day whose bookings count as future ones.

    This is yesterday in UTC, because a booking counts until its day is over in every time zone of the venues.
    """
    return now.date() - timedelta(days=1)
