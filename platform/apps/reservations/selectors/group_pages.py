"""Selects a user's groups for the list and for single cards. group_cards.py builds the cards."""

from collections.abc import Collection
from datetime import date, datetime, timedelta
from functools import cache
from typing import Any, Final

from django.db.models import Case, CharField, Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery, Value, When
from django.db.models.functions import Coalesce

from apps.accounts.models import User
from apps.common.errors import not_found
from apps.common.statements import Param, Statement
from apps.notices import selectors as notices
from apps.reservations import kill_switches
from apps.reservations.models import Reservation, ReservationGroup, Status
from apps.reservations.rules import changes, group_status, warnings
from apps.reservations.rules.warnings import Held
from apps.reservations.schemas.groups import GroupOut
from apps.reservations.schemas.requests import GroupsOut, ListIn, StatusCounts, WarningOut

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
    counts = StatusCounts(**dict(GROUP_COUNTS.rows(user=user.pk)))
    counts.all = sum(getattr(counts, status) for status in group_status.PRECEDENCE)
    off = kill_switches.read_switched_off()
    size, skipped, since = wanted.page_size, (wanted.page - 1) * wanted.page_size, booked_since(now)
    if wanted.ids or wanted.search:
        mine = _groups(user=user, status=wanted.status, tables_since=since if wanted.tables_first else None)
        found = _searched(mine.filter(pk__in=wanted.ids) if wanted.ids else mine, wanted.search)
        count, chosen = found.count(), list(found[skipped : skipped + size])
    else:
        count = getattr(counts, wanted.status or "all")
        statement = _page_statement(has_status=wanted.status is not None, tables_first=wanted.tables_first)
        chosen = statement.rows(user=user.pk, status=wanted.status, since=since, page=(size, skipped))
    return GroupsOut(
        groups=group_cards.build_cards(chosen, off=off, locale=user.locale, now=now),
        counts=counts,
        page=wanted.page,
        pages=max(1, -(-count // size)),
        count=count,
        seq=seq,
        warnings=_warnings(user=user, now=now),
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
    return group_cards.build_cards(groups, off=off, locale=user.locale, now=now)


def _groups(*, user: User | Param, status: str | Param | None, tables_since: date | Param | None) -> QuerySet[Any]:
    """Return the user's groups in the order of the list: all groups, or those with `status`.

    With `tables_since`, groups with a table booked for that day or later come first.
    """
    found = ReservationGroup.objects.filter(user=user).annotate(status=STATUS_OF_GROUP).select_related("client")
    if status is not None:
        found = found.filter(status=status)
    if tables_since is None:
        return found.order_by("-id")
    tables = Reservation.objects.filter(_booked(tables_since), group=OuterRef("pk"))
    return found.annotate(has_table=Exists(tables)).order_by("-has_table", "-id")


@cache
def _page_statement(*, has_status: bool, tables_first: bool) -> Statement[ReservationGroup]:
    return Statement(
        lambda: _groups(
            user=Param("user"),
            status=Param("status") if has_status else None,
            tables_since=Param("since") if tables_first else None,
        )
    )


def _group_counts() -> QuerySet[ReservationGroup, Any]:
    mine = ReservationGroup.objects.filter(user=Param("user")).annotate(status=STATUS_OF_GROUP)
    return mine.values_list("status").annotate(n=Count("pk")).order_by()


def _held() -> QuerySet[Reservation, Any]:
    columns = ("venue_id", "venue__venue_name", "venue__reservation_source", "group_id", "status")
    return active_or_booked(user=Param("user"), since=Param("since")).values_list(*columns).distinct()


GROUP_COUNTS: Final[Statement[tuple[str, int]]] = Statement(_group_counts)
GROUPS: Final[Statement[ReservationGroup]] = Statement(
    lambda: (
        ReservationGroup.objects.filter(user=Param("user"), pk__any_of=Param("groups"))
        .select_related("client")
        .order_by("-id")
    )
)
HELD: Final = Statement(_held, row=Held._make)


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


def _warnings(*, user: User, now: datetime) -> list[WarningOut]:
    held = HELD.rows(user=user.pk, since=booked_since(now))
    return [WarningOut(**warning._asdict()) for warning in warnings.find_warnings(held)]
